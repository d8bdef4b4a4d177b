"""Small signs of HexyGame: whose something is, numbers, dice, energies."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageChops, ImageOps

from render.art import mask
from render.canvas import Canvas, Point

COLOUR = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "V": "violet", "C": "grey"}
"""Roles of the colours of cards and energies; everywhere a letter stands beside the colour."""
COUNTERSTRUCK = 6
RIM = 2
"""How wide the rim of a figure is, in pixels of a sketch."""


def around(x: float, y: float, r: float, *points: Point) -> list[Point]:
    """Points given as shares of a radius around a centre."""
    return [(x + dx * r, y + dy * r) for dx, dy in points]


def mark(s: Canvas, x: float, y: float, r: float, seat: int, role: str = "") -> None:
    """A seat's mark: a circle for the first, a square for the second, in its colour or in that of a role."""
    if seat == 0:
        s.ellipse((x, y), r, role or "seat0", "edge", r * 0.14)
    else:
        s.box((x - r, y - r, 2 * r, 2 * r), r * 0.25, role or "seat1", "edge", r * 0.14)


def picture(s: Canvas, x: float, y: float, size: float, word: str, role: str) -> None:
    """The picture of a card or a sign, in a role's colour."""
    s.sign("hexygame", word, (x, y), size, role)


def figure(s: Canvas, x: float, y: float, size: float, word: str, role: str) -> None:
    """A figure with a rim, dark or, around a dark one, light, and its shadow, to stand out from a ground of any colour."""
    side = round(size * s.scale)
    shape, rim = _stamp(word, side)
    left, top = round(x * s.scale - side / 2) - RIM, round(y * s.scale - side / 2) - RIM
    for right, down in ((2, 3), (0, 0)):
        s.image.paste(s.theme["plate" if role == "edge" else "edge"], (left + right, top + down), rim)
    s.image.paste(s.theme[role], (left, top), shape)


@lru_cache(64)
def _stamp(word: str, side: int) -> tuple[Image.Image, Image.Image]:
    """A picture's mask with a margin, and the same mask widened by the width of its rim."""
    shape = ImageOps.expand(mask("hexygame", word, side), RIM)
    rim = shape
    for right, down in ((RIM, 0), (-RIM, 0), (0, RIM), (0, -RIM), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        rim = ImageChops.lighter(rim, ImageChops.offset(shape, right, down))
    return shape, rim


def star(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A star with five points."""
    points = []
    for i in range(10):
        size, angle = (r if i % 2 == 0 else r * 0.46), math.pi * i / 5
        points.append((x + size * math.sin(angle), y - size * math.cos(angle)))
    s.polygon(points, role)


def flag(s: Canvas, x: float, y: float, r: float, role: str, rim: float) -> None:
    """A Flag in a role's colour, with a dark rim."""
    s.line([(x - r * 0.62, y - r), (x - r * 0.62, y + r)], "edge", r * 0.26 + 2 * rim)
    s.polygon([(x - r * 0.6, y - r), (x + r, y - r * 0.48), (x - r * 0.6, y + r * 0.1)], role, "edge", 2 * rim)
    s.line([(x - r * 0.62, y - r), (x - r * 0.62, y + r)], "plate", r * 0.26)


def bolt(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A bolt: energy that can be spent now."""
    s.polygon(around(x, y, r, (0.3, -1), (-0.7, 0.15), (-0.05, 0.15), (-0.3, 1), (0.7, -0.15), (0.05, -0.15)), role)


def energy(s: Canvas, x: float, y: float, r: float, letter: str, least: float = 0) -> None:
    """One energy, or a part of a cost: a drop of its colour with its letter or number, whose size is at `least` so much."""
    s.ellipse((x, y), r, COLOUR.get(letter, "grey"))
    s.text((x, y), letter, max(r * 1.25, least), "plate")


def cost_parts(text: str) -> list[str]:
    """A cost such as `2RR` in its parts: the number of any kind, and a letter for each coloured energy."""
    return [text] if text.isdigit() else [p for p in (text.rstrip("RBGYV"), *text.lstrip("0123456789")) if p]
