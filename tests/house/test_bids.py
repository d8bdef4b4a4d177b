"""The toy with windows in which several seats are asked at once: what tests of the house rest on."""

from __future__ import annotations

import pytest

from rules.game import Refused, Said
from tests.bids import Bids

ALL = (0, 1, 2, 3)


@pytest.fixture
def game():
    return Bids()


def played(game, *actions, state=None):
    state = state or game.setup(4, {"asked": "window"}, 5).state
    for seat, text in actions:
        state = game.apply(state, seat, tuple(text.split())).state
    return state


def test_all_others_are_asked_at_once_and_their_answers_come_in_order_whoever_gives_them_first(game):
    state = played(game, (0, "bid 2"))
    assert game.to_act(state) == (1, 2, 3) == game.view(state, None).to_act
    assert all(game.decision(state, seat).sealed for seat in (1, 2, 3))
    state = played(game, (3, "seal top"), (2, "seal let"), state=state)
    assert game.due(state, ALL) is None, "the first has not answered"
    assert game.view(state, None) == game.view(played(game, (0, "bid 2")), None)
    state = played(game, (1, "seal let"), state=state)
    for seat, verb in ((1, "let"), (2, "let"), (3, "top")):
        assert game.due(state, ()) == (seat, Said((verb,)))
        state = game.apply(state, seat, (verb,)).state
    assert game.to_act(state) == (0, 1, 2), "all but the one who has topped"
    assert state.ahead == {}


def test_nothing_is_carried_out_before_the_first_who_tops_is_known_and_the_answers_behind_lapse(game):
    state = played(game, (0, "bid 2"), (1, "seal let"), (3, "seal let"))
    assert game.due(state, ALL) is None
    state = played(game, (2, "seal top"), state=state)
    assert game.due(state, ()) == (1, Said(("let",)))
    before = game.decision(state, 3)
    state = played(game, (1, "let"), state=state)
    assert game.decision(state, 3) == before, "a question stands while others pass"
    state = played(game, (2, "top"), state=state)
    assert game.said(state, 3) is None
    assert game.decision(state, 3) != before


def test_an_order_answers_where_it_is_ripe_and_all_who_let_it_be_end_the_window(game):
    state = played(game, (0, "bid 3"), *((seat, "stops let_be") for seat in (1, 2, 3)))
    assert game.due(state, (1, 2)) is None
    for seat in (1, 2, 3):
        assert game.due(state, ALL) == (seat, Said(("let",), auto=True, ordered=True))
        state = played(game, (seat, "let"), state=state)
    assert state.points == {0: 3}
    assert game.to_act(state) == (1,)


def test_an_answer_is_laid_ready_and_a_turn_drafted_until_something_is_turned_up(game):
    state = played(game, (2, "ready answer by0 top"), (1, "draft look then bid 3"), (0, "bid 1"))
    assert game.said(state, 2) == Said(("top",), auto=True, ordered=True)
    state = played(game, (1, "let"), (2, "top"), (3, "let"), (0, "let"), (1, "let"), state=state)
    assert state.points == {2: 1}
    assert game.due(state, ALL) == (1, Said(("look",), auto=True, ordered=True))
    state = played(game, (1, "look"), state=state)
    assert game.due(state, ALL) is None, "something was turned up"
    assert state.ahead[1].waits
    assert state.ahead[1].draft == (("bid", "3"),)


def test_a_draft_is_made_where_the_turn_has_come_and_by_nobody_whose_turn_it_is(game):
    state = played(game)
    assert game.foreseen(state, 0) is None
    foreseen = game.foreseen(state, 2)
    assert game.to_act(foreseen) == (2,)
    assert game.foreseen(game.setup(4, {}, 5).state, 2) is None


def test_one_who_leaves_is_asked_no_more(game):
    state = played(game, (0, "bid 2"), (1, "let"), (2, "let"))
    state = game.concede(state, 3).state
    assert game.to_act(state) == (1,)
    assert state.points == {0: 2}


def test_a_bid_is_no_answer(game):
    with pytest.raises(Refused):
        played(game, (0, "bid 2"), (1, "bid 3"))
    with pytest.raises(Refused):
        played(game, (0, "look"), (0, "look"))
    with pytest.raises(Refused):
        played(game, (0, "top"))
