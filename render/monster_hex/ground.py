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


class Beyond(NamedTuple):
    """A stone beyond the edge of a picture: its label, the strongest faction around it and how strong that is, if it is open and has one; where."""

    label: str
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
    """Draws what lies beyond an edge, at the place near it that is nearest and `free` of hexes."""
    sizes, body = stage.USUAL.times(stage.factor_in(s.theme)), "done" if stone.done else "stone"
    label, power = font("Bold", sizes.label).getlength(stone.label) + 12, font("Bold", sizes.dense).getlength(stone.power) + 10 if stone.power else 0
    wide, high = label + power, sizes.dense * 0.94
    ways = (
        {min(max(side / 2 + 2, middle + aside), room - side / 2 - 2) for aside in range(-NEAR, NEAR + 1, STEP)}
        for middle, side, room in zip(stone.at, (wide, high), s.size, strict=True)
    )

    def covered(at: tuple[float, ...]) -> int:
        left, top = round(at[0] - wide / 2), round(at[1] - high / 2)
        return free.crop((left, top, left + round(wide), top + round(high))).histogram()[0]

    x, y = min(sorted(product(*ways), key=lambda at: math.dist(at, stone.at)), key=covered)
    left, top = x - wide / 2, y - high / 2
    s.box((left, top, label, high), 6, body, f"{body}_glow", 2)
    s.text((left + label / 2, y), stone.label, sizes.label, f"{body}_ink")
    if power:
        s.box((left + label, top, power, high), 6, stone.faction or "stone_line")
        s.text((left + label + power / 2, y), stone.power, sizes.dense, f"{stone.faction or 'stone'}_ink")


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
