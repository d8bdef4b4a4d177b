"""The stage: the one size of a game's table, for Discord shows pictures in about 550 x 350 pixels on a desktop and 400 wide on a phone.

Ground, seats, whose turn it is, what happened last: each has a fixed place on it, so that a replay does not jump. What does not fit is not made
smaller, but left to a camera, to the message's text, to *Close up*, or to the whole board (`Painter.closer`), which may be of any size.
In a theme of large type the stage is a second one: letters and figures are `LARGER`, and what has no room any more is left out.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from render.canvas import Item, Scene
from render.look import Look
from render.theme import Theme, letters

WIDTH, HEIGHT = 1000, 640
LARGER = 1.4
WAITS, TURN = "▶", "▷"
"""The signs of a seat: the game waits for it, which also frames it; it has the turn and is not waited for."""
COVER = 1000, 400
"""The size of a game's cover."""


class Sizes(NamedTuple):
    """The least sizes of letters, in pixels of the stage: of a label, a number among others in one place, a number that decides, a headline."""

    label: int
    dense: int
    number: int
    headline: int

    def times(self, factor: float) -> Sizes:
        """The sizes multiplied by a factor."""
        return Sizes(*(round(size * factor) for size in self))


USUAL = Sizes(20, 24, 28, 44)


def factor(look: Look) -> float:
    """The factor by which letters and figures are enlarged for a reader."""
    return LARGER if is_large(look) else 1


def factor_in(look: Theme) -> float:
    """The same factor for a theme."""
    return LARGER if look.letters > 1 else 1


def is_large(look: Look) -> bool:
    """Whether this is the second stage, for readers who need large type."""
    return letters(look.theme) > 1


def briefly(look: Look) -> Look:
    """A look for panels: in large type with short names, for whole ones have no room there."""
    return look.in_short if is_large(look) else look


def sizes(look: Look) -> Sizes:
    """The least sizes of letters for a reader."""
    return USUAL.times(factor(look))


def stage(items: dict[Hashable, Item]) -> Scene:
    """A scene of the stage's size."""
    return Scene((WIDTH, HEIGHT), items)
