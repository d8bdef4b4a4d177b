"""What a seat knows, found a second time: an oracle hears what the seat is told, and views and imagined worlds must agree with it.

Leak tests compare views with imagined worlds, so they cannot see a fault that both have; the oracle looks at neither. More games by
`python -m tests.every_game.test_knowledge [GAME] [GAMES]`.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from rules.game import Action, Event
from rules.randomness import Chance
from tests.every_game.knower import Knower
from tests.every_game.setups import SETUPS, Setup

WORLDS = 2
"""So many worlds are imagined for a knower at a time."""
LEAVING = 0.005
"""How often somebody gives up instead, as long as all of at least three are there."""
TRIES = 80
"""So many more, at most, until all that is unknown has been seen in two ways."""


def oracle(game: str) -> type[Knower]:
    """What derives the knowledge of a seat in a game: `Oracle` in its `tests/<game>/knowledge.py`."""
    return importlib.import_module(f"tests.{game}.knowledge").Oracle


def follow(setup: Setup, seed: int) -> int:
    """Plays a game at random, with somebody who may give up, and asks all knowers after each action; returns how many there were.

    Views are looked at after each action, worlds when a knower has learnt or forgotten something, and after one
    action of a few, for each of the knowers in turn.
    """
    rules = setup.rules
    first = rules.setup(setup.seats, setup.options, seed)
    kind = oracle(setup.game)
    all_ = [kind(setup, seat, first.state) for seat in (*range(setup.seats), None)]
    number = 0
    for number, (state, seat, action, events) in enumerate(_course(setup, seed, first, kind)):
        for n, knower in enumerate(all_):
            where = f"{setup}, seed {seed}, action {number} ({seat}: {' '.join(action)}), {'spectator' if knower.seat is None else knower.seat}"
            try:
                if seat == knower.seat and action:
                    knower.did(action)
                for event in events:
                    knower.heard(event, state)
                knower.check_view(rules.view(state, knower.seat).board)
                chosen = number % kind.every == 0 and number // kind.every % len(all_) == n
                if (knower.has_news() or chosen) and not knower.over:
                    _imagine(rules, knower, state, number)
            except AssertionError as error:
                raise AssertionError(f"{where}: {error}") from error
    return number


def _course(setup: Setup, seed: int, first: Any, kind: type[Knower]) -> Iterator[tuple[Any, int | None, Action, tuple[Event, ...]]]:
    """A game: (state, seat, action, events); no action where a game begins, or somebody gives up."""
    rng = random.Random(seed)
    rules = setup.rules
    state = first.state
    yield state, None, (), first.events
    left = setup.seats < 3
    while acting := rules.to_act(state):
        state = kind.eased(state)
        seat = rng.choice(acting)
        if not left and rng.random() < LEAVING:
            left = True
            step = rules.concede(state, seat)
            yield step.state, seat, (), step.events
        else:
            action = kind.acts(rules, state, seat, rng)
            step = rules.apply(state, seat, action)
            yield step.state, seat, action, step.events
        state = step.state


def _imagine(rules: Any, knower: Knower, state: Any, number: int) -> None:
    """The real position and imagined ones agree with what is known, and the imagined ones differ in all that is not."""
    knower.check_world(state, False)
    drawn: dict[str, list[Any]] = {}
    open_: set[str] = set()
    for n in range(WORLDS + TRIES):
        if n >= WORLDS and not open_:
            return
        world = rules.imagine(state, knower.seat, Chance.of(number, "oracle", knower.seat, n))
        knower.check_world(world, True)
        parts = knower.unknown(world)
        for name, value in parts.items():
            drawn.setdefault(name, []).append(value)
        open_ = {name for name in parts if all(value == drawn[name][0] for value in drawn[name])}
    assert not open_, f"imagined always the same: {sorted(open_)}"


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_views_and_imagined_worlds_are_what_a_seat_knows(setup):
    for seed in oracle(setup.game).followed:
        follow(setup, seed)


if __name__ == "__main__":
    wanted = next((int(a) for a in sys.argv[1:] if a.isdigit()), 1_000)
    chosen = [s for s in SETUPS if s.game in sys.argv[1:]] or SETUPS
    for one in chosen:
        share = -(-wanted // len([s for s in SETUPS if s.game == one.game]))
        print(f"{one}: {share} games, {sum(follow(one, seed) for seed in range(100, 100 + share))} actions, as known", flush=True)
