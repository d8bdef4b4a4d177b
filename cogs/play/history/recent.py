"""The latest actions of a table that is played here, with what they brought, in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from rules.game import Event, Seat
from rules.notation import UNDO, Row
from rules.parts.ahead import sealed

KEPT = 200
"""So many actions of a table are kept; whoever has not acted for longer reads about the last of them."""


class Done(NamedTuple):
    """An action with what it brought."""

    row: Row
    events: tuple[Event, ...]


class RecentActions:
    """The latest actions of a table that still count, without a gap up to one of a number."""

    def __init__(self) -> None:
        self._done: deque[Done] = deque(maxlen=KEPT)
        self.last = -1

    def note(self, done: Iterable[Done]) -> None:
        """Further actions; where others have been missed before them, these are a beginning. One that goes back takes others along."""
        for one in done:
            if one.row.number != self.last + 1:
                self._done.clear()
            self.last = one.row.number
            if one.row.action[0] != UNDO:
                self._done.append(one)
                continue
            while self._done and self._done[-1].row.number > int(one.row.action[1]):
                self._done.pop()
            if not self._done:  # What came before is in the record alone.
                self.last = -1

    def fill(self, done: Iterable[Done], last: int) -> None:
        """All actions that still count, up to a number."""
        self._done.clear()
        self._done.extend(done)
        self.last = last

    def since(self, seat: Seat) -> list[Event] | None:
        """What a seat has seen happen since its player last acted, without what that brought; None where it has not acted as far as is known."""
        found: list[Event] = []
        for row, events in reversed(self._done):
            if row.seat == seat and not row.auto and not sealed(row.action):
                return [event for event in reversed(found) if event.to is None or seat in event.to]
            found += reversed(events)
        return None
