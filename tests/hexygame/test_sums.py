"""The sums behind a hint of HexyGame: over whole games each is worked out anew from printed cards and from what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES
from rules.computers.reasons import Fact
from rules.hexygame.computer.guide import GUIDE
from rules.hexygame.computer.sums import sums
from tests.hexygame.sums import FOUND, adds_up
from tests.hexygame.table import RULES
from tests.once_a_run import once_a_run
from tests.sums_of_hints import told_in_games, told_with_numbers

NUMBERS = ("n", "attack", "flag", "centre", "reach")
PRIVATE = {"castable", "answers", "castable_none", "answers_none", "no_answers", "first_hand"}


@once_a_run
def told() -> list[tuple[Fact, Any]]:
    return told_in_games(RULES, GUIDE, sums, 160)


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
