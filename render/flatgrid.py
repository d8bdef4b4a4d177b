"""Hex-to-pixel conversion for flat-topped hexes in columns, odd ones half a hex lower."""

from __future__ import annotations

import math
from typing import NamedTuple

ROOT3 = math.sqrt(3)


class Extent(NamedTuple):
    """A part of a grid: columns and rows from the first to the last, both included."""

    left: int
    top: int
    right: int
    bottom: int


class FlatLayout(NamedTuple):
    """Flat-topped hexes of a `radius` (centre to corner) in pixels; hex (0, 0) has its centre at (x, y)."""

    radius: float
    x: float
    y: float

    @classmethod
    def fit(cls, window: Extent, width: int, largest: float, tallest: float) -> tuple[FlatLayout, int]:
        """The layout in which a window fills a width, but not more than `tallest` pixels, centred; and the height it needs."""
        columns = window.right - window.left
        rows = window.bottom - window.top + 1
        radius = min(largest, width / (1.5 * columns + 2), tallest / (ROOT3 * (rows + 0.5)))
        span = radius * (1.5 * columns + 2)
        x = (width - span) / 2 + radius - 1.5 * radius * window.left
        y = ROOT3 * radius * (0.5 - window.top)
        return cls(radius, x, y), math.ceil(ROOT3 * radius * (rows + 0.5))

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a hex, in pixels."""
        return self.x + 1.5 * self.radius * column, self.y + ROOT3 * self.radius * (row + (column % 2) / 2)

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The top left corner of a hex's sprite."""
        x, y = self.centre(column, row)
        width, height = sprite_size(self.radius)
        return round(x - width / 2), round(y - height / 2)


def sprite_size(radius: float) -> tuple[int, int]:
    """The size of a sprite that holds a hex, in pixels."""
    return math.ceil(2 * radius) + 2, math.ceil(ROOT3 * radius) + 2


def outline(radius: float, x: float, y: float) -> list[tuple[float, float]]:
    """The six corners of a hex, clockwise from the right."""
    return [(x + radius * math.cos(math.pi * i / 3), y + radius * math.sin(math.pi * i / 3)) for i in range(6)]
