"""The servers that the bot has left, and since when: all that is stored about one is deleted after a while."""

from __future__ import annotations

from collections.abc import Iterable

from data.store.database import Connection, Database
from data.store.rows import EVERYWHERE

RATED = "SELECT DISTINCT c.player, g.game FROM rating_changes c JOIN games g ON g.id = c.game WHERE c.guild = ? AND g.guild = ?"
"""Whose ratings in which game have come from the games of a server, too."""
LAST_CHANGE = (
    "SELECT c.mu, c.sigma, COUNT(*) OVER () FROM rating_changes c JOIN games g ON g.id = c.game"
    " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended DESC, g.id DESC LIMIT 1"
)
"""What the latest rated game has made of a rating, and how many there are."""


class DepartedServers:
    """Queries on servers that the bot has left."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, present: Iterable[int], left: Iterable[int], now: float) -> None:
        """Notes in which servers the bot is, of those served here, and which it has left: their data expires after a while."""
        holds = self._database.shards.holds
        here, gone = sorted(filter(holds, present)), [(guild, now) for guild in sorted(filter(holds, left))]

        def write(db: Connection) -> None:
            db.executemany("DELETE FROM departed WHERE guild = ?", [(guild,) for guild in here])
            db.executemany("INSERT INTO departed VALUES (?, ?) ON CONFLICT DO NOTHING", gone)

        await self._database.write(write)

    async def missed(self, present: Iterable[int]) -> list[int]:
        """The servers with stored data in which the bot is not known to be, nor known to have left."""
        known = await self._database.all(
            "SELECT guild FROM games UNION SELECT guild FROM tournaments UNION SELECT guild FROM rooms"
            " UNION SELECT guild FROM practice_days EXCEPT SELECT guild FROM departed"
        )
        return sorted(guild for guild in {row[0] for row in known} - {*present} if guild and self._database.shards.holds(guild))

    async def left_before(self, before: float) -> list[int]:
        """The servers, of those served here, that the bot left before a moment."""
        left = await self._database.all("SELECT guild FROM departed WHERE at < ? ORDER BY at", (before,))
        return [guild for (guild,) in left if self._database.shards.holds(guild)]

    async def forget(self, guild: int) -> list[int]:
        """Deletes everything about a server that the bot has left; returns its tables. Does nothing if the bot is back.

        Ratings over all servers still include the games played there.
        """
        return await self._database.write(_forget_server, guild, alone=True)


def _forget_server(db: Connection, guild: int) -> list[int]:
    """Deletes a server that the bot has left, within a transaction."""
    if not db.execute("SELECT 1 FROM departed WHERE guild = ?", (guild,)).fetchall():
        return []
    tables = [row[0] for row in db.execute("SELECT id FROM games WHERE guild = ?", (guild,)).fetchall()]
    rated = db.execute(RATED, (EVERYWHERE, guild)).fetchall()
    # A table may be another server's than its tournament.
    db.execute("DELETE FROM tournament_games WHERE game IN (SELECT id FROM games WHERE guild = ?)", (guild,))
    db.execute("DELETE FROM rings WHERE at <= (SELECT at FROM departed WHERE guild = ?)", (guild,))  # Those since are of other servers.
    own = ("tournaments", "drafts", "games", "ratings", "rating_changes", "rooms", "practice_rooms", "practice_days", "departed")
    for table in own:
        db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
    for player, game in rated:
        last = next(iter(db.execute(LAST_CHANGE, (player, EVERYWHERE, game)).fetchall()), None)
        db.execute("DELETE FROM ratings WHERE player = ? AND game = ? AND guild = ?", (player, game, EVERYWHERE))
        if last is not None:
            db.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", (player, game, EVERYWHERE, *last))
    return tables
