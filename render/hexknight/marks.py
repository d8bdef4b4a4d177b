"""Marks of heroes and monsters, and words on a plate: the same on the map and beside it."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.art import mask
from render.canvas import Canvas, Point
from render.text import width

SHAPES = ("circle", "square", "diamond")
"""Each seat has a shape beside its colour."""
FAMILIES = {"orc": "speed", "dragon": "attack", "soldier": "defence", "undead": "edge"}
"""The colour of each family beside its picture."""

TITLE = "Inscription"
"""The face of headlines."""
PLATE = 1.24
"""How high the plate of a price is, as a share of its digits."""


def tag(s: Canvas, at: Point, words: str, size: float, fill: str = "plate") -> None:
    """Words on a plate, so that they stand out from any ground."""
    x, y = at
    wide = width(words, "Bold", round(size)) + size * 0.5
    s.box((x - wide / 2, y - size * 0.56, wide, size * 1.12), size * 0.28, fill, "edge", max(1.5, size * 0.08))
    s.text((x, y), words, size, "plate_ink")


def price(s: Canvas, at: Point, words: str, size: int, paid: bool, sign: str = "") -> None:
    """Draws a number on a plate: a green one with a golden frame for what can be `paid` now, a white one for what the hand pays; perhaps with
    the `sign` of a value before it."""
    (x, y), ink = at, "plate" if paid else "plate_ink"
    wide, icon = price_width(words, size, sign), size * 0.86 if sign else 0.0
    high = size * PLATE
    s.box((x - wide / 2, y - high / 2, wide, high), high * 0.3, "speed" if paid else "plate", "gold" if paid else "edge", size * 0.1)
    if sign:
        s.sign("hexknight", sign, (x - wide / 2 + size * 0.3 + icon / 2, y), icon, ink)
    s.text((x + wide / 2 - size * 0.3, y), words, size, ink, "rm")


def price_width(words: str, size: int, sign: str = "") -> float:
    """How wide a plate with a number is."""
    return width(words, "Bold", size) + (size if sign else 0) + size * 0.6


def rays(s: Canvas, centre: Point, size: float, role: str = "gold") -> None:
    """Draws a star of rays: a golden one, on which words that are won stand, or one in another role around what is struck."""
    (x, y), reaches = centre, enumerate((1.15, 0.92) * 9)
    s.polygon([(x + size * far * math.sin(math.pi * i / 9), y - size * far * math.cos(math.pi * i / 9)) for i, far in reaches], role, "edge", 2)


class HeroKey(NamedTuple):
    """Whose a hero is, whether it is its turn."""

    seat: int
    active: bool


def hero_mark(s: Canvas, x: float, y: float, r: float, hero: HeroKey) -> None:
    """A hero: colour, shape and portrait; the one whose turn it is has a golden rim."""
    seat, active = hero
    for size, role in ((1.0, "edge"), (0.93, "gold" if active else "plate"), (0.78, f"hero{seat}")):
        if SHAPES[seat] == "circle":
            s.ellipse((x, y), r * size, role)
        elif SHAPES[seat] == "square":
            s.box((x - r * size * 0.9, y - r * size * 0.9, r * size * 1.8, r * size * 1.8), r * 0.16, role)
        else:
            d = r * size * 1.2
            s.polygon([(x, y - d), (x + d, y), (x, y + d), (x - d, y)], role)
    s.figure(mask("hexknight", f"hero{seat}"), (x, y), r * (1.1 if SHAPES[seat] != "diamond" else 1.0), "plate", "edge")


class Pointer(NamedTuple):
    """A hero that is not in the picture, and the direction in which it is, in degrees clockwise from the right."""

    hero: HeroKey
    degrees: int


def pointer_mark(s: Canvas, x: float, y: float, r: float, pointer: Pointer) -> None:
    """Draws a golden drop whose tip points to where a hero is, with its portrait in small: nobody stands here."""
    way = math.radians(pointer.degrees)
    for size, role in ((1.0, "edge"), (0.9, "gold")):
        far, half = r * size * 1.75, r * size
        tip = x + far * math.cos(way), y + far * math.sin(way)
        sides = [(x + half * math.cos(way + turn), y + half * math.sin(way + turn)) for turn in (0.96, -0.96)]
        s.polygon([tip, *sides], role)
        s.ellipse((x, y), half, role)
    hero_mark(s, x, y, r * 0.7, pointer.hero._replace(active=False))


def monster_mark(s: Canvas, x: float, y: float, r: float, family: str, kind: str) -> None:
    """A monster: its picture on a light disc with a rim of its family's colour."""
    for size, role in ((1.0, "edge"), (0.93, FAMILIES[family]), (0.8, "plate")):
        s.ellipse((x, y), r * size, role)
    s.figure(mask("hexknight", kind or family), (x, y), r * 1.24, FAMILIES[family])
