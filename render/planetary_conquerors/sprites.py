"""Everything Planetary Conquerors shows, drawn once per key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from render.canvas import Canvas, Key
from render.hand_cards import held, held_row, more
from render.planetary_conquerors import clock, ending, planet_headers, side_boxes, tiles
from render.planetary_conquerors.icons import ART
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key: the name of a function below, and what it is given."""
    return _SPRITES[str(key[0])](look, *key[1:])


_SPRITES: dict[str, Callable[..., Canvas]] = {
    "name": planet_headers.name,
    "score": planet_headers.score,
    "piles": planet_headers.piles,
    "zones": planet_headers.zones,
    "asked": planet_headers.asked,
    "head": side_boxes.head,
    "tile": tiles.tile,
    "mine": tiles.mine,
    "ghost": tiles.ghost,
    "cast": tiles.cast,
    "empty": tiles.empty,
    "others": tiles.more,
    "miners": side_boxes.miners,
    "stock": side_boxes.stock,
    "gone": side_boxes.gone,
    "holding": side_boxes.holding,
    "edge": side_boxes.edge,
    "clock": clock.clock,
    "story": side_boxes.story,
    "assault": side_boxes.assault,
    "rest": side_boxes.rest,
    "banner": ending.banner,
    "duel": ending.duel,
    "place": ending.place,
    "moment": ending.moment,
    "cover": ending.cover,
    **ART.sprites(),
    "held": partial(held, ART),
    "held_row": partial(held_row, ART),
    "more": more,
}
