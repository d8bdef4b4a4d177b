"""The places of a low picture of a hand, for a panel: 1000 x 320 for up to 8 things, 1000 x 640 for up to 18 and for more.

Hands have no limit: what has no place is counted in the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from render.canvas import Item, Key, Scene

WIDTH, LOW, HIGH = 1000, 320, 640
FEW, MOST = 8, 18
"""So many things have places in a low picture, and in a high one."""
BESIDE = ((1, (1, 1)), (2, (2, 1)), (4, (2, 2)), (6, (3, 2)), (8, (4, 2)), (12, (3, 4)), (16, (4, 4)), (18, (4, 5)))
"""Columns and rows for up to so many cards that are wider than high."""
WIDEST = 200
"""A card that is higher than wide has this width at most."""


class Place(NamedTuple):
    """The box of a thing."""

    x: int
    y: int
    width: int
    height: int


class Places(NamedTuple):
    """The height of a picture, the place of each thing that is shown, and how many there are for which the last place stands."""

    height: int
    shown: list[Place]
    more: int


def places(count: int, wide: bool = False, widest: int = WIDEST) -> Places:
    """The layout of `count` things in a low picture; `wide` ones are wider than high."""
    shown = min(count, MOST)
    height = LOW if shown <= FEW else HIGH
    if wide:
        columns, rows = next(grid for most, grid in BESIDE if shown <= most)
        width = WIDTH // columns
    else:
        rows = 1 if shown <= FEW else 2
        columns = max(1, -(-shown // rows))
        width = min(widest, WIDTH // columns)
    tall = height // rows
    found = [Place(n % columns * width, n // columns * tall, width, tall) for n in range(shown)]
    return Places(height, found, count - shown + 1 if count > shown else 0)


def strip(keys: Sequence[Callable[[int, int], Key]], more: Callable[[int, int, str], Key], wide: bool = False) -> Scene:
    """Lays things out in a low picture. Each of `keys` gives a sprite key for a width and height; `more` gives the one for "+ n"."""
    found = places(len(keys), wide)
    items: dict[Hashable, Item] = {}
    for n, place in enumerate(found.shown):
        last = found.more and n == len(found.shown) - 1
        key = more(place.width, place.height, f"+ {found.more}") if last else keys[n](place.width, place.height)
        items["held", n] = Item(key, place.x, place.y)
    return Scene((WIDTH, found.height), items)
