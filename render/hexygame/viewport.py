"""Which part of the map is shown, how large, and where its hexes lie in the picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from render.hexygame.hexes import Tile
from rules.hexygame.ground import PLACES, RADIUS

NEAR, FAR = 7, 9
"""How many hexes fill the width: close up, and the whole map."""
LEAST = 2
"""So many rows to either side of the Centre's are shown at least."""
AROUND = 1
"""So many rows around what matters are shown close up, beside the whole map."""


class Window(NamedTuple):
    """A part of the map: how many hexes are side by side, which half column lies in its middle (0 is the Centre's), its first and last row."""

    across: int
    middle: int
    first: int
    last: int

    def tile(self, width: int) -> Tile:
        """The hexes of a picture of so many pixels."""
        return Tile(width // (2 * self.across))

    def height(self, width: int) -> int:
        """How high it is in such a picture."""
        tile = self.tile(width)
        return (self.last - self.first) * tile.row + tile.tall

    def places(self, width: int) -> Iterator[tuple[str, Tile, int, int]]:
        """The hexes in it: label, measures, and where the top left corner lies."""
        tile = self.tile(width)
        margin = (width - 2 * self.across * tile.half) // 2
        for label, (q, r) in PLACES.items():
            column = 2 * q + r - self.middle
            if not self.first <= r <= self.last or abs(column) > self.across:
                continue
            side = "right" if column == -self.across else "left" if column == self.across else ""
            left = margin + (column + self.across - (side != "right")) * tile.half
            yield label, tile._replace(side=side), left, (r - self.first) * tile.row


WHOLE = Window(FAR, 0, -RADIUS, RADIUS)


def window(needed: Iterable[str]) -> Window:
    """The part of the map in which all hexes that are needed are whole: close up if they fit there, else the whole map."""
    places = [PLACES[label] for label in needed] or [(0, 0)]
    columns, rows = [2 * q + r for q, r in places], [r for _, r in places]
    low, high = min(columns), max(columns)
    if high - low > 2 * (NEAR - 1):
        return WHOLE
    middle = min(max(0, high - NEAR + 1), low + NEAR - 1)
    return Window(NEAR, middle, min(*rows, -LEAST), max(*rows, LEAST))


def closer(centre: Collection[str]) -> Window:
    """The part shown close up beside the whole map: the rows around what matters, as many as fit."""
    places = [PLACES[label] for label in centre]
    columns, rows = [2 * q + r for q, r in places], [r for _, r in places]
    edge = 2 * RADIUS + 1 - NEAR
    middle = min(max((min(columns) + max(columns)) // 2, -edge), edge)
    return Window(NEAR, middle, max(min(rows) - AROUND, -RADIUS), min(max(rows) + AROUND, RADIUS))
