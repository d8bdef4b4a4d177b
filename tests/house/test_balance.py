"""The report of how fair the games are: it plays what it says, and reckons rightly."""

from __future__ import annotations

import math

import pytest

from data.content import games
from tests.tools.balance.__main__ import shown
from tests.tools.balance.figures import BROKEN, ERRORS, KEPT, OPEN, Row, by_brought, by_seat, wilson
from tests.tools.balance.playing import Deal, Played, clicks, of, play
from tests.tools.balance.recording import Kept, looks


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
def test_every_kind_of_deal_is_played_and_reported(game, capsys):
    """One of each kind, by those who think least."""
    here = of(game)
    kinds = {(deal.options, len(deal.players), frozenset(deal.players)): deal for deal in here.deals(2, "easy")}
    played = [play(deal) for deal in kinds.values()]
    assert all(sum(p.shares) == pytest.approx(1) for p in played)
    shown(game, here.rows(played, "easy"), len(played))
    assert list(here.remarks(played)) or not hasattr(here, "BRINGS")
    assert f"{len(played)} games" in capsys.readouterr().out


def test_a_seed_is_that_of_a_deal_whoever_plays_it():
    deals = [deal for game in games() for deal in of(game).deals(4, "easy")]
    alike = {deal._replace(players=("",) * len(deal.players)) for deal in deals}
    assert len({deal.seed for deal in deals}) == len(alike)
    assert {deal._replace(players=("hard:9",) * len(deal.players)).seed for deal in deals} == {deal.seed for deal in deals}


class Here:
    """Plays where it is asked; counts the games."""

    played = 0

    def map(self, function, deals, chunksize=1):
        for deal in deals:
            self.played += 1
            yield function(deal)


def test_a_run_that_was_stopped_goes_on(tmp_path):
    """What has ended is not played again, also where the last game of a file was cut off in the middle."""
    deals = list(of("monster_hex").deals(2, "easy"))[:4]
    path, pool = tmp_path / "games", Here()
    first = Kept(path).play(deals[:3], pool)
    path.write_bytes(path.read_bytes()[:-5])
    again = Kept(path).play(deals, pool)
    assert again[:3] == first
    assert pool.played == 3 + 2
    assert looks(200) == [200]
    assert looks(2500) == [250, 500, 1000, 2500]


def a_game(brought: tuple[str, ...], shares: tuple[float, ...], first: int = 0) -> Played:
    return Played(Deal("", (), brought, ("x",) * len(shares), 0), shares, "", {}, first)


def test_shares_are_those_of_decks_and_of_seats_from_the_one_that_began():
    found = [a_game(("a", "b"), (1.0, 0.0)), a_game(("b", "a"), (0.5, 0.5), 1), a_game(("a", "c"), (0.0, 1.0)), a_game(("c", "b"), (0.0, 1.0), 1)]
    assert {row.what: round(row.value) for row in by_brought(found)} == {"a wins, of 2": 50, "b wins, of 2": 50, "c wins, of 2": 50}
    (seat,) = by_seat(found)
    assert seat.value == pytest.approx(100 * (1 + 0.5 + 0 + 1) / 4)
    three = by_seat([a_game(("a", "b", "c"), (0.0, 0.0, 1.0), 2)])
    assert [row.value for row in three] == [100, 0, 0]
    assert [row.verdict for row in three] == [OPEN] * 3, "one game shows nothing"


class Offering:
    """Rules that offer a row of two actions as one, at the beginning."""

    def shortcuts(self, state: int, seat: int) -> list[tuple[tuple[str, ...], ...]]:
        return [(("a",), ("b",))] if state == 0 else []


def test_what_is_offered_as_one_is_one_click_where_it_is_done_as_it_is_offered():
    done = [(0, 0, ("a",)), (1, 0, ("b",)), (2, 1, ("c",)), (0, 0, ("a",)), (1, 1, ("b",)), (0, 1, ("b",))]
    assert list(clicks(Offering(), done)) == [(0, 0), (2, 1), (0, 0), (1, 1), (0, 1)]


def test_limits():
    assert Row("", 42.0, 42, 58).verdict == KEPT
    assert Row("", 41.9, 42, 58).verdict == BROKEN
    assert Row("x", 61.04, 0, 60, "%", (58.0, 64.2)).cells == ("x", "61.0 % (58.0 to 64.2)", "at most 60", OPEN)
    assert Row("x", 65.0, 0, 60, "%", (60.1, 70.0)).cells[3] == BROKEN
    assert Row("x", 7.0, 20, float("inf"), "").cells == ("x", "7.0", "at least 20", BROKEN)
    assert Row("x", 30.0, 22.222, 44.44, "%", (22.3, 44.4)).cells[2:] == ("22.2 to 44.4", KEPT)


@pytest.mark.parametrize(("share", "games"), [(0.0, 10), (0.5, 100), (0.9, 30), (1.0, 5)])
def test_an_interval_holds_just_the_shares_that_such_games_do_not_speak_against(share, games):
    """At its ends the figure is so many standard errors of theirs away."""
    for end in wilson(share, games):
        if 0 < end < 1:
            assert abs(share - end) == pytest.approx(ERRORS * math.sqrt(end * (1 - end) / games))
    low, high = wilson(share, games)
    assert low <= share <= high
    assert high - low > 0


def test_simple_plans_do_what_they_may():
    """Each is played to the end of a game; one that does something illegal is told so by `play`."""
    for game in games():
        here = of(game)
        for name in getattr(here, "PLANS", {}):
            assert any(name in deal.players for deal in here.deals(2, "easy")), name
