"""The measures of hexes, which lie side by side without a gap, so that arrows and borders run on from one to the next: each pixel belongs to the hex
whose middle is nearest; and where things lie on one.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas, Point
from rules.parts.lazy import once


class Layout(NamedTuple):
    """The places and sizes of things on a hex of half the width `half`, in pixels: of its picture, what has just happened, and its lasting mark how
    far they lie to the right of its middle and below that, and how large they are; of its row of numbers and of its name how far below, how high; of
    its label, where no reality stands and where one does, how large it is and how far below. Close up the die is a number at the right, and marks
    share the left."""

    half: int
    art: tuple[int, int, int]
    row: tuple[int, int]
    digits: tuple[int, ...]
    label: tuple[int, int]
    right: tuple[int, int, int]
    left: tuple[int, int, int]
    labels: tuple[int, int]
    name: tuple[int, int] | None = None


FAR = Layout(39, (0, -17, 56), (-2, 22), (24,), (25, 20), (25, -15, 24), (-29, -14, 20), (20, 31))
"""The whole map on the stage."""
MIDDLE = Layout(47, (0, -19, 66), (0, 25), (28, 26, 24), (26, 22), (32, -13, 24), (-36, -15, 22), (24, 37))
"""The part of the map on the stage where something stands."""
LARGE = Layout(47, (0, -24, 56), (-10, 29), (36, 34), (35, 28), (25, -28, 34), (-34, -24, 24), (26, 34))
"""The same for readers who need large type, where what can be chosen has no room nearer."""
LARGE_NEAR = Layout(64, (0, -28, 88), (-6, 36), (42, 38, 36, 34), (36, 30), (41, -24, 36), (-48, -24, 30), (34, 53))
"""What they see else."""
NEAR = Layout(66, (0, -41, 56), (19, 28), (36, 33, 30, 28), (25, 20), (38, -29, 28), (-40, -33, 28), (36, 60), (0, 2))
"""Close up."""
LAYOUTS = (FAR, MIDDLE, NEAR)
SIZES = 16
"""Of so many sizes of hexes the layout is kept: a picture asks for it some hundred times."""


class Tile(NamedTuple):
    """The measures of a hex: half its width, how far rows are apart, the height of its sprite; and whether it is for readers who need large type."""

    half: int
    large: bool = False

    @property
    def layout(self) -> Layout:
        """The layout of the things on this hex."""
        return _layout(self.half, self.large)

    @property
    def scale(self) -> float:
        """The hex's size relative to the one its layout is given for."""
        return self.half / self.layout.half

    @property
    def unit(self) -> float:
        """The hex's size relative to a hex of the whole map on the stage."""
        return self.half / FAR.half

    @property
    def row(self) -> int:
        return round(self.half * math.sqrt(3))

    @property
    def tall(self) -> int:
        return 2 * math.ceil(self.row * 2 / 3)

    @property
    def radius(self) -> float:
        return self.half * 2 / math.sqrt(3)

    @property
    def middle(self) -> Point:
        """The middle of a hex in its sprite."""
        return self.half, self.tall / 2


@lru_cache(SIZES)
def _layout(half: int, large: bool) -> Layout:
    return next((found for found in ((LARGE,) if large else LAYOUTS) if half <= found.half), LARGE_NEAR if large else NEAR)


@once
def shape(tile: Tile) -> Image.Image:
    """A mask of the hex's pixels, those nearer to its middle than to any neighbour's, so that hexes neither overlap nor leave gaps."""
    half, row, tall = tile.half, tile.row, tile.tall
    found = Image.new("1", (2 * half, tall), 0)
    pen = ImageDraw.Draw(found)
    for line in range(tall):
        y = line + 0.5 - tall / 2
        # Nearer to the middle than to the neighbour (half, row) away: x * half + |y| * row < (half² + row²) / 2.
        reach = min(half, ((half**2 + row**2) / 2 - abs(y) * row) / half)
        left, right = math.ceil(half - reach - 0.5), math.ceil(half + reach - 0.5) - 1
        if left <= right:
            pen.line((left, line, right, line), fill=1)
    return found


def cut(s: Canvas, tile: Tile) -> Canvas:
    """Clips a canvas to the hex."""
    s.mask = shape(tile)
    return s
