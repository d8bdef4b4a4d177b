"""Who follows which table, by direct messages: each of its turns, or its end only."""

from __future__ import annotations

from collections.abc import Collection

from data.language import DEFAULT
from data.store.changes import Debt
from data.store.configured_limits import TooMany
from data.store.database import Connection, Database
from data.store.direct_messages import note_language
from data.store.outbox import strike

MOST_FOLLOWED, MOST_FOLLOWERS = 25, 100
"""Games that somebody follows at once, and people who follow a game."""


class FollowRows:
    """Queries on followed tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, table: int, player: int, turns: bool, language: str = DEFAULT) -> None:
        """Subscribes a person to a table, for each of its `turns` or its end only, with a language to use unless they have set one. Raises
        TooMany."""

        def write(db: Connection) -> None:
            db.lock(f"followers of {table}")
            for column, value, limit, most in (("player", player, "followed", MOST_FOLLOWED), ("game", table, "followers", MOST_FOLLOWERS)):
                ((others,),) = db.execute(
                    f"SELECT COUNT(*) FROM follows WHERE {column} = ? AND NOT (game = ? AND player = ?)", (value, table, player)
                ).fetchall()
                if others >= most:
                    raise TooMany(limit, most)
            kept = "INSERT INTO follows VALUES (?, ?, ?) ON CONFLICT (game, player) DO UPDATE SET turns = excluded.turns"
            db.execute(kept, (table, player, int(turns)))
            note_language(db, player, language)

        await self._database.write(write)

    async def unfollow(self, table: int, player: int, debts: Collection[Debt] = ()) -> None:
        """Unsubscribes a person from a table, and deletes the outbox rows of their subscription."""

        def write(db: Connection) -> None:
            db.execute("DELETE FROM follows WHERE game = ? AND player = ?", (table, player))
            strike(db, debts)

        await self._database.write(write)

    async def follows(self, table: int, player: int) -> bool | None:
        """Whether a person follows each turn of a table (True), or its end only (False); None for neither."""
        row = await self._database.one("SELECT turns FROM follows WHERE game = ? AND player = ?", (table, player))
        return bool(row[0]) if row else None

    async def followed(self, table: int) -> bool:
        """Whether anybody follows a table."""
        return await self._database.one("SELECT 1 FROM follows WHERE game = ?", (table,)) is not None
