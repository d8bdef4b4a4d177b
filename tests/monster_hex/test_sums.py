"""The sums behind a hint of Monster Hex: over whole games each is counted by hand at its stone."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES
from rules.computers.reasons import Fact
from rules.monster_hex.computer.guide import GUIDE
from rules.monster_hex.computer.sums import sums
from tests.monster_hex.sums import adds_up
from tests.monster_hex.table import RULES, TestTable
from tests.once_a_run import once_a_run
from tests.sums_of_hints import told_in_games, told_with_numbers


@once_a_run
def told() -> list[tuple[Fact, Any]]:
    return told_in_games(RULES, GUIDE, lambda rules, state, seat, action, step, own: sums(rules, state, step, own))


def test_each_sum_is_true_of_the_stone_that_it_names():
    assert len(told()) > 5
    assert [fact for fact, story in told() if not adds_up(RULES, fact, *story)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sum_is_told_with_its_numbers(language):
    assert told_with_numbers("monster_hex", language, (fact for fact, _ in told()), ("n", "left", "power", "of")) == {"behind"}


def test_where_the_faction_leads_or_nothing_stands_beside_it_there_is_no_sum():
    """The first monster of a game leads at the stone to which it shows power."""
    state = TestTable().state
    found = []
    for hex_ in ("c7", "c1"):
        step = RULES.apply(state, 0, ("place", state.hands[0][0], hex_, "r0"))
        found += sums(RULES, state, step, 0)
    assert found == []
