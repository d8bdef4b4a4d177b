"""A builder for tests: Hockey Game with given teams, hands, heroes, dice and referee cards, played as lines of text.

Nothing of it is in the bot: it changes a state's fields and lets the engine go on from there. Dice are set by looking for a stream of
chance that throws them.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any

from data.content import build
from rules.game import Event
from rules.hockey_game import game_flow
from rules.hockey_game.changes import Run
from rules.randomness import Chance
from tests.played_game import Played

RULES: Any = build("hockey_game")
CONTENT = RULES.content
LONG = {(3, 3, 2, 4, 1, 1, 6, 6): 626_292}
"""From which number on streams are tried for many dice; below it none throws them."""


def stream(*dice: int) -> Chance:
    """Chance that throws these dice first."""
    return Chance(_key(dice))


@lru_cache(None)
def _key(dice: tuple[int, ...]) -> str:
    """The key of such a stream, found by trying: what it throws first is looked at before it is made."""
    for number in count(LONG.get(dice, 0)):
        key = f"dice {number}"
        if not dice or int.from_bytes(sha256(f"{key}:0".encode()).digest()[:8]) % 6 + 1 == dice[0]:
            chance = Chance(key)
            if all(chance.below(6) + 1 == die for die in dice):
                return key
    raise AssertionError


class TestTable(Played):
    """A match in a test. Both hands are full of +1 cards that nobody needs, unless told otherwise; nobody has heroes.

    `attack` begins a round, `side` gives a seat its cards, `dice` and `referee` what comes next, `act` plays.
    """

    RULES = RULES

    def __init__(self, first: str = "cze", second: str = "swe", **options: str) -> None:
        state = RULES.setup(2, options, 1).state
        for seat, team in enumerate((first, second)):
            state = RULES.apply(state, seat, ("team", team)).state
        self.state = state
        self.events: list[Event] = []
        for side in state.sides:
            side.hand, side.heroes, side.discard, side.deck = ["+1"] * 5, [], [], ["+1"] * 15

    def side(self, seat: int, **zones: Any) -> TestTable:
        """Zones are cards as words in a string; other fields by name."""
        for name, value in zones.items():
            setattr(self.state.sides[seat], name, value.split() if isinstance(value, str) else value)
        return self

    def attack(self, seat: int = 0, puck: str = "c") -> TestTable:
        """A seat's attack begins with the puck on a field."""
        self.state.puck = puck
        self.state.round = None
        game_flow.begin_round(self._run(), seat)
        return self

    def _run(self) -> Run:
        return Run(CONTENT, RULES.ground, self.state, self.events)

    def dice(self, *dice: int) -> TestTable:
        """The next dice; nothing else may be drawn by chance before them."""
        self.state.chance = stream(*dice)
        return self

    def referee(self, *codes: str) -> TestTable:
        """The next referee cards."""
        rest = list(CONTENT.referee)
        for code in codes:
            rest.remove(code)
        self.state.referee = [*codes, *rest]
        return self

    @property
    def stage(self) -> str:
        return self.state.stage

    def act(self, *lines: str) -> tuple[Event, ...]:
        """Carries out actions of whoever is asked. The events of the last one."""
        found: tuple[Event, ...] = ()
        for line in lines:
            step = RULES.apply(self.state, self.seat, tuple(line.split()))
            self.state = step.state
            self.events += step.events
            found = step.events
        return found

    def round(self, move: str, *after: str, attacker: str = "go_on", defender: str = "go_on") -> TestTable:
        """A whole round without cards but those in `after`, which the defender plays."""
        self.act(attacker, move, "finish", defender, *after, "finish")
        return self

    def total(self, seat: int) -> int:
        """A seat's value in the present round, or in the one before once that is over."""
        round_ = self.state.round if self.state.round and self.state.round.move else self.state.last
        return round_.turns[seat].total

    def parts(self, seat: int) -> list[tuple[str, str, int]]:
        """The parts of a seat's value."""
        round_ = self.state.round if self.state.round and self.state.round.move else self.state.last
        return [(p.source, p.name, p.n) for p in round_.turns[seat].parts]
