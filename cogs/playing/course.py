"""An action with all that follows from it while nobody need be asked. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import SystemRandom
from typing import Any

from cogs.playing.allowance import whose_turn
from cogs.playing.lately import Done
from data.store.values import SeatRow
from rules.game import Action, Event, Rules, Seat
from rules.notation import RESIGN, Row, play
from rules.parts.ahead import AUTOSEAL, SEAL, sealed

AUTOMATIC_LIMIT = 5000
"""More automatic answers than this to one action means an engine that never asks anybody."""


SHORTEST_PAUSE, LONGEST_PAUSE = 20.0, 600.0
"""Seconds after which an order answers what others ask: about as long as somebody takes who is there (PC-19.8)."""


def pause() -> float:
    """A pause drawn for a question; short ones as likely as long ones, by their lengths' order."""
    return SHORTEST_PAUSE * (LONGEST_PAUSE / SHORTEST_PAUSE) ** SystemRandom().random()


class Course:
    """What happens at a table in one go: the rows and events so far, the state they lead to, in whose turn each row has led, and who is asked since
    which action.

    Whoever has said something ahead is answered for. An order answers a new question only when that has stood for a while, lest its haste tell of it,
    but for questions of before, for those in the middle of a turn, which is told when it is over, and where nobody is there to be told, or the table
    wants no pause (`at_once`).
    """

    def __init__(
        self, rules: Rules[Any], state: Any, seats: Sequence[SeatRow], asked: Mapping[Seat, int], number: int, at_once: bool = False
    ) -> None:
        self.rules = rules
        self.state = state
        self.seats = tuple(seats)
        self.asked = dict(asked)
        self.number = number
        self.rows: list[Row] = []
        self.events: list[Event] = []
        self.at_once = at_once or len({s.player for s in seats if s.player is not None}) < 2
        self.ripe: set[Seat] = set()
        self.meant: set[Seat] = set()
        self.ordered: set[Seat] = set()
        self.turns: list[Seat | None] = []
        self.done: list[Done] = []

    @property
    def acting(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.state)

    @property
    def computer(self) -> Seat | None:
        """The computer seat that is to act next, if one is."""
        return next((seat for seat in self.acting if self.seats[seat].computer and self.rules.said(self.state, seat) is None), None)

    def note(self, row: Row, state: Any, asked: Mapping[Seat, int]) -> None:
        """A row that leads to a state by itself, such as an undo."""
        self.ripe = {seat for seat in self.ripe if asked.get(seat) == self.asked.get(seat)}
        self.number = row.number
        self.rows.append(row)
        self.done.append(Done(row, ()))
        self.turns.append(whose_turn(self.rules, state))
        self.state, self.asked = state, dict(asked)
        if asked.get(row.seat) == row.number and self.rules.decision(state, row.seat).goes_on:
            self.ripe.add(row.seat)

    def take(self, seat: Seat, action: Action, auto: bool = False, announced: bool = True) -> None:
        """Plays an action. Raises Refused; nothing has happened then."""
        row = Row(self.number + 1, seat, action, auto)
        step = play(self.rules, self.state, row)
        asked = asked_after(self.rules, self.state, step.state, row, self.asked)
        self.note(row, step.state, asked)
        if announced:
            self.events += step.events
            self.done[-1] = Done(row, step.events)

    def answer(self, seat: Seat, action: Action, auto: bool = False) -> None:
        """The answer of a seat that is to act: carried out, or sealed as long as others come first. Raises Refused; nothing has happened then."""
        if self.rules.decision(self.state, seat).sealed:
            seal = AUTOSEAL if auto else SEAL
            kept = self.rules.apply(self.state, seat, (seal, *action)).state
            if (found := self.rules.due(kept, self._ripe())) is None or found[0] != seat:
                return self.take(seat, (seal, *action), auto)
        self.take(seat, action, auto)

    def follow(self) -> None:
        """Carries out what has been said ahead, until a person or a computer must decide."""
        for _ in range(AUTOMATIC_LIMIT):
            found = self.rules.due(self.state, self._ripe())
            if found is None:
                return
            seat, said = found
            self.take(seat, said.action, said.auto)
            if said.ordered or not said.auto:
                self.meant.add(seat)
            if said.ordered:
                self.ordered.add(seat)
        raise RuntimeError(f"{self.rules.key}: more than {AUTOMATIC_LIMIT} automatic answers")

    @property
    def ripens(self) -> list[Seat]:
        """The seats whose orders are to answer later, whoever else is still to answer: else whoever does so first would set them going."""
        return [seat for seat in self.acting if seat not in self._ripe() and (said := self.rules.said(self.state, seat)) and said.ordered]

    def _ripe(self) -> Collection[Seat]:
        return self.acting if self.at_once else self.ripe


def asked_after(rules: Rules[Any], before: Any, after: Any, row: Row, asked: Mapping[Seat, int]) -> dict[Seat, int]:
    """Since which action each seat is asked, when a row has led from one state to another.

    Who acted, or was not asked before, is asked anew; the question of another seat stands if it is still the same. What a seat does out of turn,
    such as offering a draw, leaves all questions standing, and so does what is sealed.
    """
    acting = rules.to_act(after)
    if (row.seat not in asked and row.action != RESIGN) or sealed(row.action):
        return {seat: asked.get(seat, row.number) for seat in acting}
    standing = [s for s in acting if s in asked and s != row.seat and rules.decision(before, s) == rules.decision(after, s)]
    return {seat: asked[seat] if seat in standing else row.number for seat in acting}
