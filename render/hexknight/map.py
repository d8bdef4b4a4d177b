"""The island on HexKnight's stage: the hexes that a camera sees, with all that stands on them, and the whole island in small."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import NamedTuple

from render.canvas import Item, Key
from render.flat_hexgrid import Extent, FlatLayout, sprite_size
from render.hexknight.ground import FOG, LAND, SEA, Spot
from render.hexknight.marks import HeroKey, Pointer
from render.hexknight.side_boxes import LETTERS, MapKey
from render.hexknight.sprites import SCENERY, MonsterKey, SpotKey
from render.hexknight.stage_layout import Camera, Place, opening
from rules.game import Seat, View
from rules.hexknight.island import neighbour
from rules.hexknight.view import BoardView, FightView, HexView, VictoryView


def is_night(view: View[BoardView]) -> bool:
    """Whether the island is drawn in the dark; a finished game is drawn by daylight."""
    return not view.board.day and view.outcome is None


def hero_key(view: View[BoardView], seat: Seat) -> HeroKey:
    """A hero for the eye: whether it is its turn, or it has won."""
    return HeroKey(seat, seat in view.outcome.winners if view.outcome else seat == view.board.active)


class Shot(NamedTuple):
    """What the map shows beside the public table: the cost of hexes within reach, and whether it can be paid now; the attacked hex; the frames of the
    hexes of monsters that may be provoked."""

    reach: dict[str, tuple[int, bool]] = {}
    target: str = ""
    foes: dict[str, str] = {}


def add_hexes(items: dict[Hashable, Item], view: View[BoardView], camera: Camera, dense: int, shot: Shot, told: VictoryView | None = None) -> None:
    """The part of the island that a camera sees; numbers on it have the size `dense`. The points of a fight that is `told` stand on its hex."""
    board, (layout, window) = view.board, camera
    hexes = {(h.x, h.y): h for h in board.hexes}
    monsters = {m.hex: MonsterKey(m.family, m.kind, m.attack, m.defence, m.experience, m.hex == shot.target) for m in board.monsters}
    heroes: dict[str, tuple[HeroKey, ...]] = {}
    for hero in board.heroes:
        if hero.hex:
            heroes[hero.hex] = (*heroes.get(hero.hex, ()), hero_key(view, hero.seat))
    path = {} if shot.reach else _path(board)  # A walk that is over is not taken for the way to what it leads past.
    fights = {board.fight.monster.hex: _fought(board.fight)} if board.fight else {}
    if view.outcome:
        fights = {told.hex: f"+{told.points}"} if told else {}
    left, top, wide, high = opening(layout, window)
    night = is_night(view)
    spots: dict[Place, SpotKey | None] = {}
    for x in range(window.left - 1, window.right + 2):
        for y in range(window.top - 1, window.bottom + 2):
            found, corner = hexes.get((x, y)), layout.corner(x, y)
            spot = _spot(board, hexes, x, y)
            if not window.holds(x, y):
                size = sprite_size(layout.radius)
                box = (max(0, left - corner[0]), max(0, top - corner[1]), min(size[0], left + wide - corner[0]), min(size[1], top + high - corner[1]))
                if box[0] < box[2] and box[1] < box[3]:
                    known = found or _beyond(board, x, y)
                    key: Key = ("edge", layout.radius, box, spot, known.terrain if known else "", night)
                    items[x, y] = Item(key, corner[0] + box[0], corner[1] + box[1])
                continue
            spots[x, y] = None
            if found:
                who, monster = heroes.get(found.label, ()), monsters.get(found.label)
                cost, paid = shot.reach.get(found.label, (0, False))
                ways, fight = path.get(found.label, ()), fights.get(found.label, "")
                spots[x, y] = SpotKey(
                    spot, found.terrain, night, found.feature, monster, who, cost, paid, ways, fight, shot.foes.get(found.label, "")
                )
    pointers = _pointers(view, camera, spots)
    for (x, y), shown in spots.items():
        if shown:
            key = ("hex", layout.radius, dense, shown._replace(pointer=pointers.get((x, y))))
        else:
            key = ("fog", layout.radius, Spot(x, y, ""), pointers.get((x, y)))
        items[x, y] = Item(key, *layout.corner(x, y))


def _pointers(view: View[BoardView], camera: Camera, spots: Mapping[Place, SpotKey | None]) -> dict[Place, Pointer]:
    """Signs that point at heroes which the camera does not see, each on the free hex of its edge that is nearest to the hero."""
    layout, window = camera
    places = {h.label: (h.x, h.y) for h in view.board.hexes}
    free = [
        at
        for at, spot in spots.items()
        if (at[0] in (window.left, window.right) or at[1] in (window.top, window.bottom))
        and (spot is None or (spot.feature in SCENERY and not (spot.monster or spot.heroes or spot.cost or spot.path or spot.fight)))
    ]
    found: dict[Place, Pointer] = {}
    for hero in view.board.heroes:
        there = places.get(hero.hex)
        if there is None or window.holds(*there):
            continue
        ways = {at: _way(layout, at, there) for at in free if at not in found}
        if ways:
            at = min(ways, key=lambda at: math.hypot(*ways[at]))
            found[at] = Pointer(hero_key(view, hero.seat), round(math.degrees(math.atan2(*reversed(ways[at])))))
    return found


def _way(layout: FlatLayout, start: Place, end: Place) -> tuple[int, int]:
    """How far it is from hex to hex, to the right and down, in pixels."""
    (x, y), (to_x, to_y) = layout.centre(*start), layout.centre(*end)
    return to_x - x, to_y - y


def _spot(board: BoardView, hexes: Mapping[tuple[int, int], HexView], x: int, y: int) -> Spot:
    """A hex's column and row with what lies on each of its six sides: land, sea or fog."""
    around = ""
    for way in range(6):
        place = neighbour(x, y, way)
        found = hexes.get(place) or _beyond(board, *place)
        around += FOG if found is None else SEA if found.terrain == "sea" else LAND
    return Spot(x, y, around)


def _beyond(board: BoardView, x: int, y: int) -> HexView | None:
    """A hex of sea for a place outside the grid; None for a place within it."""
    inside = 0 <= x < board.width and 0 <= y < board.height
    return None if inside else HexView("", x, y, "sea", "none")


def _fought(fight: FightView) -> str:
    """The mark on the hex of the latest fight: the points it brought, or "!" while the monster stands."""
    return f"+{fight.points}" if fight.points else "!"


def _path(board: BoardView) -> dict[str, tuple[int, ...]]:
    """For each hex of the last walk, in which directions it came and went, clockwise from the north."""
    places = {h.label: (h.x, h.y) for h in board.hexes}
    trail = [label for label in board.trail if label in places]
    found: dict[str, list[int]] = {label: [] for label in trail if len(trail) > 1}
    for one, other in pairwise(trail):
        way = next((way for way in range(6) if neighbour(*places[one], way) == places[other]), None)
        if way is not None:
            found[one].append(way)
            found[other].append((way + 3) % 6)
    return {label: tuple(sorted(set(ways))) for label, ways in found.items()}


_SIGNS = {terrain: letter for letter, terrain in LETTERS.items()}


def small_map(view: View[BoardView], window: Extent) -> MapKey:
    """The whole island for the small map."""
    board = view.board
    terrain = {(h.x, h.y): _SIGNS[h.terrain] for h in board.hexes}
    places = {h.label: (h.x, h.y) for h in board.hexes}
    columns = tuple("".join(terrain.get((x, y), "?") for y in range(board.height)) for x in range(board.width))
    heroes = tuple((hero_key(view, hero.seat), *places[hero.hex]) for hero in board.heroes if hero.hex)
    monsters = tuple(sorted((m.family, *places[m.hex]) for m in board.monsters))
    trail = tuple(places[label] for label in board.trail if label in places)
    return MapKey(columns, heroes, monsters, window, is_night(view), trail)
