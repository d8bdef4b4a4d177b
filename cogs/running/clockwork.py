"""The clocks of all tables: one task that sleeps until the next thing is to be done, reminds people and ends their time.

Check-ins and starts of tournaments ring here as well. What follows is owed, and the worker sends it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from cogs.playing.about import about
from cogs.playing.position import NoTable, Stale, Stranded
from cogs.playing.tables import Tables
from data.store import Store
from rules.game import Seat

log = logging.getLogger("referee.clock")
BEAT = 30.0
"""Seconds between two notes that the bot is alive; the time after the last one is not charged to anybody when it was not."""
BLINK = 60.0
"""Seconds for which Discord may be out of reach without anybody noticing."""
ALIVE = "alive"
AFTER_A_FAULT = 300.0
"""Seconds until a dial is tried again about which something went wrong."""


class Clockwork:
    """Rings when it is time; `ring` sees to a tournament of which the hour has come."""

    def __init__(self, store: Store, tables: Tables, ring: Callable[[int], Awaitable[None]]) -> None:
        self._store = store
        self._tables = tables
        self._ring_tournament = ring
        self._task: asyncio.Task[None] | None = None
        self._faulty: dict[tuple[int, Seat], float] = {}
        self._noted = 0.0
        self._closed = False
        self._lost: float | None = None

    async def start(self) -> None:
        """Credits everybody with the time in which the bot was not there, and goes on."""
        if self._task is not None or self._closed:
            return
        alive = await self._store.facts.get(ALIVE)
        if alive is not None:
            await self._credit(float(alive))
        if self._closed:
            return
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _credit(self, since: float) -> None:
        for table in await self._store.tables.running():
            with contextlib.suppress(Stale, NoTable):
                await (await self._tables.get(table)).credit(since)

    def lost(self) -> None:
        """Discord cannot be reached: clocks stand still if that lasts."""
        self._lost = self._lost or self._store.now()

    async def found(self) -> None:
        """Discord is back; if it was away for long, that is charged to nobody."""
        since, self._lost = self._lost, None
        if since is not None and self._store.now() - since > BLINK:
            await self._credit(since)

    async def close(self) -> None:
        """Rings no more; returns when a ring under way has ended."""
        self._closed = True
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self._note_alive()

    async def _note_alive(self) -> None:
        self._noted = self._store.now()
        await self._store.facts.set(ALIVE, repr(self._noted))

    async def _run(self) -> None:
        while not self._closed:  # `wait_for` may swallow that it is cancelled.
            self._store.rung.clear()
            try:
                await self.tick()
                pause = await self._pause()
            except Exception:
                log.exception("the clockwork stumbled")
                pause = BEAT
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._store.rung.wait(), pause)

    async def _pause(self) -> float | None:
        """How long nothing is to be done; None where no dial runs at all."""
        dials, starts = await self._store.tables.next_ring(), await self._store.tournaments.next_alarm()
        if dials is not None and abs(self._store.now() - self._noted) >= BEAT:
            await self._note_alive()
        dues = [due for due in (dials, starts) if due is not None]
        if not dues:
            return None
        return min(max(min(dues) - self._store.now(), 1 if self._faulty or self._lost else 0.01), BEAT)

    async def tick(self) -> None:
        """Does what is due."""
        now = self._store.now()
        if self._lost is not None and now - self._lost > BLINK:
            return
        self._faulty = {which: until for which, until in self._faulty.items() if until > now}
        idle = set()
        for table, seat in await self._store.tables.ringing(now):
            if (table, seat) in self._faulty:
                continue
            about(table=table)
            try:
                if not await self._ring(table, seat, now):
                    idle.add((table, seat))
            except Exception:
                log.exception("table %d: the clock of seat %d could not be looked after", table, seat)
                self._faulty[table, seat] = now + AFTER_A_FAULT
        if idle:  # Those that somebody has just answered ring no more; the others would ring for ever.
            self._faulty |= dict.fromkeys(idle.intersection(await self._store.tables.ringing(now)), now + AFTER_A_FAULT)
        for tournament in await self._store.tournaments.alarmed(now):
            about(tournament=tournament)
            await self._ring_tournament(tournament)
        about()

    async def _ring(self, number: int, seat: Seat, now: float) -> bool:
        """Whether there was anything to do about a dial."""
        try:
            table = await self._tables.get(number)
            return await table.lapse(seat) or await table.reminded(seat, now)
        except Stranded:
            return False
        except (NoTable, Stale):
            return True
