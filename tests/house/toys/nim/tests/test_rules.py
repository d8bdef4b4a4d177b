"""The numbered rules of toy Nim, played through the engine."""

from __future__ import annotations

import pytest

from data.content import build
from rules.game import Refused

RULES = build("toy_nim")


def after(*taken: int, seats: int = 2):
    """A game in which so many beans have been taken in turn."""
    state = RULES.setup(seats, {}, 1).state
    for number in taken:
        state = RULES.apply(state, RULES.to_act(state)[0], ("take", str(number))).state
    return state


def test_who_takes_the_last_bean_loses():
    """TN-1.1: of fifteen beans."""
    outcome = RULES.outcome(after(3, 3, 3, 3, 2, 1))
    assert (outcome.places, outcome.reason) == (((0,), (1,)), "last_bean")


def test_no_more_than_there_are_and_no_more_than_three():
    """TN-2.1, TN-R1"""
    for state, wrong in ((after(), "4"), (after(), "0"), (after(3, 3, 3, 3, 2), "2")):
        with pytest.raises(Refused, match=r"TN-2\.1"):
            RULES.apply(state, RULES.to_act(state)[0], ("take", wrong))


def test_who_leaves_loses():
    """TN-3.1: the others play on, as long as there are two."""
    state = RULES.concede(after(1, seats=3), 1).state
    assert RULES.to_act(state) == (2,)
    assert RULES.outcome(RULES.concede(state, 2).state).places == ((0,), (1,), (2,))
