"""Hex-to-pixel conversion, and the outline of a hex. Coordinates themselves know nothing of pixels.

Hexes stand on a corner, or lie on a side (`flat`): then the whole grid is turned to the left by a quarter, with north-east at the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from rules.parts.hexes import Hex

ROOT3 = math.sqrt(3)
HALF = 0.500001
"""From this part of a pixel on a place is the next pixel: a little more than a half, so that sums that are a half are alike, however inexact."""


class HexLayout(NamedTuple):
    """Hexes of a `radius` (centre to corner) in pixels; hex (0, 0) has its centre at (x, y)."""

    radius: float
    x: float
    y: float
    flat: bool = False

    @classmethod
    def fit(cls, hexes: Iterable[Hex], width: int, largest: float, margin: int = 10, flat: bool = False) -> tuple[HexLayout, int]:
        """The layout in which the hexes fill a width, and the height they need; `largest` limits the radius."""
        places = [cls(1, 0, 0, flat).centre(at) for at in hexes]
        (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*places, strict=True))
        wide, tall = extent(1, flat)
        radius = min(largest, (width - 2 * margin) / (right - left + wide))
        height = 2 * margin + radius * (bottom - top + tall)
        return cls(radius, width / 2 - radius * (left + right) / 2, margin + radius * (tall / 2 - top), flat), math.ceil(height)

    def centre(self, at: Hex) -> tuple[float, float]:
        """The middle of a hex, in pixels."""
        right, down = ROOT3 * self.radius * (at[0] + at[1] / 2), 1.5 * self.radius * at[1]
        return (self.x + down, self.y - right) if self.flat else (self.x + right, self.y + down)

    def corner(self, at: Hex) -> tuple[int, int]:
        """The top left corner of a hex's sprite."""
        x, y = self.centre(at)
        width, height = sprite_size(self.radius, self.flat)
        return math.floor(x - width / 2 + HALF), math.floor(y - height / 2 + HALF)  # Not to even numbers: a layout may be moved.


def extent(radius: float, flat: bool = False) -> tuple[float, float]:
    """The width and height of a hex."""
    return (2 * radius, ROOT3 * radius) if flat else (ROOT3 * radius, 2 * radius)


def sprite_size(radius: float, flat: bool = False) -> tuple[int, int]:
    """The size of a sprite that holds a hex, in pixels."""
    width, height = extent(radius, flat)
    return math.ceil(width) + 2, math.ceil(height) + 2


def outline(radius: float, x: float, y: float, flat: bool = False) -> list[tuple[float, float]]:
    """The six corners of a hex, clockwise from the top, or from the upper left one."""
    first = -0.5 if flat else 0
    return [(x + radius * math.sin(math.pi * (i + first) / 3), y - radius * math.cos(math.pi * (i + first) / 3)) for i in range(6)]


def towards(direction: int, length: float, flat: bool = False) -> tuple[float, float]:
    """The offset from a hex's centre towards one of its sides (0 NE, clockwise), in pixels."""
    angle = math.pi / 3 * direction + (-math.pi / 3 if flat else math.pi / 6)
    return length * math.sin(angle), -length * math.cos(angle)
