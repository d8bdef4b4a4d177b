"""The planets: a sky with stars and a light above a curved horizon, ground in the colour of the seat, rock under it."""

from __future__ import annotations

import zlib
from functools import lru_cache

from PIL import Image

from render.canvas import PLAIN, Canvas, Point
from render.planetary_conquerors.layout import Land
from render.theme import Theme

KEPT = 16
"""How many planets are kept: those of four tables of four."""


def piece(look: Theme, land: Land, left: int, top: int, size: tuple[int, int]) -> Canvas:
    """A canvas for a sprite that lies on a planet, with the part of it that is seen there."""
    s = Canvas(size, look, PLAIN, grows=False)
    part = planet(look, land).crop((left, top, left + size[0], top + size[1])).convert("RGB")
    s.image.paste(part.resize((size[0] * s.scale, size[1] * s.scale), Image.Resampling.NEAREST), (0, 0))
    return s


@lru_cache(KEPT)
def planet(look: Theme, land: Land) -> Image.Image:
    """A planet on which nothing stands, in the colours of the theme."""
    width, height, seat = land.width, land.height, land.seat
    s = Canvas((width, height), look, PLAIN, grows=False)
    s.shade((0, 0, width, land.horizon + land.bend + 2), ("sky_high", "sky_low"))
    stars(s, seat, land.horizon - 6)
    s.textured(_air(land), _falling(width, 26 + land.bend), ("sky_low", f"haze{seat}"))
    ground: list[Point] = [*_edge(land), (width, height), (0, height)]
    top = land.horizon - 1
    s.textured(ground, _rough(width, height - top, seat, land.floor - top), (f"soil{seat}", f"haze{seat}", f"land{seat}"))
    s.line(_edge(land), f"seat{seat}", 4)
    if land.floor < height:
        seam: list[Point] = [(x, land.floor - 2 + 3 * _wave(x, seat)) for x in (*range(0, width, 8), width)]
        low = land.floor - 6
        s.textured([*seam, (width, height), (0, height)], _rough(width, height - low, seat + 9, height), ("rock", "wall"))
        s.line(seam, f"soil{seat}", 3)
    return look.quantise(s.reduced())


def horizon(land: Land, x: float) -> float:
    """How far down the ground begins, so far from the left edge of a planet."""
    return land.horizon + land.bend * ((2 * x - land.width) / land.width) ** 2


def _edge(land: Land) -> list[Point]:
    return [(x, horizon(land, x)) for x in (*range(0, land.width, 10), land.width)]


def _air(land: Land) -> list[Point]:
    """The air above the horizon."""
    edge = _edge(land)
    return [*edge, *((x, y - 26) for x, y in reversed(edge))]


def _falling(width: int, height: int) -> Image.Image:
    return Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((width, height))


def _wave(x: float, salt: int) -> float:
    at = zlib.crc32(b"%d %d" % (salt, int(x) // 8))
    return at % 200 / 100 - 1


def _rough(width: int, height: int, salt: int, depth: int) -> Image.Image:
    """How bright ground is: the brighter the nearer to its upper edge, with clouds of noise of three sizes."""
    whole = Image.linear_gradient("L").rotate(180).crop((0, 0, 1, 256)).resize((width, max(1, depth))).crop((0, 0, width, height))
    for share, cell in ((0.30, 90), (0.24, 34), (0.18, 11)):
        whole = Image.blend(whole, _clouds(width, height, cell, salt), share)
    return whole


def _clouds(width: int, height: int, cell: int, salt: int) -> Image.Image:
    """Smooth noise of mode L whose clouds are so wide, and half as high."""
    across, down = width // cell + 3, 2 * height // cell + 3
    grid = Image.new("L", (across, down))
    grid.putdata([zlib.crc32(b"%d %d %d" % (salt, cell, n)) % 256 for n in range(across * down)])
    return grid.resize((across * cell, down * cell // 2 + 1), Image.Resampling.BICUBIC).crop((0, 0, width, height))


def stars(s: Canvas, sky: int, depth: int) -> None:
    """The stars of one of several skies, down to a depth."""
    width = s.size[0]
    for n in range(round(width * max(1, depth) / 1100)):
        at = zlib.crc32(b"%d %d" % (sky, n))
        r = (0.8, 1.1, 1.5, 0.9)[at // 77 % 4]
        s.ellipse((at % width, 3 + at // 1000 % max(1, depth)), r, "star")
