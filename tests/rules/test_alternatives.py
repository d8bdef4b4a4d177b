"""Actions in order of preference, in what is said ahead."""

from __future__ import annotations

import pytest

from rules.game import Refused
from rules.parts.ahead import MOST_ACTIONS, choices, drafting, joined, parted, preferred
from tests.bids import Bids

ALL = (0, 1, 2, 3)


@pytest.fixture
def game():
    return Bids()


def played(game, *actions):
    state = game.setup(4, {"asked": "window"}, 5).state
    for seat, text in actions:
        state = game.apply(state, seat, tuple(text.split())).state
    return state


LET = ((1, "let"), (2, "let"), (3, "let"))


def due(game, state):
    found = game.due(state, ALL)
    return found and (found[0], " ".join(found[1].action))


def test_the_first_action_of_a_step_that_is_legal_is_carried_out_and_the_draft_goes_on(game):
    state = played(game, (1, "draft bid 7 else look else bid 2 then bid 9 else bid 3"), (0, "bid 1"), *LET)
    assert due(game, state) == (1, "look")
    state = played(game, (1, "draft bid 7 else bid 2 else bid 3"), (0, "bid 1"), *LET)
    assert due(game, state) == (1, "bid 2")
    assert game.apply(state, 1, ("bid", "2")).state.ahead == {}


def test_where_none_is_legal_the_seat_is_asked_and_the_draft_stays_as_it_is(game):
    state = played(game, (1, "draft bid 7 else bid 8 then bid 2"), (0, "bid 1"), *LET)
    assert due(game, state) is None
    assert state.ahead[1].draft == (("bid", "7", "else", "bid", "8"), ("bid", "2"))


def test_a_second_choice_taken_by_hand_goes_on_with_the_draft_and_anything_else_stops_it(game):
    ahead = (1, "draft look else think then bid 3"), (0, "bid 1"), *LET
    state = played(game, *ahead, (1, "think"))
    assert due(game, state) == (1, "bid 3")
    state = played(game, (1, "draft look else bid 1 then bid 3"), (0, "bid 1"), *LET, (1, "think"))
    assert due(game, state) is None
    assert state.ahead[1].waits


def test_an_answer_laid_ready_has_choices_too_and_so_have_those_that_follow_it(game):
    state = played(game, (2, "ready answer any think else * else let then think else let"), (0, "bid 1"), (1, "let"), (3, "seal let"))
    assert due(game, state) == (2, "let"), "what fits is known only for something by name"
    state = played(game, (2, "ready answer by0 think else * else let then think else let"), (0, "bid 1"), (1, "let"), (3, "seal let"))
    assert due(game, state) == (2, "top")
    state = game.apply(state, 2, ("top",)).state
    assert state.ahead[2].then == (("think", "else", "let"),)
    assert state.ahead[2].ready == ()


@pytest.mark.parametrize("text", ["else", "bid 1 else", "else bid 1", "bid 1 else else bid 2", "bid 1 then else bid 2", "bid 1 then"])
def test_a_step_in_which_an_action_is_missing_is_refused(game, text):
    with pytest.raises(Refused) as refused:
        played(game, (1, f"draft {text}"))
    assert refused.value.reason == "plan_unfinished"


def test_all_choices_count_as_actions_of_a_draft(game):
    played(game, (1, "draft " + " else ".join(["bid 1"] * MOST_ACTIONS)))
    with pytest.raises(Refused) as refused:
        played(game, (1, "draft " + " else ".join(["bid 1"] * (MOST_ACTIONS - 1)) + " then bid 1 then bid 2"))
    assert refused.value.reason == "plan_too_long"


def test_steps_and_choices_are_written_as_words_and_read_back():
    steps = (preferred([("a", "1"), ("b",)]), ("c",))
    assert joined(steps) == ("a", "1", "else", "b", "then", "c")
    assert drafting(steps) == ("draft", "a", "1", "else", "b", "then", "c")
    assert parted(joined(steps)) == steps
    assert choices(steps[0]) == (("a", "1"), ("b",))
    assert choices(("c",)) == (("c",),)
    assert parted(()) == choices(()) == ()
