"""Outbox steps that move a game on: computers act, standing orders answer, clocks stopped by a fault run again.

Each is a step of the outbox worker. Computers never wait on purpose; how long a board waits for them: `PATIENCE` in `cogs/play/table_actions.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence

from cogs.play.outbox_worker import FAULT, STRANDED, Trouble, Worker
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tables import Tables
from data.store.changes import COMPUTERS, GOES_ON, RIPE, Debt

AGAIN = 30.0
"""Seconds after which it is looked again whether somebody is there."""


class Later(Exception):
    """Raised when an outbox row has been put off."""


class AutomaticMoves:
    """The outbox steps of tables that send no messages: moves of computers, answers of orders, clocks that run again."""

    def __init__(self, tables: Tables, worker: Worker) -> None:
        self._tables = tables
        self._owed = tables.store.outbox
        worker.teach("computers", self._computers, COMPUTERS)
        worker.teach("orders", self._ripen, RIPE)
        worker.teach("faults", self._go_on, GOES_ON)

    async def _computers(self, debts: Sequence[Debt]) -> None:
        """Lets computers act until a person must be asked. The commit after which none has to act deletes the row."""
        try:
            table = await self._tables.get(debts[0].subject.id)
        except Stranded as stranded:
            raise Trouble(STRANDED, stranded) from None
        except NoTable:
            return await self._owed.done(debts)
        if table.computer is None:
            return await self._owed.done(debts)
        await table.computers_answer()

    async def _ripen(self, debts: Sequence[Debt]) -> None:
        """Lets orders answer that are due; puts the row off if they are due later by now, after a downtime."""

        async def ripen(table: Table) -> None:
            await table.ripen()
            if table.ripens:
                await self._owed.put_off(debts, max(table.row.ripe, self._tables.store.now() + AGAIN))
                raise Later

        with contextlib.suppress(Later):
            await self._done(debts, ripen)

    async def _go_on(self, debts: Sequence[Debt]) -> None:
        """Lets clocks run again that a fault has stopped. Raises Trouble if there is still no possible answer."""

        async def go_on(table: Table) -> None:
            if not await table.expiry.go_on():
                raise Trouble(FAULT, "nothing can be answered")

        await self._done(debts, go_on)

    async def _done(self, debts: Sequence[Debt], do: Callable[[Table], Awaitable[None]]) -> None:
        """Does something at a table, again if another change came first, and then deletes the rows."""
        with contextlib.suppress(NoTable):
            try:
                table = await self._tables.get(debts[0].subject.id)
                while True:
                    with contextlib.suppress(Stale):
                        await do(table)
                        break
            except Stranded as stranded:
                raise Trouble(STRANDED, stranded) from None
        await self._owed.done(debts[:1])
