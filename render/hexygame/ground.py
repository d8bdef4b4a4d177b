"""What lies below everything else: slabs of stone with a star inlaid, which mean nothing (HX-2.4), whose Sphere they are in, and the table around it,
in which both hosts are carved."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.canvas import PLAIN, Box, Canvas, Point
from render.hexgrid import outline
from render.hexygame.hex_sizes import Tile, shape
from render.hexygame.icons import figure, flag, star
from render.stage import USUAL, factor_in
from render.theme import Theme
from rules.hexygame.map import PLACES

VEIL = 0.55
"""How dim a hex is beside those that can be chosen."""
SLABS = 40
"""So many slabs are kept, without what stands on them."""
SHARE, DIM_SHARE = 0.34, 0.5
"""How much of the seat's colour the ground of its Sphere has; and behind a veil, where else it would have another hue in the palette."""
MAP = 710
"""The width of the map's part of the stage."""
ROUND = 16
"""The radius of the corners of boxes."""
FRAME = ("frame_deep", "frame_low", "frame_mid", "frame_high", "frame")
"""The table, from its edge to its middle."""
RAYS, REACH, WAIST = 12, (4.25, 3.1), 0.4
"""A star is inlaid in the slabs around the Centre and means nothing: its rays, one for each of the Winning Dice, how many hexes long and short ones
reach, and at which share of that they are widest."""
RELIEFS = (("goblin_warcaller", 0, -1), ("kiln_drake", 0, 1), ("lich_of_the_ninth_bell", 1, -1), ("cloud_serpent", 1, 1))
"""What is carved in the corners of the table: a card, on whose seat's side, above or below."""
CARVED, CORNER, SEEN = 116, 66, 0.97
"""How large it is, how far from the edges its middle lies, and how much of it must be free of hexes: slivers look broken."""
FRIEZE = (
    ("goblin_warcaller", "kiln_drake", "sun_lancer", "moss_troll", "cloud_serpent", "lich_of_the_ninth_bell"),
    ("cinder_hound", "griffin_rider", "firewatch_tower", "black_obelisk", "gulf_leviathan", "bone_walker"),
)
"""Both hosts, carved above and below the map where it leaves room for them: cards from left to right, those of the first seat first."""
MEDALLION, BAND, STEP = 92, 52, 116
"""How large each of them is, how far its middle is from the edge, and how far they are apart."""


class Ground(NamedTuple):
    """A hex before anything stands on it.

    `special` is `flag0`, `flag1` or `centre`, `spheres` the seats in whose Sphere it lies, `borders` for each of them the sides (0 NE,
    clockwise) at which that ends; `lit` where something can be chosen there, `dim` where other hexes can be.
    """

    label: str
    special: str
    spheres: tuple[int, ...]
    borders: tuple[tuple[int, ...], ...]
    lit: bool
    dim: bool = False


class Hole(NamedTuple):
    """A hex that lies in the frame: its measures, and where its top left corner lies."""

    tile: Tile
    x: int
    y: int


class Beyond(NamedTuple):
    """That a seat has so many realities beyond an edge of what is seen, the left (-1) or the right one (1): said at a point."""

    at: Point
    way: int
    seat: int
    many: int


class Around(NamedTuple):
    """What the frame goes around: hexes, boxes with round corners, and a width at the left without a map; and what it tells of the map beyond."""

    holes: tuple[Hole, ...]
    boxes: tuple[Box, ...]
    left: int = 0
    beyond: tuple[Beyond, ...] = ()


def tinted(look: Theme, one: str, other: str, share: float) -> tuple[int, int, int]:
    """The colour of the palette that lies between two roles' colours, at a share of the way."""
    ramp = look.ramp((one, other))
    return ramp[round(share * (len(ramp) - 1))]


def halo(s: Canvas, corners: list[Point], light: Point, reach: float, roles: tuple[str, str]) -> None:
    """A ground with rings around a light, from the second role's colour to that of the first one, where they reach so far."""
    colours = s.theme.ramp(roles)
    s.polygon(corners, roles[0])
    inside = Image.new("1", s.image.size)
    ImageDraw.Draw(inside).polygon([(x * s.scale, y * s.scale) for x, y in corners], fill=255)
    rings = s.image.copy()
    pen = ImageDraw.Draw(rings)
    for n, colour in enumerate(colours[1:]):
        radius = reach * (1 - n / (len(colours) - 1))
        pen.ellipse([v * s.scale for v in (light[0] - radius, light[1] - radius, light[0] + radius, light[1] + radius)], fill=colour)
    s.image.paste(rings, (0, 0), inside)


def dimmed(s: Canvas, ground: Ground) -> Canvas:
    """A hex behind a veil, if it is dim."""
    if ground.dim:
        s.image.paste(Image.blend(s.image, Image.new("RGB", s.image.size, s.theme["page"]), VEIL))
    return s


def bright(look: Theme, seat: int | str) -> str:
    """The role of a seat's colour that contrasts with bare ground: the lighter one on dark ground, the darker one on light ground."""
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
    """Draws a Flag, or the Centre's star."""
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
    """Draws bare stone."""
    x, y = tile.middle
    s.polygon(outline(tile.radius + 2, x, y), "land")
    if ground.label:
        q, r = PLACES[ground.label.lower()]
        _inlay(s, (x - (2 * q + r) * tile.half, y - r * tile.row), 2 * tile.half)


def _inlay(s: Canvas, centre: Point, wide: int) -> None:
    """Draws the part of the star around the Centre that lies in a slab; its rays are bright on one side and dark on the other."""
    for n in range(RAYS):
        tip = _from(centre, wide * REACH[n % 2], n)
        for side, role in ((-0.5, "land_high"), (0.5, "land_low")):
            points = (centre, _from(centre, wide * REACH[n % 2] * WAIST, n + side), tip)
            s.pen.polygon([(px * s.scale, py * s.scale) for px, py in points], fill=s.theme[role])


def _from(centre: Point, length: float, turn: float) -> Point:
    """The point at `length` from `centre`, `turn` rays clockwise from the top."""
    angle = math.tau * turn / RAYS
    return centre[0] + length * math.sin(angle), centre[1] - length * math.cos(angle)


def _spheres(s: Canvas, tile: Tile, ground: Ground) -> None:
    x, y = tile.middle
    for n, seat in enumerate(ground.spheres):
        corners = [(px * s.scale, py * s.scale) for px, py in outline(tile.radius + 2, x, y)]
        if len(ground.spheres) > 1:
            corners = corners[3:] + corners[:1] if n == 0 else corners[:4]
        s.pen.polygon(corners, fill=tinted(s.theme, "land", f"seat{seat}", DIM_SHARE if ground.dim else SHARE))


def _bevel(s: Canvas, tile: Tile) -> None:
    """Draws the edges of a slab, bright towards the light and dark on the other side."""
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
    for told in around.beyond:
        _beyond(s, told)
    for card, (x, y), seat, size in _carved(s.mask, height):
        s.ellipse((x, y), size / 2, "frame_low", f"{won}_glow" if won else f"seat{seat}", 3)
        for off, tone in ((2, "frame_deep"), (-2, "frame_high"), (0, "frame_line")):
            figure(s, x + off, y + off, size * 0.72, card, tone)
    return s


def _beyond(s: Canvas, told: Beyond) -> None:
    """Draws an arrowhead and a number in a seat's colour: what stands beyond an edge."""
    (x, y), way, size = told.at, told.way, round(USUAL.dense * factor_in(s.theme))
    s.box((x - size * 0.85, y - size * 0.6, size * 1.7, size * 1.2), size * 0.3, f"seat{told.seat}_deep", f"seat{told.seat}_glow", 2)
    tip = x + way * size * 0.7
    s.polygon([(tip, y), (tip - way * size * 0.45, y - size * 0.36), (tip - way * size * 0.45, y + size * 0.36)], "plate")
    s.text((x - way * size * 0.3, y), str(told.many), size, "plate")


def _carved(free: Image.Image, height: int) -> Iterator[tuple[str, Point, int, int]]:
    """What is carved in the table, where it has room: a card, the middle of its ring, on whose seat's side, how large; both hosts in a row above the
    map and in one below it, and else one of them in each corner."""
    for row, y in zip(FRIEZE, (BAND, height - BAND), strict=True):
        places = [(MAP / 2 + (n - 2.5) * STEP, y) for n in range(len(row))]
        if all(_is_free(free, at, MEDALLION) for at in places):
            yield from ((card, at, n * 2 // len(row), MEDALLION) for n, (card, at) in enumerate(zip(row, places, strict=True)))
    for card, seat, down in RELIEFS:
        at = (MAP - CORNER if seat else CORNER, height - CORNER if down > 0 else CORNER)
        if _is_free(free, at, CARVED):
            yield card, at, seat, CARVED


def _is_free(free: Image.Image, at: Point, size: int) -> bool:
    """Whether nearly all of a square around a point is free."""
    left, top = round(at[0]) - size // 2, round(at[1]) - size // 2
    return free.crop((left, top, left + size, top + size)).histogram()[255] > SEEN * size**2


def _around(width: int, height: int, around: Around) -> Image.Image:
    """A mask of the pixels that lie in no hex and no box."""
    inside = Image.new("1", (width, height))
    pen = ImageDraw.Draw(inside)
    for hole in around.holes:
        inside.paste(255, (hole.x, hole.y), shape(hole.tile))
    for left, top, wide, high in around.boxes:
        pen.rounded_rectangle((left, top, left + wide - 1, top + high - 1), ROUND, fill=255)
    inside.paste(255, (0, 0, around.left, height))
    return ImageChops.invert(inside)
