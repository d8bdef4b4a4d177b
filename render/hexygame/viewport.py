"""Which part of the map is shown, how large, and where its hexes lie in the picture."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from render.canvas import Point
from render.hexygame.hex_sizes import Tile
from rules.hexygame.map import PLACES, RADIUS

NEAR, FAR = 7.5, 9
"""How many hexes a picture is wide: one of a part of the map, where seven lie side by side and each second row is half a hex further to a side, so
that none is cut; and one of all of it."""
REACH = NEAR - 1
"""How far the middles of hexes in a part of the map are from its own, in half columns."""
LEAST = 2
"""So many rows to either side of the Centre's are shown at least close up."""
CLOSE = 142
"""How wide a hex is close up; where the whole map is, as wide as a picture can be."""
WIDEST = 1200
WINDOWS = 64
"""Of so many windows the places of hexes are kept."""


class Window(NamedTuple):
    """A part of the map: how many hexes are side by side, which half column lies in its middle (0 is the Centre's,
    0.5 is between that and the next one), its first and last row; and whether it is for readers who need large type."""

    across: float
    middle: float
    first: int
    last: int
    large: bool = False

    def has(self, label: str) -> bool:
        """Whether a hex is in it."""
        q, r = PLACES[label]
        return self.first <= r <= self.last and abs(2 * q + r - self.middle) <= self.across - 1

    def beside(self, label: str) -> int:
        """-1 for a hex beyond the left edge, 1 for one beyond the right edge, else 0."""
        q, r = PLACES[label]
        column = 2 * q + r - self.middle
        return (column > self.across - 1) - (column < 1 - self.across)

    def tile(self, width: int) -> Tile:
        """The size of hexes in a picture of a width."""
        return Tile(int(width / (2 * self.across)), self.large)

    def height(self, width: int) -> int:
        """The height in such a picture."""
        tile = self.tile(width)
        return (self.last - self.first) * tile.row + tile.tall

    def places(self, width: int) -> tuple[tuple[str, Tile, int, int], ...]:
        """The hexes in it: label, measures, and where the top left corner lies."""
        return _places(self, width)

    def gaps(self, width: int, way: int) -> list[Point]:
        """Where rows leave half a hex free at the left (-1) or the right edge (1): the middles of that, from the top."""
        tile = self.tile(width)
        rows: dict[int, list[int]] = {}
        for _, _, x, y in self.places(width):
            rows.setdefault(y, []).extend((x, x + 2 * tile.half))
        edge = 0 if way < 0 else width
        near = {y: min(ends) if way < 0 else max(ends) for y, ends in rows.items()}
        return [((edge + end) / 2, y + tile.tall / 2) for y, end in near.items() if tile.half * 0.8 < abs(edge - end) < tile.half * 1.4]


@lru_cache(WINDOWS)
def _places(seen: Window, width: int) -> tuple[tuple[str, Tile, int, int], ...]:
    tile = seen.tile(width)
    found = []
    for label, (q, r) in PLACES.items():
        if seen.has(label):
            found.append((label, tile, int(width / 2 + (2 * q + r - seen.middle - 1) * tile.half), (r - seen.first) * tile.row))
    return tuple(found)


WHOLE = Window(FAR, 0, -RADIUS, RADIUS)
INNER, OUTER = 0.5, 1.5
"""How far the camera of the stage goes to a side, in half columns: so that both Flags are there, and for what lies behind one."""
LAST = 6
"""The half column of a Flag: whether what lies beyond it is there depends on the side that the camera goes to."""
ROWS = 3
"""So many rows to either side of its middle that camera sees."""


def camera(needed: Iterable[str], aside: bool = False) -> Window:
    """The part of the map on the stage: seven rows of seven hexes, in one of three steps from top to bottom, as more of what is needed lies beyond an
    edge of the middle one, and on the side where more of it lies beyond a Flag; or also `aside` of that."""
    places = [PLACES[label] for label in needed]
    columns = [2 * q + r for q, r in places]
    middle = _lean(sum(r < -ROWS for _, r in places), sum(r > ROWS for _, r in places))
    side = _lean(sum(column < -LAST for column in columns), sum(column > LAST for column in columns)) or 1
    behind = aside and any(column * side > REACH + INNER for column in columns)
    return Window(NEAR, side * (OUTER if behind else INNER), middle - ROWS, middle + ROWS)


def cameras(needed: Collection[str]) -> tuple[Window, ...]:
    """The parts of the map that the stage may show in a turn, the nearest first: five rows where the outer ones of these would be empty, too, as in
    an opening; what `camera` sees; all of it."""
    seven = camera(needed)
    five = seven._replace(first=seven.first + 1, last=seven.last - 1)
    inside = all(five.first < PLACES[label][1] < five.last for label in needed)
    return (five, seven, WHOLE) if inside else (seven, WHOLE)


LARGE, STEPS, DOWN = 5.5, (-3.5, 0.5, 3.5), (-2, 0, 2)
"""How many hexes the picture is wide for readers who need large type, in which half columns and rows its middle can lie; it has five rows of five."""
PARTS = tuple(Window(LARGE, middle, row - 2, row + 2, large=True) for row in DOWN for middle in STEPS)


def near_camera(standing: Collection[str], deeds: Iterable[Collection[str]], lit: Collection[str] = ()) -> Window | None:
    """The part of the map for readers who need large type: where most of what stood there when the turn began is seen, until something happens beyond
    its edge; then the nearest part that has it, and all hexes that are lit. None if no part has all of these."""
    seen = max(PARTS, key=lambda part: (sum(map(part.has, standing)), -_far(part, PARTS[len(PARTS) // 2])))
    for places in deeds:
        seen = _nearest(seen, places) or seen
    return _nearest(seen, lit)


def _nearest(seen: Window, needed: Collection[str]) -> Window | None:
    """The part with all that is needed that is nearest to the one seen so far, which may be that itself; None if there is none."""
    return min((part for part in PARTS if all(map(part.has, needed))), key=lambda part: _far(part, seen), default=None)


def _far(part: Window, other: Window) -> float:
    return math.hypot(part.middle - other.middle, 2 * (part.first - other.first))


def _lean(before: int, after: int) -> int:
    """-1, 0 or 1: to where there is more."""
    return (after > before) - (after < before)


def close_up(needed: Iterable[str]) -> tuple[Window, int]:
    """The part of the map in which all hexes that are needed are whole, and how wide it is: close up if they fit there, else the whole map."""
    places = [PLACES[label] for label in needed] or [(0, 0)]
    columns, rows = [2 * q + r for q, r in places], [r for _, r in places]
    low, high = min(columns), max(columns)
    if high - low > 2 * REACH:
        return WHOLE, WIDEST
    middle = min(max(INNER, high - REACH), low + REACH)
    return Window(NEAR, middle, min(*rows, -LEAST), max(*rows, LEAST)), round(NEAR * CLOSE)
