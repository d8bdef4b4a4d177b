"""Boards and tiles: the content of the game, checked, and what follows from it and never changes (MH-2 and MH-9)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.computer_levels import USUAL_LEVEL
from rules.monster_hex.state import State
from rules.parts.engine import Faults, shaped
from rules.parts.hexes import Hex, opposite, step
from rules.printed_cards import Face

RANKS = "SABC"
"""Ranks of monsters, best first."""
POWERS = range(1, 6)
EDGES = ("ne", "e", "se", "sw", "w", "nw")


class TileData(msgspec.Struct, frozen=True):
    """A tile as the content file has it: `powers` clockwise from north-east at rotation 0."""

    id: str
    rank: str
    powers: tuple[int, int, int, int, int, int]


class StoneData(msgspec.Struct, frozen=True):
    """A stone as the content file has it: `values` are pairs of value and colour slot (None: no colour)."""

    id: str
    kind: str
    label: str
    q: int
    r: int
    values: tuple[tuple[int, int | None], ...]


class BoardData(msgspec.Struct, frozen=True):
    """A board as the content file has it: `hexes` are (label, q, r) of the placeable hexes."""

    id: str
    players: tuple[int, ...]
    factions: int
    rounds: int
    hand: int
    starts: tuple[str, ...]
    hexes: tuple[tuple[str, int, int], ...]
    stones: tuple[StoneData, ...]


class Even(msgspec.Struct, frozen=True):
    """The measured chance of the first player with n half points: in log odds, `slope` times n above `halves` (MH-1.8).

    `games`: how many were played. `share`: the mean of what the first player won in one half of the deals with the number that the other half
    suggests.
    """

    halves: float
    slope: float
    games: int
    share: float

    def chance(self, halves: float) -> float:
        """The first player's share of victories with so many half points."""
        return 1.0 / (1.0 + math.exp(self.slope * (self.halves - halves)))


class Boards(msgspec.Struct, frozen=True):
    boards: tuple[BoardData, ...]


class Tiles(msgspec.Struct, frozen=True):
    tiles: tuple[TileData, ...]
    factions: tuple[str, ...]


def edge_bit(direction: int, power: int) -> int:
    """The bit that stands for one power shown in one direction; six directions by five powers make 30 bits."""
    return 1 << (direction * 5 + power - 1)


def powers_of(bits: int) -> int:
    """The powers (as five bits) that occur among edge bits in any direction."""
    bits |= bits >> 15
    return (bits | bits >> 5 | bits >> 10) & 31


class Tile:
    """A monster: its rank, its powers, and as bits what its edges show at each rotation (MH-3.1)."""

    def __init__(self, data: TileData) -> None:
        self.id = data.id
        self.rank = data.rank
        self.powers = data.powers
        self.shows = tuple(sum(edge_bit(d, self.edge(d, k)) for d in range(6)) for k in range(6))
        self.any = powers_of(self.shows[0])
        self.sum = sum(data.powers)

    def edge(self, direction: int, rotation: int) -> int:
        """The power in a direction after turning the tile clockwise by `rotation` times 60 degrees (MH-3.1)."""
        return self.powers[(direction - rotation) % 6]


class Stone:
    """A magic stone with its ring: pairs of a placeable hex and the side of that hex that faces the stone."""

    def __init__(self, data: StoneData, at: Mapping[Hex, str]) -> None:
        self.id = data.id
        self.label = data.label
        self.large = data.kind == "large"
        self.hex = (data.q, data.r)
        self.values = data.values
        self.slot_of = dict(data.values)
        self.ring = tuple((at[n], opposite(d)) for d in range(6) if (n := step(self.hex, d)) in at)


def _turned(stone: StoneData) -> StoneData:
    """A stone with its first two colours exchanged."""
    other: dict[int | None, int | None] = {0: 1, 1: 0}
    return msgspec.structs.replace(stone, values=tuple((value, other.get(slot, slot)) for value, slot in stone.values))


class Board:
    """A board with what follows from its layout, and from which seat begins: its colours go by the order of turns (MH-1.9)."""

    def __init__(self, data: BoardData, first: int = 0) -> None:
        self.id = data.id
        self.first = first
        self.players = data.players
        self.factions = data.factions
        self.rounds = data.rounds
        self.hand = data.hand
        self.starts = data.starts
        self.hexes: dict[str, Hex] = {label: (q, r) for label, q, r in data.hexes}
        at = {where: label for label, where in self.hexes.items()}
        self.neighbours: dict[str, tuple[tuple[int, str], ...]] = {
            label: tuple((d, at[n]) for d in range(6) if (n := step(where, d)) in at) for label, where in self.hexes.items()
        }
        small_first = sorted(map(_turned, data.stones) if first else data.stones, key=lambda s: (s.kind == "large", s.id))
        self.stones: dict[str, Stone] = {s.id: Stone(s, at) for s in small_first}
        self.stone_at = {s.label: s for s in self.stones.values()}
        self.touched: dict[str, tuple[Stone, ...]] = {
            label: tuple(s for s in self.stones.values() if any(label == r for r, _ in s.ring)) for label in self.hexes
        }


def face(tile: Tile) -> Face:
    """A tile as a card that can be looked up: its edges clockwise from north-east."""
    numbers = tuple(zip(EDGES, tile.powers, strict=True))
    return Face(tile.id, tile.id.upper(), "monster", (), "", tile.rank, "", numbers, (), ())


class Content:
    """Boards and tiles, with all that is computed from them beforehand."""

    def __init__(self, boards: Boards, tiles: Tiles, levels: Mapping[str, Mapping[str, Even]]) -> None:
        self.boards = {b.id: Board(b) for b in boards.boards}
        self.turned = {b.id: Board(b, 1) for b in boards.boards if 2 in b.players}
        """The same boards where the second seat begins."""
        self.even = levels
        """For boards that two may play on, how even the two turns are at each level of computers."""
        self.tiles = {t.id: Tile(t) for t in tiles.tiles}
        self.faces = {t.id: face(t) for t in self.tiles.values()}
        self.factions = tiles.factions

    def board(self, state: State) -> Board:
        """The board that a game is played on."""
        return (self.turned if state.first else self.boards)[state.board]


def read_content(content: Mapping[str, Any]) -> Content:
    """Checks and prepares the content. Raises Faults."""
    boards, tiles, seats = shaped(content, {"boards": Boards, "tiles": Tiles, "seats": dict[str, dict[str, Even]]})
    faults = [f"tiles.json: {fault}" for fault in _tile_faults(tiles)]
    for board in boards.boards:
        faults += [f"boards.json: {board.id}: {fault}" for fault in _board_faults(board)]
    faults += _seats_faults(boards, seats)
    if faults:
        raise Faults(faults)
    return Content(boards, tiles, seats)


def _tile_faults(tiles: Tiles) -> list[str]:
    faults = []
    if len({t.id for t in tiles.tiles}) != len(tiles.tiles):
        faults.append("a tile id occurs twice")
    for tile in tiles.tiles:
        if tile.rank not in RANKS:
            faults.append(f"{tile.id}: unknown rank {tile.rank!r}")
        if any(p not in POWERS for p in tile.powers):
            faults.append(f"{tile.id}: powers must be 1 to 5")
    turned = [min(tuple(t.powers[(i + k) % 6] for i in range(6)) for k in range(6)) for t in tiles.tiles]
    if len(set(turned)) != len(turned):
        faults.append("a tile is a rotation of another")
    return faults


def _seats_faults(boards: Boards, seats: Mapping[str, Mapping[str, Even]]) -> list[str]:
    wanted = {board.id for board in boards.boards if 2 in board.players}
    faults = [] if seats.keys() == wanted else [f"seats.json: {sorted(seats)} instead of {sorted(wanted)}"]
    return faults + [f"seats.json: {board}: no level {USUAL_LEVEL}" for board, levels in seats.items() if USUAL_LEVEL not in levels]


def _board_faults(board: BoardData) -> list[str]:
    faults = []
    where = {(q, r): label for label, q, r in board.hexes}
    labels = [label for label, _, _ in board.hexes] + [s.label for s in board.stones]
    if len(set(labels)) != len(labels):
        faults.append("a label occurs twice")
    if len(where) != len(board.hexes) or any((s.q, s.r) in where for s in board.stones):
        faults.append("two things lie on one hex")
    if len(board.hexes) != board.factions * board.rounds:
        faults.append(f"{len(board.hexes)} hexes, but {board.factions} factions play {board.rounds} rounds (MH-1.1)")
    if not board.starts or any(s not in where.values() for s in board.starts):
        faults.append("starting hexes must be placeable hexes")
    for stone in board.stones:
        ring = sum(step((stone.q, stone.r), d) in where for d in range(6))
        if not ring:
            faults.append(f"{stone.id}: no placeable hex around it")
        if stone.kind not in ("large", "small"):
            faults.append(f"{stone.id}: unknown kind {stone.kind!r}")
        values = [v for v, _ in stone.values]
        if len(set(values)) != len(values) or (stone.kind == "small" and values != [1]):
            faults.append(f"{stone.id}: values must differ, and a small stone has one value of 1")
        if any(slot is not None and not 0 <= slot < board.factions for _, slot in stone.values):
            faults.append(f"{stone.id}: a slot that no faction has")
    sevens = sum(v == 7 for s in board.stones for v, _ in s.values)
    if sevens != 1:
        faults.append(f"{sevens} values of 7 instead of one (MH-5.2)")
    return faults
