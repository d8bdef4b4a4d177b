"""Everything HexyGame shows, drawn once per key."""

from __future__ import annotations

from collections.abc import Callable

from render.canvas import Canvas, Key
from render.cards import Art, header
from render.hexygame import panels
from render.hexygame.hexes import hexagon, reality
from render.hexygame.signs import COLOUR, NUMBERS, cost_parts, die, energy, number
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Cards


def sign(s: Canvas, x: float, y: float, r: float, what: str, n: int) -> None:
    """One of a card's numbers."""
    if what == "actions":
        die(s, x, y, r * 0.92, 0, n)
    elif what == "range":
        s.text((x, y), str(n), r, "ink")
    else:
        number(s, x, y, r, what if what in NUMBERS else "points", n)


ART = Art(lambda colour: COLOUR[colour], cost_parts, energy, sign)

_SPRITES: dict[str, Callable[..., Canvas]] = {
    "hex": hexagon,
    "reality": reality,
    "head": panels.head,
    "dice": panels.dice,
    "zones": panels.zones,
    "energies": panels.energies,
    "track": panels.track,
    "header": header,
    "shown": panels.shown,
    "item": panels.item,
    "told": panels.told,
    "caption": panels.caption,
    "banner": panels.banner,
    **ART.sprites(),
}
