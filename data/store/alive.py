"""When which shards were last looked after, by whichever process."""

from __future__ import annotations

from data.shards import Shards, shard_of
from data.store.database import Database


class Alive:
    """What processes note from time to time. It says of each server when anybody was there for it, into however many shards all were divided then."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, shards: Shards) -> None:
        """Shards are looked after at this moment."""
        values = [(shards.count, shard, self._database.now()) for shard in shards.own]
        async with self._database.transaction() as db:
            await db.executemany("INSERT INTO alive VALUES (?, ?, ?) ON CONFLICT (count, shard) DO UPDATE SET at = excluded.at", values)

    async def last(self) -> LastSeen:
        """Who was last looked after when."""
        return LastSeen({(count, shard): at for count, shard, at in await self._database.all("SELECT count, shard, at FROM alive")})


class LastSeen:
    """Moments by number of shards and shard."""

    def __init__(self, moments: dict[tuple[int, int], float]) -> None:
        self._moments = moments
        self._counts = {count for count, _ in moments}

    def __call__(self, guild: int | None) -> float | None:
        """When somebody was last there for a server; None for never."""
        found = (self._moments.get((count, shard_of(guild, count))) for count in self._counts)
        return max((at for at in found if at is not None), default=None)
