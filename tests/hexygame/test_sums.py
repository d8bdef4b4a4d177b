"""The sums behind a hint of HexyGame: over whole games each is worked out anew from printed cards and from what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES
from rules.computers.reasons import Fact
from rules.hexygame.computer.guide import GUIDE
from rules.hexygame.computer.sums import sums
from tests.hexygame.sums import FOUND, adds_up
from tests.hexygame.table import RULES, TestTable
from tests.once_a_run import once_a_run
from tests.sums_of_hints import told_in_games, told_with_numbers

NUMBERS = ("n", "attack", "flag", "centre", "reach")
PRIVATE = {"castable", "answers", "castable_none", "answers_none", "no_answers", "first_hand", "short_of", "next_turn"}


@once_a_run
def told() -> list[tuple[Fact, Any]]:
    """Those of games, and of a counterstrike, which is rare."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(1, "reef_guard", "e5", die=0).pool(0, "C").pool(1, "C")
    before = table.play("0 attack e4 e5", "0 pass").state
    step = GUIDE.step(RULES, before, 1, ("counterstrike", "e4", "energy"))
    story = ([(before, list(step.events))], step.state)
    return [*told_in_games(RULES, GUIDE, sums, 160), *((fact, story) for fact in sums(RULES, before, 1, ("counterstrike", "e4", "energy"), step, 1))]


def test_each_sum_is_that_of_the_cards_and_of_what_is_seen():
    wrong = [fact for fact, story in told() if not adds_up(RULES, fact, *story)]
    assert wrong == []
    assert {fact.kind for fact, _ in told()} == {*FOUND}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sum_is_told_with_its_numbers(language):
    assert told_with_numbers("hexygame", language, (fact for fact, _ in told()), NUMBERS) == {*FOUND}


def test_what_a_hand_can_pay_for_is_for_their_owner_alone():
    assert {fact.kind for fact, _ in told() if fact.private} == PRIVATE
    assert not {fact.kind for fact, _ in told() if not fact.private} & PRIVATE
