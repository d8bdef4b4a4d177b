"""Which part of the map is shown, how large, and where its hexes lie in the picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from render.hexygame.hex_sizes import Tile
from rules.hexygame.map import PLACES, RADIUS

NEAR, FAR = 7, 9
"""How many hexes lie side by side: in a part of the map, and in all of it."""
LEAST = 2
"""So many rows to either side of the Centre's are shown at least close up."""
CLOSE = 142
"""How wide a hex is close up; where the whole map is, as wide as a picture can be."""
WIDEST = 1200
WINDOWS = 64
"""Of so many windows the places of hexes are kept."""


class Window(NamedTuple):
    """A part of the map: how many hexes are side by side, which half column lies in its middle (0 is the Centre's), its first and last row."""

    across: int
    middle: int
    first: int
    last: int

    def tile(self, width: int) -> Tile:
        """The size of hexes in a picture of a width."""
        return Tile(width // (2 * self.across))

    def height(self, width: int) -> int:
        """The height in such a picture."""
        tile = self.tile(width)
        return (self.last - self.first) * tile.row + tile.tall

    def places(self, width: int) -> tuple[tuple[str, Tile, int, int], ...]:
        """The hexes in it: label, measures, and where the top left corner lies."""
        return _places(self, width)


@lru_cache(WINDOWS)
def _places(seen: Window, width: int) -> tuple[tuple[str, Tile, int, int], ...]:
    tile = seen.tile(width)
    margin = (width - 2 * seen.across * tile.half) // 2
    found = []
    for label, (q, r) in PLACES.items():
        column = 2 * q + r - seen.middle
        if not seen.first <= r <= seen.last or abs(column) > seen.across:
            continue
        side = "right" if column == -seen.across else "left" if column == seen.across else ""
        left = margin + (column + seen.across - (side != "right")) * tile.half
        found.append((label, tile._replace(side=side), left, (r - seen.first) * tile.row))
    return tuple(found)


WHOLE = Window(FAR, 0, -RADIUS, RADIUS)
OUTER = 2
"""How far the camera of the stage for large type goes to a side, in half columns."""


def camera(needed: Iterable[str], large: bool, aside: bool = False) -> Window:
    """The part of the map on the stage: all of it; for large type seven rows of seven hexes, in one of three steps from top to bottom, as more of
    what is needed lies beyond an edge of the middle one; between both Flags, or also `aside` of that."""
    if not large:
        return WHOLE
    places = [PLACES[label] for label in needed]
    reach = NEAR // 2
    rows = _lean(sum(r < -reach for _, r in places), sum(r > reach for _, r in places))
    columns = _lean(sum(2 * q + r < 1 - NEAR for q, r in places), sum(2 * q + r > NEAR - 1 for q, r in places)) if aside else 0
    return Window(NEAR, OUTER * columns, rows - reach, rows + reach)


def _lean(before: int, after: int) -> int:
    """-1, 0 or 1: to where there is more."""
    return (after > before) - (after < before)


def close_up(needed: Iterable[str]) -> tuple[Window, int]:
    """The part of the map in which all hexes that are needed are whole, and how wide it is: close up if they fit there, else the whole map."""
    places = [PLACES[label] for label in needed] or [(0, 0)]
    columns, rows = [2 * q + r for q, r in places], [r for _, r in places]
    low, high = min(columns), max(columns)
    if high - low > 2 * (NEAR - 1):
        return WHOLE, WIDEST
    middle = min(max(0, high - NEAR + 1), low + NEAR - 1)
    return Window(NEAR, middle, min(*rows, -LEAST), max(*rows, LEAST)), NEAR * CLOSE
