"""The timer of all tables: one task that sleeps until the next moment is due, sends reminders and ends time.

It also handles the alarms of tournaments: check-ins and starts. What follows is written to the outbox. `rules.competition.clock.running` decides when
a reminder is due, `cogs/play/clocks/expiry.py` what happens at the end of time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from cogs.play.clocks.downtime import credit
from cogs.play.fair_share import rest_after
from cogs.play.log_context import about
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tables import Tables
from cogs.service.heartbeat import Heartbeat
from data.store import Store
from data.store.database import Superseded
from data.store.heartbeat import Since
from data.store.lease import undertake
from data.store.shards import Shards
from rules.game import Seat

log = logging.getLogger("referee.clock")
BEAT = 30.0
"""Seconds between two notes that the bot is alive; the time after the last one is not charged to anybody when it was not."""
BLINK = 60.0
"""Seconds for which Discord may be out of reach without anybody noticing."""
UNSURE = 1.0
"""Seconds until a time that is over is looked at again while it is not known where its person is."""
AFTER_A_FAULT = 300.0
"""Seconds until a dial is tried again about which something went wrong."""


async def _none_delayed(shards: Shards, since: Since) -> None:
    """Does nothing; the default of `delay`."""


class Clocks:
    """The timer of this process's tables. It calls `ring` for a tournament whose alarm is due, and `delay` for check-ins during which nobody
    served a server."""

    def __init__(
        self, store: Store, tables: Tables, ring: Callable[[int], Awaitable[None]],
        delay: Callable[[Shards, Since], Awaitable[None]] = _none_delayed, beat: Heartbeat | None = None,
    ) -> None:  # fmt: skip
        self._store = store
        self._beat = beat or Heartbeat()
        self._tables = tables
        self._ring_tournament, self._delay = ring, delay
        self._task: asyncio.Task[None] | None = None
        self.sure: Callable[[Table, Seat], bool] = lambda table, seat: True
        """Whether nobody need be asked any more before the time of a seat is over."""
        self._faulty: dict[tuple[int, Seat], float] = {}
        self._noted = 0.0
        self._closed = False
        self._lost: dict[int, float] = {}
        self._found: set[int] = set()
        self._ringing = asyncio.Lock()
        self._accounting = asyncio.Lock()

    async def start(self) -> None:
        """Begins with the clocks of all shards that the process has at its start; does nothing where it runs already."""
        if self._task is None:
            await self.begin(self._store.shards)

    async def begin(self, shards: Shards) -> None:
        """Serves further shards: credits everybody there with the downtime, then adds them to the store's shards and starts their clocks."""
        if self._closed:
            return
        await self.account()
        await self._credit(shards, await self._store.heartbeat.last())
        if self._closed:
            return
        self._beat.start()
        self._store.accounted, self._store.away = self.account, self.away
        self._lost |= dict.fromkeys(shards.own & self._lost.keys(), self._store.now())  # Until now they have been credited.
        self._store.shards |= shards
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
        self._store.due_changed.set()

    async def end(self, shards: Shards) -> None:
        """Stops serving shards, and removes them from the store's; returns when steps in progress have ended."""
        self._store.shards -= shards
        async with self._ringing:
            pass
        try:
            await self.account()
            await self._store.heartbeat.note(self._in_reach(shards))
        except Exception:  # As after a loss of the database: those who play there get a little more time.
            log.exception("the end of shards %s could not be noted", shards)

    async def account(self) -> None:
        """Credits a standstill of the process at the tables of its shards.

        If another process has served a shard meanwhile, only the unserved time is credited. For a shard that was out of reach before, everything
        is credited when it is back.
        """
        if not self._beat.absent:
            return
        async with self._accounting:
            absent = self._beat.absent
            if not absent:
                return
            log.warning("nobody was there for %.0f seconds; that is charged to nobody", absent)
            now, last = self._store.now(), await self._store.heartbeat.last()
            since = now - absent
            seen = self._store.shards.some(shard for shard in self._store.shards.own if self._lost.get(shard, now) > since)
            await self._credit(seen, lambda guild: max(since, last(guild) or 0))
            self._lost |= dict.fromkeys(seen.own & self._lost.keys(), self._store.now())
            self._beat.told()

    async def _credit(self, shards: Shards, since: Since) -> None:
        await self._delay(shards, since)  # First: a check-in that is made longer twice is better than one that is not.
        await self._tables.reread(await credit(self._store, shards, since))

    # Discord reaches each shard by a connection of its own.

    def lost(self, shard: int = 0, since: float | None = None) -> None:
        """Notes that Discord can't be reached for a shard, since now or `since`: clocks are stopped there if that lasts."""
        self._lost.setdefault(shard, self._store.now() if since is None else since)

    async def found(self, shard: int = 0) -> None:
        """Notes that Discord is back; if it was away for long, the time is credited."""
        since = self._lost.pop(shard, None)
        if since is not None and self._store.now() - since > BLINK:
            self._found.add(shard)
            try:
                async with self._ringing:  # Nobody's time is over before.
                    await self._credit(self._store.shards.some(self._store.shards.own & {shard}), lambda guild: since)
            finally:
                self._found.discard(shard)
        self._store.due_changed.set()

    def away(self, guild: int | None) -> bool:
        """Whether the gateway of a server delivers nothing now, or that time has not been credited yet."""
        return self._store.shards.of(guild) in self._lost.keys() | self._found

    def _in_reach(self, shards: Shards, blink: float = 0) -> Shards:
        """Those of `shards` that have not been out of reach for more than `blink` seconds."""
        now = self._store.now()
        return shards.some(shard for shard in shards.own if now - self._lost.get(shard, now) <= blink)

    async def close(self) -> None:
        """Stops the timer; returns when steps in progress have ended."""
        self._closed = True
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self._note_alive()
        await self._beat.close()

    async def _note_alive(self) -> None:
        """Stores that this process serves its shards; without those out of reach, so that their time is credited even after a kill."""
        await self.account()
        self._noted = self._store.now()
        await self._store.heartbeat.note(self._in_reach(self._store.shards))

    async def _run(self) -> None:
        while not self._closed:
            self._store.due_changed.clear()
            undertake(self._store.database.lease())
            rest = 0.0
            try:
                await self.tick()
                began = time.monotonic()
                pause = await self._pause()
                rest = rest_after(time.monotonic() - began, BEAT)  # Thousands may be for others.
            except Superseded:
                pause = BEAT  # Whoever looks after these clocks rings them.
            except Exception:
                log.exception("the clockwork stumbled")
                pause = BEAT
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._store.due_changed.wait()
            await asyncio.sleep(rest)

    async def _pause(self) -> float | None:
        """The seconds until something is due; None if no dial runs."""
        here = self._in_reach(self._store.shards, BLINK)
        dials, starts = await self._store.tables.next_ring(here), await self._store.tournaments.next_alarm(here)
        if dials is not None and abs(self._store.now() - self._noted) >= BEAT:
            await self._note_alive()
        dues = [due for due in (dials, starts) if due is not None]
        if not dues:
            return None
        return min(max(min(dues) - self._store.now(), 1 if self._faulty else 0.01), BEAT)

    async def tick(self) -> None:
        """Does what is due."""
        await self.account()
        now, shards = self._store.now(), self._store.shards
        here = self._in_reach(shards, BLINK)
        self._faulty = {which: until for which, until in self._faulty.items() if until > now}
        idle = set()
        for table, seat in await self._store.tables.ringing(now, here):
            if (table, seat) in self._faulty:
                continue
            about(table=table)
            async with self._ringing:
                if self._store.shards != shards:  # They may be no longer ours; what is due is looked for anew.
                    return
                try:
                    if not await self._handle_dial(table, seat, now):
                        idle.add((table, seat))
                except Exception:
                    log.exception("table %d: the clock of seat %d could not be looked after", table, seat)
                    self._faulty[table, seat] = now + AFTER_A_FAULT
        if idle:  # Those that somebody has just answered ring no more; the others would ring for ever.
            self._faulty |= dict.fromkeys(idle.intersection(await self._store.tables.ringing(now, here)), now + AFTER_A_FAULT)
        for tournament in await self._store.tournaments.alarmed(now, here):
            about(tournament=tournament)
            async with self._ringing:
                if self._store.shards != shards:
                    return
                await self._ring_tournament(tournament)
        about()

    async def _handle_dial(self, number: int, seat: Seat, now: float) -> bool:
        """Handles a dial that is due; returns whether there was anything to do."""
        try:
            table = await self._tables.get(number)
            dial = table.dials.get(seat)
            if dial is not None and dial.due is not None and dial.due <= now and not self.sure(table, seat):
                self._faulty[number, seat] = now + UNSURE
                return True
            return await table.expiry.lapse(seat) or await table.expiry.reminded(seat, now)
        except Stranded:
            return False
        except (NoTable, Stale):
            return True
