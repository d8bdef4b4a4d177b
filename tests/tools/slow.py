"""How long games take that are played over days: `python -m tests.tools.slow [GAMES]` plays both card games between computers, by their rules alone.

By seats and by how windows are asked it prints the questions a turn and seat, the rounds of waiting a turn (answers that had to be waited for one
after the other: whoever is asked when a round begins answers all that they are asked in it), and the days of a game whose players look in three
times a day. Windows are asked *in turn*, as if nobody could answer before those in front of them; *at once*, as the game does; and *with
orders*: who passes for want of any reaction (in HexyGame: who passes) orders that for a while, and is answered for after a drawn pause.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from cogs.play.order_pauses import LONGEST_PAUSE, SHORTEST_PAUSE
from data.content import build
from rules.computer_levels import USUAL_LEVEL, computed
from rules.game import Action, Seat
from rules.legal_actions import legal
from rules.parts.ahead import SEAL, STOPS
from rules.randomness import Chance

GAMES = {"planetary_conquerors": (2, 3, 4), "hexygame": (2,)}
IN_TURN, AT_ONCE, ORDERS = "in turn", "at once", "with orders"
HOUR = 3600.0
LOOKS, MORNING, NIGHT = 3, 7 * HOUR, 23 * HOUR
"""How often somebody looks in between morning and night."""
HOLDS = {"planetary_conquerors": "until_turn", "hexygame": "until_targeted"}
"""What somebody orders who has passed: where windows are sealed, for want of any reaction."""


class Metrics(NamedTuple):
    """Of one game: questions a turn and seat, rounds a turn, days."""

    questions: tuple[int, ...]
    rounds: float
    days: float


class Life:
    """A game over days in which computers play instead of people."""

    def __init__(self, key: str, seats: int, how: str, seed: int) -> None:
        self.rules: Any = build(key)
        self.how = how
        self.rng = Random(f"{key} {seats} {seed}")
        self.chance = Chance.of(seed, "slow", key, seats)
        options = {o.key: "drawn" for o in self.rules.options if o.key == "decks"}
        self.state = self.rules.setup(seats, options, seed).state
        self.seats = seats
        self.turn = 0
        self.whose: Seat | None = None
        self.questions: dict[tuple[int, Seat], int] = {}
        self.unripe: set[Seat] = set()

    @property
    def over(self) -> bool:
        return self.rules.outcome(self.state) is not None

    def awaited(self) -> list[Seat]:
        """The seats that have to answer themselves now."""
        asked = self.rules.to_act(self.state)
        found = [s for s in asked if self.rules.said(self.state, s) is None]
        sealed = bool(asked) and self.rules.decision(self.state, asked[0]).sealed
        return found[:1] if sealed and self.how == IN_TURN else found

    def look_in(self, seat: Seat) -> None:
        """Answers everything that a seat is asked."""
        while seat in self.awaited():
            action = computed(self.rules, self.state, seat, USUAL_LEVEL, self.chance)
            decision = self.rules.decision(self.state, seat)
            self.questions[self.turn, seat] = self.questions.get((self.turn, seat), 0) + (not decision.goes_on)
            others = len(self.rules.to_act(self.state)) > 1
            passes = action == decision.default and decision.kind in ("react", "respond")
            helpless = passes and not (decision.sealed and any(a[0] != action[0] for a in legal(self.rules, self.state, seat)))
            self._apply(seat, (SEAL, *action) if decision.sealed and others else action)
            hold, given = HOLDS[self.rules.key], self.rules.given(self.state, seat)
            if self.how == ORDERS and helpless and hold not in given and not self.over:
                self._apply(seat, (STOPS, *given, hold))
            self.follow([s for s in self.rules.to_act(self.state) if s not in self.unripe])

    def _apply(self, seat: Seat, action: Action) -> None:
        before = set(self.rules.to_act(self.state))
        kinds = {s: self.rules.decision(self.state, s) for s in before}
        self.state = self.rules.apply(self.state, seat, action).state
        asked = self.rules.to_act(self.state)
        fresh = {s for s in asked if s not in before or self.rules.decision(self.state, s) != kinds[s]}
        self.unripe = {s for s in asked if (s in fresh and s != seat) or (s in self.unripe and s not in fresh)}
        whose = self.rules.turn(self.state)
        if whose != self.whose:
            self.whose = whose
            self.turn += 1

    def follow(self, ripe: Collection[Seat]) -> None:
        """Carries out the answers that `ripe` seats have given ahead."""
        while (found := self.rules.due(self.state, [s for s in ripe if s not in self.unripe])) is not None:
            self._apply(found[0], found[1].action)

    def ripen(self) -> bool:
        """Lets all standing orders answer; returns whether any did."""
        if self.rules.due(self.state, self.rules.to_act(self.state)) is None:
            return False
        self.unripe.clear()
        self.follow(self.rules.to_act(self.state))
        return True


def rounds(life: Life) -> int:
    """Plays a game in rounds, in each of which all seats asked answer side by side; returns the number of rounds, not counting pauses."""
    count = 0
    while not life.over:
        while life.ripen():
            pass
        present = life.awaited()
        for seat in present:
            life.look_in(seat)
        count += bool(present)
    return count


def days(life: Life) -> float:
    """Plays a game whose players look in three times a day; returns the number of days it took."""
    now, looks = 0.0, [_looks(Random(life.rng.random())) for _ in range(life.seats)]
    coming = [next(times) for times in looks]
    while not life.over:
        if life.rules.due(life.state, life.rules.to_act(life.state)) is not None:
            now += SHORTEST_PAUSE * (LONGEST_PAUSE / SHORTEST_PAUSE) ** life.rng.random()
            life.ripen()
            continue
        seat = min(range(life.seats), key=coming.__getitem__)
        now = max(now, coming[seat])
        life.look_in(seat)
        coming[seat] = next(looks[seat])
    return now / (24 * HOUR)


def _looks(rng: Random) -> Iterator[float]:
    """The moments at which somebody looks in."""
    day = 0.0
    while True:
        yield from (day + at for at in sorted(rng.uniform(MORNING, NIGHT) for _ in range(LOOKS)))
        day += 24 * HOUR


def played(key: str, seats: int, how: str, seed: int) -> Metrics:
    """The figures of one game, played once for its rounds and once for its days."""
    life = Life(key, seats, how, seed)
    count = rounds(life)
    asked = tuple(life.questions.get((turn, seat), 0) for turn in range(1, life.turn + 1) for seat in range(seats))
    return Metrics(asked, count / max(life.turn, 1), days(Life(key, seats, how, seed)))


def table(count: int, tell: Callable[[str], None] = print) -> None:
    """Plays so many games of each kind and tells their figures, as docs/fairness.md has them."""
    tell("| game | seats | windows | questions a turn and seat, median (mean) | rounds a turn | days |\n| --- | --- | --- | --- | --- | --- |")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for key, sizes in GAMES.items():
            for seats in sizes:
                for how in (IN_TURN, AT_ONCE, ORDERS) if key == "planetary_conquerors" else (AT_ONCE, ORDERS):
                    found = list(pool.map(partial(played, key, seats, how), range(count)))
                    asked = [n for metrics in found for n in metrics.questions]
                    spent = f"{mean(f.rounds for f in found):.2f} | {median(f.days for f in found):.1f}"
                    tell(f"| {build(key).key} | {seats} | {how} | {median(asked):.0f} ({mean(asked):.2f}) | {spent} |")


if __name__ == "__main__":
    table(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
