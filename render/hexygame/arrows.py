"""Arrows on the map: attacks, counterstrikes, moves, abilities; done, or declared and still to come."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.canvas import Canvas, Point


class Arrow(NamedTuple):
    """An arrow as one hex sees it, in pixels from its middle: what it stands for, whether it is over, where it begins and ends."""

    kind: str
    done: bool
    start: tuple[int, int]
    end: tuple[int, int]


class Style(NamedTuple):
    """How an arrow looks: its role, how wide its shaft and its head are, and how long that is."""

    role: str
    shaft: float
    head: float
    long: float


STYLES = {
    "attack": Style("blow", 17, 42, 30),
    "counterstrike": Style("gold", 17, 42, 30),
    "move": Style("plate", 9, 30, 24),
    "spell": Style("accent", 11, 34, 27),
}
RIM = 3.0
"""The rim around an arrow: light while it is declared, dark when it is over."""
ENDS = ((12, -38), (34, -26), (21, 47), (-21, 47), (-34, -26), (-12, -38))
"""Where an arrow that comes in over a side (0 NE, clockwise) ends, free of names and numbers."""
STARTS = ((8, -32), (16, -26), (12, 42), (-12, 42), (-16, -26), (-8, -32))
"""Where one that goes out over a side begins."""
APART = 13
"""How far to its right an arrow lies when another one comes towards it."""


def between(way: Point, u: float, both: bool) -> tuple[Point, Point]:
    """The ends of an arrow to a hex that lies so far away, from the middle of the hex where it begins."""
    across, down = way
    side = round((math.degrees(math.atan2(across, -down)) - 30) / 60) % 6
    (x1, y1), (x2, y2) = STARTS[side], ENDS[(side + 3) % 6]
    start, end = (x1 * u, y1 * u), (across + x2 * u, down + y2 * u)
    if both:
        length = math.hypot(across, down)
        right, under = -down / length * APART * u, across / length * APART * u
        start, end = (start[0] + right, start[1] + under), (end[0] + right, end[1] + under)
    return start, end


def touches(start: Point, end: Point, centre: Point, reach: float) -> bool:
    """Whether an arrow comes so near to a point."""
    (x1, y1), (x2, y2), (x, y) = start, end, centre
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1
    t = max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
    return math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1)) < reach


def draw_arrow(s: Canvas, arrow: Arrow, x: float, y: float, u: float) -> None:
    """An arrow, as much of it as lies on this hex."""
    style = STYLES[arrow.kind]
    (x1, y1), (x2, y2) = arrow.start, arrow.end
    length = math.hypot(x2 - x1, y2 - y1) or 1
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    neck = length - style.long * u

    def at(along: float, aside: float) -> Point:
        return x + x1 + ux * along - uy * aside, y + y1 + uy * along + ux * aside

    shaft, head = style.shaft * u / 2, style.head * u / 2
    tail = at(shaft * 0.7, 0) if arrow.kind == "counterstrike" else at(0, 0)
    points = [at(0, -shaft), at(neck, -shaft), at(neck, -head), at(length, 0), at(neck, head), at(neck, shaft), at(0, shaft), tail]
    s.polygon(points, style.role, "edge" if arrow.done else "plate", RIM * u)
