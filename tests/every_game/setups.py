"""What the suites in this folder run over: every game, with every number of seats and a choice of options."""

from __future__ import annotations

import random
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any, NamedTuple

from data.content import build, games
from rules.game import Action, Budget, Refused, Rules
from rules.notation import RESIGN, Row, play
from rules.parts.ahead import PAUSE
from tests.sampled import EVERYWHERE

BRIEFLY = Budget(16)
"""What computers may think where their answer only has to be legal."""
HOUSE = ("seating", PAUSE)
"""The options that the house carries out itself."""


class Setup(NamedTuple):
    game: str
    seats: int
    options: dict[str, str]

    @property
    def rules(self) -> Rules[Any]:
        return build(self.game)

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-" + "-".join(f"{k}={v}" for k, v in self.options.items())


def setups() -> list[Setup]:
    """For each game its defaults, each value of each option that means something to the engine, and each seat count.

    A value is played with the seat count that has been played least of those that it fits; the defaults and every value are with each seat count
    where EVERYWHERE is in the environment.
    """
    found = []
    for game in games():
        rules = build(game)
        met = Counter({rules.seats[0]: 1})
        made = [Setup(game, rules.seats[0], {})]
        for options in ({o.key: v} for o in rules.options if o.key not in HOUSE for v in o.values[1:]):
            fitting = [seats for seats in rules.seats if fits(rules, seats, options)]
            chosen = fitting if EVERYWHERE else [min(fitting, key=lambda seats: (met[seats], -seats))]
            met.update(chosen)
            made += [Setup(game, seats, options) for seats in chosen]
        made += [Setup(game, seats, {}) for seats in rules.seats[1:] if EVERYWHERE or not met[seats]]
        found += made
    return found


def fits(rules: Rules[Any], seats: int, options: dict[str, str]) -> bool:
    """Whether so many can play with these options."""
    try:
        rules.setup(seats, {o.key: options.get(o.key, o.values[0]) for o in rules.options}, 1)
    except Refused:
        return False
    return True


SETUPS = setups()


def part_of(game: str, share: float, most: int) -> int:
    """So many actions as are a share of a game of two who play at random, but no more than so many."""
    return min(most, int(len(whole_game(Setup(game, 2, {}))) * share))


def joined(game: str) -> dict[str, str]:
    """The option by which everybody sits in the order of joining, where a game has another one."""
    return {"seating": "joined"} if any(option.key == "seating" for option in build(game).options) else {}


def random_action(rules: Rules[Any], state: Any, seat: int, rng: random.Random) -> Action:
    """An action found by walking the words, as menus do."""
    action: Action = ()
    while True:
        words = rules.words(state, seat, action)
        word = rng.choice(words)
        action = (*action, word.text)
        if word.end and (rng.random() < 0.5 or not rules.words(state, seat, action)):
            return action


def random_game(setup: Setup, seed: int, rng: random.Random | None = None) -> Iterator[tuple[Any, int, Action, Any]]:
    """Plays at random; yields (state, seat, action, step) for each action."""
    rng = rng or random.Random(seed)
    rules = setup.rules
    state = rules.setup(setup.seats, setup.options, seed).state
    while acting := rules.to_act(state):
        seat = rng.choice(acting)
        action = random_action(rules, state, seat, rng)
        step = rules.apply(state, seat, action)
        yield state, seat, action, step
        state = step.state


_WHOLE: OrderedDict[tuple[str, int], list[tuple[Any, int, Action, Any]]] = OrderedDict()
KEPT = 12
"""So many games are kept that were looked at last: a thousand positions take some megabytes."""


def whole_game(setup: Setup, seed: int = 1) -> list[tuple[Any, int, Action, Any]]:
    """All of `random_game`. Many tests look at the same one, so that it is played once."""
    key = str(setup), seed
    found = _WHOLE.pop(key, None) or list(random_game(setup, seed))
    _WHOLE[key] = found
    while len(_WHOLE) > KEPT:
        _WHOLE.popitem(last=False)
    return found


def spread(setup: Setup, seed: int, count: int) -> list[tuple[Any, int, Action, Any]]:
    """Some positions spread over a random game."""
    whole = whole_game(setup, seed)
    return whole[:: max(1, len(whole) // count)]


def random_rows(rules: Any, state: Any, seed: int, resign: dict[int, int] | None = None) -> Iterator[Row]:
    """Rows of a game played at random; `resign` maps a number of actions to the seat that gives up then."""
    rng = random.Random(seed)
    number = 0
    while acting := rules.to_act(state):
        number += 1
        if resign and number in resign:
            row = Row(number, resign[number], RESIGN)
        else:
            row = Row(number, acting[0], random_action(rules, state, acting[0], rng))
        state = play(rules, state, row).state
        yield row
