"""Positions that play seldom reaches: built, not played, for the suites of all games.

Each game has a module here that is named like it, with two functions:

- `position(rules, chance) -> State`: a valid position, another one for each chance: hurt, empty, crowded, without means, with a seat gone, in the
  middle of things, before the game and after it;
- `lacks(rules, state, seat) -> frozenset[str]`: what the seat lacks there that a question to it may need, by name.
"""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from random import Random
from typing import Any

from data.content import build
from rules.game import Action
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_action, whole_game


@lru_cache(64)
def built(game: str, number: int, *labels: object) -> Any:
    """One of a game's positions; of a game that has nobody to build them, one from a random game."""
    rules, chance = build(game), Chance.of(number, "position", *labels)
    if (made := _made(game)) is None:
        return chance.choice(whole_game(chance.choice([s for s in SETUPS if s.game == game])))[0]
    return made.position(rules, chance)


@lru_cache
def _made(game: str) -> Any:
    """The module of a game; None for one without."""
    return importlib.import_module(f"tests.positions.{game}") if importlib.util.find_spec(f"tests.positions.{game}") else None


def lacking(game: str, rules: Any, state: Any, seat: int) -> frozenset[str]:
    """What a seat lacks in a position."""
    made = _made(game)
    return made.lacks(rules, state, seat) if made is not None else frozenset()


def seats_of(state: Any) -> range:
    """The seats of a position, those who have left too."""
    found = getattr(state, "seats", None)
    return range(found if isinstance(found, int) else len(getattr(state, "sides", None) or state.heroes))


def played_on(rules: Any, state: Any, rng: Random, steps: int, liked: tuple[str, ...] = (), how: float = 0.5) -> Any:
    """A position some random actions later, before the game is over; verbs that are `liked` are preferred as often as `how` says."""
    for _ in range(steps):
        acting = rules.to_act(state)
        if not acting:
            break
        seat = rng.choice(acting)
        thought: list[Action] = [random_action(rules, state, seat, rng) for _ in range(3)]
        action = next((a for a in thought if a[0] in liked), thought[0]) if rng.random() < how else thought[0]
        after = rules.apply(state, seat, action).state
        if rules.outcome(after) is not None:
            break
        state = after
    return state
