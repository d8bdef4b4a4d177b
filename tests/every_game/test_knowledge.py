"""What a seat knows, found a second time: an oracle hears what the seat is told, and views and imagined worlds must agree with it.

Leak tests compare views with imagined worlds, so they cannot see a fault that both have; the oracle looks at neither. More games by
`python -m tests.every_game.test_knowledge [GAME] [GAMES]`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from rules.chance import Chance
from rules.game import Action, Event
from tests.every_game.knowledge import Knower, knowers
from tests.every_game.setups import SETUPS, Setup

WORLDS = 2
"""So many worlds are imagined for a knower at a time."""
LEAVING = 0.005
"""How often somebody gives up instead, as long as all of at least three are there."""
TRIES = 24
"""So many more, at most, until all that is unknown has been seen in two ways."""


def follow(setup: Setup, seed: int, every: int = 1) -> int:
    """Plays a game at random, with somebody who may give up, and asks all knowers after each action; returns how many there were.

    Views are looked at after each action, worlds after one action of `every`, for each of the knowers in turn.
    """
    rules = setup.rules
    first = rules.setup(setup.seats, setup.options, seed)
    all_ = knowers(setup, first.state)
    number = 0
    for number, (state, seat, action, events) in enumerate(_course(setup, seed, first, all_[0])):
        for n, knower in enumerate(all_):
            where = f"{setup}, seed {seed}, action {number} ({seat}: {' '.join(action)}), {'spectator' if knower.seat is None else knower.seat}"
            try:
                if seat == knower.seat and action:
                    knower.did(action)
                for event in events:
                    knower.heard(event, state)
                knower.check_view(rules.view(state, knower.seat).board)
                if not knower.over and number % every == 0 and number // every % len(all_) == n:
                    _imagine(rules, knower, state, number)
            except AssertionError as error:
                raise AssertionError(f"{where}: {error}") from error
    return number


def _course(setup: Setup, seed: int, first: Any, kind: Knower) -> Iterator[tuple[Any, int | None, Action, tuple[Event, ...]]]:
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


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_views_and_imagined_worlds_are_what_a_seat_knows(setup):
    for seed in GAMES[setup.game]:
        follow(setup, seed, EVERY[setup.game])


GAMES = {"hexknight": range(2), "hexygame": range(1), "hockey_game": range(2), "monster_hex": range(6), "planetary_conquerors": range(1)}
"""The seeds of the games that a test run follows: short games more often."""
EVERY = {"hexknight": 8, "hexygame": 5, "hockey_game": 8, "monster_hex": 1, "planetary_conquerors": 8}

if __name__ == "__main__":
    wanted = next((int(a) for a in sys.argv[1:] if a.isdigit()), 1_000)
    chosen = [s for s in SETUPS if s.game in sys.argv[1:]] or SETUPS
    for one in chosen:
        share = -(-wanted // len([s for s in SETUPS if s.game == one.game]))
        print(f"{one}: {share} games, {sum(follow(one, seed) for seed in range(100, 100 + share))} actions, as known", flush=True)
