"""Draws the clock: the number of the turn, whose it is, and what the game waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.planetary_conquerors.icons import mark
from render.planetary_conquerors.side_boxes import FACE, told_lines
from render.text import width
from render.theme import Theme

SIZES = (26, 25, 24, 23, 22, 21, 20)
"""Of the letters of what the game waits for."""
MARKS = 26
"""How wide the mark of a seat is, with the gap behind it."""
LINE, LEADING = 30, 1.12
"""How high the line of the turn is, and from line to line, as a share of the size of letters."""


class ClockKey(NamedTuple):
    """The clock: the number of the turn, or what is before and after, in words; the seat whose `turn` it is, if it is one's; what is `asked` of which
    seats; and whether these may react (`opened`)."""

    title: str
    turn: int | None
    asked: str
    seats: tuple[int, ...]
    opened: bool


def clock(look: Theme, across: int, down: int, f: float, told: ClockKey) -> Canvas:
    """Draws the turn, with the mark of the seat whose it is, and below or beside it what is asked, with the marks of those seats; in little room that
    alone."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.shade((0, 0, across, down), ("panel", "page"))
    s.box((2, 2, across - 4, down - 4), 12, "legal" if told.opened else None, "legal_line" if told.asked else "line", 3)
    flat = across > 400  # The turn stands beside what is asked.
    title = round(26 * f)
    left = 16.0
    head = width(told.title, FACE, title) + MARKS * f * (told.turn is not None) + 16
    begin, top = (left + head, 0.0) if flat else (left, LINE * f)
    alone = told.seats == (told.turn,)  # One mark is enough, beside the turn.
    now = told._replace(seats=()) if alone else told
    size, rows = _laid_out(now, round(across - begin - 10), down - top - 8, f)
    if not flat and any(row.endswith("…") for row in rows):
        top, now = 0.0, now._replace(seats=told.seats)
        size, rows = _laid_out(now, round(across - begin - 10), down - 8, f)
    if flat or top or not rows:
        y = down / 2 if flat or not rows else 6 + LINE * f / 2
        if now.turn is not None:
            mark(s, left + 10 * f, y, 10 * f, now.turn)
            left += MARKS * f
        s.text((left, y), now.title, title, "ink", "lm", FACE)
    y = (top + down - (6 if top else 0)) / 2
    step = size * LEADING
    for n, seat in enumerate(now.seats if rows else ()):
        mark(s, begin + (n + 0.4) * MARKS * f, y - (len(rows) - 1) / 2 * step, 9 * f, seat)
    for n, row in enumerate(rows):
        x = begin + (_marked(now, f) if n == 0 else 0)
        s.text((x, y + (n - (len(rows) - 1) / 2) * step), row, size, "ink", "lm", "Medium")
    return s


def _marked(now: ClockKey, f: float) -> float:
    """How wide the marks of the seats are that are asked."""
    return len(now.seats) * MARKS * f


def _laid_out(now: ClockKey, across: int, down: float, f: float) -> tuple[int, Sequence[str]]:
    """The size and the lines of what is asked: the largest ones that have room, with the marks before the first line."""
    if not now.asked:
        return 0, ()
    for n in SIZES:
        size = round(n * f)
        most = int(down // (size * LEADING))
        rows = _wrapped(now.asked, size, across, _marked(now, f)) if most else ()
        if rows and len(rows) <= most:
            return size, rows
    return size, told_lines(now.asked, size, round(across - _marked(now, f)), max(1, most))


def _wrapped(words: str, size: int, across: int, first: float) -> Sequence[str]:
    """Words in lines, of which the first one is narrower; nothing if a word is wider than a line."""
    rows: list[str] = [""]
    for word in words.split():
        longer = f"{rows[-1]} {word}".strip()
        if width(longer, "Medium", size) <= across - (first if len(rows) == 1 else 0):
            rows[-1] = longer
        elif not rows[-1] or width(word, "Medium", size) > across:
            return ()
        else:
            rows.append(word)
    return rows
