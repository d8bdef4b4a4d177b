"""What people are told in per cent: calibrated shares, and nothing else changes by it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from cogs.play.thinking.worker_requests import Judge
from data.content import build, games
from rules.computer_levels import computed
from rules.computers.evaluation import Calibration, calibrated
from rules.game import Budget
from rules.randomness import Chance
from tests.sampled import often
from tests.tools import calibration
from tests.tools.balance.figures import BROKEN, KEPT, OPEN
from tests.tools.calibration import BINS, Position, bins, fitted, play, shown, span, stored

SHARPER = Calibration(slope=2.5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_even_share_stays_even_what_is_certain_stays_certain_and_order_stays(seats):
    shares = [n / 24 for n in range(25)]
    told = [SHARPER.of(share, seats) for share in shares]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert SHARPER.of(1 / seats, seats) == pytest.approx(1 / seats)
    assert SHARPER.of(0.9 / seats, seats) < 0.9 / seats


def test_of_two_the_shares_of_both_still_make_a_whole():
    for share in (0.001, 0.2, 0.5, 0.77):
        assert SHARPER.of(share, 2) + SHARPER.of(1 - share, 2) == pytest.approx(1)
    assert Calibration().of(0.3, 2) == pytest.approx(0.3)
    assert calibrated(object(), 0.3, 2) == 0.3, "a game without a judgement"


def played(rules: Any) -> list[Any]:
    """The positions of a game between easy computers."""
    state, found, chance = rules.setup(2, {option.key: option.values[0] for option in rules.options}, 5).state, list[Any](), Chance.of(5)
    while acting := rules.to_act(state):
        found.append(state)
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], "easy", chance)).state
    return found


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
def test_what_is_told_is_calibrated_and_what_is_done_is_not(game, monkeypatch):
    """The same actions in the same order with and without; shares are those of the search, calibrated, in the reason and in a draw's answer, too."""
    rules: Any = build(game)
    plain, sharp = (rules.judgement.__class__(rules.judgement.weights, found) for found in (Calibration(), SHARPER))
    compared = 0
    for state in played(rules)[10 : 70 : often(24, 12)]:
        seat, found = rules.to_act(state)[0], []
        for judgement in (plain, sharp):
            monkeypatch.setattr(rules, "judgement", judgement)
            search, glimpse = rules.opponents["hard"], partial(rules.imagine, state, seat)
            weighed, why = search.explained(rules, glimpse, seat, Chance.of(3), Budget(16))
            found.append((weighed, why, Judge(game, rules.dump(state), seat, "hard", Chance.of(3).key).answer()))
        (raw, reason, judged), (told, retold, rejudged) = found
        assert [w.action for w in told] == [w.action for w in raw]
        assert [w.share for w in told] == pytest.approx([w.share if w.proven else SHARPER.of(w.share, 2) for w in raw])
        assert rejudged == pytest.approx(SHARPER.of(judged, 2))
        if reason is not None and not raw[0].proven:
            assert (retold.share, retold.others) == pytest.approx((SHARPER.of(reason.share, 2), SHARPER.of(reason.others, 2)))
            compared += 1
    assert compared


@pytest.mark.parametrize("game", games())
def test_what_is_told_holds_as_far_as_it_is_shown(game):
    """By the games of the half by which nothing was fitted; `make strength` makes more, and new ones for another judgement."""
    assert stored(game), f"{game} has another judgement than its positions were judged by: `make strength`"
    found = shown(game)
    assert len(found) == BINS
    assert any(found)
    assert not [(entry[0].what, entry[0].cells) for entry in found if entry is not None and entry[0].verdict == BROKEN]


def ending(told: float, won: int, of: int, each: int = 1) -> list[Position]:
    """Games in which so many positions are told to be worth as much, and so many of which are won."""
    return [Position(game, 2, told, float(game < won)) for game in range(of) for _ in range(each)]


@pytest.mark.parametrize(
    ("told", "won", "of", "verdict"),
    [(0.75, 196, 200, BROKEN), (0.75, 300, 400, KEPT), (0.75, 30, 40, OPEN), (0.75, 3, 3, OPEN), (0.02, 1, 200, KEPT)],
)
def test_a_bin_is_broken_where_its_interval_lies_outside_and_not_shown_where_it_straddles(told, won, of, verdict):
    for each in (1, 40):
        (entry,) = [entry for entry in bins(ending(told, won, of, each), Calibration()) if entry is not None]
        assert (entry[0].verdict, entry[1]) == (verdict, of), "a game with many positions counts once"


def test_who_is_too_timid_is_found_out_by_half_and_holds_by_the_other():
    """What is told as 65 % is won nine times of ten; of what is told as 35 %, one of ten."""
    games = [*ending(0.65, 270, 300), *(position._replace(game=position.game + 300) for position in ending(0.35, 30, 300))]
    assert [entry[0].verdict for entry in bins(games, Calibration()) if entry is not None] == [BROKEN, BROKEN]
    found = fitted(games[::2])
    assert 3 < found.slope < 4
    assert [entry[0].verdict for entry in bins(games[1::2], found) if entry is not None] == [KEPT, KEPT]
    assert fitted([]).slope == 1


def test_how_timid_it_may_be_is_told_by_games_and_narrows_as_they_add_up():
    """What is told as 65 % is won nine times of ten: its log odds are 3.5 times too small."""
    few, many = (span([*ending(0.65, 9 * n, 10 * n), *ending(0.65, 9 * n, 10 * n)]) for n in (2, 20))
    assert few[0] < many[0] < 3.5 < many[1] <= few[1]
    assert many[0] > 1
    assert span([*ending(0.65, 9, 20)])[0] < 1


def test_positions_of_an_earlier_judgement_do_not_count(tmp_path, monkeypatch):
    monkeypatch.setattr(calibration, "FOLDER", tmp_path)
    assert stored("monster_hex") == []
    noted = [Position(4, 3, 0.25, 1 / 3), Position(5, 2, 1.0, 0.0)]
    calibration.add("monster_hex", noted[:1])
    calibration.add("monster_hex", noted[1:])
    assert [position.game for position in stored("monster_hex")] == [4, 5]
    assert stored("monster_hex")[1] == noted[1]
    monkeypatch.setattr(calibration, "judge", lambda key: "another")
    assert stored("monster_hex") == []
    calibration.add("monster_hex", noted[1:])
    assert stored("monster_hex") == noted[1:]


def test_a_game_is_noted_with_what_hard_says_and_who_has_won():
    found = play("monster_hex", 1)
    assert 0 < len(found) <= calibration.NOTED
    assert all(position.game == 1 and 0 <= position.share <= 1 and 0 <= position.end <= 1 for position in found)
    assert len({position.share for position in found}) == len(found)
    assert play("monster_hex", 1) == found
