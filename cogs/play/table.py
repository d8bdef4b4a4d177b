"""A live table in memory, with its parts. Actions are in `table_actions`, queries in `table_queries`.

Imports no discord and is tested alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.play.clocks.expiry import Expiry
from cogs.play.clocks.table_clocks import TableClocks
from cogs.play.commit_builder import BY_ONESELF, Acted, Way, board
from cogs.play.presence.absent_players import AbsentPlayers
from cogs.play.seating import Seating
from cogs.play.table_actions import Acting
from cogs.play.table_queries import Stale
from cogs.play.thinking.pool import HERE, Thinker
from data.store import Store
from data.store.changes import Change
from data.store.values import SeatRow, TableRow
from rules.game import Action, Rules, Seat


class Table(Acting):
    """A game that has begun.

    Beside its `record` it has `clocks` (whether time runs), `absent_players` (whose time stands since they are away), `expiry` (whose time is
    over) and `seating` (who sits down and gets up).
    """

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow], thinker: Thinker = HERE) -> None:
        super().__init__(store, rules, row, seats, thinker)
        self.clocks = TableClocks(self)
        self.absent_players = AbsentPlayers(self, self.clocks)
        self.seating = Seating(self)
        self.expiry = Expiry(self, self.seating)

    async def carry_out(self, seat: Seat, action: Action, way: Way = BY_ONESELF) -> Acted:
        acted = await super().carry_out(seat, action, way)
        await self.absent_players.seen(seat, way)
        return acted

    async def move(self, before: int, channel: int) -> None:
        """Goes on in another channel of its server, where its board is owed. Raises Closed, Stale where it has left `before` already,
        data.store.ChannelTaken."""
        async with self.changing():
            self.check_open()
            if self.row.channel != before:
                raise Stale
            await self.commit(Change(self.row._replace(channel=channel, message=None), owed=[board()]))
