"""The numbered rules of the toy game with cards, played through the engine."""

from __future__ import annotations

from data.content import build

RULES = build("toy_cards")


def after(*lines: str):
    """A game in which the first seat has hearts and spades and the second one spades and clubs, after some actions, each with its seat."""
    state = RULES.setup(2, {}, 1).state
    for line in ("0 deck red", "1 deck black", *lines):
        seat, *action = line.split()
        state = RULES.apply(state, int(seat), tuple(action)).state
    return state


def test_a_card_counts_if_it_stays():
    """TC-2.1, TC-2.2"""
    state = after("0 play heart", "1 let")
    assert (RULES.score(state.sides[0]), state.turn) == (RULES.values["heart"], 1)


def test_two_who_pass_end_it():
    """TC-3.1, and TC-3.2 for whoever leaves before."""
    outcome = RULES.outcome(after("0 play heart", "1 let", "1 pass", "0 pass"))
    assert (outcome.places, outcome.reason) == (((0,), (1,)), "score")
    assert RULES.outcome(RULES.concede(after(), 0).state).places == ((1,), (0,))


def test_of_two_who_share_the_victory_a_tournament_ranks_the_one_with_fewer_cards_first():
    outcome = RULES.outcome(after("0 pass", "1 pass"))
    assert (outcome.places, outcome.order) == (((0, 1),), ((0,), (0,)))
