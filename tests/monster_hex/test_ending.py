"""The moment that decided a game, against the scores as they were after every action."""

from __future__ import annotations

import pytest

from render.ending import signed
from render.monster_hex.ending import turning_point
from tests.every_game.setups import SETUPS, random_game
from tests.monster_hex.table import RULES

SETUPS = [s for s in SETUPS if s.game == "monster_hex"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_turning_point_is_the_tile_after_which_the_winner_led_for_good(setup, seed):
    placed = []  # the last tile that lay, and how far every seat was ahead, after every action
    for _, _, _, step in random_game(setup, seed):
        board = RULES.view(step.state, None).board
        scores = [f.score for f in board.factions if f.seat is not None]
        lead = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
        if placed and placed[-1][0] == board.last:
            placed.pop()
        placed.append((board.last, lead))
    winner = RULES.outcome(step.state).winners[0]
    found = turning_point(board, winner)
    if placed[-1][1][winner] <= 0 or min(lead[winner] for _, lead in placed) > 0:
        assert found is None
        return
    behind = [n for n, (_, lead) in enumerate(placed) if lead[winner] <= 0]
    first = behind[-1] + 1
    assert found is not None
    assert found.monster.hex == placed[first][0]
    assert (found.before, found.after) == (placed[first - 1][1][winner], placed[first][1][winner])


def test_leads_are_written_with_their_sign():
    assert [signed(n) for n in (-3, 0, 4)] == ["−3", "0", "+4"]
