"""Stored absences: players of whom Discord has said that they are gone or cannot reach their table, since when, and until when their clock stands.

They are changed by a commit of their table (`data.store.changes.Change.absences`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from data.store.database import Connection, Database
from data.store.rows import ABSENT, Absence
from data.store.shards import Shards

MOST_TABLES = 20
"""Tables of one person at which it is asked for them at once."""
_COLUMNS = "player, why, since, until, alone"


class AbsenceToCheck(NamedTuple):
    """A player about whom Discord should be asked: at which table, and which stretch of their seat's time is about to end."""

    table: int
    guild: int
    channel: int
    player: int
    seat: int = 0
    since: float = 0
    due: float = 0


class Waited(NamedTuple):
    """A public absence: whose clock is stopped, why, and until when at most."""

    player: int
    name: str
    why: str | None
    until: float


class AbsenceRows:
    """Queries on absences."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table: int) -> dict[int, Absence]:
        """The stored absences at a table, by player; players who have never been absent are left out."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM absences WHERE game = ?", (table,))
        return {player: Absence(player, why if why in ABSENT else None, *rest) for player, why, *rest in rows}

    async def near_the_end(self, now: float, last_part: int, near: int, among: Shards) -> list[AbsenceToCheck]:
        """The players of whose time one of so many parts is left (`last_part`), but at most `near` seconds; the shortest first."""
        part = f"CASE WHEN d.due - d.since < {last_part * near} THEN (d.due - d.since) / {last_part} ELSE {near} END"
        rows = await self._database.all(
            "SELECT g.id, g.guild, g.channel, s.player, d.seat, d.since, d.due FROM dials d JOIN games g ON g.id = d.game"
            " JOIN seats s ON s.game = d.game AND s.seat = d.seat WHERE d.due IS NOT NULL AND d.since IS NOT NULL AND s.player IS NOT NULL"
            f" AND g.guild IS NOT NULL AND g.status = 'live' AND d.due - {part} <= ? AND {among.where('g.guild')} ORDER BY d.due, g.id, d.seat",
            (now,),
        )
        return [AbsenceToCheck(*row) for row in rows]

    async def standing(self, now: float, among: Shards) -> list[AbsenceToCheck]:
        """The players whose clock is stopped now, or would be if they were asked."""
        rows = await self._database.all(
            "SELECT g.id, g.guild, g.channel, a.player FROM absences a JOIN games g ON g.id = a.game"
            f" WHERE (a.until > ? OR a.alone > ?) AND g.guild IS NOT NULL AND g.status = 'live' AND {among.where('g.guild')} ORDER BY g.id, a.player",
            (now, now),
        )
        return [AbsenceToCheck(*row) for row in rows]

    async def over(self, now: float, among: Shards) -> list[tuple[int, float]]:
        """The tables at which a player's clock was stopped long enough and still is, and until when it was to be."""
        rows = await self._database.all(
            "SELECT DISTINCT g.id, CASE WHEN a.until > a.alone THEN a.until ELSE a.alone END FROM absences a JOIN games g ON g.id = a.game"
            " JOIN seats s ON s.game = a.game AND s.player = a.player JOIN dials d ON d.game = s.game AND d.seat = s.seat"
            " WHERE d.due IS NULL AND a.until <= ? AND a.alone <= ? AND (a.until > 0 OR a.alone > 0) AND g.status = 'live' AND g.paused = 0"
            f" AND {among.where('g.guild')} ORDER BY 1",
            (now, now),
        )
        return [(table, until) for table, until in rows]

    async def waiting(self, among: Shards) -> list[int]:
        """The tables whose common deadline is stopped for a player."""
        rows = await self._database.all(f"SELECT id FROM games WHERE status = 'live' AND stands = 'absent' AND {among.where('guild')} ORDER BY id")
        return [row[0] for row in rows]

    async def tables_of(self, player: int, among: Shards) -> list[AbsenceToCheck]:
        """A player once for each of their live tables, the latest first."""
        rows = await self._database.all(
            "SELECT DISTINCT g.id, g.guild, g.channel, s.player FROM seats s JOIN games g ON g.id = s.game"
            f" WHERE s.player = ? AND g.guild IS NOT NULL AND g.status = 'live' AND {among.where('g.guild')} ORDER BY g.id DESC LIMIT {MOST_TABLES}",
            (player,),
        )
        return [AbsenceToCheck(*row) for row in rows]

    async def waited_for(self, guild: int, now: float) -> dict[int, list[Waited]]:
        """The tables of a server at which a player's clock is publicly stopped."""
        rows = await self._database.all(
            "SELECT DISTINCT g.id, a.player, s.name, a.why, a.until FROM absences a JOIN games g ON g.id = a.game"
            " JOIN seats s ON s.game = a.game AND s.player = a.player WHERE g.guild = ? AND g.status = 'live' AND a.until > ? ORDER BY g.id, s.name",
            (guild, now),
        )
        found: dict[int, list[Waited]] = {}
        for table, *who in rows:
            found.setdefault(table, []).append(Waited(*who))
        return found


def write_absences(db: Connection, table: int, absences: Iterable[Absence]) -> None:
    """Replaces the stored absences of a table, within a transaction."""
    db.execute("DELETE FROM absences WHERE game = ?", (table,))
    db.executemany(f"INSERT INTO absences (game, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", [(table, *absence) for absence in absences])
