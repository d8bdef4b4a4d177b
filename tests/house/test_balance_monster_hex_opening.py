"""With how many half points the two turns are even is reckoned rightly from games that add up."""

from __future__ import annotations

import math

import pytest

from data.content import build
from rules.computer_levels import LEVELS
from tests.tools.balance.monster_hex_opening import TRIED, Game, even, fitted, line, played, record, recorded


def games(halves: float, slope: float, numbers=range(4)) -> list[Game]:
    """Games that go just as a curve says."""
    return [Game("two", "easy", tried, n, 1 / (1 + math.exp(slope * (halves - tried)))) for n in numbers for tried in TRIED]


@pytest.mark.parametrize(("halves", "slope"), [(5.2, 0.16), (0.5, 0.4), (9.0, 0.05)])
def test_a_curve_is_found_again(halves, slope):
    assert fitted(games(halves, slope)) == pytest.approx((halves, slope))


def test_what_half_of_the_deals_say_is_shown_on_the_others():
    found = even(games(4.0, 0.2, (0, 2)) + games(7.0, 0.1, (1, 3)))
    assert (found.games, found.halves) == (24, pytest.approx(5.1, abs=0.5))
    with_four, with_seven = 1 / (1 + math.exp(0.1 * (7 - 4))), 1 / (1 + math.exp(0.2 * (4 - 7)))
    assert found.share == pytest.approx((with_four + with_seven) / 2, abs=0.001)


def test_games_add_up(tmp_path):
    """Every deal is played with each number of half points, and none twice."""
    path = tmp_path / "games"
    for _ in range(2):
        record(path, "two", "easy", (0, 20), 1, 1)
    found = recorded(path)
    assert [(g.number, g.halves) for g in found] == [(0, 0), (0, 20), (1, 0), (1, 20)]
    assert found[1].share == 1.0, "ten points are more than anybody makes up for"
    assert found[0] == played("two", "easy", 0, 0)
    assert "0: " in line("two", "easy", [*found, *games(5.0, 0.2)])


@pytest.mark.parametrize("board", ["two", "three"])
def test_what_stands_in_the_data_was_measured(board):
    """Levels of which there are few games say so, and may be as far off as few games are."""
    levels = build("monster_hex").content.even[board]
    assert {*levels} == {*LEVELS}
    for found in levels.values():
        assert found.games > 0
        assert found.slope > 0
        assert abs(found.share - 0.5) < 2.6 / math.sqrt(found.games)
