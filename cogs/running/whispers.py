"""What tables owe to single players, told in private: that they are asked where nobody else knows it, and what has become of their plans."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from cogs.playing.marks import nonce
from cogs.playing.port import Port
from cogs.playing.position import NoTable, Stranded
from cogs.playing.standing import AGAIN
from cogs.playing.table import Table
from cogs.playing.tables import Tables
from cogs.playing.worker import Worker
from cogs.showing.notices import asked_message, lost_message, reminder_message
from data.hours import Hours
from data.store.changes import LAPSED, REMINDED, WHISPER, Debt
from data.store.values import TableRow
from rules.game import Seat
from rules.parts.ahead import kept

Pings = Callable[[TableRow, int], Awaitable[bool]]
"""Whether a player may be called to a table."""


class Whispers:
    """The messages of tables to one seat's player."""

    def __init__(self, tables: Tables, port: Port, worker: Worker, pings: Pings) -> None:
        self._store = tables.store
        self._tables = tables
        self._port = port
        self._pings = pings
        worker.teach("whispers", self._whisper, WHISPER)

    async def _whisper(self, debts: Sequence[Debt]) -> None:
        """The first thing that a seat's player is owed."""
        debt = debts[0]
        try:
            table = await self._tables.get(debt.subject.id)
        except (NoTable, Stranded):
            return await self._store.owed.done(debts)
        if table.unreachable:
            return await self._store.owed.put_off(debts, self._store.now() + AGAIN)
        if debt.payload["why"] == LAPSED:
            await self._tell_lost(table, debt)
        else:
            await self._tell_asked(table, debt)
        await self._store.owed.done(debts[:1])

    async def _tell_asked(self, table: Table, debt: Debt) -> None:
        """A seat's player is told that they are asked, or reminded of it, if the game still waits for them and they may be called."""
        seat, why = debt.payload["seat"], debt.payload["why"]
        player = table.seats[seat].player
        message: Callable[[Table, Seat, Hours, float], dict[str, Any]] = partial(asked_message, why=why)
        if why == REMINDED and table.row.clock is not None:
            message = reminder_message
        if player is not None and seat in table.awaited and await self._pings(table.row, player):
            words = message(table, seat, await self._store.people.hours(player), self._store.now())
            await self._port.whisper(player, words, nonce(self._store.key, debt))

    async def _tell_lost(self, table: Table, debt: Debt) -> None:
        """The same of something that they had said ahead, if it is lost still."""
        seat, lost = debt.payload["seat"], debt.payload["lost"]
        player = table.seats[seat].player
        still = not table.over and kept(table.rules, table.state, seat).lost == lost
        if player is not None and still and await self._pings(table.row, player):
            await self._port.whisper(player, lost_message(table, lost, debt.payload["id"]), nonce(self._store.key, debt))
