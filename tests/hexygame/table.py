"""A builder for tests: HexyGame with given realities, hands and pools, played as a scenario.

Nothing of it is in the bot: it changes a state's fields and lets the engine go on from there.

A scenario is lines of `seat action`; `--` stands for both seats passing, the active one first. Seats may be asked in no other order than
the scenario says: a question that is not in it fails the test. `stops` plays like a table does, where default stops pass for the seats.
"""

from __future__ import annotations

from typing import Any

from data.content import build
from rules.game import Event
from rules.hexygame import automatic_answers, game_flow
from rules.hexygame.card_vocabulary import POOL
from rules.hexygame.changes import Run
from rules.hexygame.legal_actions import Offers
from rules.hexygame.position import Field, Numbers
from rules.hexygame.state import Enchantment, Reality, State
from tests.played_game import CardTable

RULES: Any = build("hexygame")
CONTENT = RULES.content
FILLER = "hedge_wall"
"""A card that lies in libraries where a test does not care."""


class TestTable(CardTable):
    """A game in a test, in seat 0's Main Phase of turn 3, with empty hands, no realities, and ten cards in both libraries."""

    RULES = RULES

    def __init__(self, active: int = 0, turn: int = 3) -> None:
        state = RULES.setup(2, {}, 1).state
        for seat in (0, 1):
            state = RULES.apply(state, seat, ("deck", "ember_raid")).state
        for seat in (0, 1):
            state = RULES.apply(state, seat, ("keep",)).state
        state.turn, state.active, state.priority = turn, active, active
        for side in state.sides:
            side.hand, side.library = [], [FILLER] * 10
        self.state: State = state
        self.events: list[Event] = []

    # Setting up

    def put(self, seat: int, card: str, at: str, **fields: Any) -> TestTable:
        """A reality that has been there for a while, with its printed counters and no die unless told otherwise."""
        under = tuple(Enchantment(self._count(), *e) for e in fields.pop("under", ()))
        fields = {"points": CONTENT.printed[card][3], "turn": 0, **fields}
        uid = self._count()
        self.state = self.state.copy()
        self.state.realities[uid] = Reality(uid, card, seat, at, under=under, **fields)
        return self

    def _count(self) -> int:
        self.state.count += 1
        return self.state.count

    def library(self, seat: int, *cards: str) -> TestTable:
        self._side(seat).library = list(cards)
        return self

    def grave(self, seat: int, *cards: str) -> TestTable:
        self._side(seat).graveyard = list(cards)
        return self

    def pool(self, seat: int, energies: str) -> TestTable:
        """A pool such as `CCR`."""
        self._side(seat).pool = tuple(energies.count(c) for c in POOL)
        return self

    def dice(self, seat: int, n: int) -> TestTable:
        """The Winning Dice."""
        self._side(seat).dice = n
        return self

    def turn_begins(self) -> TestTable:
        """The active seat's turn begins with its Potency Phase."""
        run = Run(CONTENT, self.state.copy())
        game_flow.begin_turn(run)
        game_flow.go_on(run)
        self.state = run.state
        self.events += run.events
        return self

    def orders(self, seat: int, *names: str) -> TestTable:
        """A seat gives its orders."""
        self._apply(seat, ("stops", *names))
        return self

    # Playing

    def play(self, *lines: str, stops: bool = False) -> TestTable:
        """Plays a scenario. Fails if a seat is asked that the scenario does not name."""
        for line in lines:
            if line == "--":
                self.play(f"{self.state.active} pass", f"{1 - self.state.active} pass")
                continue
            seat, _, action = line.partition(" ")
            if stops:
                self._stop()
            assert self.seat == int(seat), f"seat {self.seat} is asked for {self.asked}, which the scenario does not say: {line}"
            self._apply(int(seat), tuple(action.split()))
        if stops:
            self._stop()
        return self

    def _stop(self) -> None:
        while (acting := RULES.to_act(self.state)) and (answer := RULES.standing(self.state, acting[0], frozenset())):
            self._apply(acting[0], answer)

    def _apply(self, seat: int, action: tuple[str, ...]) -> None:
        step = RULES.apply(self.state, seat, action)
        self.state = step.state
        self.events += step.events

    # Looking

    @property
    def window(self) -> str | None:
        """The window in which the asked seat may react."""
        found = automatic_answers.window(Offers(Field(CONTENT, self.state), self.seat))
        return found.name if found else None

    def at(self, hex_: str) -> Reality | None:
        """The reality on a hex."""
        return Field(CONTENT, self.state).at.get(hex_)

    def points(self, hex_: str) -> int:
        """The counters of the reality on a hex; 0 if there is none."""
        found = self.at(hex_)
        return found.points if found else 0

    def die(self, hex_: str) -> int:
        """The die of the reality on a hex."""
        found = self.at(hex_)
        assert found
        return found.die

    def numbers(self, hex_: str) -> Numbers:
        """The current numbers of the reality on a hex."""
        found = self.at(hex_)
        assert found
        return Field(CONTENT, self.state).numbers[found.uid]

    def sphere(self, seat: int) -> list[str]:
        return Field(CONTENT, self.state).sphere(seat)

    def energy(self, seat: int) -> str:
        """A pool such as `CCR`."""
        return "".join(c * n for c, n in zip(POOL, self.state.sides[seat].pool, strict=True))

    @property
    def stack(self) -> list[str]:
        """The stack from the top: kinds, with the card where there is one."""
        return [f"{i.kind} {i.card}".strip() for i in reversed(self.state.stack)]

    def offered(self, *prefix: str) -> list[str]:
        """The words that are offered next."""
        return [w.text for w in RULES.words(self.state, self.seat, prefix)]
