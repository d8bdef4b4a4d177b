"""The rink, drawn in tiles with one field at most in each: ice and lines, fields with their bonuses, the puck, the arrow of a move."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from render.canvas import Canvas, Point
from render.hockey_game.icons import cross, icon, puck
from render.theme import Theme

RINK = (1000, 430)
LEFT, UNIT, TOP, LANE = 52, 56, 65, 75
"""Where the column x = 0 and the lane y = 0 lie in the rink's picture, and how far apart two are."""
DISC, RING = 43, 53
SHAFT, HEAD, CROSS = 11, 36, 20
"""How far an arrow reaches beside its course: its shaft, its head, the cross at the end of a broken one."""
ROWS = (0, 140, 290, 430)
"""The edges of the rows of tiles."""
COLUMNS = (0, *(LEFT + UNIT * (2 * c + 1) for c in range(8)), RINK[0])
"""The edges of the columns of tiles: one field at most in each tile."""

Arrow = tuple[float, float, float, float, bool]
"""From point to point in the rink's own coordinates, and whether the move has succeeded."""


def centre(x: int, y: int) -> Point:
    """The middle of a field in the rink's picture."""
    return LEFT + UNIT * x, TOP + LANE * y


class _Tile:
    """A part of the rink: draws in the rink's own coordinates."""

    def __init__(self, look: Theme, column: int, row: int) -> None:
        self.left, self.top = COLUMNS[column], ROWS[row]
        self.size = (COLUMNS[column + 1] - self.left, ROWS[row + 1] - self.top)
        self.canvas = Canvas(self.size, look)

    def at(self, x: float, y: float) -> Point:
        return x - self.left, y - self.top

    def line(self, points: list[Point], role: str, width: float) -> None:
        self.canvas.line([self.at(*p) for p in points], role, width)

    def polygon(self, points: list[Point], role: str) -> None:
        self.canvas.polygon([self.at(*p) for p in points], role)

    def ellipse(self, centre: Point, radius: float, fill: str | None, outline: str | None = None, width: float = 1) -> None:
        self.canvas.ellipse(self.at(*centre), radius, fill, outline, width)


class TileKey(NamedTuple):
    """The contents of a tile of the rink.

    `field` is (id, x, y, attribute, bonus, crease); `arrow` runs from point to point and says whether it succeeded; `puck_side` is 1 or 2 for the
    seat that has the puck here; `marks` are (move, own value, the opponent's) for what may be declared.
    """

    line: str
    field: tuple[Any, ...] | None
    arrow: Arrow | None
    puck_side: int
    marks: tuple[tuple[str, int, int], ...]


def tile(look: Theme, column: int, row: int, seen: TileKey) -> Canvas:
    """A tile of the rink."""
    line, field, arrow, puck_side, marks = seen
    part = _Tile(look, column, row)
    s = part.canvas
    width, height = RINK
    _boards(part)
    for edge in (26, width - 26):
        if COLUMNS[column] <= edge <= COLUMNS[column + 1]:
            part.line([(edge, 50), (edge, height - 50)], "red", 4)
    if line:
        x = (COLUMNS[column] + COLUMNS[column + 1]) / 2
        role = "red" if line == "red" else "blue"
        part.line([(x, 10), (x, height - 10)], role, 12)
        if role == "red":
            for i in range(11):
                part.line([(x, 22 + 38 * i), (x, 34 + 38 * i)], "ice", 4)
    if field:
        _ground(part, field)
    if arrow:
        _arrow(part, arrow)
    if field:
        _field(part, field, puck_side, marks)
    return s


def _rounded(inset: float, radius: float) -> list[Point]:
    """The rink's outline, so far within its picture, with round corners."""
    (width, height), middle = RINK, inset + radius
    corners = ((width - middle, middle, 270), (width - middle, height - middle, 0), (middle, height - middle, 90), (middle, middle, 180))
    turns = [(x, y, math.radians(first + step)) for x, y, first in corners for step in range(0, 91, 5)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for x, y, angle in turns]


BOARDS, ICE = _rounded(5, 100), _rounded(13, 92)


def _boards(tile: _Tile) -> None:
    """Ice and boards. The round corners lie in the outermost columns; elsewhere the boards are straight."""
    s, height = tile.canvas, RINK[1]
    if tile.left in (COLUMNS[0], COLUMNS[-2]):
        tile.polygon(BOARDS, "boards")
        tile.polygon(ICE, "ice")
        return
    x, y = tile.at(tile.left, 5)
    s.box((x, y, tile.size[0], height - 10), 0, "ice")
    for edge in (9, height - 9):
        s.line([(x, tile.at(0, edge)[1]), (x + tile.size[0], tile.at(0, edge)[1])], "boards", 8)


def _ground(tile: _Tile, field: Any) -> None:
    """What is painted on the ice below a field: circles and creases."""
    name, x, y, _, _, crease = field
    cx, cy = centre(x, y)
    if crease:
        side = -1 if x == 0 else 1
        tile.ellipse((cx, cy), RING - 3, "crease", "red", 4)
        tile.canvas.box((*tile.at(cx + side * 47 - 5, cy - 44), 10, 88), 3, "red")
    elif name[0] in "ab" and name[1] in "12":
        tile.ellipse((cx, cy), RING, None, "red", 4)
    elif name == "c":
        tile.ellipse((cx, cy), RING, "ice", "blue", 4)


def _field(tile: _Tile, field: Any, puck_side: int, marks: Any) -> None:
    """A field: its label and bonus, or what may be declared with it as target."""
    name, x, y, attribute, bonus, _ = field
    s = tile.canvas
    cx, cy = tile.at(*centre(x, y))
    if marks:
        s.box((cx - 52, cy - 62, 104, 124), 16, "gold", "edge", 3)
        s.text((cx, cy - 44), name.upper(), 27, "edge")
        step = 30
        start = cy - 14 + (3 - len(marks)) * step / 2
        for i, (move, own, other) in enumerate(marks):
            icon(s, (cx - 34, start + i * step), 12, move, "gold")
            words = f"{own}:{other}".replace("-", "−")
            s.text((cx + 15, start + i * step), words, 27 if len(words) < 4 else 23, "edge")
        return
    s.ellipse((cx, cy), DISC, "plate", "gold" if puck_side else "boards", 6 if puck_side else 3)
    if puck_side and bonus:
        s.text((cx, cy - 24), name.upper(), 25, "plate_ink")
        icon(s, (cx - 14, cy - 2), 8, attribute)
        s.text((cx + 12, cy - 2), f"+{bonus}", 19, attribute)
    elif bonus:
        s.text((cx, cy - 19), name.upper(), 27, "plate_ink")
        icon(s, (cx - 18, cy + 16), 13, attribute)
        s.text((cx + 16, cy + 17), f"+{bonus}", 27, attribute)
    else:
        s.text((cx, cy - (19 if puck_side else 0)), name.upper(), 30, "plate_ink")
    if puck_side:
        puck(s, cx, cy + 23, 12)
        side = 1 if puck_side == 1 else -1
        base = cx + side * (DISC - 5)
        s.polygon([(base + side * 16, cy), (base, cy - 14), (base, cy + 14)], "edge")


def _course(arrow: Arrow) -> tuple[float, float, float]:
    """The direction of an arrow, and how long its shaft is: up to its head where it succeeded, else up to the cross that ends it."""
    x1, y1, x2, y2, succeeded = arrow
    length = math.hypot(x2 - x1, y2 - y1) or 1
    return (x2 - x1) / length, (y2 - y1) / length, length - 20 if succeeded else min(length / 2, 56)


def crossed(arrow: Arrow) -> frozenset[tuple[int, int]]:
    """The tiles, by column and row, in which something of an arrow can be seen."""
    ux, uy, end = _course(arrow)
    ends = [(at, SHAFT) for at in (*range(0, round(end), 8), end)]
    spots = [(arrow[0] + ux * at, arrow[1] + uy * at, near) for at, near in (*ends, (end + 16, HEAD if arrow[4] else CROSS))]
    return frozenset((_between(COLUMNS, x + dx), _between(ROWS, y + dy)) for x, y, near in spots for dx in (-near, near) for dy in (-near, near))


def _between(edges: Sequence[float], at: float) -> int:
    """Between which two edges something lies."""
    return min(max(bisect_right(edges, at) - 1, 0), len(edges) - 2)


def _arrow(tile: _Tile, arrow: Arrow) -> None:
    """The last move: whole with a head where it succeeded, broken and crossed out where it did not."""
    x1, y1, x2, y2, succeeded = arrow
    ux, uy, end = _course(arrow)
    role, width = ("gold", 15) if succeeded else ("grey", 11)
    if succeeded:
        tile.line([(x1, y1), (x1 + ux * end, y1 + uy * end)], "edge", width + 5)
        head = [(x2, y2), (x2 - ux * 34 - uy * 24, y2 - uy * 34 + ux * 24), (x2 - ux * 34 + uy * 24, y2 - uy * 34 - ux * 24)]
        tile.polygon([(x2 + ux * 6, y2 + uy * 6), *((px + (px - x2) * 0.14, py + (py - y2) * 0.14) for px, py in head[1:])], "edge")
        tile.line([(x1, y1), (x1 + ux * end, y1 + uy * end)], role, width)
        tile.polygon(head, role)
        return
    at = 0.0
    while at < end:
        stop = min(at + 20, end)
        tile.line([(x1 + ux * at, y1 + uy * at), (x1 + ux * stop, y1 + uy * stop)], role, width)
        at += 32
    mx, my = tile.at(x1 + ux * (end + 16), y1 + uy * (end + 16))
    cross(tile.canvas, mx, my, 13, "red", 8)
