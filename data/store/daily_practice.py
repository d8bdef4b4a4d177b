"""Stored positions of the day: in which channel of a server there is one, and what has been posted on which day.

A server has one row a day, whoever writes it: the process that has written it posts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from data.store.database import Connection, Database

ANY = ""
"""Chosen in the place of a game: each day one of any."""
LATEST = 100
"""So many days of a server are kept."""


class PracticeRoom(NamedTuple):
    """The channel of a server in which a position is posted each day, of which game (ANY: of any), and since when that is wanted."""

    guild: int
    channel: int
    game: str
    since: float


class PracticeDay(NamedTuple):
    """What is posted in a server on a day (counted from 1970).

    `game` is "" for the message that there will be no more. `claimed`: when a process has taken it on; `message`: once it is known; `pressed`:
    whether anybody has pressed its button; `closed`: whether its answer is told, or never will be.
    """

    guild: int
    day: int
    channel: int
    game: str
    puzzle: int
    claimed: float
    message: int | None = None
    pressed: bool = False
    closed: bool = False


_DAY = ", ".join(PracticeDay._fields)


def _day(row: Sequence[Any]) -> PracticeDay:
    return PracticeDay(*row)._replace(pressed=bool(row[7]), closed=bool(row[8]))


class DailyPracticeRows:
    """Queries on positions of the day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Where

    async def room(self, guild: int) -> PracticeRoom | None:
        """A server's channel for it; None for a server without."""
        row = await self._database.one("SELECT guild, channel, game, since FROM practice_rooms WHERE guild = ?", (guild,))
        return PracticeRoom(*row) if row else None

    async def wanting(self, day: int) -> list[PracticeRoom]:
        """The channels, of servers served here, in which nothing has been posted yet on a day or later."""
        ours = self._database.shards.where("guild")
        done = "SELECT 1 FROM practice_days d WHERE d.guild = r.guild AND (d.day > ?1 OR (d.day = ?1 AND (d.message IS NOT NULL OR d.closed = 1)))"
        rows = await self._database.all(f"SELECT guild, channel, game, since FROM practice_rooms r WHERE {ours} AND NOT EXISTS ({done})", (day,))
        return [PracticeRoom(*row) for row in rows]

    async def set(self, guild: int, channel: int, game: str) -> None:
        """Chooses a channel, in the place of the server's other one. What counts from its beginning begins anew."""
        kept = (
            "INSERT INTO practice_rooms VALUES (?, ?, ?, ?) ON CONFLICT (guild) DO UPDATE"
            " SET channel = excluded.channel, game = excluded.game, since = excluded.since"
        )
        await self._database.write(lambda db: db.execute(kept, (guild, channel, game, self._database.now())))

    async def end(self, guild: int, channel: int | None = None) -> None:
        """Ends it in a server; with a `channel`, only if it is there."""
        gone = "DELETE FROM practice_rooms WHERE guild = ?1 AND channel = COALESCE(?2, channel)"
        await self._database.write(lambda db: db.execute(gone, (guild, channel)))

    # What

    async def claim(self, day: PracticeDay) -> bool:
        """Takes on a server's day; returns False if it has been taken on already. Days long ago are deleted."""

        def write(db: Connection) -> bool:
            kept = f"INSERT INTO practice_days ({_DAY}) VALUES (?, ?, ?, ?, ?, ?, NULL, 0, 0) ON CONFLICT (guild, day) DO NOTHING"
            fresh = bool(db.execute(kept, day[:6]).rowcount)
            if fresh:
                db.execute("DELETE FROM practice_days WHERE guild = ? AND day <= ?", (day.guild, day.day - LATEST))
            return fresh

        return await self._database.write(write)

    async def days(self, guild: int) -> list[PracticeDay]:
        """A server's days, the latest first."""
        rows = await self._database.all(f"SELECT {_DAY} FROM practice_days WHERE guild = ? ORDER BY day DESC", (guild,))
        return [_day(row) for row in rows]

    async def unanswered(self, day: int) -> list[PracticeDay]:
        """The days before one, of servers served here, whose answers are to be told."""
        ours = self._database.shards.where("guild")
        sql = f"SELECT {_DAY} FROM practice_days WHERE day < ? AND message IS NOT NULL AND closed = 0 AND {ours} ORDER BY day"
        return [_day(row) for row in await self._database.all(sql, (day,))]

    async def day(self, guild: int, day: int) -> PracticeDay | None:
        """What was posted in a server on a day; None for nothing."""
        row = await self._database.one(f"SELECT {_DAY} FROM practice_days WHERE guild = ? AND day = ?", (guild, day))
        return _day(row) if row else None

    async def posted(self, day: PracticeDay, message: int) -> None:
        """Notes the message of a day."""
        sql = "UPDATE practice_days SET message = ? WHERE guild = ? AND day = ?"
        await self._database.write(lambda db: db.execute(sql, (message, day.guild, day.day)))

    async def pressed(self, day: PracticeDay) -> None:
        """Notes that somebody has pressed the button of a day; not who."""
        sql = "UPDATE practice_days SET pressed = 1 WHERE guild = ? AND day = ? AND pressed = 0"
        await self._database.write(lambda db: db.execute(sql, (day.guild, day.day)))

    async def closed(self, day: PracticeDay) -> None:
        """Notes that the answer of a day is told, or never will be."""
        sql = "UPDATE practice_days SET closed = 1 WHERE guild = ? AND day = ?"
        await self._database.write(lambda db: db.execute(sql, (day.guild, day.day)))
