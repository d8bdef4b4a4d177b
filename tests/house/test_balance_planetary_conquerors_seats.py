"""The materials of Planetary Conquerors' later seats are reckoned rightly from games that add up."""

from __future__ import annotations

import numpy as np
import pytest

from data.content import build
from tests.tools.balance import planetary_conquerors_seats as seats
from tests.tools.balance.planetary_conquerors_seats import FIRST, Game, amounts_of, beginning, fitted, line, record, recorded

EVEN, LAST = amounts_of(["0", "0", "0"]), amounts_of(["0", "0", "1+1"])


def games(*won: int, amounts=EVEN) -> list[Game]:
    """Games of three with so many victories of each seat."""
    return [Game("easy", amounts, n, tuple(map(float, np.eye(3)[seat]))) for seat, times in enumerate(won) for n in range(times)]


def test_with_amounts_that_were_played_the_model_says_what_happened():
    """Two units double the odds of the last seat against the others, so one raises them by the root of two; errors are those of a share."""
    model = fitted(games(200, 100, 100) + games(200, 100, 200, amounts=LAST))
    assert model.shares(EVEN)[0] == pytest.approx([0.5, 0.25, 0.25])
    assert model.shares(LAST)[0] == pytest.approx([0.4, 0.2, 0.4])
    odds = model.shares(amounts_of(["0", "0", "1"]))[0]
    assert odds[2] / odds[1] == pytest.approx(2**0.5)
    assert model.shares(EVEN)[1][2] == pytest.approx((0.25 * 0.75 / 400) ** 0.5, rel=0.01)
    assert line(model, LAST).startswith("0+0+0 0+0+0 1+1+0: they win 40.0 ± ")


def test_where_all_began_with_the_same_nothing_is_said_of_its_worth():
    with pytest.raises(ValueError, match="other amounts"):
        fitted(games(2, 1, 1, amounts=LAST))


def test_games_are_dealt_with_these_amounts_and_later_ones_with_the_usual():
    """PC-4.6: by the order of play, whoever begins."""
    rules = build("planetary_conquerors")

    def dealt():
        state = rules.setup(3, {"decks": "drawn"}, 5).state
        return tuple(state.sides[(state.first + i) % 3].stock for i in range(3))

    usual = dealt()
    with beginning(LAST):
        assert dealt() == LAST
    assert dealt() == usual != LAST


def test_games_add_up_over_runs(tmp_path, monkeypatch):
    """No deal is played twice with the same amounts, and each is played with all of them."""
    monkeypatch.setattr(seats, "play", lambda place, number: (1.0, 0.0, 0.0))
    file = tmp_path / "games"
    for amounts, count in ((EVEN, 2), (LAST, 1), (EVEN, 1)):
        record(file, "easy", amounts, count)
    assert [(game.amounts, game.number - FIRST) for game in recorded(file)] == [(EVEN, 0), (EVEN, 1), (LAST, 0), (EVEN, 2)]
