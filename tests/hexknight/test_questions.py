"""Every step of a turn (section 14): what may be said and what may not."""

from __future__ import annotations

import random

import pytest

from rules.legal_actions import legal
from tests.every_game.test_contract import broken
from tests.every_game.test_words import branches
from tests.hexknight.table import RULES, TestTable, beside, circle
from tests.played_game import refusal


def _then(table: TestTable, *lines: str) -> TestTable:
    table.act(*lines)
    return table


def _fight() -> TestTable:
    return _then(beside("spectre", "2*wc 2*sacrifice w sa"), "provoke e11")


QUESTIONS = {
    "exchange": lambda: _then(circle(hand="2*sa w pr", deck="9*wc"), "play w"),
    "preparation": lambda: TestTable().hero(0, hand="oasis sp sa w", deck="sp wc").turn(0),
    "movement": lambda: _then(TestTable().hero(0, hand="3*sa sp w pr", deck="9*sa").turn(0), "confirm", "play sa", "play sp"),
    "provocation": lambda: beside("spectre", "wc"),
    "defence": lambda: _then(_fight(), "play wc"),
    "attack": lambda: _then(_fight(), "play wc", "block", "play sacrifice"),
    "selection": lambda: _then(
        beside("spectre", "wc 3*sacrifice", experience=1), "provoke e11", "play wc", "block", "play sacrifice", "play sacrifice", "strike"
    ),
    "rest": lambda: _then(TestTable().hero(0, hand="oasis sp 3*w", deck="sa").turn(0), "confirm", "confirm", "play oasis"),
}


@pytest.mark.parametrize("step", QUESTIONS)
def test_words_and_refusals(step):
    """HK-14.2: words follow a beginning exactly if a legal action begins so, and each is carried out; anything else is refused."""
    table, rng = QUESTIONS[step](), random.Random(1)
    assert table.step == step
    listed = set(legal(RULES, table.state, table.seat))
    assert RULES.decision(table.state, table.seat).default in listed
    for action in listed:
        RULES.apply(table.state, table.seat, action)
    tree = branches(listed)
    others = {said for _ in range(8) for said in broken((), listed, rng)}
    for said in others:
        refusal(RULES, table.state, table.seat, said)
    for said in others | set(tree):
        assert {w.text: w.end for w in RULES.words(table.state, table.seat, said)} == tree.get(said, {}), said
