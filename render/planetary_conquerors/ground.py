"""The planets: a sky with stars and a light above a curved horizon, ground in the colour of the seat, rock under it."""

from __future__ import annotations

import zlib
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from render.canvas import PLAIN, Canvas, Point
from render.planetary_conquerors.stage_layout import Land
from render.theme import Theme

KEPT = 32
"""How many planets are kept: those of four tables of four, from near and from far."""
AIR = 30
"""How high the light above a horizon reaches."""
LEAST = 16
"""The radius of another planet in the sky at least."""


def piece(look: Theme, land: Land, left: int, top: int, size: tuple[int, int]) -> Canvas:
    """A canvas for a sprite that lies on a planet, with the part of it that is seen there."""
    s = Canvas(size, look, PLAIN, grows=False)
    part = planet(look, land).crop((left, top, left + size[0], top + size[1])).convert("RGB")
    s.image.paste(part.resize((size[0] * s.scale, size[1] * s.scale), Image.Resampling.NEAREST), (0, 0))
    return s


@lru_cache(KEPT)
def planet(look: Theme, land: Land) -> Image.Image:
    """Draws an empty planet in the theme's colours."""
    width, height, seat = land.width, land.height, land.seat
    s = Canvas((width, height), look, PLAIN, grows=False)
    s.shade((0, 0, width, land.horizon + land.bend + 2), ("sky_high", "sky_low"))
    stars(s, seat, land)
    s.textured(_air(land), _falling(width, AIR + land.bend), ("sky_low", f"haze{seat}"))
    if land.bend:  # Else there is room for a line alone.
        _moon(s, land)
        _skyline(s, land)
    ground: list[Point] = [*_edge(land), (width, height), (0, height)]
    top = land.horizon - 1
    s.textured(
        ground,
        _rough(width, height - top, seat, land.floor - top),
        ("wall", "rock", "wall") if land.dead else (f"soil{seat}", f"haze{seat}", f"land{seat}"),
    )
    _craters(s, land)
    if land.dead and land.floor < height:
        _cracks(s, land)
    s.line(_edge(land), f"seat{seat}", 4)
    if land.floor < height:
        _rock(s, land)
    return look.quantise(s.reduced())


def _rock(s: Canvas, land: Land) -> None:
    """The rock under the ground, in layers."""
    width, height, seat = land.width, land.height, land.seat
    seam: list[Point] = [(x, land.floor - 2 + 3 * _wave(x, seat)) for x in (*range(0, width, 8), width)]
    s.textured([*seam, (width, height), (0, height)], _rough(width, height - land.floor + 6, seat + 9, height), ("rock", "wall"))
    for n in range(1, 4):
        y = land.floor + n * (height - land.floor) / 4
        s.line([(x, y + 5 * sin(x / 70 + n * 2) + _wave(x, n)) for x in (*range(0, width, 8), width)], "wall", 2)
    s.line(seam, f"soil{seat}", 4)


def _moon(s: Canvas, land: Land) -> None:
    """Another planet, perhaps with a ring, that rises behind the horizon, as pale as the sky: figures stand in front of it."""
    other, r = (land.seat + 1) % 4, (land.horizon - land.clear) * 0.62
    if r < LEAST:
        return
    x, y = land.width * 0.46, land.horizon - r * 0.45
    s.textured(_oval(x, y, r, r), Image.linear_gradient("L").rotate(180).crop((0, 0, 1, 256)), ("sky_low", f"haze{other}"))
    if land.seat % 2:
        s.line([at for at in _oval(x, y - r * 0.2, r * 1.7, r * 0.3) if at[1] > y - r * 0.25 or abs(at[0] - x) > r], f"haze{other}", 3)


def _skyline(s: Canvas, land: Land) -> None:
    """Draws shapes at the horizon, of one kind for each seat's planet: table mountains, ice peaks, crystals, or woods."""
    role = f"soil{land.seat}"
    for n in range(land.width // 62):
        at = zlib.crc32(b"skyline %d %d" % (land.seat, n))
        x, high, half = at % land.width, 10 + at // 1000 % 14, 14 + at // 77777 % 16
        y = horizon(land, x) + 3
        if land.seat == 0:
            s.polygon([(x - half, y), (x - half * 0.7, y - high), (x + half * 0.6, y - high), (x + half, y)], role)
        elif land.seat == 1:
            s.polygon([(x - half * 0.8, y), (x, y - high * 1.5), (x + half * 0.8, y)], role)
            s.polygon([(x, y - high * 1.5), (x + half * 0.8, y), (x + half * 0.1, y)], "haze1")
        elif land.seat == 2:
            for lean in (-6, 2, 9):
                s.polygon([(x + lean / 2 - 4, y), (x + lean - 3, y - high), (x + lean + 2, y - high - 5), (x + lean / 2 + 5, y)], role)
        else:
            for step in (-half * 0.6, 0, half * 0.6):
                s.ellipse((x + step, y - high * (0.45 if step else 0.7)), 8, role)


def _craters(s: Canvas, land: Land) -> None:
    """Draws hollows in the ground, dark inside, with a bright lower rim."""
    for n in range(land.width * (land.floor - land.horizon) // 7000):
        at = zlib.crc32(b"crater %d %d" % (land.seat, n))
        x = at % land.width
        top = horizon(land, x) + 14
        if top > land.floor - 10:
            continue
        y = top + at // 1000 % max(1, round(land.floor - 8 - top))
        across = (7 + at // 55555 % 20) * (0.6 + 0.4 * (y - top) / max(1, land.floor - top))
        hollow = _oval(x, y, across, across * 0.36)
        s.polygon(hollow, "gap" if land.dead else f"soil{land.seat}")
        s.line([point for point in hollow if point[1] >= y], "rock" if land.dead else f"land{land.seat}", 2)


def _cracks(s: Canvas, land: Land) -> None:
    """Draws burst ground that glows from below, where a mine has fallen."""
    middle, deep = land.width / 2, land.floor - land.horizon - 6
    for n in range(-4, 5):
        start = middle + n * 26, horizon(land, middle) + 8 + abs(n) * 3
        points: list[Point] = [start]
        for k in range(1, 7):
            at = zlib.crc32(b"crack %d %d %d" % (land.seat, n, k))
            points.append((start[0] + n * 9 * k + at % 25 - 12, min(land.floor - 4.0, start[1] + deep * (1 - abs(n) / 6) * k / 6)))
        for thick, role in ((9, "gap"), (3, "attack")):
            s.line(points, role, thick)


def _oval(x: float, y: float, across: float, down: float) -> list[Point]:
    return [(x + across * cos(pi * n / 20), y + down * sin(pi * n / 20)) for n in range(40)]


def horizon(land: Land, x: float) -> float:
    """The height of the ground's edge, from the top, at a distance from the planet's left edge."""
    return land.horizon + land.bend * ((2 * x - land.width) / land.width) ** 2


def _edge(land: Land) -> list[Point]:
    return [(x, horizon(land, x)) for x in (*range(0, land.width, 10), land.width)]


def _air(land: Land) -> list[Point]:
    """The polygon of the air above the horizon."""
    edge = _edge(land)
    return [*edge, *((x, y - AIR) for x, y in reversed(edge))]


def _falling(width: int, height: int) -> Image.Image:
    return Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((width, height))


def _wave(x: float, salt: int) -> float:
    at = zlib.crc32(b"%d %d" % (salt, int(x) // 8))
    return at % 200 / 100 - 1


def _rough(width: int, height: int, salt: int, depth: int) -> Image.Image:
    """A brightness map of the ground: brighter towards its upper edge, with noise of three sizes."""
    whole = Image.linear_gradient("L").rotate(180).crop((0, 0, 1, 256)).resize((width, max(1, depth))).crop((0, 0, width, height))
    for share, cell in ((0.30, 90), (0.24, 34), (0.18, 11)):
        whole = Image.blend(whole, _clouds(width, height, cell, salt), share)
    return whole


def _clouds(width: int, height: int, cell: int, salt: int) -> Image.Image:
    """Smooth noise of mode L with clouds `cell` wide and half as high."""
    across, down = width // cell + 3, 2 * height // cell + 3
    grid = Image.new("L", (across, down))
    grid.putdata([zlib.crc32(b"%d %d %d" % (salt, cell, n)) % 256 for n in range(across * down)])
    return grid.resize((across * cell, down * cell // 2 + 1), Image.Resampling.BICUBIC).crop((0, 0, width, height))


def stars(s: Canvas, sky: int, land: Land) -> None:
    """Draws the stars of one of several skies, above the horizon, but not behind text."""
    for n in range(round(land.width * land.horizon / 1000)):
        at = zlib.crc32(b"%d %d" % (sky, n))
        x, y = at % land.width, 3 + at // 1000 % max(1, land.horizon - 4)
        if not 6 < y < land.clear:
            s.ellipse((x, y), (0.8, 1.1, 1.5, 0.9)[at // 77 % 4], "star")
