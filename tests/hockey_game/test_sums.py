"""The sums and odds of a hint: over whole games each is added up anew from the cards and from what the rules tell until the end of the round."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES
from rules.computer_levels import computed
from rules.computers.reasons import Fact
from rules.game import Step
from rules.hockey_game.computer.sums import sums
from rules.randomness import Chance
from tests.hockey_game.sums import FOUND, adds_up
from tests.hockey_game.table import RULES
from tests.once_a_run import once_a_run
from tests.sampled import often
from tests.sums_of_hints import told_with_numbers

GAMES = often(3, 6)
HAND = {"fitting", "too_little", "idle", "with_cards"}


@once_a_run
def told() -> list[tuple[Fact, Any, Any]]:
    """The sums of games between easy computers: of each action of whoever acts, with what came until the end of the round."""
    found = []
    for game in range(GAMES):
        state, _ = RULES.setup(2, {}, game)
        story, facts, number = list[Any](), list[tuple[Fact, int]](), 0
        while acting := RULES.to_act(state):
            number += 1
            action = computed(RULES, state, acting[0], "easy", Chance.of(game, "sums", number))
            before, step = state, RULES.apply(state, acting[0], action)
            story.append((before, list(step.events)))
            state = step.state
            if before.round is not None:
                facts += [(fact, len(story) - 1) for fact in sums(RULES, before, acting[0], Step(*step), acting[0])]
            if state.rounds != before.rounds:
                found += [(fact, story[at:], state) for fact, at in facts]
                story, facts = [], []
    return found


def test_each_sum_is_that_of_the_cards_on_the_table():
    wrong = [fact for fact, story, end in told() if not adds_up(RULES, fact, story, end)]
    assert wrong == []
    assert {fact.kind for fact, _, _ in told()} >= {*FOUND} - {"idle"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sum_is_told_with_its_numbers(language):
    assert told_with_numbers("hockey_game", language, (fact for fact, *_ in told()), ("n", "of", "short")) >= {*FOUND} - {"idle"}


def test_what_a_hand_adds_is_for_its_owner_alone():
    """A teacher tells sums of its move, but not what its hand holds."""
    assert {fact.kind for fact, _, _ in told() if fact.private} <= HAND
    assert all(fact.private for fact, _, _ in told() if fact.kind in HAND)
