"""Draws how stones were captured, in large over a moving picture: who was how strong around each, who came first, and what that has brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.monster_hex.side_boxes import portrait
from render.monster_hex.stones import monolith
from render.monster_hex.tiles import cut
from render.stage import Sizes
from render.text import font
from render.theme import Theme

WIDE, HIGH, ROW, EDGE = 640, 220, 112, 8
"""How wide and how high the box is at most, how high a row is at most, and the margin of the box."""
SIDE = 190
"""How wide the place of a faction in a row is at most."""


class Side(NamedTuple):
    """A faction at a captured stone: its strength, whether it came first, and what it has gained there so far."""

    faction: str
    strength: int
    first: bool
    gain: int


class CaptureKey(NamedTuple):
    """A captured stone, and the factions around it, the strongest first."""

    label: str
    sides: tuple[Side, ...]


def box_size(stones: Sequence[CaptureKey]) -> tuple[int, int]:
    """The size of the box for stones, no wider than their factions need: it lies over the board."""
    return min(WIDE, ROW + 2 * EDGE + SIDE * max(len(stone.sides) for stone in stones)), min(HIGH, ROW * len(stones) + 2 * EDGE)


def capture_box(look: Theme, sizes: Sizes, stones: tuple[CaptureKey, ...], told: bool) -> Canvas:
    """A row for each stone: the stone, then every faction around it with its strength; once it is `told` also who came first, and gains."""
    wide, high = box_size(stones)
    s = Canvas((wide, high), look, PLAIN, grows=False)
    s.box((2, 2, wide - 4, high - 4), 18, "panel", "best", 5)
    row = (high - 2 * EDGE) / len(stones)
    left = EDGE + row * 0.9
    for n, stone in enumerate(stones):
        y, place = EDGE + row * (n + 0.5), min(SIDE, (wide - left - EDGE) / len(stone.sides))
        middle = EDGE + row * 0.45
        monolith(s, (middle, y), cut(row * 0.42), "stone", "best", 3)
        s.text((middle, y), stone.label, min(sizes.number * 1.3, row * 0.3), "stone_ink")
        begin = left + (wide - left - EDGE - place * len(stone.sides)) / 2
        for i, side in enumerate(stone.sides):
            _side(s, (begin + place * i, y), (place, row), sizes, side, told)
            if _level(*stone.sides[max(0, i - 1) : i + 1]):
                s.text((begin + place * i, y), "=", sizes.number * 1.2, "ink")
    return s


def _level(*sides: Side) -> bool:
    """Whether two factions beside each other are as strong, and neither is first."""
    return len(sides) == 2 and sides[0].strength == sides[1].strength and not any(side.first for side in sides)


def _side(s: Canvas, at: Point, room: tuple[float, float], sizes: Sizes, side: Side, told: bool) -> None:
    """Draws a faction from the middle of the left edge of its place: its portrait, framed where it came first, its strength, and below that, once it
    is `told`, its gain, which may be none."""
    (x, y), (wide, row) = at, room
    size, small = round(min(sizes.headline * 1.4, row * 0.44)), round(min(sizes.number * 1.2, row * 0.27))
    words = f"+{side.gain}"
    column = max(font("Bold", size).getlength(str(side.strength)), font("Bold", small).getlength(words) + small * 0.6)
    art = min(row * 0.74, wide - column - 16)
    x += (wide - art - column - 8) / 2
    portrait(s, (x + art / 2, y), art, side.faction)
    if told and side.first:
        s.polygon(outline(art / 2 + 1, x + art / 2, y), outline="best", width=5)
    middle = x + art + 8 + column / 2
    s.text((middle, y - small * 0.68 if told else y), str(side.strength), size, "ink")
    if told:
        pill, below = font("Bold", small).getlength(words) + small * 0.6, y + size * 0.5
        fill, edge = ("best_fill", "best") if side.gain else ("panel", "line")
        s.box((middle - pill / 2, below - small * 0.61, pill, small * 1.22), small * 0.36, fill, edge, 3)
        s.text((middle, below), words, small, "ink" if side.gain else "soft")
