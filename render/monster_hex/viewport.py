"""Which part of a board the stage of large letters shows: hexes are larger there."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from render import stage
from render.hexgrid import HexLayout, extent, sprite_size
from rules.monster_hex.view import BoardView
from rules.parts.hexes import DIRECTIONS, Hex

MARGIN = 4
"""What is left between hexes and the edge of the picture, in pixels."""
BOARDS = 8
"""Of so many boards the parts are kept."""


class Window(NamedTuple):
    """A part of a board: where its hexes lie in the picture, and which of them are whole there."""

    hexes: HexLayout
    spots: frozenset[Hex]


def all_spots(board: BoardView) -> frozenset[Hex]:
    """The hexes of a board and its stones."""
    return frozenset((*board.hexes.values(), *(stone.at for stone in board.stones)))


def camera(board: BoardView, radius: float, width: int, flat: bool, lit: Iterable[str] = ()) -> Window | None:
    """The part of a board that a picture of a width shows with hexes of a radius. It stays until a monster is placed whose neighbours are not all
    there, and goes no further than it must; once a part has all free hexes besides, it is that one. With hexes that are `lit` it has all of them.
    None for the whole board: before the first monster, and where no part has all that is lit."""
    if not board.monsters:
        return None
    spots = all_spots(board)
    windows = parts(spots, radius, width, flat)
    seen = windows[len(windows) // 2]
    free = {*board.hexes.values()}
    for monster in board.monsters:
        q, r = board.hexes[monster.hex]
        free.discard((q, r))
        ring = spots & {(q, r), *((q + dq, r + dr) for dq, dr in DIRECTIONS)}
        seen = _nearest(windows, seen, ring | free) or _nearest(windows, seen, ring) or seen
    return _nearest(windows, seen, {board.hexes[label] for label in lit})


def _nearest(windows: Iterable[Window], seen: Window, needed: Iterable[Hex]) -> Window | None:
    """The window with all that is needed that is nearest to the one seen so far, which may be that itself; None if there is none."""
    found = [window for window in windows if window.spots.issuperset(needed)]
    return min(found, key=lambda window: math.dist(window.hexes[1:3], seen.hexes[1:3]), default=None)


@lru_cache(BOARDS)
def parts(spots: frozenset[Hex], radius: float, width: int, flat: bool) -> tuple[Window, ...]:
    """The parts of a board: where it is wider or higher than the picture one at each end and one in the middle, without those of which another one
    has all."""
    middles = zip(*(HexLayout(radius, 0, 0, flat).centre(at) for at in spots), strict=True)
    ways = [_steps(along, side, room) for along, side, room in zip(middles, extent(radius, flat), (width, stage.HEIGHT), strict=True)]
    right, low = (room - side for room, side in zip((width, stage.HEIGHT), sprite_size(radius, flat), strict=True))
    found = []
    for x, y in product(*ways):
        hexes = HexLayout(radius, x, y, flat)
        corners = {at: hexes.corner(at) for at in spots}
        found.append(Window(hexes, frozenset(at for at, (left, top) in corners.items() if 0 <= left <= right and 0 <= top <= low)))
    return tuple(window for window in found if not any(window.spots < other.spots for other in found))


def _steps(middles: Collection[float], side: float, room: float) -> tuple[float, ...]:
    """How far the middles of hexes are moved along one axis, on which each has so long a side."""
    low, high = min(middles) - side / 2, max(middles) + side / 2
    between = (room - low - high) / 2
    return (between,) if high - low <= room else (MARGIN - low, between, room - MARGIN - high)
