"""The torn battlefield on which everything lies: lava, reef, wood and dune, and what grows there (`render.art.battlefield` bakes it)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import stage
from render.art import picture
from render.art.battlefield import ABYSS, CLIFF, LANDS, LEVELS, PATH
from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import HexLayout, outline, sprite_size
from render.text import font
from render.theme import Theme
from rules.parts.hexes import Hex
from rules.parts.lazy import once

INSET = 1.2
"""Sprites lie on whole pixels: a place must be a little smaller than its hex, or two would share pixels."""
ROLES = [f"{land}_{level}" for land in LANDS for level in range(LEVELS)] + ["abyss", "cliff"]
DIM = [n - min(2, n % LEVELS) if n < ABYSS else ABYSS for n in range(CLIFF + 1)]
"""What lies below the board is in the dark, so that letters on it can be read."""


class Prop(NamedTuple):
    """Something that grows in the land: its middle and its size on the stage."""

    word: str
    x: int
    y: int
    size: int


NEAR, STEP = 110, 10
"""How far from what lies beyond an edge it may be told, and the steps in which a place for that is looked for, in pixels."""
OFF = 5
"""How far that is from the edge at least, in pixels."""


class Beyond(NamedTuple):
    """A stone beyond the edge of a picture: its label, its values with the faction of each that has one (its taker's, or as it is printed), the
    strongest faction around it and how strong that is, if it is open and has one; where."""

    label: str
    values: tuple[tuple[int, str], ...]
    faction: str
    power: str
    done: bool
    at: Point


class Field(NamedTuple):
    """The part of the battlefield left of a column of seats, with its props and hexes, and what lies beyond its edges."""

    width: int
    props: tuple[Prop, ...]
    layout: HexLayout
    spots: tuple[Hex, ...]
    beyond: tuple[Beyond, ...] = ()


@once
def _baked() -> Image.Image:
    found = Image.open(PATH)
    found.load()
    return found


def battlefield(look: Theme, box: tuple[int, int, int, int], dim: bool = False) -> Image.Image:
    """A part of the ground in the colours of a theme, of mode RGB; `dim` below letters."""
    part = Image.frombytes("P", (box[2] - box[0], box[3] - box[1]), _baked().crop(box).tobytes())
    numbers = DIM if dim else range(len(ROLES))
    part.putpalette([channel for n in numbers for channel in look[ROLES[n]]])
    return part.convert("RGB")


def lay(s: Canvas, corner: tuple[int, int], dim: bool = False) -> None:
    """Draws the ground below a canvas with this top left corner, for a field whose middle is that of the stage."""
    left, top = corner
    part = battlefield(s.theme, (left, top, left + s.size[0], top + s.size[1]), dim)
    s.image.paste(part.resize(s.image.size, Image.Resampling.NEAREST))


def part_of_ground(at: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """The corner of a part of the ground of a size, which has a point about in its middle."""
    return min(max(0, at[0] - size[0] // 2), stage.WIDTH - size[0]), min(max(0, at[1] - size[1] // 2), stage.HEIGHT - size[1])


def left_of(width: int) -> int:
    """The column of the whole ground at which a field of a width begins, so that the lands meet in the field's middle."""
    return (stage.WIDTH - width) // 2


def field(look: Theme, at: Field) -> Canvas:
    """Draws the ground around the hexes, with its props."""
    s = Canvas((at.width, stage.HEIGHT), look, PLAIN)
    lay(s, (left_of(at.width), 0))
    for prop in at.props:
        stand(s, prop.word, (prop.x, prop.y), prop.size)
    s.mask = around(s.size, at.layout, at.spots)
    for stone in at.beyond:
        _point_to(s, stone, s.mask)
    return s


def _point_to(s: Canvas, stone: Beyond, free: Image.Image) -> None:
    """Draws what lies beyond an edge, at the place near it that is nearest and `free` of hexes: its label, its values as they are on the stone, and
    how strong the strongest is."""
    sizes, body = stage.USUAL.times(stage.factor_in(s.theme)), "done" if stone.done else "stone"
    label, high = font("Bold", sizes.label).getlength(stone.label) + 12, sizes.dense * 0.94
    parts = [(str(value), faction, stone.done) for value, faction in stone.values]
    parts += [(stone.power, stone.faction, True)] if stone.power else []
    widths = [font("Bold", sizes.dense).getlength(words) + 12 for words, _, _ in parts]
    wide = label + sum(widths) + 2 * len(parts)
    ways = (
        {min(max(side / 2 + OFF, middle + aside), room - side / 2 - OFF) for aside in range(-NEAR, NEAR + 1, STEP)}
        for middle, side, room in zip(stone.at, (wide, high), s.size, strict=True)
    )

    def covered(at: tuple[float, ...]) -> int:
        left, top = round(at[0] - wide / 2), round(at[1] - high / 2)
        return free.crop((left, top, left + round(wide), top + round(high))).histogram()[0]

    nearest = sorted(product(*ways), key=lambda at: math.dist(at, stone.at))
    x, y = next((at for at in nearest if not covered(at)), None) or min(nearest, key=covered)
    left, top = x - wide / 2, y - high / 2
    s.box((left, top, wide, high), 6, body, f"{body}_glow", 2)
    s.text((left + label / 2, y), stone.label, sizes.label, f"{body}_ink")
    left += label
    for (words, faction, filled), width in zip(parts, widths, strict=True):
        role = faction or "stone_line"
        if (filled and faction) or not stone.done:
            s.box((left, top + 3, width, high - 6), 5, role if filled else None, None if filled else role, 3)
        s.text((left + width / 2, y), words, sizes.dense, f"{faction or 'stone'}_ink" if filled and faction else f"{body}_ink")
        left += width + 2


def around(size: tuple[int, int], layout: HexLayout, spots: Iterable[Hex]) -> Image.Image:
    """A mask of the pixels around the places of hexes."""
    found, place = Image.new("1", size, 1), hex_mask(layout.radius, layout.flat)
    for spot in spots:
        found.paste(0, layout.corner(spot), place)
    return found


def stand(s: Canvas, word: str, at: Point, size: float) -> None:
    """Draws a prop in the theme's light, on a shadow."""
    x, y = at
    width = size * 0.9
    box = tuple(v * s.scale for v in (x - width / 2, y + size * 0.32, x + width * 0.62, y + size * 0.56))
    s.pen.ellipse(box, fill=s.theme["abyss"])
    found = picture("monster_hex", word)
    relit = s.theme.quantise(found.convert("RGB")).convert("RGB")
    relit.putalpha(found.getchannel("A"))
    s.picture(relit, at, size)


def hex_mask(radius: float, flat: bool) -> Image.Image:
    """A mask of the pixels that a hex has for itself in its sprite."""
    width, height = sprite_size(radius, flat)
    found = Image.new("1", (width, height), 0)
    ImageDraw.Draw(found).polygon(outline(radius - INSET, width / 2, height / 2, flat), fill=1)
    return found
