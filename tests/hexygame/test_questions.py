"""Every kind of decision (section 14): what may be said, what may not, and that nobody else's secrets are needed to imagine it."""

from __future__ import annotations

import random

import pytest

from rules.legal_actions import legal
from rules.randomness import Chance
from tests.every_game.test_contract import broken
from tests.every_game.test_words import branches
from tests.hexygame.questions import QUESTIONS
from tests.hexygame.table import RULES
from tests.played_game import refusal

every_question = pytest.mark.parametrize("name", QUESTIONS)


@every_question
def test_words_and_refusals(name):
    """HX-6.2, HX-8.10: words follow a beginning exactly if a legal action begins so, and every legal one is carried out; anything else is
    refused and changes nothing."""
    t, rng = QUESTIONS[name](), random.Random(1)
    assert t.asked == name.split()[0]
    listed = set(legal(RULES, t.state, t.seat))
    assert RULES.decision(t.state, t.seat).default in listed
    for action in listed:
        assert RULES.apply(t.state, t.seat, action).state != t.state
    tree = branches(listed)
    others = {said for _ in range(8) for said in broken((), listed, rng)}
    others = {said for said in others if "pay" not in said}  # The only payment may be named, which no menu lists (HX-5.8).
    for said in others:
        refusal(RULES, t.state, t.seat, said)
    for said in others | set(tree):
        assert {w.text: w.end for w in RULES.words(t.state, t.seat, said)} == tree.get(said, {}), said


@every_question
def test_imagined_by_everybody(name):
    """Section 13: the same question is asked of the same seat, and those who do not see the cards it is about see no more of them."""
    t = QUESTIONS[name]()
    for seat in (0, 1, None):
        for n in range(4):
            other = RULES.imagine(t.state, seat, Chance.of(n))
            assert RULES.view(other, seat) == RULES.view(t.state, seat)
            assert RULES.to_act(other) == RULES.to_act(t.state)
            answers = {tuple(sorted(a)) for a in legal(RULES, other, t.seat)}
            assert answers
            if seat == t.seat:
                assert answers == {tuple(sorted(a)) for a in legal(RULES, t.state, t.seat)}
