"""Every kind of decision (section 16): what may be said, what may not, and that it is asked once, whoever else leaves."""

from __future__ import annotations

import random

import pytest

from rules.legal_actions import legal
from tests.every_game.test_contract import broken
from tests.every_game.test_words import branches
from tests.planetary_conquerors.questions import QUESTIONS
from tests.planetary_conquerors.table import RULES
from tests.played_game import refusal

every_question = pytest.mark.parametrize("name", QUESTIONS)
AGAIN = ("main", "attack", "block", "trap")
"""Asked until the player has had enough."""


@every_question
def test_words_and_refusals(name):
    """PC-16.1, PC-16.2: words follow a beginning exactly if a legal action begins so; anything else is refused and changes nothing."""
    t, rng = QUESTIONS[name](), random.Random(1)
    listed = set(legal(RULES, t.state, t.seat))
    tree = branches(listed)
    others = {said for _ in range(8) for said in broken((), listed, rng)}
    for said in others:
        refusal(RULES, t.state, t.seat, said)
    for said in others | set(tree):
        assert {w.text: w.end for w in RULES.words(t.state, t.seat, said)} == tree.get(said, {}), said


@every_question
def test_an_answer_is_the_end_of_a_question(name):
    """PC-16.1: once it has been answered the same is not asked again; the answer after a timeout is one of those that there are."""
    t = QUESTIONS[name]()
    kind, *_ = name.split()
    assert t.asked == kind
    listed = list(legal(RULES, t.state, t.seat))
    assert RULES.decision(t.state, t.seat).default in listed
    for action in listed:
        after = RULES.apply(t.state, t.seat, action).state
        assert kind in AGAIN or after.ask != t.state.ask, action


@every_question
def test_a_question_outlives_who_is_not_concerned(name):
    """PC-15.3, PC-15.5: somebody else leaves, and the same is asked of the same player about the same cards."""
    t = QUESTIONS[name]()
    after = RULES.concede(t.state, 2).state
    assert (after.ask.seat, after.ask.kind, after.looked) == (t.seat, t.asked, t.state.looked)
