"""Draws how stones were captured, in large beside a moving picture: who was how strong around each, who came first, and what that has brought."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.monster_hex.side_boxes import portrait
from render.monster_hex.stones import monolith
from render.monster_hex.tiles import cut
from render.stage import Sizes
from render.text import font, largest
from render.theme import Theme

ROW, EDGE, ART = 180, 10, 0.46
"""How high a row is at most, the margin of the box, and how wide a portrait is at most, as a share of the box."""


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


def capture_box(look: Theme, size: tuple[int, int], sizes: Sizes, stones: tuple[CaptureKey, ...], told: bool) -> Canvas:
    """Each stone, and below it every faction around it with its strength; once it is `told` also who came first, and gains."""
    wide, high = size
    s = Canvas(size, look, PLAIN, grows=False)
    s.box((2, 2, wide - 4, high - 4), 18, "panel", "best", 5)
    rows = sum(1 + len(stone.sides) for stone in stones)
    row = min(ROW, (high - 2 * EDGE) / rows)
    y = high / 2 - row * (rows - 1) / 2
    for stone in stones:
        monolith(s, (wide / 2, y), cut(row * 0.46), "stone", "best", 3)
        s.text((wide / 2, y), stone.label, min(sizes.headline, row * 0.4), "stone_ink")
        for n, side in enumerate(stone.sides):
            y += row
            _side(s, (EDGE, y), (wide - 2 * EDGE, row), sizes, side, told)
            if _level(*stone.sides[max(0, n - 1) : n + 1]):
                s.text((EDGE + min(row * 0.8, wide * ART) / 2, y - row / 2), "=", min(sizes.headline, row * 0.5), "ink")
        y += row
    return s


def _level(*sides: Side) -> bool:
    """Whether two factions below each other are as strong, and neither is first."""
    return len(sides) == 2 and sides[0].strength == sides[1].strength and not any(side.first for side in sides)


def _side(s: Canvas, at: Point, room: tuple[float, float], sizes: Sizes, side: Side, told: bool) -> None:
    """Draws a faction from the middle of the left edge of its row: its portrait, framed where it came first, its strength, and below that, once it
    is `told`, its gain, which may be none."""
    (x, y), (wide, row) = at, room
    art, words, small = min(row * 0.8, (wide + 2 * EDGE) * ART), f"+{side.gain}", round(min(sizes.number * 1.3, row * 0.3))
    portrait(s, (x + art / 2, y), art, side.faction)
    if told and side.first:
        s.polygon(outline(art / 2 + 1, x + art / 2, y), outline="best", width=5)
    middle, strength = (x + art + x + wide) / 2 + 2, str(side.strength)
    letters = largest(strength, "Bold", tuple(range(round(min(sizes.headline * 1.5, row * 0.48)), 13, -2)), round(wide - art - 12))
    s.text((middle, y - small * 0.7 if told else y), strength, letters, "ink")
    if told:
        pill, below = font("Bold", small).getlength(words) + small * 0.6, y + letters * 0.5
        fill, edge = ("best_fill", "best") if side.gain else ("panel", "line")
        s.box((middle - pill / 2, below - small * 0.61, pill, small * 1.22), small * 0.36, fill, edge, 3)
        s.text((middle, below), words, small, "ink" if side.gain else "soft")
