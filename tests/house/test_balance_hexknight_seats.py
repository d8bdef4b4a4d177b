"""The points of HexKnight's later seats are reckoned rightly from games that add up."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from data.content import build
from tests.tools.balance.hexknight_seats import FIRST, Table, fairest, line, record, recorded, shares, tables


def test_seats_that_lack_points_get_just_those():
    """All throws of a die for each seat, less what it lacks: with that given back the seats are alike, so nothing can be fairer."""
    for lacks in ((0, 5), (0, 4, 7)):
        found = fairest(np.array(list(product(range(6), repeat=len(lacks)))) - np.array(lacks), resamples=20)
        assert found.points == lacks
        assert found.shares == pytest.approx([1 / len(lacks)] * len(lacks))
        assert found.errors[0] == 0


def test_an_error_covers_what_few_games_cannot_tell():
    """Two dice with many faces, thrown again and again: the error is about that of the difference's median."""
    throws = np.random.default_rng(1).normal((40, 30), 6, (400, 2)).round().astype(int)
    found = fairest(throws)
    assert abs(found.points[1] - 10) < found.errors[1] == pytest.approx(2 * 1.25 * 6 * np.sqrt(2 / 400), rel=0.4)


@pytest.mark.parametrize("scores", list(product((7, 9), (7, 8), (8, 9))))
def test_victories_are_shared_as_the_rules_share_them(scores):
    """HK-12.2, HK-12.5."""
    rules = build("hexknight")
    state = rules.setup(3, {}, 1).state
    began = [hero.compensation for hero in state.heroes]
    for hero, score in zip(state.heroes, scores, strict=True):
        hero.experience = score
    state.step = "over"
    assert shares(np.array([scores]), began)[0].tolist() == pytest.approx(rules.outcome(state).shares)


def test_games_add_up_over_runs(tmp_path):
    """Nobody does anything: no seat wins a point itself, whatever it began with; and no deal is played twice."""
    file, table = tmp_path / "games", Table("fixed", 2, 3)
    for count in (2, 1):
        record(file, [table], count, "pass", processes=1)
    games = recorded(file)
    assert [game.number for game in games] == [FIRST, FIRST + 1, FIRST + 2]
    assert {(game.table, game.began, game.won) for game in games} == {(table, tables()[table], (0, 0, 0))}
    assert "3 games" in line(table, tables()[table], np.array([game.won for game in games]))
