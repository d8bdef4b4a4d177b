"""Sums behind hints: those of whole games, and whether each is told with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from cogs.messages.moves.reason import fact_words
from data.language import texts
from render.look import Look
from render.painter import painter
from rules.computer_levels import computed
from rules.computers.reasons import Fact, Named
from rules.game import Event
from rules.randomness import Chance

GAMES = 3
Story = list[tuple[Any, list[Event]]]
"""States, each with what is told of the step after it."""


def told_in_games(rules: Any, guide: Any, sums: Callable[..., Iterable[Fact]], most: int | None = None) -> list[tuple[Fact, Any]]:
    """The sums of games between easy computers, of each action of whoever acts (of so many at `most`), with the action's step."""
    found = []
    for game in range(GAMES):
        state, _ = rules.setup(2, {}, game)
        number = 0
        while (acting := rules.to_act(state)) and number != most:
            number += 1
            action = computed(rules, state, acting[0], "easy", Chance.of(game, "sums", number))
            step = guide.step(rules, state, acting[0], action)
            story = ([(state, list(step.events))], step.state)
            found += [(fact, story) for fact in sums(rules, state, acting[0], action, step, acting[0])]
            state = rules.apply(state, acting[0], action).state
    return found


def told_with_numbers(game: str, language: str, facts: Iterable[Fact], numbers: Collection[str]) -> set[str]:
    """The kinds of facts, each of which is told in words that have its `numbers`, and nothing of a key or of a place that was not filled."""
    look, seen = Look("light", texts(language, game), ("Anna", "Bohumil")), set[str]()
    for fact in facts:
        words = fact_words(painter(game), Named(fact.kind, dict(fact.facts), 1, 0), look)
        assert words is not None
        assert "{" not in words
        assert ".event." not in words
        assert all(str(fact.facts[name]).replace("-", "−") in words for name in numbers if name in fact.facts), words
        seen.add(fact.kind)
    return seen


def is_true(ways: Mapping[str, Any], rules: Any, fact: Any, story: Story, end: Any) -> bool:
    """Whether a sum is true of what happened up to the state `end`, by the `ways` in which a game works each kind out anew."""
    given, after = fact.facts, [state for state, _ in story[1:]] + [end]
    told = [(state, events, then) for (state, events), then in zip(story, after, strict=True)]
    return any(all(given[name] == value for name, value in found.items()) for found in ways[fact.kind](rules, given, told))
