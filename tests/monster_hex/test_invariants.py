"""What must hold at every moment of every game of Monster Hex, and counts that guard the legal actions."""

from __future__ import annotations

import pytest

from rules.legal_actions import legal
from rules.monster_hex import capture
from rules.monster_hex.placement import needs
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_game
from tests.monster_hex.table import RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "monster_hex"]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_points_and_tiles_add_up(setup):
    """MH-4.6, MH-6.5: the points on the stones are the points booked; every tile is in exactly one place."""
    for seed in range(12):
        for _, _, _, step in random_game(setup, seed):
            state = step.state
            board = RULES.board(state)
            assert state.need == needs(state, board, RULES.tiles)
            booked = [0] * state.seats
            for stone_id, found in state.captures.items():
                for value, slot in found.taken.items():
                    if slot < state.seats:
                        booked[slot] += capture.worth(board.stones[stone_id], value, slot)
            assert booked == state.scores
            for slot in range(state.slots):
                lying = [tile for s, tile, _ in state.placed.values() if s == slot]
                assert sorted(lying + state.hands[slot] + state.stacks[slot]) == sorted(RULES.tiles)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_public_events_do_not_tell_hands(setup):
    """Section 11: the same action in two worlds that a viewer cannot tell apart gives the same public events (but MH-9.5)."""
    for n, (state, seat, action, step) in enumerate(random_game(setup, 31)):
        other = RULES.imagine(state, None, Chance.of(n))
        if action not in set(legal(RULES, other, seat)):
            continue
        again = RULES.apply(other, seat, action)
        public, same = ([e for e in s.events if e.to is None] for s in (step, again))
        if [e.facts.get("how") for e in public] == [e.facts.get("how") for e in same] and len(public) == len(same):
            assert public == same


@pytest.mark.parametrize(
    "board",
    ["two", "three", "four"],
)
def test_counts_of_legal_actions(board):
    """MH-3.2: the first placement has starting hexes x hand x rotations; later counts come from a second way to find them."""
    table = TestTable(board, seed=1)
    data = RULES.board(table.state)
    assert len(table.legal()) == len(data.starts) * data.hand * 6
    for _ in range(10):
        table.act("")
        if table.state.queue or not RULES.to_act(table.state):
            continue
        assert sorted(table.legal("place")) == sorted(by_hand(table.state, table.state.turn))


def by_hand(state, slot):
    """MH-3.3 word for word: each tile, hex and rotation, looking at each touching edge."""
    board = RULES.board(state)
    found = []
    for tile in state.hands[slot]:
        for label in board.hexes:
            for k in range(6):
                for d, n in board.neighbours[label]:
                    if label in state.placed or n not in state.placed:
                        continue
                    _, other, turn = state.placed[n]
                    if RULES.tiles[tile].powers[(d - k) % 6] == RULES.tiles[other].powers[((d + 3) % 6 - turn) % 6]:
                        found.append(f"place {tile} {label} r{k}")
                        break
    return found
