"""The layout of HexKnight's stage, and the part of the island that its camera shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render import stage
from render.flat_hexgrid import Extent, FlatLayout
from render.look import Look
from rules.hexknight.view import BoardView

Place = tuple[int, int]
Box = tuple[int, int, int, int]

MAP: Box = (0, 0, 688, stage.HEIGHT)
"""The map with its frame, on which the letters of columns and the numbers of rows stand."""
HOLE: Box = (38, 30, 644, 604)
"""The part of it in which hexes lie."""
SIDE, WIDE = 692, 304
"""Where the column of seats and figures begins, and how wide it is."""
END = 414
"""So much of the hole's height remains where the end of a game is told below it."""
LARGE_END: Box = (54, 30, 628, END)
"""The same hole in large type, which leaves room for two large digits beside it."""
RADII, LARGE_RADII, END_RADII = (46, 34, 22), (62, 46, 34, 22), (46, 40, 34, 28, 22)
"""Of hexes, for each step of the camera, usually, in large type and at the end, which has to show who has won and where; the last one shows the
whole island."""


class Camera(NamedTuple):
    """The layout of the hexes, and the window of those seen."""

    layout: FlatLayout
    window: Extent


def opening(layout: FlatLayout, window: Extent) -> Box:
    """The box of the map's frame in which the window's hexes are seen."""
    wide, high = layout.span(window)
    left, top = layout.corner(window.left, window.top)
    return left, top, wide, high


def cameras(board: BoardView, look: Look, centre: Place, hole: Box = HOLE) -> list[Camera]:
    """The cameras around a place, the closest first."""
    found = []
    for radius in END_RADII if hole[3] == END else LARGE_RADII if stage.is_large(look) else RADII:
        layout = FlatLayout(radius, 0, 0)
        across = min(board.width, (hole[2] - 2 * radius) // layout.step + 1)
        down = min(board.height, (hole[3] - layout.height // 2) // layout.height)
        left, top = _from(centre[0], across, board.width), _from(centre[1], down, board.height)
        window = Extent(left, top, left + across - 1, top + down - 1)
        found.append(Camera(layout.within(window, hole), window))
    return found


def _from(middle: int, count: int, most: int) -> int:
    """The even first index of a window of `count` hexes around `middle`, kept within `most`."""
    first = round((middle - (count - 1) / 2) / 2) * 2
    last = (most - count) // 2 * 2
    return max(0, min(first, last))


def camera(board: BoardView, look: Look, wanted: Iterable[Place] = (), hole: Box = HOLE) -> Camera:
    """The camera of a turn: around the place where it began, in the first of its steps that shows the hero and all that is `wanted`, or in the middle
    of these where that is closer."""
    places = {h.label: (h.x, h.y) for h in board.hexes}
    heroes = {hero.seat: hero.hex for hero in board.heroes if hero.hex}
    acting = heroes.get(board.active if board.active is not None else _best(board), "")
    start = _start(board, acting)
    asked = set(wanted)
    seen = {places[at] for at in (acting, start) if at} | asked
    found = cameras(board, look, places.get(start, (board.width // 2, board.height // 2)), hole)
    if asked:
        amid = cameras(board, look, _amid(seen), hole)
        found = [one for pair in zip(found, amid, strict=True) for one in pair]
    return next((one for one in found if all(one.window.holds(*at) for at in seen)), found[-1])


def _amid(places: Iterable[Place]) -> Place:
    """The middle of the smallest rectangle of places that holds all of `places`."""
    columns, rows = zip(*places, strict=True)
    return (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2


def _start(board: BoardView, acting: str) -> str:
    """The hex where the turn of the hero on a hex began: where its walk did, or its fight without one. Another hero's walk ends where it stands."""
    end = board.trail[-1] if board.trail else ""
    own = end == acting or (end and end not in {hero.hex for hero in board.heroes})
    return board.trail[0] if own else acting


def _best(board: BoardView) -> int:
    """The seat with the highest score, of those that are still there."""
    return max((hero for hero in board.heroes if hero.hex), key=lambda hero: hero.score).seat


class Column(NamedTuple):
    """Heights in the column at the side: where each seat's box begins, how high it is, where the latest fight begins and how high it is, and where
    what is below begins."""

    seats: tuple[int, ...]
    seat: int
    act: int
    fight: int
    below: int


TOP, GAP, FOOT = 58, 6, 634
"""Below the time of day; between boxes; where the lowest one ends."""
SMALL, LARGE_SMALL = 130, 134
"""The width of the small map beside other things, usually and in large type."""


def column(seats: int, large: bool, over: bool) -> Column:
    """The column for so many seats; in a game that is over each has room for how its score adds up."""
    if over:
        high, fight = 186, 0
    elif large:
        high, fight = (132 if seats > 2 else 160), 0
    else:
        high, fight = (92 if seats > 2 else 126), 84
    tops = tuple(TOP + n * (high + GAP) for n in range(seats))
    act = tops[-1] + high + GAP
    return Column(tops, high, act, fight, act + (fight + GAP if fight else 0))
