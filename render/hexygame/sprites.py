"""Everything HexyGame shows, drawn once per key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from render.canvas import Canvas, Key
from render.cards import Art
from render.hand_cards import held, more
from render.hexygame import act_boxes, side_boxes
from render.hexygame.card_rows import card_row
from render.hexygame.cover import cover, opening
from render.hexygame.ground import frame
from render.hexygame.hexes import hexagon, reality
from render.hexygame.icons import COLOUR, cost_parts, energy
from render.hexygame.turn_box import turn_box
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Cards


ART = Art(
    "hexygame",
    lambda colour: COLOUR[colour],
    cost_parts,
    energy,
    {"attack": "attack", "defense": "defense", "actions": "die", "hitpoints": "points", "potency": "points", "range": "edge"},
    {"creature": "land", "building": "town", "artifact": "works", "wizardry": "rays", "sorcery": "rays", "enchantment": "rings"},
    {"basic": "grey", "common": "bronze", "uncommon": "silver", "rare": "gold"},
)

_SPRITES: dict[str, Callable[..., Canvas]] = {
    "hex": hexagon,
    "reality": reality,
    "frame": frame,
    "opening": opening,
    "cover": cover,
    "head": side_boxes.head,
    "zones": side_boxes.zones,
    "energies": side_boxes.energies,
    "track": side_boxes.track,
    "turn": turn_box,
    "act": act_boxes.act,
    "asked": act_boxes.asked,
    "lines": act_boxes.lines,
    "goal": act_boxes.goal,
    "banner": side_boxes.banner,
    **ART.sprites(),
    "held": partial(held, ART),
    "card_row": partial(card_row, ART),
    "more": more,
}
