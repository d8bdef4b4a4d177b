"""The evaluation of a position for each seat: expected points at open stones, and other predictors of victory."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from rules.game import Seat
from rules.monster_hex.abilities import BOLD, TWIST, ready
from rules.monster_hex.capture import worth
from rules.monster_hex.content import POWERS, Board, Stone, Tile
from rules.monster_hex.ending import first_at_seven
from rules.monster_hex.state import Slot, State
from rules.parts.lazy import once


class Pull(NamedTuple):
    """The log odds of a faction's coming first at a stone: for each power it shows and each monster it has there, for being next to place a tile,
    or last. `nobody`: how often nobody comes first."""

    power: float = 0.0
    monster: float = 0.0
    next: float = 0.0
    last: float = 0.0
    nobody: float = 0.0


FEW = {
    1: Pull(0.9, -0.9, 1.1, -1.1, 0.15),
    2: Pull(1.0, -1.0, 0.1, -0.1, 0.23),
    3: Pull(0.65, -0.8, 0.8, -0.8, 0.24),
    4: Pull(0.65, -0.5, 0.05, -0.05, 0.23),
    5: Pull(0.28, -0.2, 0.25, -0.25, 0.24),
    6: Pull(nobody=0.26),
}
MANY = {
    1: Pull(0.57, -0.05, 1.2, -0.6, 0.12),
    2: Pull(0.52, -0.15, 0.1, -0.4, 0.14),
    3: Pull(0.45, -0.1, 0.4, -0.2, 0.15),
    4: Pull(0.4, 0.0, 0.25, -0.3, 0.2),
    5: Pull(0.3, 0.0, 0.45, -0.25, 0.19),
    6: Pull(nobody=0.19),
}
"""At large stones, by the number of open hexes around them, with two factions and with more. Fitted to who was first in two thousand games."""
SMALL = {1: Pull(0.6, -1.6, 0.3, -0.25, 0.05), 2: Pull(nobody=0.08)}
KEPT = 1 << 16
"""So many judgements of single stones are remembered."""
SURE = 0.3
"""Added to what is uncertain of the points, so that a lead of the last moment weighs no more than it should."""


def turns(slots: int, first: Slot) -> list[Slot]:
    """The slots in the order of placing; if the second begins, the first two are exchanged (MH-1.9)."""
    return [1, 0, *range(2, slots)] if first else [*range(slots)]


class Prize:
    """The points of a stone: for each slot if it comes first, and if it comes second behind another. `after`, `before`: for each slot the one that
    places after and before it."""

    def __init__(self, stone: Stone, slots: int, first: Slot) -> None:
        self.label = stone.label
        self.ring = tuple(label for label, _ in stone.ring)
        self.large = stone.large
        self.slots = slots
        order = turns(slots, first)
        self.after = tuple(order[(order.index(slot) + 1) % slots] for slot in range(slots))
        self.before = tuple(self.after.index(slot) for slot in range(slots))
        values = [value for value, _ in stone.values]

        def best(slot: Slot, free: list[int]) -> tuple[int, int]:
            return max(((worth(stone, value, slot), value) for value in free), default=(0, 0))

        self.first = tuple(best(slot, values)[0] for slot in range(slots))
        self.second = tuple(
            tuple(best(slot, [v for v in values if v != best(ahead, values)[1]])[0] for slot in range(slots)) for ahead in range(slots)
        )
        self.pulls = (FEW if slots == 2 else MANY) if stone.large else SMALL
        self.stakes = max(self.first) ** 2


class Field:
    """A board with a number of factions: its stones' prizes, and for each hex the stones that it touches, by number, with the side that faces
    them."""

    def __init__(self, board: Board, slots: int) -> None:
        stones = list(board.stones.values())
        self.ids = [stone.id for stone in stones]
        self.prizes = [Prize(stone, slots, board.first) for stone in stones]
        self.size = len(board.hexes)
        self.touched: dict[str, tuple[tuple[int, int], ...]] = {
            label: tuple((n, side) for n, stone in enumerate(stones) for ring, side in stone.ring if ring == label) for label in board.hexes
        }


@once
def field(board: Board, slots: int) -> Field:
    """The `Field` of a board, the same for all games on it."""
    return Field(board, slots)


class Standing(NamedTuple):
    """The situation at one stone: power shown and monsters by slot, and the number of empty hexes around it."""

    powers: tuple[int, ...]
    monsters: tuple[int, ...]
    open: int

    def joined(self, slot: Slot, power: int) -> Standing:
        """The standing with one more monster of a slot."""
        powers, monsters = list(self.powers), list(self.monsters)
        powers[slot] += power
        monsters[slot] += 1
        return Standing(tuple(powers), tuple(monsters), self.open - 1)

    def shifted(self, slot: Slot, change: int) -> Standing:
        """The standing after one of a slot's monsters is turned (`change` in power)."""
        powers = list(self.powers)
        powers[slot] += change
        return Standing(tuple(powers), self.monsters, self.open)


def standings(state: State, found: Field, tiles: dict[str, Tile]) -> dict[int, Standing]:
    """The standing at each stone that has not been captured."""
    slots = state.slots
    powers = [[0] * slots for _ in found.ids]
    monsters = [[0] * slots for _ in found.ids]
    for label, (slot, tile, rotation) in state.placed.items():
        edges = tiles[tile].powers
        for number, side in found.touched[label]:
            powers[number][slot] += edges[side - rotation]
            monsters[number][slot] += 1
    return {
        n: Standing(tuple(powers[n]), tuple(monsters[n]), len(found.prizes[n].ring) - sum(monsters[n]))
        for n, name in enumerate(found.ids)
        if name not in state.captures
    }


@lru_cache(maxsize=KEPT)
def hopes(prize: Prize, standing: Standing, turn: Slot) -> tuple[tuple[float, ...], float]:
    """The points that each slot may expect of a stone when `turn` is the next to place a tile, and how uncertain that is (a variance)."""
    slots = prize.slots
    if not standing.open:
        return _settled(prize, standing), 0.0
    pull = prize.pulls[standing.open]
    odds = [pull.power * p + pull.monster * m for p, m in zip(standing.powers, standing.monsters, strict=True)]
    odds[turn] += pull.next
    odds[prize.before[turn]] += pull.last
    top = max(odds)
    odds = [math.exp(n - top) for n in odds]
    whole = sum(odds) / (1.0 - pull.nobody)
    chances = [n / whole for n in odds]
    expected = [chance * first for chance, first in zip(chances, prize.first, strict=True)]
    if prize.large:
        for ahead in range(slots):
            rest = sum(odds) - odds[ahead]
            if rest > 0:
                for slot in range(slots):
                    if slot != ahead:
                        expected[slot] += chances[ahead] * odds[slot] / rest * prize.second[ahead][slot]
    return tuple(expected), prize.stakes * (1.0 - sum(chance * chance for chance in chances))


@lru_cache(maxsize=KEPT)
def lead(prize: Prize, standing: Standing, turn: Slot, seat: Seat, seats: int) -> float:
    """How much a stone brings a seat ahead of the others."""
    points = hopes(prize, standing, turn)[0]
    return points[seat] - (sum(points[:seats]) - points[seat]) / (seats - 1)


@lru_cache(maxsize=KEPT)
def gains(prize: Prize, standing: Standing, slot: Slot, seat: Seat, seats: int) -> tuple[float, ...]:
    """For each power from 1 to 5 that a slot adds to a stone, how much further it brings a seat ahead."""
    turn = prize.after[slot]
    idle = lead(prize, standing, turn, seat, seats)
    return tuple(lead(prize, standing.joined(slot, power), turn, seat, seats) - idle for power in POWERS)


def _settled(prize: Prize, standing: Standing) -> tuple[float, ...]:
    """The points at a surrounded stone, without ranks: a tie at a small one counts half."""
    levels = sorted({p for p, m in zip(standing.powers, standing.monsters, strict=True) if m}, reverse=True)
    at = [
        [s for s, (p, m) in enumerate(zip(standing.powers, standing.monsters, strict=True)) if m and p == level]
        for level in levels[: 1 + prize.large]
    ]
    found = [0.0] * prize.slots
    if not prize.large:
        for slot in at[0]:
            found[slot] = prize.first[slot] / len(at[0])
        return tuple(found)
    first = at[0][0] if len(at[0]) == 1 else None
    if first is not None:
        found[first] = prize.first[first]
    if len(at) > 1 and len(at[1]) == 1:
        slot = at[1][0]
        found[slot] = prize.first[slot] if first is None else prize.second[first][slot]
    return tuple(found)


NAMES = ("points_late", "points_sure", "hand", "seven", TWIST, BOLD)
"""The features of a seat: the points that it has and hopes for, as the board fills and measured by how uncertain they are; the power of its hand;
having been first at the 7; its unused ability, as far as it is worth keeping and can still be used."""


def features(rules: Any, state: State) -> list[list[float]]:
    """The features of all seats."""
    board: Board = rules.board(state)
    tiles: dict[str, Tile] = rules.tiles
    slots = state.slots
    found = field(board, slots)
    turn = state.slot_at(state.turn % slots)
    expected = [float(state.points(seat)) for seat in range(state.seats)] + [0.0] * state.shared
    uncertain = SURE
    stood = standings(state, found, tiles)
    turning = any(state.twist_beside or sum(standing.monsters) <= 1 for standing in stood.values())
    for number, standing in stood.items():
        more, variance = hopes(found.prizes[number], standing, turn)
        uncertain += variance
        for slot, points in enumerate(more):
            expected[slot] += points
    late = len(state.placed) / found.size
    sure = 1.0 / math.sqrt(uncertain)
    seven = first_at_seven(state, board)
    rows: list[list[float]] = []
    for seat in range(state.seats):
        if seat in state.resigned:
            rows.append([])
            continue
        points, ability = expected[seat], ready(state, seat)
        hand = sum(tiles[t].sum for t in state.hands[seat]) / 10.0
        rows.append([points * late, points * sure, hand, float(seven == seat), float(turning and ability == TWIST), float(ability == BOLD)])
    return rows
