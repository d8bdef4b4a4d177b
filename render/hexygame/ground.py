"""What lies below everything else: slabs of stone, which mean nothing (HX-2.4), whose Sphere they are in, and the frame around them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.canvas import PLAIN, Box, Canvas, Point
from render.hexgrid import outline
from render.hexygame.hex_sizes import Tile, shape
from render.hexygame.icons import flag, star
from render.theme import Theme

SLABS = 40
"""So many slabs are kept, without what stands on them."""
SHARE = 0.34
"""How much of the seat's colour the ground of its Sphere has."""
MAP = 710
"""The width of the map's part of the stage."""
ROUND = 16
"""The radius of the corners of panels."""
FRAME = ("frame_deep", "frame_low", "frame_mid", "frame_high", "frame")
"""The table, from its edge to its middle."""
SHADES = 3
"""Slabs have so many shades, one beside the other, and mean nothing by it."""


class Ground(NamedTuple):
    """A hex before anything stands on it.

    `special` is `flag0`, `flag1` or `centre`, `spheres` the seats in whose Sphere it lies, `borders` for each of them the sides (0 NE,
    clockwise) at which that ends.
    """

    label: str
    special: str
    spheres: tuple[int, ...]
    borders: tuple[tuple[int, ...], ...]
    lit: bool


class Hole(NamedTuple):
    """A hex that lies in the frame: its measures, and where its top left corner lies."""

    tile: Tile
    x: int
    y: int


class Around(NamedTuple):
    """What the frame goes around: hexes, boxes with round corners, and so many pixels at the left where there is no map."""

    holes: tuple[Hole, ...]
    boxes: tuple[Box, ...]
    left: int = 0


def tinted(look: Theme, one: str, other: str, share: float) -> tuple[int, int, int]:
    """The colour of the palette that lies between two roles' colours, at a share of the way."""
    ramp = look.ramp((one, other))
    return ramp[round(share * (len(ramp) - 1))]


def halo(s: Canvas, corners: list[Point], light: Point, reach: float, seat: int) -> None:
    """The ground of a seat's reality: rings of its colour around a light, which fade until they reach so far."""
    colours = s.theme.ramp([f"seat{seat}_deep", f"seat{seat}"])
    s.polygon(corners, f"seat{seat}_deep")
    inside = Image.new("1", s.image.size)
    ImageDraw.Draw(inside).polygon([(x * s.scale, y * s.scale) for x, y in corners], fill=255)
    rings = s.image.copy()
    pen = ImageDraw.Draw(rings)
    for n, colour in enumerate(colours[1:]):
        radius = reach * (1 - n / (len(colours) - 1))
        pen.ellipse([v * s.scale for v in (light[0] - radius, light[1] - radius, light[0] + radius, light[1] + radius)], fill=colour)
    s.image.paste(rings, (0, 0), inside)


def bright(look: Theme, seat: int | str) -> str:
    """The role of a seat's colour that stands out from bare ground: lighter on a dark one, darker on a light one."""
    return f"seat{seat}_{'glow' if sum(look['land']) < 3 * 128 else 'deep'}"


def ink(ground: Ground) -> str:
    """The role of letters on a slab."""
    return "ink" if ground.lit or ground.spheres else "land_ink"


@lru_cache(SLABS)
def slab(look: Theme, tile: Tile, ground: Ground) -> Canvas:
    """A slab: lit, in a Sphere or in both, with their borders; a Flag, or the Centre's star."""
    s = Canvas((2 * tile.half, tile.tall), look, PLAIN, "land", grows=False)
    x, y = tile.middle
    u = tile.unit
    whole = outline(tile.radius + 2, x, y)
    if ground.lit:
        s.polygon(whole, "legal")
    elif ground.spheres:
        _spheres(s, tile, ground)
    else:
        _stone(s, tile, ground)
    _bevel(s, tile)
    for n, (seat, sides) in enumerate(zip(ground.spheres, ground.borders, strict=True)):
        corners = outline(tile.radius - (3 + 5 * n) * u, x, y)
        for side in sides:
            s.line([corners[side], corners[(side + 1) % 6]], bright(look, seat), 3.4 * u)
    if ground.special:
        _emblem(s, tile, ground.special)
    if ground.lit:
        s.polygon(outline(tile.radius - 3.5 * u, x, y), None, "legal_line", 4.5 * u)
    return s


def _emblem(s: Canvas, tile: Tile, special: str) -> None:
    """A Flag, or the Centre's star."""
    (x, y), u = tile.middle, tile.unit
    seat = special.removeprefix("flag")
    role = bright(s.theme, seat) if seat != special else "gold"
    s.polygon(outline(tile.radius - 4.5 * u, x, y), None, "edge", 5 * u)
    s.polygon(outline(tile.radius - 4.5 * u, x, y), None, role, 3 * u)
    if seat != special:
        flag(s, x + 2 * u, y - 10 * u, 22 * u, role, 1.4 * u)
    else:
        star(s, x, y - 9 * u, 29 * u, "edge")
        star(s, x, y - 9 * u, 25 * u, "gold")


def _stone(s: Canvas, tile: Tile, ground: Ground) -> None:
    """Bare stone, in a shade by its place alone."""
    x, y = tile.middle
    shade = (ord(ground.label[0]) * 7 + int(ground.label[1:]) * 5) % SHADES if ground.label else 1
    corners = [(px * s.scale, py * s.scale) for px, py in outline(tile.radius + 2, x, y)]
    s.pen.polygon(corners, fill=s.theme[("land_low", "land", "land_high")[shade]])


def _spheres(s: Canvas, tile: Tile, ground: Ground) -> None:
    x, y = tile.middle
    for n, seat in enumerate(ground.spheres):
        corners = [(px * s.scale, py * s.scale) for px, py in outline(tile.radius + 2, x, y)]
        if len(ground.spheres) > 1:
            corners = corners[3:] + corners[:1] if n == 0 else corners[:4]
        s.pen.polygon(corners, fill=tinted(s.theme, "land", f"seat{seat}", SHARE))


def _bevel(s: Canvas, tile: Tile) -> None:
    """Edges: those towards the light are bright, the others dark."""
    x, y = tile.middle
    u = tile.unit
    s.polygon(outline(tile.radius, x, y), None, "land_edge", 2.6 * u)
    corners = outline(tile.radius - 2.6 * u, x, y)
    s.line([corners[4], corners[5], corners[0], corners[1]], "land_line", 1.4 * u)


def frame(look: Theme, width: int, height: int, around: Around, won: str) -> Canvas:
    """The table around the map, as much of it as nothing lies on, in the colour of a role where somebody has won."""
    s = Canvas((width, height), look, 1, "page", grows=False)
    middle = (MAP / 2, height / 2)
    s.glow((0, 0, width, height), (f"{won}_deep", won) if won else FRAME, light=(middle[0] / width, 0.5))
    for n, role in enumerate(("land_line", "frame_line", "frame_line")):
        s.polygon(outline(height * (0.535 + 0.05 * n), *middle), None, "gold" if won and not n else role, 3 - n / 2)
    s.mask = _around(width, height, around)
    return s


def _around(width: int, height: int, around: Around) -> Image.Image:
    """The pixels that are in no hex and no box."""
    inside = Image.new("1", (width, height))
    pen = ImageDraw.Draw(inside)
    for hole in around.holes:
        inside.paste(255, (hole.x, hole.y), shape(hole.tile))
    for left, top, wide, high in around.boxes:
        pen.rounded_rectangle((left, top, left + wide - 1, top + high - 1), ROUND, fill=255)
    inside.paste(255, (0, 0, around.left, height))
    return ImageChops.invert(inside)
