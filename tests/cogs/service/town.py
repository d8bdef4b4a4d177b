"""Processes side by side on one database, each with its shards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from cogs.play.new_table import Opening, Party
from cogs.service.timer import Clocks
from data.store import Store
from data.store.shards import Shards
from rules.competition.clock import Clock
from tests.bids import KEY
from tests.cogs.play.street import FakeChat, House, Street


class Process(House):
    """A process that looks after no shard until it takes one. From the point `leave_at` on somebody wants its shards."""

    def __init__(self, store: Store, chat: FakeChat, count: int) -> None:
        super().__init__(store, chat)
        store.shards = Shards(count, frozenset())
        self.clockwork = Clocks(store, self.tables, self._ring)
        self.rung: list[int] = []
        self.leave_at = 0
        self.leaving = asyncio.Event()

    async def _ring(self, tournament: int) -> None:
        self.rung.append(tournament)
        async with self.store.transaction() as db:
            await db.execute("UPDATE tournaments SET alarm = NULL WHERE id = ?", (tournament,))

    async def point(self) -> None:
        if self.points + 1 == self.leave_at:
            self.leaving.set()
        await super().point()

    async def take(self, *own: int) -> None:
        shards = self.store.shards.some(own)
        await self.clockwork.begin(shards)
        await self.worker.begin(shards)

    def look_around(self) -> None:
        """As after half a minute: whatever another process has owed and could not say any more is found."""
        self.worker.look()

    async def give_up(self, *own: int, patience: float = 10.0) -> None:
        await self.clockwork.end(self.store.shards.some(own))
        await self.worker.end(patience)


class Town(Street):
    """Processes side by side on one database."""

    def __init__(self, fresh: Callable[[], Any]) -> None:
        super().__init__(fresh())
        self._fresh = fresh

    def elsewhere(self) -> None:
        """Another town, with nothing in it."""
        self.path, self.chat = self._fresh(), FakeChat()

    async def beside(self, count: int, *own: int) -> Process:
        store = await Store.open(self.path)
        store.now = lambda: self.now
        store.shared = True  # Others write to it, on a file as on a server: what is in memory may be old.
        made = Process(store, self.chat, count)
        self._open.append(made)
        await made.take(*own)
        return made

    def pass_by(self, process: Process) -> None:
        """Time passes, in which a process looks around."""
        self.passing()
        process.look_around()

    async def killed(self, house: House) -> None:
        house.dead.set()
        if isinstance(house, Process) and house.clockwork._task is not None:
            house.clockwork._task.cancel()
            await asyncio.gather(house.clockwork._task, return_exceptions=True)
        await super().killed(house)


async def deal(house: House, guild: int, channel: int, computers: int = 0, clock: Clock | None = None) -> Any:
    """A table of a server."""
    people = [(101, "Anna"), (102, "Bohumil")][: 2 - computers]
    opening = Opening(KEY, guild, channel, {"asked": "one"}, "en", "light", clock=clock)
    made, begun = await house.tables.open(opening, Party(people[0], people[1:], computers, "Computer", 2, agreed=True))
    assert begun
    return await house.tables.get(made)


def guild_of(shard: int, n: int, count: int) -> int:
    """A server of a shard."""
    return (n * count + shard) << 22


async def acted(house: House, table: int) -> list[tuple[int, str, bool]]:
    return [(row.seat, " ".join(row.action), row.auto) for row in await house.store.tables.actions(table)]
