"""How long people took to answer by hand, for the pauses of standing orders. What `/profile` shows: `FinishedGames.answer_times`."""

from __future__ import annotations

from typing import NamedTuple

from data.store.database import Connection, Database
from rules.competition.clock import DAY

KEPT = 42 * DAY
"""Seconds for which it is remembered: people change."""
MOST = 60
"""So many of them, the latest, tell how somebody answers; and of everybody in a game."""


class Reply(NamedTuple):
    """One reply of a person by hand: the `hour` of their own day at which they were asked, and the seconds of their waking hours until they
    replied."""

    hour: float
    seconds: float


class Replied(NamedTuple):
    """A `Reply` with its player, game and moment; `sealed`: nobody could see whether they had answered."""

    player: int
    game: str
    sealed: bool
    asked: float
    reply: Reply


class ReplyTimeRows:
    """Queries on reply times."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, game: str, sealed: bool, within: float, player: int | None = None) -> list[Reply]:
        """The latest replies of a player in a game (None: of everybody) that took no longer than `within`, the latest first."""
        sql = "SELECT hour, seconds FROM replies WHERE game = ? AND sealed = ? AND asked >= ? AND seconds <= ?"
        values = [game, int(sealed), self._database.now() - KEPT, within]
        if player is not None:
            sql, values = f"{sql} AND player = ?", [*values, player]
        return [Reply(*row) for row in await self._database.all(f"{sql} ORDER BY asked DESC LIMIT {MOST}", values)]

    async def tidy(self) -> None:
        """Deletes old reply times."""
        before = self._database.now() - KEPT
        await self._database.write(lambda db: db.execute("DELETE FROM replies WHERE asked < ?", (before,)))


def write_reply(db: Connection, replied: Replied) -> None:
    """Stores a reply time, within a transaction."""
    sql = "INSERT INTO replies (player, game, sealed, asked, hour, seconds) VALUES (?, ?, ?, ?, ?, ?)"
    db.execute(sql, (replied.player, replied.game, int(replied.sealed), replied.asked, *replied.reply))
