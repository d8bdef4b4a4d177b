"""A live table in memory, with its parts. Actions are in `acting`, queries in `position`.

Imports no discord and is tested alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.play.acting import Acting
from cogs.play.committing import BY_ONESELF, Acted, Way, board
from cogs.play.position import Stale
from cogs.play.seating import Seating
from cogs.play.thinking.pool import HERE, Thinker
from cogs.play.time.lapsing import Lapsing
from cogs.play.time.missing import Missing
from cogs.play.time.standing import Standing
from data.store import Store
from data.store.changes import Change
from data.store.values import SeatRow, TableRow
from rules.game import Action, Rules, Seat


class Table(Acting):
    """A game that has begun.

    Beside its `record` it has `standing` (whether time runs), `missing` (whose time stands since they are away), `lapsing` (whose time is over) and
    `seating` (who sits down and gets up).
    """

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow], thinker: Thinker = HERE) -> None:
        super().__init__(store, rules, row, seats, thinker)
        self.standing = Standing(self)
        self.missing = Missing(self, self.standing)
        self.seating = Seating(self)
        self.lapsing = Lapsing(self, self.seating)

    async def carry_out(self, seat: Seat, action: Action, way: Way = BY_ONESELF) -> Acted:
        acted = await super().carry_out(seat, action, way)
        await self.missing.seen(seat, way)
        return acted

    async def move(self, before: int, channel: int) -> None:
        """Goes on in another channel of its server, where its board is owed. Raises Closed, Stale where it has left `before` already,
        data.store.ChannelTaken."""
        async with self.changing():
            self.check_open()
            if self.row.channel != before:
                raise Stale
            await self.commit(Change(self.row._replace(channel=channel, message=None), owed=[board()]))
