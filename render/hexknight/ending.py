"""The end of a game on HexKnight's stage: a golden plate below the map, with who has won, and the monster that decided it."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from render.canvas import Canvas
from render.hexknight.marks import HeroKey, hero_mark, monster_mark, rays, tag
from render.stage import Sizes
from render.text import balanced, fitted, width, wrapped

TITLE, LINE = "Inscription", 1.2
"""The face of headlines; how far lines of text are from each other, as a share of their letters."""


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


def draw_end(s: Canvas, box: tuple[int, int, int, int], end: EndKey, size: Sizes) -> None:
    """Draws a golden plate with the winners and the lines about the game's end."""
    x, y, wide, high = box
    s.box(box, 18, "best_fill", "best", 5)
    r = min(68, round(high * 0.4)) if len(end.heroes) == 1 else 40
    for n, hero in enumerate(end.heroes):
        at = x + 16 + r * (1.1 + 2.3 * n), y + high / 2
        rays(s, at, r * 1.08)
        hero_mark(s, *at, r * 0.8, hero)
    left = x + 16 + round(r * 2.3 * len(end.heroes)) + 8
    room = x + wide - left - 18
    big, won = _large(end.won, size, room)
    top = y + 14 + big * 1.1 * len(won)
    s.lines((left, y + 14 + big * 0.55 * len(won)), won, (big, big * 1.05), "ink", "lm", TITLE)
    if end.caught and len(end.heroes) == 1:
        beaten = min(46, (y + high - top - 30) / 2)
        _caught(s, (x + wide - 18 - beaten, top + beaten - 4), beaten, end.caught, size)
        room -= round(2 * beaten) + 14
    letters, rows = _told_in(end.lines, size, room, round(y + high - 6 - top))
    spare = y + high - 10 - top - letters * LINE * len(rows)
    for n, row in enumerate(rows):
        s.text((left, top + max(0, spare) / 3 + letters * (0.6 + LINE * n)), row, letters, "ink", "lm", "Medium")


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
    wordings = (lines, fewer, (*fewer[:-1], f"{fewer[-1].rpartition('. ')[0] or fewer[-1].rstrip('.')}."))
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
