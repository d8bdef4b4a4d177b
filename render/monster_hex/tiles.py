"""Monsters as they lie or are printed: their ground, their powers, the shape of their faction."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.art import mask
from render.canvas import Canvas
from render.hexgrid import outline, sprite_size, towards
from render.theme import Theme

GAP = 1.5
ROOT = math.sqrt(3) / 2

MARKS = {"ember": "triangle", "tide": "circle", "moss": "square", "dune": "diamond"}
"""Each faction has a shape beside its colour, so that nobody needs to tell colours apart."""
GROUNDS = {faction: (f"{faction}_deep", faction, faction) for faction in MARKS} | {"dune": ("dune", "dune_glow")}
"""The ground of a tile, from its edge to the light: figures and powers are white on it, on dune dark."""
NOBODYS = ("stone_deep", "stone", "stone")
"""The ground of a tile whose faction is not chosen yet."""
SHADOWS = {faction: f"{faction}_deep" for faction in MARKS} | {"dune": None}


def hexagon(look: Theme, radius: float) -> tuple[Canvas, float, float]:
    """A sketch of a hex's place, and its middle."""
    size = sprite_size(radius)
    s = Canvas(size, look)
    x, y = size[0] / 2, size[1] / 2
    # Sprites lie on whole pixels: a place must be a little smaller than its hex, or two would share pixels.
    s.clip(outline(radius - 1.2, x, y))
    return s, x, y


def mark(s: Canvas, shape: str, x: float, y: float, radius: float, role: str) -> None:
    """A faction's shape."""
    r = radius
    if shape == "triangle":
        s.polygon([(x, y - r * 1.15), (x + r * 1.12, y + r * 0.8), (x - r * 1.12, y + r * 0.8)], role)
    elif shape == "circle":
        s.ellipse((x, y), r * 0.98, role)
    elif shape == "square":
        s.box((x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76), r * 0.15, role)
    else:
        s.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role)


class TileKey(NamedTuple):
    """A monster as it lies or is printed: its powers by direction. No faction before it is chosen."""

    faction: str
    word: str
    powers: tuple[int, ...]
    rank: str
    champion: bool = False


def monster(look: Theme, radius: float, tile: TileKey, last: bool) -> Canvas:
    """A monster between its powers, its rank above, its faction's shape below; the one that was placed `last` has an edge. A tile that is nobody's
    yet has its number for all that."""
    faction, word, powers, rank, champion = tile
    ink = f"{faction or 'stone'}_ink"
    s, x, y = hexagon(look, radius)
    s.glow(outline(radius - GAP, x, y), GROUNDS.get(faction, NOBODYS), light=(0.5, 0.5))
    if last:
        s.polygon(outline(radius - GAP - 2.5, x, y), outline="last", width=6)
        s.polygon(outline(radius - GAP - 6.5, x, y), outline=ink, width=2)
    if faction:
        s.figure(mask("monster_hex", f"{faction}.{word}"), (x, y), radius * 0.82, ink, SHADOWS[faction])
        mark(s, MARKS[faction], x, y + radius * 0.7, radius * 0.12, ink)
    else:
        s.text((x, y), word.upper(), radius * 0.4, ink, weight="Medium")
    reach = radius * ROOT * (0.72 if last else 0.76)
    for direction, power in enumerate(powers):
        dx, dy = towards(direction, reach)
        s.text((x + dx, y + dy), str(power), radius * 0.41, ink)
    s.text((x, y - radius * 0.7), "S" if champion else rank, radius * 0.26, ink)
    if champion:
        s.line([(x - radius * 0.12, y - radius * 0.55), (x + radius * 0.12, y - radius * 0.55)], ink, 3)
    return s
