"""Draws what the seat that is asked is to do: below the rink, or in the place of its value, with what that is worth."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.hockey_game.emblems import emblem
from render.hockey_game.icons import badge, die
from render.hockey_game.side_boxes import FACE, Chip, draw_chips
from render.hockey_game.stage_layout import sizes
from render.stage import Sizes
from render.text import fitted, largest, width, wrapped
from render.theme import Theme

LEADING = 1.1
"""From line to line of an order, in the size of its letters."""
ORDER = (1.7, 1.5, 1.3, 1.15, 1.0, 0.86, 0.72)
"""The sizes of an order, in that of a number that decides, the largest first."""
ABOVE = 1.9
"""How high an order above dice is, in the size of a number that decides: below it two rows of the parts of a value are larger than usual."""


class AskKey(NamedTuple):
    """What a seat is asked about its value: an order, and what stands below that; the move; what the value is worth, empty if that is not known; the
    dice with whether they count, none if they are still to be thrown; the other parts."""

    asked: tuple[str, ...]
    move: str
    total: str
    dice: tuple[tuple[int, bool], ...]
    chips: tuple[Chip, ...]


def ask(look: Theme, wide: int, high: int, key: AskKey) -> Canvas:
    """Draws an order beside the sign of the move: above dice, sum, and the other parts, or beside what is there before the dice and these blank."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "accent")
    r, edge = z.dense * 0.72, 18
    left, room, low = edge + 2 * r + 14, wide - 2.0 * edge - 2 * r - 14, float(high - 4)
    size = round(z.headline * (1.05 if key.dice else 0.95))
    side = size * 0.9
    if key.dice:
        low = z.number * ABOVE
        x = _worth(s, (edge, (low + high) / 2 - 3), size, key)
        draw_chips(s, key.chips, (x + 8, low - 1, wide - x - 20, high - low - 6))
    elif key.total:
        long = width(key.total, FACE, size) + 2 * side + 24
        _worth(s, (wide - edge - long, high / 2), size, key)
        room -= long + 10
    badge(s, (edge + r, low / 2 + 2), r, key.move)
    asked = key.asked
    if key.dice and len(asked) > 1 and sum(width(words, "Bold", z.number) for words in asked) + 40 <= room:  # Both are as important, in a row.
        s.text((wide - edge, low / 2 + 3), asked[1], z.number, "ink", "rm")
        asked, room = asked[:1], room - width(asked[1], "Bold", z.number) - 30
    _order(s, (left, low / 2 + 3), (room, low - 10), asked)
    return s


def _worth(s: Canvas, at: tuple[float, float], size: int, key: AskKey) -> float:
    """Draws a sum and dice from a point to the right, and returns where they end."""
    (x, y), side = at, size * 0.9
    s.text((x, y), key.total, size, "ink", "lm", FACE)
    x += width(key.total, FACE, size) + 12
    for number, counts in key.dice or ((0, True), (0, True)):
        if number:
            die(s, x, y - side / 2, side, number, counts)
        else:
            s.box((x, y - side / 2, side, side), side * 0.2, None, "soft", 3)
        x += side + 6
    return x


def _order(s: Canvas, at: tuple[float, float], room: tuple[float, float], asked: tuple[str, ...]) -> None:
    """Draws an order as large as it has room, and below it, smaller, what goes with it; that alone is left out where there is no room for both."""
    for share, shown in [(share, said) for said in (asked, asked[:1]) for share in ORDER]:
        rows = _rows(sizes(s.theme), round(room[0]), share, shown)
        if sum(size for _, size in rows) * LEADING <= room[1] and not any(row.endswith("…") for row, _ in rows):
            break
    y = at[1] - sum(size for _, size in rows) * LEADING / 2
    for row, size in rows:
        s.text((at[0], y + size * LEADING / 2), row, size, "ink", "lm")
        y += size * LEADING


def _rows(z: Sizes, wide: int, share: float, asked: tuple[str, ...]) -> list[tuple[str, int]]:
    """The lines of an order in a size, each with the size of its letters."""
    first = max(z.label, round(z.number * share))
    size = max(z.label, min(round(first * 0.8), round(z.dense * 1.25)))
    rows = [(row, first) for row in wrapped(asked[0], "Bold", first, wide)]
    return rows + [(row, size) for words in asked[1:] for row in wrapped(words, "Bold", size, wide)]


class QuestionKey(NamedTuple):
    """What a seat is asked: in words, the moves by sign and name, and both sides of a field's values, by team and name, the seat's own first."""

    asked: str
    moves: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]


def question(look: Theme, wide: int, high: int, key: QuestionKey) -> Canvas:
    """Draws what a seat is asked, what the signs of moves mean, and whose the two values of a field are."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "accent")
    first, room = high * (0.32 if key.moves else 0.5), wide - 48
    sides = _sides(s, (wide - 20, first), key.sides, room - round(width(key.asked, "Bold", z.dense))) if key.sides else 0
    size = largest(
        key.asked, "Bold", (round(z.number * 1.5), round(z.number * 1.25), z.number, z.dense) if high > z.number * 2.6 else (z.dense,), room - sides
    )
    s.text((24, first), fitted(key.asked, "Bold", size, room - sides), size, "ink", "lm")
    for larger in (1.5, 1.25, 1.0):
        r, letters, gap = z.dense * 0.56 * larger, round(z.label * larger), 24 * larger
        longs = [2 * r + 8 + width(name, "Medium", letters) + gap for _, name in key.moves]
        if sum(longs) <= room + gap and 2.3 * r <= high * 0.5:
            break
    x = 24.0
    for (move, name), long in zip(key.moves, longs, strict=True):
        badge(s, (x + r, high * 0.7), r, move)
        s.text((x + 2 * r + 8, high * 0.7), name, letters, "ink", "lm", "Medium")
        x += long
    return s


def _sides(s: Canvas, end: tuple[float, float], sides: tuple[tuple[str, str], ...], room: int) -> int:
    """Draws both sides of a field's values up to a right end, each with its crest outside; returns how wide that is."""
    z = sizes(s.theme)
    (x, y), crest, (own, other) = end, min(z.dense * 1.4, 2 * end[1] - 16), sides
    size = z.dense if sum(width(name, "Bold", z.dense) for _, name in sides) + 2 * crest + 60 <= room else z.label
    half = (room - round(2 * crest) - 60) // 2
    names = [fitted(name, "Bold", size, half) for _, name in sides]
    start = x
    emblem(s, x - crest, y - crest / 2, crest, other[0])
    x -= crest + 8
    for words, role in ((names[1], "ink"), ("  |  ", "soft"), (names[0], "ink")):
        s.text((x, y), words, size, role, "rm")
        x -= width(words, "Bold", size)
    emblem(s, x - 8 - crest, y - crest / 2, crest, own[0])
    return round(start - x + crest + 28)


SPRITES = {"ask": ask, "question": question}
