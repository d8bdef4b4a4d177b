"""Rules of a game that fail on chosen actions, as a fault of ours would make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from data.content import build
from rules.game import Action, Rules, Seat, Step

SECRET = "xyzzy"
Failing = Callable[[Seat, Action], bool]


@contextmanager
def failing(game: str | Rules[Any], fails: Failing, at: Any = None) -> Iterator[list[Action]]:
    """While it lasts the game cannot carry out what `fails` says, however it comes about; `at`: in this position alone. Gives the actions that it has
    failed on, as they come."""
    rules: Any = build(game) if isinstance(game, str) else game
    real, met = rules.apply, list[Action]()

    def apply(state: Any, seat: Seat, action: Action) -> Step:
        if fails(seat, action) and at in (None, state):
            met.append(action)
            raise KeyError(SECRET)
        step: Step = real(state, seat, action)
        return step

    rules.apply = apply
    try:
        yield met
    finally:
        del rules.apply


def everything(seat: Seat, action: Action) -> bool:
    """Nothing can be carried out."""
    return True


def only(*actions: Action) -> Failing:
    """These cannot be carried out, whoever does them."""
    return lambda seat, action: action in actions
