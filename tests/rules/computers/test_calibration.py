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

SHARPER = Calibration(slope=2.5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_even_share_stays_even_what_is_certain_stays_certain_and_order_stays(seats):
    shares = [n / 24 for n in range(25)]
    told = [SHARPER.of(share, seats) for share in shares]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert SHARPER.of(1 / seats, seats) == pytest.approx(1 / seats)
    assert SHARPER.of(0.9 / seats, seats) < 0.9 / seats
    assert Calibration(lean=0.5).of(1 / seats, seats) > 1 / seats


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


@pytest.mark.parametrize("game", games())
def test_what_is_told_is_calibrated_and_what_is_done_is_not(game, monkeypatch):
    """The same actions in the same order with and without; shares are those of the search, calibrated, in the reason and in a draw's answer, too."""
    rules: Any = build(game)
    plain, sharp = (rules.judgement.__class__(rules.judgement.weights, found) for found in (Calibration(), SHARPER))
    compared = 0
    for state in played(rules)[10:70:12]:
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
