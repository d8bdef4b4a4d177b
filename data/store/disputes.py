"""Stored disputes: players of matches who have called a moderator, and why."""

from __future__ import annotations

from collections.abc import Sequence

from data.store.changes import TOURNAMENT, Message, Subject
from data.store.database import Connection, Database
from data.store.outbox import Outbox
from data.store.rows import LIVE, Dispute

_COLUMNS = "game, seat, tournament, player, number, at, reason"


class DisputeRows:
    """Queries on disputes. A commit of its tournament settles one."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def open(self, dispute: Dispute, owed: Sequence[Message] = ()) -> bool:
        """Stores a new dispute, with outbox rows of its tournament. Returns False, and stores nothing, if the seat has an open one already, or the
        tournament is not live."""
        new = f"INSERT INTO disputes ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat) DO NOTHING"

        def write(db: Connection) -> bool:
            # From here on nobody else changes the tournament.
            if db.execute("UPDATE tournaments SET revision = revision WHERE id = ? AND status = ?", (dispute.tournament, LIVE)).rowcount != 1:
                return False
            if db.execute(new, tuple(dispute)).rowcount != 1:
                return False
            self._owed.put(db, Subject(TOURNAMENT, dispute.tournament), owed)
            return True

        made = await self._database.write(write)
        if made:
            self._owed.woken(Subject(TOURNAMENT, dispute.tournament))
        return made

    async def of(self, tournament: int) -> list[Dispute]:
        """The open disputes of a tournament, the oldest first."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM disputes WHERE tournament = ? ORDER BY at, game, seat", (tournament,))
        return [Dispute(*row) for row in rows]


def after(db: Connection, tournament: int, over: bool, settled: Dispute | None) -> bool:
    """Deletes, in a tournament commit's transaction, the dispute that it settles, or all if the tournament is `over`; returns False if another commit
    has settled it."""
    if settled is not None:
        mine = (settled.table, settled.seat, settled.at)
        if db.execute("DELETE FROM disputes WHERE game = ? AND seat = ? AND at = ?", mine).rowcount != 1:
            return False
    if over:
        db.execute("DELETE FROM disputes WHERE tournament = ?", (tournament,))
    return True
