"""An action with all that follows from it while nobody need be asked. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data.store.values import SeatRow
from rules.game import Action, Event, Rules, Seat
from rules.notation import RESIGN, Row, play
from rules.parts.stops import sealed

AUTOMATIC_LIMIT = 5000
"""More automatic answers than this to one action means an engine that never asks anybody."""


class Course:
    """What happens at a table in one go: the rows and events so far, the state they lead to, and who is asked since which action."""

    def __init__(self, rules: Rules[Any], state: Any, seats: Sequence[SeatRow], asked: Mapping[Seat, int], number: int) -> None:
        self.rules = rules
        self.state = state
        self.seats = tuple(seats)
        self.asked = dict(asked)
        self.number = number
        self.rows: list[Row] = []
        self.events: list[Event] = []

    @property
    def acting(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.state)

    @property
    def computer(self) -> Seat | None:
        """The computer seat that is to act next, if one is."""
        return next((seat for seat in self.acting if self.seats[seat].computer), None)

    def note(self, row: Row, state: Any, asked: Mapping[Seat, int]) -> None:
        """A row that leads to a state by itself, such as an undo."""
        self.number = row.number
        self.rows.append(row)
        self.state, self.asked = state, dict(asked)

    def take(self, seat: Seat, action: Action, auto: bool = False, announced: bool = True) -> None:
        """Plays an action. Raises Refused; nothing has happened then."""
        row = Row(self.number + 1, seat, action, auto)
        step = play(self.rules, self.state, row)
        asked = asked_after(self.rules, self.state, step.state, row, self.asked)
        self.note(row, step.state, asked)
        if announced:
            self.events += step.events

    def follow(self) -> None:
        """Lets standing orders answer until a person or a computer must decide."""
        for _ in range(AUTOMATIC_LIMIT):
            found = self._standing()
            if found is None:
                return
            self.take(*found, auto=True)
        raise RuntimeError(f"{self.rules.key}: more than {AUTOMATIC_LIMIT} automatic answers")

    def _standing(self) -> tuple[Seat, Action] | None:
        for seat in self.acting:
            answer = self.rules.standing(self.state, seat, self.rules.given(self.state, seat))
            if answer is not None:
                return seat, answer
        return None


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
