"""Stored blocks between people, and when a person was last notified, by whom and why.

Blocks keep people from seats and challenges (`cogs/play/open_tables.py`), pings (`cogs/play/notifications.py`) and nudges (`cogs/play/nudges.py`).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from data.store.configured_limits import TooMany
from data.store.database import Connection, Database
from rules.competition.clock import HOUR

MOST_BLOCKED = 200
"""People whom somebody blocks at once."""
COUNTS = HOUR
"""Seconds for which it is known who has notified whom."""


class PingKey(NamedTuple):
    """What makes two notifications count as the same: why (`what`), at which table or tournament (`place`; 0: anywhere), `by` whom (0: the game
    itself)."""

    what: str
    place: int = 0
    by: int = 0


class BlockRows:
    """Queries on blocks and notifications."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> list[int]:
        """The people whom somebody has blocked, the latest first."""
        rows = await self._database.all("SELECT other FROM blocks WHERE player = ? ORDER BY at DESC, other", (player,))
        return [other for (other,) in rows]

    async def add(self, player: int, other: int) -> None:
        """Blocks a person, whose challenges are no longer accepted automatically. Raises TooMany."""

        def write(db: Connection) -> None:
            db.lock(f"blocks of {player}")
            ((others,),) = db.execute("SELECT COUNT(*) FROM blocks WHERE player = ? AND other <> ?", (player, other)).fetchall()
            if others >= MOST_BLOCKED:
                raise TooMany("blocked", MOST_BLOCKED)
            kept = "INSERT INTO blocks VALUES (?, ?, ?) ON CONFLICT (player, other) DO NOTHING"
            db.execute(kept, (player, other, self._database.now()))
            db.execute("DELETE FROM accepted WHERE player = ? AND host = ?", (player, other))

        await self._database.write(write)

    async def remove(self, player: int, other: int) -> None:
        """Unblocks a person."""
        await self._database.write(lambda db: db.execute("DELETE FROM blocks WHERE player = ? AND other = ?", (player, other)))

    async def among(self, players: Collection[int], other: int) -> set[int]:
        """Which of `players` have blocked `other`."""
        sql = "SELECT player FROM blocks WHERE other = ? AND player IN (SELECT value FROM json_each(?))"
        return {player for (player,) in await self._database.all(sql, (other, json.dumps([*players])))}

    # Notifications

    async def last_pings(self, key: PingKey, players: Collection[int]) -> dict[int, float]:
        """When each of `players` was last notified like this, if lately."""
        sql = "SELECT player, at FROM rings WHERE what = ? AND place = ? AND by = ? AND player IN (SELECT value FROM json_each(?)) AND at > ?"
        rows = await self._database.all(sql, (*key, json.dumps([*players]), self._database.now() - COUNTS))
        return dict(rows)

    async def note_pings(self, key: PingKey, players: Collection[int]) -> None:
        """Stores that players are notified now; deletes notifications that no longer count."""

        def write(db: Connection) -> None:
            now = self._database.now()
            db.execute("DELETE FROM rings WHERE at <= ?", (now - COUNTS,))
            kept = "INSERT INTO rings VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, what, place, by) DO UPDATE SET at = excluded.at"
            db.executemany(kept, [(player, *key, now) for player in players])

        if players:
            await self._database.write(write)
