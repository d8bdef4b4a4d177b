"""Positions of Monster Hex: a board of any fullness, rings full or all but one, hands short or bare, Insight or Bold in the middle, seats gone."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.monster_hex import abilities, placement
from rules.monster_hex.actions import do
from rules.monster_hex.capture import left, settle
from rules.monster_hex.content import Board
from rules.monster_hex.opening import PAIR
from rules.monster_hex.state import SHARED, Slot, State
from rules.randomness import Chance
from tests.positions import played_on

TABLES = ((2, "two"), (2, "three"), (2, "three"), (3, "three"), (3, "three"), (4, "four"))


def position(rules: Any, chance: Chance) -> State:
    rng = Random(chance.below(1 << 62))
    seats, board = rng.choice(TABLES)
    opening = rng.choice(("fixed", "pie")) if seats == PAIR else "fixed"
    state = rules.setup(seats, {"board": board, "abilities": rng.choice(("off", "on")), "opening": opening}, rng.getrandbits(60)).state
    if rng.random() < 0.12:
        return gone(rules, played_on(rules, state, rng, rng.randint(0, 2 * seats)), rng)
    while state.phase != "play":
        state = played_on(rules, state, rng, 1)
    found = _board(rules, state.copy(), rng)
    rules.flow.go_on(found, [])
    found = played_on(rules, found, rng, rng.choice((0, 0, 0, 1, 3, 6)), ("twist", "insight", "bold", "take"), 0.6)
    return gone(rules, found, rng) if rng.random() < 0.4 else found


def gone(rules: Any, state: State, rng: Random) -> State:
    """The same when one or two have left, if the others play on; now and then the end of the game."""
    for seat in rng.sample(range(state.seats), rng.randint(0, 2)):
        if state.phase != "over" and seat not in state.resigned and (len(state.resigned) + 2 < state.seats or rng.random() < 0.05):
            state = rules.concede(state, seat).state
    return state


def _board(rules: Any, state: State, rng: Random) -> State:
    """Some round, with as many monsters as there are by then; which hexes they lie on is drawn by lot."""
    board = rules.board(state)
    state.round = rng.choice((1, 2, rng.randint(1, board.rounds), board.rounds - 1, board.rounds))
    state.turn = rng.randint(0 if state.round == 1 else -1, state.slots - 1)
    if state.turn < 0:  # All have placed, and the last placement of the round has filled a ring.
        state.round, state.turn = state.round - 1, state.slots
    turns = [state.slot_at(turn) for turn in range(state.slots)]
    order = turns * (state.round - 1) + turns[: state.turn]
    hexes = _hexes(board, rng, len(order))
    state.placed, state.need = {}, {}
    for slot in range(state.slots):
        tiles = rng.sample(sorted(rules.tiles), len(rules.tiles))
        placed = order.count(slot)
        drawn = min(len(tiles), state.round if slot >= state.seats else board.hand + state.round - 1)
        if slot >= state.seats and placed == state.round:
            drawn = placed
        lying, state.hands[slot], state.stacks[slot] = tiles[:placed], tiles[placed:drawn], tiles[drawn:]
        for n, at in enumerate(n for n, s in enumerate(order) if s == slot):
            state.placed[hexes[at]] = (slot, lying[n], rng.randrange(6))
    state.placed = {label: state.placed[label] for label in hexes}
    _abilities(rules, state, rng)
    state.need = placement.needs(state, board, rules.tiles)
    _captures(rules, state, board, hexes, rng)
    if not state.queue and state.turn < state.slots:
        _half_way(state, rng)
    return state


def _hexes(board: Board, rng: Random, count: int) -> list[str]:
    """Where monsters lie, in the order in which they were placed: anywhere, ring after ring, or with every ring all but full."""
    anywhere = rng.sample(list(board.hexes), len(board.hexes))
    rings = [label for stone in rng.sample(list(board.stones.values()), len(board.stones)) for label, _ in stone.ring]
    how = rng.randrange(4)
    spared = {rng.choice(stone.ring)[0] for stone in board.stones.values()}
    first = rings if how == 0 else [label for label in anywhere if label not in spared] if how == 1 else []
    return list(dict.fromkeys([*first, *anywhere]))[:count]


def _abilities(rules: Any, state: State, rng: Random) -> None:
    """Each is used or not; whoever has looked knows the top of the stack, and a champion lies somewhere."""
    state.used = [state.abilities and rng.random() < 0.5 for _ in range(state.seats)]
    for seat, used in enumerate(state.used):
        if used and state.chosen[seat] == abilities.INSIGHT:
            state.known[seat] = rng.randint(0, min(abilities.DEPTH, len(state.stacks[seat])))
        own = [label for label, (slot, _, _) in state.placed.items() if slot == seat]
        if used and state.chosen[seat] == abilities.CHAMPION and own:
            state.champions.append(rng.choice(own))


def _captures(rules: Any, state: State, board: Board, hexes: list[str], rng: Random) -> None:
    """All full rings are settled, but for those that the last placement has filled: there somebody may have to choose yet."""
    full = [stone.id for stone in board.stones.values() if all(label in state.placed for label, _ in stone.ring)]
    last = [stone.id for stone in board.touched[hexes[-1]] if stone.id in full] if hexes and state.turn else []
    state.captures = {}
    for ids in ([i for i in full if i not in last], last):
        state.queue = list(ids)
        settle(state, board, rules.tiles, [])
        while state.queue and (ids is not last or rng.random() < 0.3):
            slot, stone = state.choosing(), board.stones[state.queue[0]]
            assert slot is not None
            do(rules.content, state, slot, ("take", str(rng.choice(left(stone, state.captures[stone.id])))), [])
            settle(state, board, rules.tiles, [])


def _half_way(state: State, rng: Random) -> None:
    """Whoever places next may have looked at the stack, or made up their mind to be bold."""
    slot = state.slot
    if slot >= state.seats or not state.used[slot] or rng.random() < 0.2:
        return
    if state.chosen[slot] == abilities.INSIGHT and len(state.stacks[slot]) > 1:
        state.known[slot], state.looking = min(abilities.DEPTH, len(state.stacks[slot])), True
    elif state.chosen[slot] == abilities.BOLD and state.placed:
        state.bold = True


LACKS = ("a match", "a stack", "a second tile", "an ability", "room", "open stones", "another round", "a seat", "a choice of values")


def lacks(rules: Any, state: State, seat: int) -> frozenset[str]:
    board = rules.board(state)
    slot: Slot = SHARED if state.shared and seat == state.holder and state.turn >= state.seats else seat
    stone = board.stones[state.queue[0]] if state.queue else None
    met = {
        "a match": state.phase == "play" and placement.way(state, board, rules.tiles, slot) in (placement.START, placement.ANY),
        "a stack": not state.stacks[slot],
        "a second tile": len(state.hands[slot]) < 2,
        "an ability": abilities.ready(state, seat) is None,
        "room": len(state.placed) + state.slots >= len(board.hexes),
        "open stones": len(state.captures) + 1 >= len(board.stones),
        "another round": state.round == board.rounds,
        "a seat": bool(state.resigned),
        "a choice of values": stone is not None and stone.id in state.captures and len(left(stone, state.captures[stone.id])) < 3,
    }
    return frozenset(name for name in LACKS if met[name])
