"""A cache of the latest actions of each table and the events that they caused, in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.game import Action, Event, Seat, View
from rules.notation import UNDO, Row
from rules.parts.ahead import sealed

KEPT = 200
"""So many actions of a table are kept; whoever has not acted for longer reads about the last of them."""


PRESSES = 8
"""So many presses of a seat are kept: so far *Undo* says what it takes back."""


class Done(NamedTuple):
    """An action and the events that it caused."""

    row: Row
    events: tuple[Event, ...]


class ToldActions(NamedTuple):
    """Up to which action a panel has told its player what happened (`until`), and after which action a new panel begins to tell (`since`)."""

    since: int
    until: int


class Pressed(NamedTuple):
    """What the player of a seat did in one `interaction`: the actions, the states `before` each, and the seat's `view` after them."""

    view: View[Any]
    interaction: int
    actions: tuple[Action, ...]
    before: tuple[Any, ...]


class RecentActions:
    """A cache of a table's latest actions that still count, without gaps."""

    def __init__(self) -> None:
        self._done: deque[Done] = deque(maxlen=KEPT)
        self._told: dict[tuple[Seat, int], ToldActions] = {}
        self._pressed: dict[Seat, deque[Pressed]] = {}
        self._from = self.last = -1

    def note(self, done: Iterable[Done]) -> None:
        """Adds actions in order. A gap in the numbers starts the cache anew; an undo removes what it takes back."""
        for one in done:
            if one.row.number != self.last + 1:
                self._done.clear()
                self._from = one.row.number - 1
            self.last = one.row.number
            if one.row.action[0] != UNDO:
                self._keep(one)
                continue
            back = int(one.row.action[1])
            while self._done and self._done[-1].row.number > back:
                self._done.pop()
            if back < self._from:  # What came before is in the record alone.
                self.last = -1

    def _keep(self, one: Done) -> None:
        if len(self._done) == KEPT:
            self._from = self._done[0].row.number
        self._done.append(one)

    def fill(self, done: Iterable[Done], after: int, last: int) -> None:
        """Replaces the cache by actions that still count, numbered `after` + 1 to `last`."""
        self._done.clear()
        self._from, self.last = after, last
        for one in done:
            self._keep(one)

    def between(self, after: int, until: int) -> list[Done] | None:
        """The actions numbered `after` + 1 to `until`; None if not all are in the cache."""
        return [one for one in self._done if after < one.row.number <= until] if self._from <= after else None

    def acted(self, seat: Seat) -> int | None:
        """The number of the last action that a seat's player did by hand and openly; None if unknown."""
        return next((row.number for row, _ in reversed(self._done) if row.seat == seat and not row.auto and not sealed(row.action)), None)

    def tell(self, seat: Seat, player: int, since: int, until: int) -> None:
        """Notes that a panel has told a player everything up to action `until`; a new panel begins after `since`."""
        self._told[seat, player] = ToldActions(since, until)

    def told(self, seat: Seat, player: int) -> ToldActions | None:
        """What panels have told a seat's player, as far as this process knows."""
        return self._told.get((seat, player))

    def press(self, seat: Seat, pressed: Pressed) -> None:
        """Notes what a seat's player has done by a press."""
        self._pressed.setdefault(seat, deque(maxlen=PRESSES)).append(pressed)

    def pressed(self, seat: Seat, view: View[Any]) -> Pressed | None:
        """A seat's last press after which it saw what it sees now (`view`), such as the one before a press that was taken back; None if this
        process knows none."""
        return next((pressed for pressed in reversed(self._pressed.get(seat, ())) if pressed.view == view), None)

    def latest(self) -> list[Done]:
        """All actions in the cache."""
        return [*self._done]


def seen(done: Iterable[Done], seat: Seat) -> list[Event]:
    """The events of actions that a seat may know."""
    return [event for one in done for event in one.events if event.to is None or seat in event.to]
