"""Counts for the metrics: how many rows there are of each kind. Only numbers, and only those that are quick to count."""

from __future__ import annotations

from typing import NamedTuple

from data.store.changes import HELD
from data.store.database import Database
from data.store.rows import LIVE, OPEN


class Pressing(NamedTuple):
    """The backlog: how many outbox rows are due and since when the oldest, how many clocks run and when the first of them is due."""

    owed: int
    oldest: float | None
    clocks: int
    ring: float | None


class Counts:
    """Counts rows over the whole database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def answers(self) -> None:
        """Tests that the database answers. Raises whatever prevents it."""
        await self._database.one("SELECT 1")

    async def tables(self) -> dict[str, int]:
        """The number of unfinished tables, by status."""
        rows = await self._database.all("SELECT status, COUNT(*) FROM games WHERE status <> 'over' GROUP BY status")
        return {OPEN: 0, LIVE: 0, **dict(rows)}

    async def pressing(self) -> Pressing:
        """The backlog of the outbox, and the clocks."""
        since = "MIN(CASE WHEN tries = 0 AND next > created THEN next ELSE created END)"
        sql = f"SELECT COUNT(*), {since} FROM owed WHERE kind <> '{HELD}' AND (tries > 0 OR next <= ?)"
        ((owed, oldest),) = await self._database.all(sql, (self._database.now(),))
        ((clocks, ring),) = await self._database.all("SELECT COUNT(*), MIN(next) FROM dials WHERE next IS NOT NULL")
        return Pressing(owed, oldest, clocks, ring)
