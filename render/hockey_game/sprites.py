"""Everything that Hockey Game shows, drawn once per key. What a key holds says the function that draws it."""

from __future__ import annotations

from functools import partial
from typing import Any

from render.canvas import Canvas, Key
from render.hand_cards import held, held_row, more
from render.hockey_game import cover, draft, great_moments, questions, sheets, side_boxes
from render.hockey_game.card_pages import ART
from render.hockey_game.rink import tile
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key."""
    return _SPRITES[str(key[0])](look, *key[1:])


_SPRITES: dict[str, Any] = {
    "full": ART.full,
    "held": partial(held, ART),
    "held_row": partial(held_row, ART),
    "more": more,
    "rink": tile,
    **side_boxes.SPRITES,
    **questions.SPRITES,
    **great_moments.SPRITES,
    **draft.SPRITES,
    **sheets.SPRITES,
    "cover": cover.cover,
}
