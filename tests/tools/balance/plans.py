"""Simple strategies for the balance figures, each of which does one thing whenever it can; none of them should beat the computers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.game import Action, Seat
from rules.randomness import Chance

Plan = Callable[[Any, Any, Seat, Chance], Action]


def whole(rules: Any, state: Any, seat: Seat, prefix: Action) -> Action | None:
    """The first legal action that begins with `prefix`; None if there is none."""
    for word in rules.words(state, seat, prefix):
        action = (*prefix, word.text)
        if word.end:
            return action
        if longer := whole(rules, state, seat, action):
            return longer
    return None


def first_of(rules: Any, state: Any, seat: Seat, prefixes: Iterable[Action]) -> Action:
    """The first of `prefixes` that begins a legal action, completed by the first words offered; if none does, the decision's default action."""
    for prefix in prefixes:
        ends = [w for w in rules.words(state, seat, prefix[:-1]) if w.text == prefix[-1]]
        if ends and ends[0].end:
            return prefix
        if ends and (action := whole(rules, state, seat, prefix)):
            return action
    default: Action = rules.decision(state, seat).default
    return default


def passes(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
    """Always takes the decision's default action."""
    return first_of(rules, state, seat, ())
