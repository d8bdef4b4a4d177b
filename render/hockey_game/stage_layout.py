"""The layout of Hockey Game's stage: seats and clock above, the rink between the benches, the declared move and both sums below.

For large type there are no benches: the rink takes their place, so that its letters have room. While something is chosen there, sums are not needed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from render.canvas import Point
from render.stage import HEIGHT, USUAL, WIDTH, Sizes, factor_in
from render.theme import Theme

SEAT, CLOCK = 410, 180
"""The widths of a seat's box and of the clock between both."""
SLOTS = (2, 3, 4, 5)
"""For so many heroes a bench has places, as many as the fuller one needs, so that few are large: a deck has no more."""


class Rink(NamedTuple):
    """The size of a rink's picture, the height of the stands in it, and the places of its fields."""

    width: int
    height: int
    stands: int
    margin: int
    radius: int
    """Of the discs of fields."""

    @property
    def ice(self) -> tuple[int, int, int, int]:
        """The box within the boards: left, top, width, height."""
        return 12, self.stands + 12, self.width - 24, self.height - self.stands - 20

    def centre(self, x: float, y: float) -> Point:
        """The middle of a field: x is 0 to 16, y 0 to 4."""
        _, top, _, high = self.ice
        return self.margin + (self.width - 2 * self.margin) / 16 * x, top + high / 6 * (y + 1)

    def net(self, seat: int) -> Point:
        """The middle of the net of a seat's goal."""
        side = -1 if seat == 0 else 1
        x, y = self.centre(8 + 8 * side, 2)
        return x + side * (self.margin - 40 + 9), y

    @lru_cache(None)  # noqa: B019 - a rink is a tuple, and there are few.
    def columns(self, lane: int) -> tuple[int, ...]:
        """The edges of the tiles of a lane, midway between its fields."""
        inner = (2, 6, 10, 14) if lane == 1 else (4, 8, 12)
        return (0, *(round(self.centre(x, 0)[0]) for x in inner), self.width)

    @property
    def rows(self) -> tuple[int, ...]:
        """The edges of the lanes."""
        _, top, _, high = self.ice
        return 0, round(top + high / 3), round(top + high * 2 / 3), self.height


class Plan(NamedTuple):
    """A stage: the height of the upper part, the rink and where it begins, the width of a bench, the height of the lower part."""

    head: int
    left: int
    rink: Rink
    bench: int

    @property
    def foot(self) -> int:
        """The top of the lowest part."""
        return self.head + self.rink.height

    @property
    def below(self) -> int:
        """The height of the lowest part."""
        return HEIGHT - self.foot


USUAL_PLAN = Plan(104, 140, Rink(720, 406, 26, 68, 39), 140)
LARGE_PLAN = Plan(140, 0, Rink(WIDTH, 330, 0, 92, 47), 0)
LARGE_CHOICE = Plan(140, 0, Rink(WIDTH, 412, 0, 92, 47), 0)


def plan(large: bool, choosing: bool = False) -> Plan:
    """The stage for a size of letters, while something on the rink is chosen or not."""
    return (LARGE_CHOICE if choosing else LARGE_PLAN) if large else USUAL_PLAN


def sizes(look: Theme) -> Sizes:
    """The sizes of letters in a theme."""
    return USUAL.times(factor_in(look))
