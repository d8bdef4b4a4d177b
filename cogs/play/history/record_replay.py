"""Replays the record of a table: from the deal, or from where its present version of the rules took over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cogs.play.table_queries import Position, at_the_end
from data.store.rows import Base
from rules.game import Event, Outcome, Rules, Seat, Step, View
from rules.notation import RESIGN, Row, counting, play, settled

EARLIER = Event("table.earlier_rules", {})
"""Stands for all that was played by earlier rules."""


class EarlierRules(Exception):
    """An earlier version of the rules has played the game, so it can't be replayed."""


class Stage(NamedTuple):
    """A position in the past: the row that led to it, the events on the way, and the outcome if that row settled the game.

    The row is None for the deal, or where the present rules took over. The engine itself does not know a settled outcome.
    """

    row: Row | None
    state: Any
    events: tuple[Event, ...]
    settled: Outcome | None = None


class Past(NamedTuple):
    """All stages of a game, found by replaying its record: from where, and which rows still count."""

    rules: Rules[Any]
    start: Step
    rows: Sequence[Row]

    def stages(self) -> Iterator[Stage]:
        """Yields all stages in order."""
        step = self.start
        yield Stage(None, step.state, step.events)
        for row in self.rows:
            if end := settled(row):
                yield Stage(row, step.state, (), end)
                return
            step = play(self.rules, step.state, row)
            given_up = (Event("table.out" if row.auto else "table.resigned", {"seat": row.seat}),) if row.action == RESIGN else ()
            yield Stage(row, step.state, (*given_up, *step.events))

    def view(self, stage: Stage, seat: Seat | None) -> View[Any]:
        """What a seat could know at a stage; None stands for everybody."""
        return at_the_end(self.rules.view(stage.state, seat), stage.settled)


class TableRecord:
    """Replays the record of a table. The present rules never play rows of earlier ones."""

    def __init__(self, table: Position) -> None:
        self.table = table

    async def base(self) -> Base | None:
        """The base at which the present rules took over; None where they have played from the deal on. Raises EarlierRules for a game that they
        have never played."""
        latest = next(reversed(await self.table.store.tables.bases(self.table.id)), None)
        if (self.table.row.version if latest is None else latest.version) != self.table.rules.version:
            raise EarlierRules
        return latest

    async def earliest(self) -> int:
        """The number of the earliest action that the game can go back to; 0 for the deal. Raises EarlierRules."""
        return earliest(await self.base(), counting(await self.table.store.tables.actions(self.table.id)))

    async def position_after(self, number: int) -> Any:
        """The state after an action that still counts (0: after the deal). Raises ValueError for no such action, EarlierRules."""
        base = await self.base()
        rows = counting(await self.table.store.tables.actions(self.table.id))
        if not 0 <= number < self.table.position or (number and all(r.number != number for r in rows)):
            raise ValueError(number)
        if number < earliest(base, rows):
            raise EarlierRules
        return await asyncio.to_thread(self._replayed, base, [r for r in since_base(base, rows) if r.number <= number])

    def past(self, base: Base | None, rows: Sequence[Row]) -> Past:
        """The part of the record that the present rules have played and that still counts."""
        return Past(self.table.rules, self.beginning(base), since_base(base, counting(rows)))

    def beginning(self, base: Base | None) -> Step:
        """The state from which the record is played, with the events of the deal."""
        if base is not None:
            return Step(self.table.rules.load(base.snapshot), (EARLIER,))
        assert self.table.row.seed is not None
        return self.table.rules.setup(len(self.table.seats), self.table.row.chosen, self.table.row.seed)

    def _replayed(self, base: Base | None, rows: Sequence[Row]) -> Any:
        state = self.beginning(base).state
        for row in rows:
            state = play(self.table.rules, state, row).state
        return state


def since_base(base: Base | None, rows: Sequence[Row]) -> list[Row]:
    """The rows played since a base."""
    return [row for row in rows if base is None or row.number > base.number]


def earliest(base: Base | None, rows: Sequence[Row]) -> int:
    """The number of the last row before a base, among rows that count."""
    return 0 if base is None else max((row.number for row in rows if row.number <= base.number), default=0)
