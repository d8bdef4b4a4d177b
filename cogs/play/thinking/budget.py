"""The thinking budget of computers at a table: seconds for one decision, and for a seat's whole turn. It is only a guard: levels differ by the
number of positions that they look at (`levels` in `rules/<game>/computer`)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rules.game import Rules, Seat

DECISION = 3.0
"""Seconds of a processor that an opponent may think about one decision; it looks at the time by itself."""
TURN = 20.0
"""Seconds of a processor for all that a seat decides in one turn, its own or somebody else's."""
LEAST = 0.2
"""Seconds that there are for a decision in any case, and where no person plays any more."""


class Allowance:
    """The thinking time left to each seat in the present turn. In memory only: after a restart the turn begins anew."""

    def __init__(self) -> None:
        self._whose: Seat | None = None
        self._spent: defaultdict[Seat, float] = defaultdict(float)

    def come_to(self, whose: Seat | None) -> None:
        """Notes that the position belongs to a seat's turn, or to nobody's (None)."""
        if whose is not None and whose != self._whose:
            self._whose = whose
            self._spent.clear()

    def spend(self, seat: Seat, seconds: float) -> None:
        """Notes the seconds that a seat has thought."""
        self._spent[seat] += seconds

    def left(self, seat: Seat) -> float:
        """The seconds that a seat has for its next decision."""
        return min(DECISION, max(LEAST, TURN - self._spent[seat]))


def whose_turn(rules: Rules[Any], state: Any) -> Seat | None:
    """The seat to whose turn a position belongs: the one that the game names, else the one that is publicly asked."""
    named = rules.turn(state)
    if named is not None:
        return named
    return next((seat for seat in rules.to_act(state) if not rules.decision(state, seat).sealed), None)
