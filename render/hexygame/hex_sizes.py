"""The measures of hexes, which lie side by side without a gap, so that arrows and borders run on from one to the next: each pixel belongs to the hex
whose middle is nearest; and where things lie on one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas, Point
from rules.parts.lazy import once


class Layout(NamedTuple):
    """The places and sizes of things on a hex of half the width `half`, in pixels: of its picture, its label and its one mark how far they lie to the
    right of its middle and below that, and how large they are; of its plate of numbers and of its name how far below, how high."""

    half: int
    art: tuple[int, int, int]
    plate: tuple[int, int]
    digits: tuple[int, ...]
    label: tuple[int, int, int]
    mark: tuple[int, int, int]
    bare: int
    """How far below the middle a label lies where no reality stands, but something else."""
    name: tuple[int, int] | None = None


FAR = Layout(39, (11, -19, 37), (0, 25), (29, 26, 24), (-21, -9, 20), (-15, -26, 24), 22)
"""The whole map on the stage."""
LARGE = Layout(47, (14, -24, 44), (1, 31), (35, 34), (-24, -10, 28), (-16, -33, 34), 28)
"""The map on the stage for readers who need large type."""
NEAR = Layout(66, (0, -42, 62), (15, 32), (38, 35, 31, 28), (0, 57, 22), (-40, -36, 31), 36, (0, 22))
"""Close up."""
LAYOUTS = (FAR, LARGE, NEAR)


class Tile(NamedTuple):
    """The measures of a hex: half its width, how far rows are apart, the height of its sprite."""

    half: int

    @property
    def layout(self) -> Layout:
        """The layout of the things on this hex."""
        return next((found for found in LAYOUTS if self.half <= found.half), NEAR)

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
