"""The boxes of the end of a game: a golden plate with who has won and the monster that decided it, and seats with how their scores add up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas
from render.hexknight.marks import TITLE, HeroKey, hero_mark, monster_mark, rays, tag
from render.hexknight.side_boxes import SeatKey, name_and_score, panel
from render.stage import Sizes
from render.text import balanced, fitted, largest, width, wrapped
from render.theme import Theme

LINE = 1.2
"""How far lines of text are from each other, as a share of their letters."""


class Caught(NamedTuple):
    """A monster that was beaten: what it is, where, and the points that it brought."""

    monster: str
    family: str
    hex: str
    points: int


class EndKey(NamedTuple):
    """The end of a game: the winners; who has won, the fullest words first; lines about it, and the monster that these tell of, if any."""

    heroes: tuple[HeroKey, ...]
    won: tuple[str, ...]
    lines: tuple[str, ...]
    caught: Caught | None = None


def end_box(look: Theme, wide: int, high: int, size: Sizes, end: EndKey) -> Canvas:
    """A golden plate with the winners and who has won, and below the monster that decided the game beside the lines about its end."""
    s = Canvas((wide, high), look, PLAIN, "frame", grows=False)
    s.box((2, 2, wide - 4, high - 4), 18, "best_fill", "best", 5)
    r = 46 if len(end.heroes) == 1 else 36
    middle = 14 + r
    for n, hero in enumerate(end.heroes):
        at = 14 + r * (1.1 + 2.2 * n), middle
        rays(s, at, r * 1.02)
        hero_mark(s, *at, r * 0.78, hero)
    left = 14 + round(r * 2.2 * len(end.heroes)) + 12
    big, won = _large(end.won, size, wide - left - 16)
    s.lines((left, middle), won, (big, big * 1.05), "ink", "lm", TITLE)
    x, top = 22, 2 * middle - 4
    if end.caught and len(end.heroes) == 1:
        beaten = min(46, (high - top - 24) / 2)
        _caught(s, (26 + beaten, top + beaten + 2), beaten, end.caught, size)
        x = round(26 + 2 * beaten + 16)
    letters, rows = _told_in(end.lines, size, wide - x - 16, round(high - 10 - top))
    y = (top + high - 10) / 2
    for n, row in enumerate(rows):
        s.text((x, y + letters * LINE * (n - (len(rows) - 1) / 2)), row, letters, "ink", "lm", "Medium")
    return s


def final_seat(look: Theme, wide: int, high: int, size: Sizes, seat: SeatKey) -> Canvas:
    """A seat's box at the end, in a golden frame if it has won: its score, and below what that is made of, in signs and where there is room in
    words."""
    s = panel(look, (wide, high), "best" if seat.sign else "")
    head = min(high * 0.5, size.headline * 1.3)
    r = min(34, head * 0.46)
    hero_mark(s, 12 + r * 1.15, 5 + head / 2, r, seat.hero)
    x = 12 + 2.3 * r + 12
    if seat.sign:
        s.text((x, 5 + head / 2), seat.sign, size.label, "best", "lm")
    name_and_score(s, (x + width("★", "Bold", size.label) + 8, 5 + head / 2), seat, size, round(size.headline * 0.8))
    if seat.below:
        s.text((x, (head + high) / 2), seat.below, size.number, "soft", "lm", "Medium")
        return s
    step, room = (wide - 26) / max(4, len(seat.figures)), high - head - 12
    roomy = room > 3 * size.number
    tries = (round(size.number * 1.35), size.number, size.dense) if roomy else (size.number, size.dense)
    letters = min(largest(value, "Bold", tries, round(step - size.dense - 8)) for _, value in seat.figures)
    icon, label = letters * 0.85, size.dense if roomy else size.label
    worded = room >= (letters + label) * 1.15 and _apart([width(words, "Medium", label) for words in seat.words], step)
    y = 5 + head + room * 0.5 - (label * 0.66 if worded else 0)
    for n, ((what, value), words) in enumerate(zip(seat.figures, seat.words, strict=True)):
        middle = 6 + (n + 0.5) * step
        left = middle - (icon + 4 + width(value, "Bold", letters)) / 2
        _part(s, what, (left + icon / 2, y), icon)
        s.text((left + icon + 4, y), value, letters, "ink", "lm")
        if worded:
            s.text((middle, y + (letters + label) * 0.62), words, label, "soft", "mm", "Medium")
    return s


def _apart(widths: Sequence[float], step: float) -> bool:
    """Whether words of some widths have room beside each other, their middles a step apart."""
    return max(widths) <= step + 16 and all((one + other) / 2 <= step - 4 for one, other in pairwise(widths))


def _part(s: Canvas, what: str, at: tuple[float, float], icon: float) -> None:
    """Draws the sign of a part of a score: a flag for what a seat has from the beginning."""
    x, y = at
    if what == "start":
        s.line([(x - icon * 0.3, y - icon * 0.46), (x - icon * 0.3, y + icon * 0.46)], "soft", 4)
        s.polygon([(x - icon * 0.3, y - icon * 0.46), (x + icon * 0.42, y - icon * 0.2), (x - icon * 0.3, y + icon * 0.08)], "soft")
    else:
        s.figure(mask("hexknight", what), (x, y), icon, "accent" if what == "wound" else "soft")


def _caught(s: Canvas, at: tuple[float, float], r: float, caught: Caught, size: Sizes) -> None:
    """Draws a monster that was beaten, its hex, and the points that it brought."""
    x, y = at
    monster_mark(s, x, y, r, caught.family, caught.monster)
    for role, line in (("plate", 0.24), ("attack", 0.14)):
        s.line([(x - r * 0.62, y - r * 0.62), (x + r * 0.62, y + r * 0.62)], role, r * line)
    s.ellipse((x - r * 0.78, y - r * 0.66), size.dense * 0.72, "gold", "edge", 2)
    s.text((x - r * 0.78, y - r * 0.66), f"+{caught.points}", size.label, "edge")
    tag(s, (x, y + r + size.label * 0.16), caught.hex, size.label)


def _told_in(lines: tuple[str, ...], size: Sizes, room: int, high: int) -> tuple[int, list[str]]:
    """The largest letter size in which the lines fit a width and height, with the wrapped rows; without the first line, then the last sentence,
    before letters are as small as a label's."""
    fewer = lines[1:] or lines
    first, point, _ = fewer[-1].rpartition(". ")
    sentences = bool(point) and fewer[-1].endswith(".")  # Else it is a number, as Czech ones of days are written.
    wordings = (lines, fewer, (*fewer[:-1], f"{first}." if sentences else fewer[-1]))
    tries = [*product(wordings, (size.number, size.dense)), *product(wordings, (size.label,))]
    for said, letters in tries:
        rows = [row for words in said for row in told_lines(words, size._replace(label=letters), room)]
        count = int(high // (letters * LINE))
        if len(rows) <= count:
            return letters, rows
    return letters, [*rows[: count - 1], fitted(rows[count - 1] + " …", "Medium", letters, room)]


def _large(forms: tuple[str, ...], size: Sizes, room: int) -> tuple[int, tuple[str, ...]]:
    """The largest letter size and the rows of a title, for the first of its wordings (`forms`) that fits into a row; or two rows."""
    for words in forms:
        for big in range(size.headline, size.number - 1, -4):
            if width(words, TITLE, big) <= room:
                return big, (words,)
    return size.number, wrapped(forms[-1], TITLE, size.number, room)[:2]


def told_lines(words: str, size: Sizes, wide: int) -> list[str]:
    """Wraps a text to a width so that no line is a number alone."""
    rows = list(balanced(words, "Medium", size.label, wide))
    for n in range(1, len(rows)):
        if " " not in rows[n] and rows[n].lstrip("+−").isdecimal() and " " in rows[n - 1]:
            kept, _, last = rows[n - 1].rpartition(" ")
            rows[n - 1 : n + 1] = [kept, f"{last} {rows[n]}"]
    return rows
