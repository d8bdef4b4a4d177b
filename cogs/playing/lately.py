"""What others have done since somebody last acted. Kept in memory for tables that are played here, else found by playing the record once more."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cogs.playing.apart import apart, turn
from cogs.playing.replaying import EarlierRules
from rules.game import Event, Seat
from rules.notation import Row
from rules.parts.ahead import sealed

if TYPE_CHECKING:
    from cogs.playing.table import Table

KEPT = 200
"""So many actions of a table are kept; whoever has not acted for longer reads about the last of them."""


class Done(NamedTuple):
    """An action with what it brought."""

    row: Row
    events: tuple[Event, ...]


class Lately:
    """The latest actions of a table, without a gap up to one of a number."""

    def __init__(self) -> None:
        self._done: deque[Done] = deque(maxlen=KEPT)
        self.last = -1

    def note(self, done: Iterable[Done]) -> None:
        """Further actions; where others have been missed before them, these are a beginning."""
        for one in done:
            if one.row.number != self.last + 1:
                self._done.clear()
            self._done.append(one)
            self.last = one.row.number

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


async def news(table: Table, seat: Seat, player: int) -> list[Event]:
    """What others have done since a seat last acted, as the seat may know it; nothing where it never has, or earlier rules played that."""
    found = table.lately.since(seat) if table.lately.last == table.position else None
    if found is None and table.lately.last != table.position:
        position = table.position
        try:
            base = await table.base()
        except EarlierRules:
            return []
        rows = await table.store.tables.actions(table.id)
        past = table.past(base, rows)
        async with turn(player):
            done = await apart(lambda: [Done(stage.row, stage.events) for stage in past.stages() if stage.row is not None])
        if max((row.number for row in rows), default=0) != position:
            return []
        table.lately.fill(done, position)
        found = table.lately.since(seat)
    return found or []
