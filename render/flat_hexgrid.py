"""Hex-to-pixel conversion for flat-topped hexes in columns, odd ones half a hex lower, on whole pixels: hexes lie beside each other without a gap."""

from __future__ import annotations

import math
from typing import NamedTuple

from PIL import Image

from rules.parts.lazy import once

ROOT3 = math.sqrt(3)


class Extent(NamedTuple):
    """A part of a grid: columns and rows from the first to the last, both included."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, column: int, row: int) -> bool:
        """Whether a hex lies in it."""
        return self.left <= column <= self.right and self.top <= row <= self.bottom


class FlatLayout(NamedTuple):
    """Flat-topped hexes of an even `radius` (centre to corner) in pixels; hex (0, 0) has its centre at (x, y)."""

    radius: int
    x: int
    y: int

    @property
    def step(self) -> int:
        """The distance between columns."""
        return self.radius * 3 // 2

    @property
    def height(self) -> int:
        """The distance between rows."""
        return height_of(self.radius)

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """The middle of a hex, in pixels."""
        return self.x + self.step * column, self.y + self.height * row + self.height // 2 * (column % 2)

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The top left corner of a hex's sprite."""
        x, y = self.centre(column, row)
        return x - self.radius, y - self.height // 2

    def span(self, window: Extent) -> tuple[int, int]:
        """The size of a window in pixels: width and height."""
        lower = 0 if window.left == window.right else self.height // 2
        return 2 * self.radius + self.step * (window.right - window.left), self.height * (window.bottom - window.top + 1) + lower

    def within(self, window: Extent, box: tuple[int, int, int, int]) -> FlatLayout:
        """This layout with a window in the middle of a box: left, top, width, height."""
        width, height = self.span(window)
        left, top = box[0] + (box[2] - width) // 2, box[1] + (box[3] - height) // 2
        raised = self.height // 2 if window.left == window.right and window.left % 2 else 0
        return self._replace(x=left + self.radius - self.step * window.left, y=top + self.height // 2 - raised - self.height * window.top)


def height_of(radius: int) -> int:
    """The height of a hex: an even number of pixels."""
    return round(ROOT3 * radius / 2) * 2


def sprite_size(radius: int) -> tuple[int, int]:
    """The size of a sprite that holds a hex, in pixels."""
    return 2 * radius, height_of(radius)


def outline(radius: float, x: float, y: float, height: float | None = None) -> list[tuple[float, float]]:
    """The six corners of a hex, clockwise from the right."""
    half = (ROOT3 * radius if height is None else height) / 2
    return [(x + radius * dx, y + half * dy) for dx, dy in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))]


@once
def tile(radius: int) -> Image.Image:
    """Which pixels of a sprite belong to its hex, as an image of mode 1: each pixel between two hexes belongs to one of them."""
    width, height = sprite_size(radius)
    half, step = height // 2, radius * 3 // 2
    reach = [round(radius - (d + 0.5) * radius / height) for d in range(half)]
    found = Image.new("1", (width, height))
    for row in range(height):
        d = row - half if row >= half else half - 1 - row
        # What this hex leaves on its left belongs to the lower or the upper one there, whose right edge lies there.
        left, right = radius - (step - reach[half - 1 - d]), radius + reach[d]
        found.paste(1, (left, row, right, row + 1))
    return found
