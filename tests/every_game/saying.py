"""What a seat may say ahead, found at random by walking what is offered: orders, a sealed answer, an answer laid ready, a draft."""

from __future__ import annotations

import random
from typing import Any

from rules.game import Action, Word
from rules.parts.ahead import DRAFT, SEALED, STOPS, drafting, giving, sealed
from tests.every_game.setups import random_action
from tests.every_game.test_knowledge import oracle

LONGEST_DRAFT = 6


def saying(rules: Any, state: Any, seat: int, rng: random.Random, verbs: tuple[str, ...] = SEALED) -> Action | None:
    """Something that a seat may say ahead here, now and then that it takes something back; None where there is nothing of a kind drawn by lot."""
    verb = rng.choice([v for v in verbs if v in rules.verbs] or [""])
    if verb == STOPS:
        return giving(rules.orders, frozenset(rng.sample(rules.orders, rng.randint(0, min(2, len(rules.orders))))))
    if verb and rng.random() < 0.1:
        return (verb,)
    if verb == DRAFT:
        steps = draft(rules, state, seat, rng)
        return drafting(steps) if steps else None
    return walked(rules, state, seat, (verb,), rng) if verb else None


def walked(rules: Any, state: Any, seat: int, prefix: Action, rng: random.Random) -> Action | None:
    """A whole action that begins so, found word by word as menus find it; None where none is offered."""
    words: list[Word] = rules.sayable(state, seat, prefix)
    while words:
        word = rng.choice(words)
        prefix = (*prefix, word.text)
        words = rules.sayable(state, seat, prefix)
        if word.end and (not words or rng.random() < 0.7):
            return prefix
    return None


def draft(rules: Any, state: Any, seat: int, rng: random.Random) -> list[Action]:
    """Actions of the seat's next turn, each legal in the position that it foresees after those before it."""
    found: list[Action] = []
    player = oracle(rules.key)
    now = rules.foreseen(state, seat)
    longest = rng.randint(1, LONGEST_DRAFT)
    while now is not None and len(found) < longest:
        now = player.eased(now)
        action = player.acts(rules, now, seat, rng)
        if sealed(action):
            action = random_action(rules, now, seat, rng)
        found.append(action)
        now = rules.drafting_on(rules.apply(now, seat, action).state, seat)
    return found
