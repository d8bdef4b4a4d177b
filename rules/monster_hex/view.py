"""What a seat, or everybody, may know (MH-11)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.monster_hex.abilities import TWIST, ready, twistable
from rules.monster_hex.capture import totals
from rules.monster_hex.content import Board, Content, Stone, Tile
from rules.monster_hex.placement import open_places
from rules.monster_hex.state import SHARED, Slot, State
from rules.monster_hex.whose_decision import PLACING, active, kind_of
from rules.parts.hexes import Hex

ASKED_BY = {
    "name_split": "MH-1.8",
    "choose_turn": "MH-1.8",
    "choose_faction": "MH-1.4",
    "choose_ability": "MH-8.1",
    "put_back": "MH-8.3",
    "choose_value": "MH-4.5",
    "place_shared": "MH-6.3",
    "place": "MH-3.1",
}
"""The rule behind each kind of decision."""


class FactionView(NamedTuple):
    """One faction in play. `unseen` are the tiles in hand and stack together, which anybody can work out."""

    slot: Slot
    faction: str
    seat: int | None
    score: float | None
    hand: int
    stack: int
    unseen: tuple[str, ...]
    ability: str
    ability_used: bool
    resigned: bool


class MonsterView(NamedTuple):
    """A tile on the board: its powers clockwise from north-east as it lies."""

    hex: str
    slot: Slot
    tile: str
    rotation: int
    powers: tuple[int, ...]
    rank: str
    champion: bool


class ValueView(NamedTuple):
    value: int
    slot: Slot | None
    taken: Slot | None


class StoneView(NamedTuple):
    """A stone: what is printed, the present totals, and the result once captured."""

    id: str
    label: str
    at: Hex
    large: bool
    values: tuple[ValueView, ...]
    totals: tuple[tuple[Slot, int], ...]
    captured: bool
    first: Slot | None
    second: Slot | None
    choosing: bool


class TileView(NamedTuple):
    """A tile in a hand: its powers clockwise from north-east at rotation 0."""

    tile: str
    rank: str
    powers: tuple[int, ...]


class BoardView(NamedTuple):
    """The table. `hand`, `shared_tile` and `looked` are the viewer's own; `unused` is filled when the game is over.

    `split` are the half points that were named for whoever begins, and `begins` says who that is, both with a pie alone (MH-1.8). `turnable` are the
    monsters that the viewer's own unused Twist may turn, None without it (MH-8.2); `twist_beside` as in `State`. `places` are the hexes on which the
    viewer can place a tile now."""

    board: str
    hexes: dict[str, Hex]
    starts: tuple[str, ...]
    round: int
    rounds: int
    placing: Slot | None
    factions: tuple[FactionView, ...]
    monsters: tuple[MonsterView, ...]
    stones: tuple[StoneView, ...]
    last: str | None
    hand: tuple[TileView, ...]
    shared_tile: TileView | None
    looked: tuple[TileView, ...]
    unused: tuple[tuple[str, ...], ...]
    split: int | None = None
    begins: int | None = None
    turnable: tuple[str, ...] | None = None
    twist_beside: bool = False
    places: tuple[str, ...] = ()


@lru_cache(8192)
def _lying(hexagon: str, slot: Slot, tile: Tile, rotation: int, champion: bool) -> MonsterView:
    p = tile.powers
    turned = p[6 - rotation :] + p[: 6 - rotation]
    return MonsterView(hexagon, slot, tile.id, rotation, turned, tile.rank, champion)


class Captured(NamedTuple):
    """The result at a stone (MH-4.9), so that what is shown of it can be kept: first and second place, and who took which value."""

    first: Slot | None
    second: Slot | None
    taken: tuple[tuple[int, Slot], ...]


@lru_cache(8192)
def _stone(stone: Stone, totals: tuple[tuple[Slot, int], ...], capture: Captured | None, choosing: bool) -> StoneView:
    first, second, pairs = capture or Captured(None, None, ())
    taken = dict(pairs)
    values = tuple(ValueView(value, slot, taken.get(value)) for value, slot in stone.values)
    return StoneView(stone.id, stone.label, stone.hex, stone.large, values, totals, capture is not None, first, second, choosing)


def seat_view(public: BoardView, state: State, seat: int, content: Content) -> BoardView:
    """The table as a seat may see it: what everybody sees, and its own tiles."""

    tiles = content.tiles

    def tile_view(tile: str) -> TileView:
        return TileView(tile, tiles[tile].rank, tiles[tile].powers)

    sees_shared = state.shared and state.phase == "play" and seat == state.holder and state.hands[SHARED]
    return public._replace(
        hand=tuple([tile_view(t) for t in sorted(state.hands[seat])]),
        shared_tile=tile_view(state.hands[SHARED][0]) if sees_shared else None,
        looked=tuple([tile_view(t) for t in state.stacks[seat][: state.known[seat]]]),
        turnable=tuple(twistable(state, content.board(state), seat)) if ready(state, seat) == TWIST else None,
        places=open_places(state, content.board(state), tiles) if seat == active(state) and kind_of(state) in PLACING else (),
    )


def public_view(state: State, board: Board, content: Content) -> BoardView:
    """The table as everybody may see it, and as the picture shows it (MH-9.7)."""
    tiles = content.tiles
    on_board: list[set[str]] = [set() for _ in range(state.slots)]
    monsters = []
    for label, (slot, tile, k) in state.placed.items():
        on_board[slot].add(tile)
        monsters.append(_lying(label, slot, tiles[tile], k, label in state.champions))
    factions = tuple(
        FactionView(
            slot=slot,
            faction=state.factions[slot],
            seat=slot if slot < state.seats else None,
            score=state.points(slot) if slot < state.seats else None,
            hand=len(state.hands[slot]),
            stack=len(state.stacks[slot]),
            unseen=tuple([t for t in tiles if t not in on_board[slot]]),
            ability=state.chosen[slot] if slot < state.seats else "",
            ability_used=slot < state.seats and state.used[slot],
            resigned=slot in state.resigned,
        )
        for slot in range(state.slots)
    )
    stones = []
    for stone in board.stones.values():
        done = state.captures.get(stone.id)
        power = tuple(sorted((done.totals if done else totals(state, stone, tiles)).items()))
        capture = Captured(done.first, done.second, tuple(done.taken.items())) if done else None
        stones.append(_stone(stone, power, capture, done is not None and state.queue[:1] == [stone.id]))
    over = state.phase == "over"
    playing = state.phase == "play"
    return BoardView(
        board=board.id,
        hexes=board.hexes,
        starts=board.starts,
        round=state.round,
        rounds=board.rounds,
        placing=state.slot if playing and state.turn < state.slots else None,
        factions=factions,
        monsters=tuple(monsters),
        stones=tuple(stones),
        last=next(reversed(state.placed), None),
        hand=(),
        shared_tile=None,
        looked=(),
        unused=tuple(tuple(sorted(state.hands[i] + state.stacks[i])) for i in range(state.slots)) if over else (),
        split=state.split,
        begins=None if state.split is None or state.phase == "opening" else state.first,
        twist_beside=state.twist_beside,
    )
