"""Draws the header above each planet: its seat, how near the end it is, its stores and cards."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Frame, Point
from render.planetary_conquerors.icons import arrow, figure, mark, material, progress
from render.stage import WAITS
from render.text import font, laid_out, largest
from render.theme import Theme

NAME, SCORE = (430, 56), (570, 56)
PILES, ZONES, ASKED = (500, 52), (250, 52), (250, 52)
HEIGHT = 108


class HeadKey(NamedTuple):
    """The header of a planet: its seat's name and sign (`render.stage`), whether it leads or is out; `alone`: no stores are below the name."""

    name: str
    sign: str
    leads: bool
    out: bool
    alone: bool


def _part(look: Theme, size: tuple[int, int], left: int, top: int, strong: str, tall: bool = True) -> Canvas:
    """Draws a part of a header's panel."""
    s = Canvas(size, look, PLAIN)
    s.part(Frame(left, top, (1000, HEIGHT if tall else NAME[1]), strong))
    return s


def _strong(waits: bool) -> str:
    """The role of a header's heavy frame; "" if the game does not wait for the seat."""
    return "accent" if waits else ""


def name(look: Theme, seat: int, head: HeadKey) -> Canvas:
    """Draws a seat's mark and name, with its sign (waited for, or has the turn) and a crown for the leader."""
    s = _part(look, NAME, 0, 0, _strong(head.sign == WAITS), not head.alone)
    y = NAME[1] / 2 + 3
    left = 98 if head.sign else 68
    room = NAME[0] - left - 24 - (46 if head.leads else 0)
    size, lines = laid_out(head.name, room, NAME[1] - 16, (34, 31, 28, 25, 22, 20, 18, 15))
    width = max(font("Bold", size).getlength(row) for row in lines)
    mark(s, 40, y, 15, seat)
    if head.sign:
        arrow(s, 68, y, 1.1, head.sign == WAITS)
    s.lines((left, y), lines, (size, size * 1.04), "soft" if head.out else "ink")
    if head.leads:
        crown(s, left + width + 44, y, 17)
    return s


def crown(s: Canvas, x: float, y: float, r: float) -> None:
    """Draws the crown of the leader."""
    points: list[Point] = [
        (x - r, y + r * 0.7),
        (x - r * 1.1, y - r * 0.6),
        (x - r * 0.5, y),
        (x, y - r * 0.95),
        (x + r * 0.5, y),
        (x + r * 1.1, y - r * 0.6),
    ]
    s.polygon([*points, (x + r, y + r * 0.7)], "gold", "edge", 2)


class ScoreKey(NamedTuple):
    """HP of a seat's mine and of all its buildings, with the most possible and the number needed; or a note."""

    mine: int
    most: int
    buildings: int
    goal: int
    note: str


def score(look: Theme, seat: int, waits: bool, out: bool, found: ScoreKey) -> Canvas:
    """Draws the HP of the mine, and of the planet towards the goal; or that the seat is out."""
    width = SCORE[0]
    s = _part(look, SCORE, NAME[0], 0, _strong(waits), not out)
    y = SCORE[1] / 2 + 3
    if found.note:
        s.text((width - 26, y), found.note, 28, "soft", "rm", "Medium")
        return s
    progress(s, (24, width - 24), y, seat, ((found.mine, found.most), (found.buildings, found.goal)))
    return s


def piles(look: Theme, seat: int, waits: bool, stock: tuple[int, ...], limits: tuple[int, ...], gains: tuple[int, ...]) -> Canvas:
    """Draws a seat's stores, each as a pile, with its limit and what has just come."""
    s = _part(look, PILES, 0, NAME[1], _strong(waits))
    for i, (letter, n, most, new) in enumerate(zip("gce", stock, limits, gains, strict=True)):
        x = 44 + i * 164
        for row, count in enumerate(_pile(n)):
            for k in range(count):
                at = (x + (k - (count - 1) / 2) * 15, 35 - row * 12)
                material(s, *at, 8.5, letter)
                s.ellipse((at[0] - 2.5, at[1] - 2.5), 2, "plate")
        if not n:
            material(s, x, 28, 11, letter)
            s.ellipse((x, 28), 7, "panel")
        words = f"{n}/{most}"
        s.text((x + 38, 26), words, 28, "ink" if n else "soft", "lm")
        if new:
            s.text((x + 42 + font("Bold", 28).getlength(words), 26), f"+{new}", 22, "legal_line", "lm")
    return s


def _pile(n: int) -> list[int]:
    """The number of pieces in each row of a pile of `n`, the lowest row first."""
    base = next(b for b in range(1, 20) if b * 3 - 3 >= n or b * (b + 1) // 2 >= n)
    rows = []
    while n > 0:
        rows.append(min(base, n))
        n -= base
        base = max(1, base - 1)
    return rows


def zones(look: Theme, seat: int, waits: bool, counts: tuple[int, int, int]) -> Canvas:
    """Draws the numbers of cards in hand, deck and junkyard."""
    s = _part(look, ZONES, PILES[0], NAME[1], _strong(waits))
    for i, n in enumerate(counts):
        x, y = 22 + i * 82, 27
        if i == 2:
            figure(s, "scavenge", (x, y), 32, "soft", None)
        else:
            for k in range(3):
                shift = (k - 1) * (7 if i == 0 else 2.5)
                s.box((x - 9 + shift, y - 15 + (abs(k - 1) * 3 if i == 0 else -shift), 20, 28), 4, "trap", "plate", 2)
        s.text((x + 24, y), str(n), 27, "ink", "lm")
    return s


def asked(look: Theme, seat: int, waits: bool, words: str) -> Canvas:
    """Draws the question to a seat."""
    s = _part(look, ASKED, PILES[0] + ZONES[0], NAME[1], _strong(waits))
    if words:
        size = largest(words, "Bold", (25, 23, 21, 19, 17), ASKED[0] - 30)
        s.text((ASKED[0] - 20, 27), words, size, "accent", "rm")
    return s
