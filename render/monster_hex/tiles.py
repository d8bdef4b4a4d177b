"""Monsters as they lie or are printed: their ground, their powers, the shape of their faction."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops

from render.art import mask
from render.canvas import Box, Canvas, Point
from render.hexgrid import outline, sprite_size, towards
from render.monster_hex.ground import INSET
from render.text import fitted, font, largest
from render.theme import RGB, Theme

GAP = 1.5
ROOT = math.sqrt(3) / 2

MARKS = {"ember": "triangle", "tide": "circle", "moss": "square", "dune": "diamond"}
"""Each faction has a shape beside its colour, so that nobody needs to tell colours apart."""
GROUNDS = {faction: (f"{faction}_deep", faction, faction) for faction in MARKS} | {"dune": ("dune", "dune_glow")}
"""The ground of a tile, from its edge to the light: figures and powers are white on it, on dune dark."""
NOBODYS = ("stone_deep", "stone", "stone")
"""The ground of a tile whose faction is not chosen yet."""
RIM, BEVEL = 0.022, 0.03
"""How far the rim of light reaches beyond a figure, and how wide its dark side is, as shares of its size."""
REACH, REACH_NAMED = 0.68, 0.75
"""How far powers lie from the middle at most, as a share of the way to the edge; so far where a name stands between them."""
POWERS = 0.5, 0.46
"""How large powers are where that leaves room for other letters, as a share of a hex's radius, and where not; in a hand always so."""
LARGEST = 0.56
"""How large powers are at most for a ring around them, as a share of a hex's radius."""
DIGIT = 0.4
"""How far a digit reaches from its middle, as a share of the size of its letters, with a little room."""

RIM_OF_TILE = 0.09
"""How wide the dark rim of a tile is, as a share of its radius: powers of neighbours would read as one number without it."""

ALONE = 1.16
"""How large a figure without powers around it is, as a share of its tile's radius."""

RIM_LEFT = 0.8
"""How much of it is left dark on either side of a bright ring, in pixels."""

WITHIN = 0.955
"""How large what lies within a bright ring is, beside a tile without one: the ring is seen on a phone so, and crosses no power."""

UNMARKED = 16
"""So many tiles are kept without a ring around them."""


class Cut(NamedTuple):
    """The sizes of things on a hex: its radius, its powers, other letters, and those of a monster's name (0: left out). It may be `flat`. `ranked`:
    a rank has room between its powers."""

    radius: float
    power: int
    label: int = 0
    named: int = 0
    flat: bool = False
    ranked: bool = True


def cut(radius: float, least: tuple[int, int] = (0, 0), named: int = 0, flat: bool = False) -> Cut:
    """The sizes for a radius: those that suit it, at `least` so large as powers and as other letters, for which large powers may leave
    no room."""
    label = max(least[1], round(radius * 0.3))
    for share in POWERS:
        power = max(least[0], round(radius * share))
        if font("Medium", label).getlength("A") <= reach_of(radius, power) - font("Bold", power).getlength("4"):
            return Cut(radius, power, label, named, flat)
    return Cut(radius, power, label, named, flat, ranked=False)


def reach_of(radius: float, power: int, most: float = REACH) -> float:
    """How far powers of a size lie from the middle of a hex: nearer where large ones would be cut at its edge, or meet a ring."""
    nearer = DIGIT * max(0, min(power / radius, LARGEST) - POWERS[1]) * radius
    return min(most * radius * ROOT - nearer, radius * ROOT * 0.98 - INSET - power * DIGIT)


def hexagon(look: Theme, sizes: Cut) -> tuple[Canvas, float, float]:
    """A sketch of a hex's place, and its middle."""
    size = sprite_size(sizes.radius, sizes.flat)
    s = Canvas(size, look, grows=False)
    x, y = size[0] / 2, size[1] / 2
    s.clip(outline(sizes.radius - INSET, x, y, sizes.flat))
    return s, x, y


def mark(s: Canvas, shape: str, x: float, y: float, radius: float, role: str) -> None:
    """Draws a faction's shape."""
    r = radius
    if shape == "triangle":
        s.polygon([(x, y - r * 1.15), (x + r * 1.12, y + r * 0.8), (x - r * 1.12, y + r * 0.8)], role)
    elif shape == "circle":
        s.ellipse((x, y), r * 0.98, role)
    elif shape == "square":
        s.box((x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76), r * 0.15, role)
    else:
        s.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role)


def plate(s: Canvas, faction: str, box: Box, role: str, width: float = 0) -> None:
    """A plate for a number in a faction's shape: pointed above, round, square, or pointed at its sides; a frame where it has a `width`."""
    x, y, wide, high = box
    shape = MARKS.get(faction, "square")
    if shape in ("circle", "square"):
        radius = high / 2 if shape == "circle" else 3
        s.box(box, min(radius, wide / 2), None if width else role, role if width else None, width)
        return
    tip = 0.2 * high
    house = [(x + wide / 2, y - tip), (x + wide, y + tip), (x + wide, y + high), (x, y + high), (x, y + tip)]
    side = min(0.16 * wide, 6)
    lozenge = [(x + side, y), (x + wide - side, y), (x + wide + side, y + high / 2), (x + wide - side, y + high), (x + side, y + high)]
    points = house if shape == "triangle" else [*lozenge, (x - side, y + high / 2)]
    s.polygon(points, None if width else role, role if width else None, width)


def figure(s: Canvas, word: str, centre: Point, size: float, faction: str, dim: bool = False) -> None:
    """A monster in two tones, light where the light falls and darker on its other side, between a rim of light and its shadow; a `dim` one in one."""
    side = round(size * s.scale)
    shape = mask("monster_hex", f"{faction}.{word}", side)
    left, top = (round(at * s.scale - side / 2) for at in centre)
    if dim:
        s.image.paste(_dimmed(s.theme, faction), (left, top), shape)
        return
    rim, bevel = round(side * RIM), round(side * BEVEL)
    away = Image.new("L", shape.size)
    away.paste(shape, (-bevel, -bevel))
    tones = s.theme.ramp((faction, f"{faction}_ink"))
    bright, dark = (s.theme["dune_glow"], tones[len(tones) // 3]) if faction == "dune" else (tones[len(tones) // 2], s.theme[f"{faction}_deep"])
    s.image.paste(dark, (left + 2 * rim, top + 2 * rim), shape)
    s.image.paste(bright, (left - rim, top - rim), shape)
    s.image.paste(s.theme[f"{faction}_ink"], (left, top), shape)
    s.image.paste(tones[len(tones) * 4 // 5], (left, top), ImageChops.subtract(shape, away))


def _dimmed(look: Theme, faction: str) -> RGB:
    """The colour of figures that stand back, which can still be told from their ground."""
    tones = look.ramp((faction, f"{faction}_ink"))
    return look[faction] if faction == "dune" else tones[len(tones) // 2]


class FreeKey(NamedTuple):
    """A hex without a tile: its label, whether a game may begin there, whether it can be chosen (`legal`), and the figure that is `chosen` for it."""

    label: str
    start: bool
    legal: bool
    chosen: str


class TileKey(NamedTuple):
    """A monster as it lies or is printed: its powers by direction, none where they matter no more. No faction before it is chosen. A `dim` one stands
    back behind others."""

    faction: str
    word: str
    powers: tuple[int, ...] = ()
    rank: str = ""
    champion: bool = False
    name: str = ""
    dim: bool = False


def monster(look: Theme, sizes: Cut, tile: TileKey, ring: str) -> Canvas:
    """A monster as it lies or is printed; its rim is a bright `ring` of a role's colour where that is given, outside of its powers."""
    s = _unmarked(look, sizes, tile, sizes.radius * (WITHIN if ring else 1)).copy()
    if ring:
        width = sizes.radius * ROOT * (1 - WITHIN * (1 - RIM_OF_TILE)) - 2 * RIM_LEFT - INSET
        s.polygon(outline(sizes.radius - (INSET + RIM_LEFT + width / 2) / ROOT, s.size[0] / 2, s.size[1] / 2, sizes.flat), None, ring, width)
    return s


@lru_cache(UNMARKED)
def _unmarked(look: Theme, sizes: Cut, tile: TileKey, within: float) -> Canvas:
    """A tile of a radius `within` a dark hex: a monster between its powers, its rank and its faction's shape in two corners. A tile that is nobody's
    yet has its number for all that. A small one, which has no rank, leaves more between powers and what they could be taken for."""
    faction, word, powers, rank, champion, name, dim = tile
    _, size, label, named, flat, ranked = sizes
    ink, radius = f"{faction or 'stone'}_ink", within
    s, x, y = hexagon(look, sizes)
    s.polygon(outline(sizes.radius, x, y, flat), "rim")
    if dim:
        s.polygon(outline(radius * (1 - RIM_OF_TILE), x, y, flat), f"{faction or 'stone'}_deep")
    else:
        s.glow(outline(radius * (1 - RIM_OF_TILE), x, y, flat), GROUNDS.get(faction, NOBODYS), light=(0.5, 0.5))
    reach = reach_of(radius, size, REACH_NAMED if named and name else REACH)
    near = 0.46 if ranked else 0.5 if reach == radius * ROOT * REACH else 0.45
    if faction:
        if named and name:
            _named(s, (x, y), sizes._replace(radius=radius), word, faction, name)
        else:
            figure(s, word, (x, y), min(radius * 0.86, 2 * (reach - size * near)) if powers else radius * ALONE, faction, dim)
        aside = radius * 0.755
        if powers:  # A dot between two digits would be a decimal point.
            _crest(s, (x, y), -radius * (1 - RIM_OF_TILE), radius * 0.34, flat)
        mark(s, MARKS[faction], *((x + aside, y) if flat else (x, y + aside)), radius * 0.1, "last" if powers else ink)
    else:
        s.polygon(outline(radius * (1 - RIM_OF_TILE), x, y, flat), outline="stone_line", width=3)
        letters = tuple(max(label, round(radius * share)) for share in (0.4, 0.32, 0))
        s.text((x, y), word.upper(), largest(word.upper(), "Medium", letters, round(2 * (reach - size * DIGIT))), ink, weight="Medium")
    for direction, power in enumerate(powers):
        dx, dy = towards(direction, reach, flat)
        s.text((x + dx, y + dy), str(power), size, ink)
    if ranked and rank:
        _crest(s, (x, y), radius * (1 - RIM_OF_TILE), label, flat)
        x, y = (x - radius * 0.68, y) if flat else (x, y - radius * 0.725)
        s.text((x, y), "S" if champion else rank, label, "last")
        if champion:
            s.line([(x - radius * 0.12, y + radius * 0.16), (x + radius * 0.12, y + radius * 0.16)], ink, 3)
    return s


def _crest(s: Canvas, at: Point, radius: float, size: float, flat: bool) -> None:
    """Draws the dark ground of what stands in a corner between two digits, so that it is not read with them; opposite of it with a radius below 0."""
    wide, high = size * 0.46, size * 0.9
    slope = wide / 3**0.5
    points = [(0, 0), (wide, slope), (wide, high), (0, high + slope), (-wide, high), (-wide, slope)]
    far = [(across, math.copysign(down, radius) - radius) for across, down in points]
    s.polygon([(at[0] + away, at[1] + across) if flat else (at[0] + across, at[1] + away) for across, away in far], "rim")


def _named(s: Canvas, at: Point, sizes: Cut, word: str, faction: str, name: str) -> None:
    """A monster with its name below it: between the powers of the lower sides, or where the middle of the tile is widest."""
    radius = sizes.radius
    up, big, down, right, wide = (0.27, 0.44, 0.03, 0.06, 1.2) if sizes.flat else (0.14, 0.54, 0.275, 0, 1.57)
    x, y = at
    figure(s, word, (x, y - radius * up), radius * big, faction)
    words = fitted(name, "Medium", sizes.named, round(radius * wide))
    s.text((x + radius * right, y + radius * down), words, sizes.named, f"{faction}_ink", weight="Medium")
