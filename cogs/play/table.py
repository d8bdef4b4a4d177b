"""A table in memory whose game has begun, with its parts. Actions are in `table_actions`, queries in `table_queries`.

Imports no discord, so it is tested without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.play.clocks.expiry import Expiry
from cogs.play.clocks.table_clocks import TableClocks
from cogs.play.commit_builder import BY_ONESELF, Acted, Way, board
from cogs.play.giving_up import GivingUp
from cogs.play.presence.absent_players import AbsentPlayers
from cogs.play.reseating import Seating
from cogs.play.table_actions import Acting
from cogs.play.table_queries import Stale
from cogs.play.thinking.pool import HERE, Thinker
from data.store import Store
from data.store.changes import Change
from data.store.rows import SeatRow, TableRow
from rules.game import Action, Rules, Seat


class Table(Acting):
    """A game that has begun.

    Its parts: `record`, `clocks` (do they run), `absent_players` (whose clock is stopped for absence), `expiry` (whose time is over), `seating`
    (who sits down and gets up), `giving_up` (do computers propose to end).
    """

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow], thinker: Thinker = HERE) -> None:
        super().__init__(store, rules, row, seats, thinker)
        self.clocks = TableClocks(self)
        self.absent_players = AbsentPlayers(self, self.clocks)
        self.seating = Seating(self)
        self.expiry = Expiry(self, self.seating)
        self.giving_up = GivingUp(self, thinker)
        self.at_rest = self.giving_up.look

    async def carry_out(self, seat: Seat, action: Action, way: Way = BY_ONESELF) -> Acted:
        acted = await super().carry_out(seat, action, way)
        await self.absent_players.seen(seat, way)
        return acted

    async def stop(self) -> None:
        await super().stop()
        await self.giving_up.stop()

    def forsake(self) -> None:
        super().forsake()
        self.giving_up.forsake()

    async def move(self, before: int, channel: int) -> None:
        """Moves the game from the channel `before` to another one of its server, and posts its board there. Raises Closed, Stale if it is no
        longer in `before`, data.store.ChannelTaken."""
        async with self.changing():
            self.check_open()
            if self.row.channel != before:
                raise Stale
            await self.commit(Change(self.row._replace(channel=channel, message=None), owed=[board()]))
