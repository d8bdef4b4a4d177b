"""Hex-to-pixel conversion for pointy-topped hexes, and the outline of a hex. Coordinates themselves know nothing of pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from rules.parts.hexes import Hex

ROOT3 = math.sqrt(3)


class PointyLayout(NamedTuple):
    """Pointy-top hexes of a `radius` (centre to corner) in pixels; hex (0, 0) has its centre at (x, y)."""

    radius: float
    x: float
    y: float

    @classmethod
    def fit(cls, hexes: Iterable[Hex], width: int, largest: float, margin: int = 10) -> tuple[PointyLayout, int]:
        """The layout in which the hexes fill a width, and the height they need; `largest` limits the radius."""
        columns = [q + r / 2 for q, r in hexes]
        rows = [r for _, r in hexes]
        across = max(columns) - min(columns) + 1
        radius = min(largest, (width - 2 * margin) / (ROOT3 * across))
        x = width / 2 - ROOT3 * radius * (max(columns) + min(columns)) / 2
        y = margin + radius - 1.5 * radius * min(rows)
        height = 2 * margin + radius * (2 + 1.5 * (max(rows) - min(rows)))
        return cls(radius, x, y), math.ceil(height)

    def centre(self, at: Hex) -> tuple[float, float]:
        """The middle of a hex, in pixels."""
        return self.x + ROOT3 * self.radius * (at[0] + at[1] / 2), self.y + 1.5 * self.radius * at[1]

    def corner(self, at: Hex) -> tuple[int, int]:
        """The top left corner of a hex's sprite."""
        x, y = self.centre(at)
        width, height = sprite_size(self.radius)
        return round(x - width / 2), round(y - height / 2)


def sprite_size(radius: float) -> tuple[int, int]:
    """The size of a sprite that holds a hex, in pixels."""
    return math.ceil(ROOT3 * radius) + 2, math.ceil(2 * radius) + 2


def outline(radius: float, x: float, y: float) -> list[tuple[float, float]]:
    """The six corners of a hex, clockwise from the top."""
    return [(x + radius * math.sin(math.pi * i / 3), y - radius * math.cos(math.pi * i / 3)) for i in range(6)]


def towards(direction: int, length: float) -> tuple[float, float]:
    """The offset from a hex's centre towards one of its sides (0 NE, clockwise), in pixels."""
    angle = math.pi / 3 * direction + math.pi / 6
    return length * math.sin(angle), -length * math.cos(angle)
