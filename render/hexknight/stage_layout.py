"""The layout of HexKnight's stage, and the part of the island that its camera shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render import stage
from render.canvas import Item
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
RADII, LARGE_RADII = (62, 52, 46), (62, 58, 54, 50)
"""Of hexes, for each step of the camera, the closest first, usually and in large type."""
FAR = 46, 34, 22
"""The same for what is not seen from there; the last one shows the whole island."""
END_HOLE: Box = (48, 30, 502, 604)
"""The part of the map's frame in which all land lies at the end of a game, where it is as wide as it can be."""
END_MARGIN, PLATE = 12, {2: 228, 3: 204}
"""How wide the frame is between that and the column beside it, and how high the plate that tells the end is above so many seats."""


AHEAD, LARGE_AHEAD = (3, 2), (2, 1)
"""So many columns and rows are seen on each side of where a turn begins, for walks, unless the island ends there;
usually and in large type."""


class Camera(NamedTuple):
    """The layout of the hexes, and the window of those seen."""

    layout: FlatLayout
    window: Extent


def opening(layout: FlatLayout, window: Extent) -> Box:
    """The box of the map's frame in which the window's hexes are seen."""
    wide, high = layout.span(window)
    left, top = layout.corner(window.left, window.top)
    return left, top, wide, high


def _windows(board: BoardView, radius: int, hole: Box) -> list[Extent]:
    """The windows of hexes that can be seen in a hole: as many columns and rows as it has room for."""
    layout = FlatLayout(radius, 0, 0)
    across = min(board.width, (hole[2] - 2 * radius) // layout.step + 1)
    down = min(board.height, (hole[3] - layout.height // 2) // layout.height)
    lefts, tops = range(0, board.width - across + 1, 2), range(0, board.height - down + 1, 2 if radius <= RADII[-1] else 1)
    return [Extent(left, top, left + across - 1, top + down - 1) for left in lefts for top in tops]


def camera(board: BoardView, look: Look, wanted: Iterable[Place] = ()) -> Camera:
    """The camera of a turn, from what everybody knew as it began: around the place where it began, as close as heroes and known land are seen that
    are seen from farther away; in large type heroes alone. In another window if the hero has walked out of it, or what is `wanted` lies outside."""
    places = {h.label: (h.x, h.y) for h in board.hexes}
    heroes = {hero.seat: hero.hex for hero in board.heroes if hero.hex}
    acting = heroes.get(board.active, "") if board.active is not None else ""
    start = places.get(_start(board, acting), (board.width // 2, board.height // 2))
    known = (places.keys() - set(board.new)) or places.keys()
    others = [places[at] for seat, at in heroes.items() if seat != board.active]
    seen = {start, *wanted, *(places[at] for at in (acting,) if at)}
    land = [places[at] for at in known]
    large = stage.is_large(look)
    radii, (columns, rows) = (LARGE_RADII, LARGE_AHEAD) if large else (RADII, AHEAD)

    def worth(shot: tuple[int, Extent]) -> tuple[int, int, int, int]:
        radius, window = shot
        away = abs(window.left + window.right - 2 * start[0]) + abs(window.top + window.bottom - 2 * start[1])
        found = sum(window.holds(*at) for at in land)
        return sum(window.holds(*at) for at in others), *((radius, found) if large else (found, radius)), -away

    def ahead(window: Extent) -> bool:
        """Whether there is room for a walk on each side of the start."""
        x, y = start
        return (
            (window.left == 0 or x - window.left >= columns)
            and (window.right >= board.width - 2 or window.right - x >= columns)
            and (window.top == 0 or y - window.top >= rows)
            and (window.bottom >= board.height - 2 or window.bottom - y >= rows)
        )

    shots = [(radius, window) for radius in radii for window in _windows(board, radius, HOLE)]
    radius, window = max((shot for shot in shots if ahead(shot[1])), key=worth, default=shots[0])
    if not all(window.holds(*at) for at in seen):
        farther = ([(far, other) for other in _windows(board, far, HOLE)] for far in (*radii, *FAR) if far <= radius)
        fitting = ([shot for shot in some if all(shot[1].holds(*at) for at in seen)] for some in farther)
        radius, window = max(next(filter(None, fitting), [(radius, window)]), key=worth)
    return Camera(FlatLayout(radius, 0, 0).within(window, HOLE), window)


def _start(board: BoardView, acting: str) -> str:
    """The hex where the turn of the hero on a hex began: where its walk did, or its fight without one. Another hero's walk ends where it stands."""
    end = board.trail[-1] if board.trail else ""
    own = end == acting or (end and end not in {hero.hex for hero in board.heroes})
    return board.trail[0] if own else acting


def end_camera(board: BoardView) -> Camera:
    """The camera of the end: all land, as close as it can be, at the left."""
    columns, rows = zip(*((h.x, h.y) for h in board.hexes if h.terrain != "sea"), strict=True)
    window = Extent(min(columns) // 2 * 2, min(rows) // 2 * 2, max(columns), max(rows))
    left, top, most, high = END_HOLE
    spans = ((radius, FlatLayout(radius, 0, 0).span(window)) for radius in range(HOLE[2], 0, -2))
    radius, wide = next((radius, wide) for radius, (wide, tall) in spans if wide <= most and tall <= high)
    return Camera(FlatLayout(radius, 0, 0).within(window, (left, top, wide, high)), window)


def end_column(seen: Camera) -> tuple[int, int]:
    """Where the column beside the map of the end begins, and how wide it is: the narrower that is, the wider."""
    left, _, wide, _ = opening(*seen)
    return left + wide + END_MARGIN, stage.WIDTH - left - wide - END_MARGIN - 4


def wood_between(items: Iterable[Item], left: int) -> Item:
    """The wood between the items beside the map, which begin right of `left`."""
    boxes = tuple((x - left, y, key[1], key[2]) for key, x, y in items if x >= left)
    return Item(("column", (stage.WIDTH - left, stage.HEIGHT), boxes), left, 0)


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


def column(seats: int, large: bool) -> Column:
    """The column for so many seats."""
    if large:
        high, fight = (132 if seats > 2 else 160), 0
    else:
        high, fight = (92 if seats > 2 else 126), 84
    tops = tuple(TOP + n * (high + GAP) for n in range(seats))
    act = tops[-1] + high + GAP
    return Column(tops, high, act, fight, act + (fight + GAP if fight else 0))
