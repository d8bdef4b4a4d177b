"""The turn and its phase beside the map, with a small map of what the camera shows."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import Canvas, Point
from render.hexygame.ground import ROUND
from render.hexygame.icons import mark
from render.hexygame.side_boxes import canvas
from render.stage import factor_in
from render.text import fitted, largest
from render.theme import Theme

MARK = 10
"""The radius of the mark of the seat that has the turn."""


class SmallMap(NamedTuple):
    """What a small map shows: dots at shares of its side from its middle, each with a seat, and the edges of what is seen of the whole."""

    dots: tuple[tuple[Point, int], ...]
    part: tuple[float, float, float, float]


def turn_box(look: Theme, wide: int, high: int, seat: int, words: tuple[str, ...], seen: SmallMap | None) -> Canvas:
    """The turn and its phase below each other, on the colours of the seat that has it, with its mark, -1 for none; beside them, if not all of the map
    is seen, a small one with all that stands there."""
    k = factor_in(look)
    s = canvas(look, (wide, high))
    if has_turn := seat >= 0:
        s.glow((0, 0, wide, high), (f"seat{seat}_deep", f"seat{seat}"), ROUND, light=(0.9, 0.4))
        s.box((0, 0, wide, high), ROUND, None, f"seat{seat}_glow", 3)
    else:
        s.box((0, 0, wide, high), ROUND, "panel")
    left, room, side = 14.0, wide - 24.0, round(high - 8 * k * k)
    if seen:
        _small_map(s, (wide - 8 - side / 2, high / 2), side, seen)
        room -= side + 8
    sizes = tuple(round(n * k) for n in (28, 26, 24, 22, 20) if len(words) * n * k * 1.1 <= high)
    step = min(high / 2 - 2, sizes[0] * 1.15)
    for n, line in enumerate(words):
        weight, y = "Medium" if n else "Bold", high / 2 + (n - (len(words) - 1) / 2) * step
        begin = left
        if has_turn and not n:
            mark(s, left + MARK * k, y, MARK * k, seat)
            begin += (2 * MARK + 8) * k
        size = largest(line, weight, sizes, round(room - begin + left))
        s.text((begin, y), fitted(line, weight, size, round(room - begin + left)), size, "plate" if has_turn else "ink", "lm", weight)
    return s


def _small_map(s: Canvas, at: Point, side: float, seen: SmallMap) -> None:
    """A small map with the frame of what is seen."""
    x, y = at
    half = side / 2
    s.polygon(
        [(x - half / 2, y - half), (x + half / 2, y - half), (x + half, y), (x + half / 2, y + half), (x - half / 2, y + half), (x - half, y)], "land"
    )
    for (across, down), seat in seen.dots:
        s.ellipse((x + across * side, y + down * side), side * 0.055, f"seat{seat}")
    left, top, right, bottom = seen.part
    s.box((x + left * side, y + top * side, (right - left) * side, (bottom - top) * side), 2, None, "ink", 2)
