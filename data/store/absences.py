"""Who plays at a table and is gone, or does not reach it, as Discord has said: since when, and until when their time stands for it.

Whoever changes it does so by a commit of the table (`data.store.changes.Change.absences`).
"""

from __future__ import annotations

from collections.abc import Iterable

from data.store.database import Connection, Database
from data.store.values import ABSENT, Absence

_COLUMNS = "player, why, since, until, alone"


class AbsenceRows:
    """The same in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table: int) -> dict[int, Absence]:
        """What is known of those who play, or have played, at a table, by their numbers; nothing of who has never been absent."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM absences WHERE game = ?", (table,))
        return {player: Absence(player, why if why in ABSENT else None, *rest) for player, why, *rest in rows}

    async def gone_since(self, table: int, player: int) -> float | None:
        """Since when Discord says that somebody is not in the server of a table; None where it has not, or not any more."""
        row = await self._database.one("SELECT since FROM absences WHERE game = ? AND player = ? AND why = 'gone'", (table, player))
        return row[0] if row else None


def write_absences(db: Connection, table: int, absences: Iterable[Absence]) -> None:
    """Keeps what is known of those at a table, in the place of all before, within a transaction."""
    db.execute("DELETE FROM absences WHERE game = ?", (table,))
    db.executemany(f"INSERT INTO absences (game, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", [(table, *absence) for absence in absences])
