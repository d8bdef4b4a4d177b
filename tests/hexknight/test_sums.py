"""The sums behind a hint of HexKnight: over whole games each is worked out anew from printed cards and what the rules tell."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cogs.messages.moves.reason import fact_words
from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from rules.computer_levels import computed
from rules.computers.reasons import Fact, Named
from rules.hexknight.computer.guide import GUIDE
from rules.hexknight.computer.sums import sums
from rules.randomness import Chance
from tests.hexknight.sums import FOUND, adds_up
from tests.hexknight.table import RULES
from tests.once_a_run import once_a_run

GAMES = 3
PRIVATE = {*FOUND} - {"duel", "card_values"}


@once_a_run
def told() -> list[tuple[Fact, Any]]:
    """The sums of games between easy computers, of each action of whoever acts, with the action's step."""
    found = []
    for game in range(GAMES):
        state, _ = RULES.setup(2, {}, game)
        number = 0
        while acting := RULES.to_act(state):
            number += 1
            action = computed(RULES, state, acting[0], "easy", Chance.of(game, "sums", number))
            step = GUIDE.step(RULES, state, acting[0], action)
            story = ([(state, list(step.events))], step.state)
            found += [(fact, story) for fact in sums(RULES, state, acting[0], action, step, acting[0])]
            state = RULES.apply(state, acting[0], action).state
    return found


def test_each_sum_is_that_of_the_cards_and_of_what_is_seen():
    wrong = [fact for fact, story in told() if not adds_up(RULES, fact, *story)]
    assert wrong == []
    assert {fact.kind for fact, _ in told()} == {*FOUND}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sum_is_told_with_its_numbers(language):
    look = Look("light", texts(language, "hexknight"), ("Anna", "Bohumil"))
    seen = Counter[str]()
    for fact, _ in told():
        words = fact_words(painter("hexknight"), Named(fact.kind, dict(fact.facts), 1, 0), look)
        assert words is not None
        assert "hk." not in words
        assert "{" not in words
        assert all(str(fact.facts[name]) in words for name in ("n", "attack", "of", "defence", "wounds") if name in fact.facts), words
        seen[fact.kind] += 1
    assert {*seen} == {*FOUND}


def test_what_a_hand_adds_up_to_is_for_their_owner_alone():
    assert {fact.kind for fact, _ in told() if fact.private} == PRIVATE
    assert not {fact.kind for fact, _ in told() if not fact.private} & PRIVATE
