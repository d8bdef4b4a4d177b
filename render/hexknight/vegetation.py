"""Draws what grows and stands on each terrain of HexKnight's island, a little different on each hex."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random

from PIL import Image, ImageChops

from render.art import picture
from render.canvas import Canvas, Point
from render.flat_hexgrid import height_of
from render.hexknight.ground import Spot

DUSK = (189, 189, 204, 255)
"""What remains of red, green and blue of a coloured picture at night, of 255."""

Scatter = Callable[[Canvas, Point, float, str, bool, Random], None]


def scattered(s: Canvas, radius: int, terrain: str, night: bool, spot: Spot, busy: bool) -> None:
    """Draws what grows on a terrain, a little different on each hex; only at the edges if something else is in the middle (`busy`)."""
    role = f"{terrain}_night" if night else terrain
    chance = Random(spot.x * 31 + spot.y * 17)
    (EDGES if busy else SCATTER)[terrain](s, (radius, height_of(radius) / 2), radius, role, night, chance)


@lru_cache(256)
def prop(word: str, side: int, night: bool) -> Image.Image:
    """A coloured picture in a size, darker at night."""
    small = picture("hexknight", word).resize((side, side), Image.Resampling.BICUBIC, reducing_gap=1.5)
    if not night:
        return small
    return ImageChops.multiply(small, Image.new("RGBA", small.size, DUSK))


def put(s: Canvas, word: str, at: Point, size: float, night: bool, shade: str = "") -> None:
    """A picture on the ground, its foot's middle half its size below the point, with a shadow there."""
    x, y = at
    if shade:
        shadow(s, x + size * 0.08, y + size * 0.43, size * 0.46, shade)
    found = prop(word, round(size * s.scale), night)
    s.image.paste(found.convert("RGB"), (round((x - size / 2) * s.scale), round((y - size / 2) * s.scale)), found.getchannel("A"))


def shadow(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A flat one on the ground."""
    s.polygon([(x + r * math.cos(i * math.pi / 8), y + r * 0.34 * math.sin(i * math.pi / 8)) for i in range(16)], role)


def _stand(word: str, spots: Sequence[tuple[float, float, float]], other: str = "") -> Scatter:
    """Pictures at places, each with its size, as shares of the radius; here and there another one."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        x, y = at
        for dx, dy, size in spots:
            kind = other if other and chance.random() < 0.35 else word
            right, down = (chance.uniform(-0.05, 0.05) for _ in range(2))
            put(s, kind, (x + (dx + right) * r, y + (dy + down) * r), size * r, night, f"{role}_mark")

    return scatter


def _around(spots: Sequence[Point], at: Point, r: float, off: Point, chance: Random) -> Iterator[Point]:
    """The spots of a hex in pixels, each by chance a little `off`: across and down at most, as shares of the radius, as the spots are."""
    x, y = at
    for dx, dy in spots:
        yield x + (dx + chance.uniform(-off[0], off[0])) * r, y + (dy + chance.uniform(-off[1], off[1])) * r


def _tufts(spots: Sequence[tuple[float, float]]) -> Scatter:
    """Grass, with a flower now and then."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        for cx, cy in _around(spots, at, r, (0.08, 0.08), chance):
            if chance.random() < 0.3:
                s.ellipse((cx, cy), r * 0.045, "plate")
                s.ellipse((cx, cy), r * 0.02, "gold")
                continue
            for lean, tall in ((-0.09, 0.1), (-0.03, 0.15), (0.04, 0.14), (0.1, 0.1)):
                s.line([(cx + lean * r * 0.4, cy), (cx + lean * r, cy - tall * r)], f"{role}_mark", r * 0.035)

    return scatter


def _mounds(spots: Sequence[tuple[float, float, float]]) -> Scatter:
    """Hills, lit from the left."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        places = _around([(dx, dy) for dx, dy, _ in spots], at, r, (0.05, 0.04), chance)
        for (cx, cy), (_, _, size) in zip(places, spots, strict=True):
            w = size * r
            arc = [(cx + w * math.cos(math.pi * (1 + i / 12)), cy + 0.85 * w * math.sin(math.pi * (1 + i / 12))) for i in range(13)]
            s.polygon(arc, role)
            s.polygon([*arc[6:], (cx + 0.35 * w, cy), (cx + 0.2 * w, cy - 0.45 * w)], f"{role}_mark")
            s.line(arc, f"{role}_mark", r * 0.05)

    return scatter


def _dunes(spots: Sequence[tuple[float, float]]) -> Scatter:
    """Waves of sand, each with a dark side."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        for cx, cy in _around(spots, at, r, (0.06, 0.05), chance):
            ridge = [(cx + (i / 10 - 0.5) * 0.62 * r, cy - 0.1 * r * math.sin(math.pi * i / 10)) for i in range(11)]
            foot = [(cx + (i / 10 - 0.5) * 0.62 * r, cy - 0.02 * r * math.sin(math.pi * i / 10)) for i in range(10, -1, -1)]
            s.polygon([*ridge, *foot], f"{role}_mark")

    return scatter


def _pools(spots: Sequence[tuple[float, float]]) -> Scatter:
    """Standing water with reeds."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        for cx, cy in _around(spots, at, r, (0.06, 0.06), chance):
            shadow(s, cx, cy, 0.24 * r, f"{role}_mark")
            shadow(s, cx, cy + 0.012 * r, 0.19 * r, "sea_night" if night else "sea")
            for lean, tall in ((-0.16, 0.2), (-0.1, 0.27), (0.12, 0.22)):
                s.line([(cx + lean * r, cy + 0.03 * r), (cx + lean * r * 1.15, cy - tall * r)], f"{role}_mark", r * 0.035)

    return scatter


def _waves(spots: Sequence[tuple[float, float]]) -> Scatter:
    """Crests of waves."""

    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        for cx, cy in _around(spots, at, r, (0.1, 0.1), chance):
            crest = [(cx + (i / 12 - 0.5) * 0.42 * r, cy - 0.05 * r * abs(math.sin(math.pi * i / 6))) for i in range(13)]
            s.line(crest, "foam_night" if night else "foam", r * 0.03)

    return scatter


def _both(*parts: Scatter) -> Scatter:
    def scatter(s: Canvas, at: Point, r: float, role: str, night: bool, chance: Random) -> None:
        for part in parts:
            part(s, at, r, role, night, chance)

    return scatter


_TREES = ((-0.44, -0.42, 0.5), (0.4, -0.46, 0.5), (0.0, -0.3, 0.56), (-0.62, 0.06, 0.5), (0.62, 0.04, 0.5), (-0.3, 0.34, 0.56), (0.3, 0.36, 0.5))
SCATTER: dict[str, Scatter] = {
    "plains": _tufts(((-0.45, -0.35), (0.3, -0.5), (0.6, 0.1), (-0.62, 0.2), (0.1, 0.45), (-0.2, 0.62), (0.0, -0.05))),
    "forest": _stand("prop.fir", _TREES, "prop.oak"),
    "arid": _both(
        _stand("prop.rock", ((0.36, -0.4, 0.26), (-0.52, 0.22, 0.22))),
        _stand("prop.cactus", ((0.12, 0.24, 0.42),)),
    ),
    "hills": _mounds(((0.06, -0.3, 0.34), (-0.44, 0.06, 0.34), (0.48, 0.12, 0.36), (0.0, 0.52, 0.36))),
    "desert": _dunes(((-0.32, -0.5), (0.3, -0.28), (-0.38, 0.06), (0.42, 0.28), (-0.1, 0.56))),
    "swamp": _both(_pools(((-0.4, -0.34), (0.48, 0.3), (-0.3, 0.46))), _stand("prop.bare", ((0.3, -0.22, 0.56),))),
    "mountain": _stand("prop.peak", ((0.0, -0.04, 1.36),)),
    "sea": _waves(((-0.4, -0.42), (0.36, -0.2), (-0.42, 0.3), (0.3, 0.5))),
}
"""What grows on each terrain."""
EDGES: dict[str, Scatter] = {
    "plains": _tufts(((-0.5, -0.5), (0.5, -0.55), (0.75, 0.1), (-0.75, 0.1), (0.4, 0.66), (-0.4, 0.66))),
    "forest": _stand(
        "prop.fir",
        ((-0.5, -0.52, 0.4), (0.5, -0.52, 0.42), (-0.76, 0.02, 0.4), (0.76, 0.02, 0.42), (-0.46, 0.52, 0.42), (0.46, 0.52, 0.42)),
        "prop.oak",
    ),
    "arid": _both(
        _tufts(((-0.5, -0.5), (0.5, 0.6))),
        _stand("prop.rock", ((0.5, -0.5, 0.24), (-0.72, 0.1, 0.22))),
        _stand("prop.cactus", ((-0.46, 0.5, 0.36),)),
    ),
    "hills": _mounds(((-0.5, -0.42, 0.24), (0.5, -0.42, 0.24), (-0.72, 0.16, 0.2), (0.74, 0.16, 0.2), (-0.4, 0.74, 0.26), (0.4, 0.74, 0.26))),
    "desert": _dunes(((-0.4, -0.6), (0.4, -0.6), (-0.64, 0.12), (0.64, 0.12), (-0.3, 0.7), (0.3, 0.7))),
    "swamp": _both(_pools(((-0.46, -0.52), (0.66, 0.12), (-0.4, 0.64))), _stand("prop.bare", ((0.5, -0.5, 0.4), (-0.72, 0.1, 0.36)))),
    "mountain": _stand("prop.peak", ((-0.42, -0.44, 0.6), (0.44, -0.44, 0.56), (0.66, 0.2, 0.44), (-0.66, 0.2, 0.44))),
    "sea": _waves(((-0.45, -0.6), (0.45, -0.6), (-0.4, 0.7), (0.4, 0.7))),
}
"""The same around something that stands in the middle."""
