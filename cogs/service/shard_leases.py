"""Shard leases: which shards this process holds among all processes on its database, and failover between them.

`start_up.py` takes up new shards' work. How long a lease holds without a sign from its process is `LEASE` in `data/store/postgres/peers.py`; with
SQLite there is one process (`data/store/only_process.py`), which holds all.

The holder of a shard answers its interactions, works off its outbox rows, and runs its clocks. Another process with the same shard stands by:
connected to Discord and silent until the holder lets go or dies. Discord sends each interaction to both. One that comes while nobody holds the
shard waits for up to two seconds until a standby does. If two processes answer at the same moment, Discord accepts one, and the other does
nothing.

A process that was frozen has lost its shards without knowing it. What it goes on with is still under its old lease (`data.store.lease`) and is
refused. When it learns that another process holds them, it connects to Discord anew, since the old connection delivers past events.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from cogs.play.outbox_worker import Worker
from cogs.service.start_up import take_up
from cogs.service.timer import Clocks
from data.store import Store
from data.store.changes import Subject
from data.store.lease import undertake, undertaken
from data.store.peers import Peers
from data.store.shards import PRIVATE, Shards

log = logging.getLogger("referee.sharing")
LOOK = 0.5
"""Seconds between two tries to claim what another process holds, which may have died."""
PRESS_WAITS = 2.0
"""Seconds for which an interaction waits for its shard to be handed over, of the three in which Discord wants an answer."""
LONELY = 20.0
"""Seconds without Discord after which a shard is left to other processes."""
ROUND = 30.0
"""Seconds between two looks for rows that another process has written and could not tell of before it died."""
LAST_STEPS = 1.5
"""Seconds for which steps under way may hold up a hand-over. All of them may be repeated by others."""


class ShardLeases:
    """Claims this process's shards once Discord has told of their servers. Calls `begun` for shards gained, `taken` for shards that another
    process has gained."""

    def __init__(self, store: Store, peers: Peers, worker: Worker, clockwork: Clocks) -> None:
        self._store = store
        self._peers = peers
        self._worker = worker
        self._clockwork = clockwork
        self.begun: Callable[[Shards], Awaitable[None]] = _nothing
        self.taken: Callable[[Shards], Awaitable[None]] = _nothing
        self.serving = asyncio.Event()
        self._own = store.shards
        self._ready: set[int] = set()
        self._away: dict[int, float] = {}
        self._held: set[int] = set()
        self._lost_last: set[int] = set()
        self._waiting: set[int] = set()
        self._looked_after: set[int] = set()
        self._changed = asyncio.Event()
        self._claimed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._round = 0.0

    async def start(self, shards: Shards) -> None:
        """Begins to claim the shards of this process; none is held yet. Raises data.store.peers.OtherCount."""
        self._own = shards
        self._store.shards = shards.some(())
        self._peers.heard, self._peers.lost = self._heard, self._lost
        self._store.database.lease = self._worker.lease = lambda: self._peers.lease
        self._worker.elsewhere = lambda subject: self._peers.tell(f"woken {subject.kind} {subject.id}")
        self._store.channel_settings.changed = lambda guild: self._peers.tell(f"room {guild}")
        self._store.database.due_changed_elsewhere = lambda: self._peers.tell("rung")
        await self._peers.join(shards.count)
        self._task = asyncio.create_task(self._run())

    def holds(self, guild: int | None) -> bool:
        """Whether this process alone serves a server; None stands for direct messages."""
        return not self._peers.shared or (self._shard(guild) in self._held and self._peers.valid)

    def goes_on(self) -> bool:
        """Whether the present task may go on: since it began, no other process can have gained this process's shards."""
        begun, now = undertaken(), self._peers.lease
        return self._peers.valid and (begun is None or now is None or begun.goes_on(now))

    async def answers(self, guild: int | None, patient: bool = True) -> bool:
        """Whether this process answers an interaction of a server, or a private one. A `patient` one waits for its shard to be handed over.

        While the database can't be reached, nobody holds anything: all try to answer, and Discord accepts one.
        """
        undertake(self._peers.lease)
        if not patient:
            return self.holds(guild)
        if not self.holds(guild):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PRESS_WAITS):
                    while not self.holds(guild):
                        await self._claimed.wait()
            undertake(self._peers.lease)
        return self.holds(guild) or not self._peers.connected

    def _shard(self, guild: int | None) -> int:
        """The shard of an interaction: that of its server, or the first one for people who use the bot outside its servers."""
        shard = self._own.of(guild)
        return shard if shard in self._own.own else PRIVATE

    # What Discord tells

    def ready(self, shard: int) -> None:
        """Notes that Discord has told of all servers of a shard, or is reachable again."""
        self._away.pop(shard, None)
        self._ready.add(shard)
        self._changed.set()

    def away(self, shard: int) -> None:
        """Notes that Discord can't be reached for a shard."""
        self._away.setdefault(shard, time.monotonic())
        self._changed.set()

    # What other processes tell

    def _heard(self, word: str) -> None:
        match word.split():
            case ["woken", kind, number]:
                self._worker.hear(Subject(kind, int(number)))
            case ["rung"]:
                self._store.due_changed.set()
            case ["room", _]:
                self._store.channel_settings.forget()
            case ["free"]:
                self._changed.set()
            case []:
                self._store.channel_settings.forget()
                self._look_around()
                self._changed.set()

    def _lost(self) -> None:
        """Gives up all shards, as the database can't be reached and others may hold them. Steps in progress do no harm, since commits check the
        revision."""
        if self._held:
            log.warning("shards %s are not looked after any more: the database cannot be reached", self._own.some(self._held))
        self._lost_last |= self._held
        self._held.clear()
        self._looked_after.clear()
        self._store.shards = self._own.some(())
        self._changed.set()

    # What is looked after

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._leave_lonely()
                await self._claim()
                await self._begin(self._held - self._looked_after)
                await self._stand_by()
            except Exception:
                log.exception("the shards could not be seen to")
            if time.monotonic() > self._round + ROUND:
                self._look_around()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._changed.wait()

    def _pause(self) -> float | None:
        if not self._peers.shared:
            return None if self._held == self._looked_after else LOOK
        return LOOK if self._ready != self._looked_after or self._away else ROUND

    def _look_around(self) -> None:
        """Looks for all that another process may have been unable to announce."""
        self._round = time.monotonic()
        self._worker.look()
        self._store.due_changed.set()

    async def _claim(self) -> None:
        for shard in sorted(self._ready - self._held):
            if await self._peers.claim(name_of(shard)):
                self._held.add(shard)
                claimed, self._claimed = self._claimed, asyncio.Event()
                claimed.set()
        waiting = self._ready - self._held if self._peers.connected else set()
        if not waiting <= self._waiting:
            log.info("stands by for shards %s", self._own.some(waiting))
        self._waiting = waiting

    async def _stand_by(self) -> None:
        """Reports shards that another process has gained since they were lost."""
        self._lost_last -= self._held
        if self._lost_last and self._peers.connected:
            others, self._lost_last = self._own.some(self._lost_last), set()
            log.warning("shards %s are looked after by another process by now", others)
            await self.taken(others)

    async def _begin(self, some: set[int]) -> None:
        shards = self._own.some(some)
        if some and await take_up(shards, self._clockwork, self._worker, lambda: self._keeps(some)):
            await self.begun(shards)
            self.serving.set()

    def _keeps(self, some: set[int]) -> bool:
        """Returns whether shards are still held; if so, they are served from now on."""
        if not some <= self._held:
            self._store.shards = self._own.some(self._looked_after)
            return False
        self._looked_after |= some
        log.info("looks after shards %s", self._own.some(some))
        return True

    async def _leave_lonely(self) -> None:
        """Gives up shards for which Discord can't be reached, as another process may reach it."""
        late = time.monotonic() - LONELY
        lonely = {shard for shard, since in self._away.items() if since < late}
        if self._peers.shared and lonely & self._ready:
            self._ready -= lonely
            await self._end(lonely & self._held)

    async def _end(self, some: Iterable[int]) -> None:
        """Gives up shards after ending or leaving steps in progress. Until then this process answers there."""
        shards = self._own.some(some)
        if not shards.own:
            return
        self._looked_after -= shards.own
        await self._clockwork.end(shards)
        await self._worker.end(LAST_STEPS)
        self._held -= shards.own
        for shard in shards.own:
            await self._peers.release(name_of(shard))
        self._peers.tell("free")
        log.info("no longer looks after shards %s", shards)

    async def close(self) -> None:
        """Gives up all shards."""
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._ready.clear()
            if self._peers.shared:
                await self._end(set(self._held))


def name_of(shard: int) -> str:
    """The name by which a shard is claimed: its number is enough, since all processes count the same number of shards."""
    return f"shard {shard}"


async def _nothing(*_: Any) -> None:
    """Does nothing; the default of `begun` and `taken`."""
