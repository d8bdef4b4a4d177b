"""Arrows on the map: attacks, counterstrikes, moves, abilities; done, or declared and still to come.

They go from edge to edge, below pictures, numbers and labels, so that they cover nothing; there is room for them at the edges.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from render.canvas import Canvas, Point


class Arrow(NamedTuple):
    """An arrow as one hex sees it, in pixels from its middle: what it stands for, whether it is over, where it begins and ends, and whether it is a
    blow against what stands on this hex."""

    kind: str
    done: bool
    start: tuple[int, int]
    end: tuple[int, int]
    struck: bool = False
    small: bool = False
    """Whether another one comes towards it."""

    def passes(self, half: float) -> bool:
        """Whether it neither begins nor ends on this hex, which is twice as wide as that."""
        return min(math.hypot(*self.start), math.hypot(*self.end)) > half


class Style(NamedTuple):
    """The looks of an arrow: its role, the widths of shaft and head, and the length of the head."""

    role: str
    shaft: float
    head: float
    long: float


STYLES = {
    "attack": Style("blow", 13, 30, 20),
    "counterstrike": Style("gold", 13, 30, 20),
    "move": Style("plate", 9, 28, 20),
    "spell": Style("accent", 9, 28, 20),
}
BLOWS = ("attack", "counterstrike")
RIM = 2.0
"""The rim around an arrow: light while it is declared, dark when it is over."""
EDGE = 39
"""How far the edge of a hex is from its middle."""
OUT, INTO, BELOW = 18, 18, 6
"""How far an arrow begins within the edge of the hex that it leaves, and how far it reaches into the other one; and how far it begins within the
edge where that is beside a label."""
OPEN = 33
"""The same where nothing stands: nearly from its middle, or to there."""
ABOVE = 12
"""How far above the middles one lies that goes to the left or to the right: labels and numbers are below."""
APART, SMALL = 9, 0.68
"""How far to its right an arrow lies when another one comes towards it, and how much smaller both are."""
BESIDE, TOUCHES = 15, 3
"""How far to a side one lies that would else run through the label of a hex where nothing stands, and how far it reaches into a hex below that."""
SIDEWAYS = 10
"""How far one to the left or to the right reaches into a hex, where numbers are beside pictures."""


def between(way: Point, u: float, both: bool, leaves: bool = False, enters: bool = False) -> tuple[Point, Point]:
    """The ends of an arrow to a hex that lies so far away, from the middle of the hex where it begins; `both`: another one comes towards it; `leaves`
    and `enters`: nothing stands where it begins, or ends."""
    across, down = way
    length = math.hypot(across, down) or 1
    along, sink = across / length, down / length
    level = abs(along) ** 8
    first = (EDGE - (OPEN if leaves else OUT if sink < 0.5 else BELOW)) * u
    labelled = (leaves and sink >= 0.5) or (enters and sink <= -0.5)
    last = length - (EDGE - (OPEN if enters else TOUCHES if labelled else INTO + (SIDEWAYS - INTO) * level)) * u
    aside = APART * u if both else -math.copysign(BESIDE * u, along) if labelled else 0
    right, under = -sink * aside, along * aside - ABOVE * u * level
    return (along * first + right, sink * first + under), (along * last + right, sink * last + under)


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
    size = SMALL * u if arrow.small else u
    neck = length - style.long * size

    def at(along: float, aside: float) -> Point:
        return x + x1 + ux * along - uy * aside, y + y1 + uy * along + ux * aside

    shaft, head = style.shaft * size / 2, style.head * size / 2
    tail = at(shaft * 0.7, 0) if arrow.kind == "counterstrike" else at(0, 0)
    points = [at(0, -shaft), at(neck, -shaft), at(neck, -head), at(length, 0), at(neck, head), at(neck, shaft), at(0, shaft), tail]
    if not arrow.done:  # A light rim alone could not be seen on light ground.
        s.polygon(points, "edge", "edge", 3 * RIM * u)
    s.polygon(points, style.role, "edge" if arrow.done else "plate", RIM * u)
