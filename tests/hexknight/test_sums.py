"""The sums behind a hint of HexKnight: over whole games each is worked out anew from printed cards and what the rules tell."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES
from rules.computers.reasons import Fact
from rules.hexknight.computer.guide import GUIDE
from rules.hexknight.computer.sums import sums
from tests.hexknight.sums import FOUND, adds_up
from tests.hexknight.table import RULES, TestTable
from tests.once_a_run import once_a_run
from tests.sums_of_hints import told_in_games, told_with_numbers

NUMBERS = ("n", "attack", "of", "defence", "wounds")
PRIVATE = {*FOUND} - {"duel", "card_values", "walks"}


@once_a_run
def told() -> list[tuple[Fact, Any]]:
    return told_in_games(RULES, GUIDE, sums)


def test_each_sum_is_that_of_the_cards_and_of_what_is_seen():
    wrong = [fact for fact, story in told() if not adds_up(RULES, fact, *story)]
    assert wrong == []
    assert {fact.kind for fact, _ in told()} == {*FOUND}


@pytest.mark.parametrize(("place", "deck", "drawn"), [("tomb", "", 1), ("tomb", "sa", 2), ("plains", "sa", 1)])
def test_a_wound_that_the_tomb_lays_on_the_deck_is_counted_among_the_cards_that_are_drawn(place, deck, drawn):
    """HK-11.1, HK-11.2: the sum, and what is drawn in fact; with an empty deck the wound is all that there is to draw."""
    table = TestTable("random")
    tomb = table.island.feature.index("tomb")
    at = tomb if place == "tomb" else next(n for n, feature in enumerate(table.island.feature) if feature != "tomb" and table.island.cost[True][n])
    table.hero(0, table.island.grid.labels[at], hand="sa sa", deck=deck).hero(1, deck="9*pr").turn(0)
    while table.step != "rest":
        table.act("confirm")
    step = GUIDE.step(RULES, table.state, 0, ("confirm",))
    told = next(fact.facts for fact in sums(RULES, table.state, 0, ("confirm",), step, 0) if fact.kind == "refill")
    refilled = next(event.facts["n"] for event in step.events if event.kind == "refilled")
    assert (told["n"], told["kept"], refilled) == (drawn, 2, drawn)
    assert step.state.heroes[0].wounds == (place == "tomb")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sum_is_told_with_its_numbers(language):
    assert told_with_numbers("hexknight", language, (fact for fact, _ in told()), NUMBERS) == {*FOUND}


def test_what_a_hand_adds_up_to_is_for_their_owner_alone():
    assert {fact.kind for fact, _ in told() if fact.private} == PRIVATE
    assert not {fact.kind for fact, _ in told() if not fact.private} & PRIVATE
