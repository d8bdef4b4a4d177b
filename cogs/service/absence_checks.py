"""Asks Discord which players have left, can't see the channel or are timed out, before their time runs out.

The bot has no members intent, so it must ask. It asks once near the end of each stretch of a player's running time, every 15 minutes while a
player's time stands, and when a message to somebody failed or somebody acts while their time stands. Only a time that has just run out waits for
the answer, ten seconds at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from cogs.play.port import Port
from cogs.play.presence.absence_rules import LAST_PART, NEAR
from cogs.play.presence.whereabouts import UNKNOWN, Whereabouts
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tables import Tables
from cogs.service.background_task import Looking
from data.store.absences import AbsenceToCheck
from rules.game import Seat

log = logging.getLogger("referee.noticing")
PERIOD = 20.0
"""Seconds between two looks."""
MOST = 40
"""How many people are asked about in one look."""
AGAIN = 900.0
"""Seconds between two checks of a player whose time stands, or to whom a message has failed."""
PATIENCE = 10.0
"""Seconds for which an answer of Discord is waited for, and for which an end of time waits for it."""
REMEMBERED = 10_000
"""How many of the latest checks are remembered."""


class AbsenceChecks(Looking):
    """A background task that asks Discord about players whose time is about to run out."""

    def __init__(self, tables: Tables, port: Port) -> None:
        super().__init__(PERIOD, log, "it is not known who is absent")
        self._store = tables.store
        self._tables = tables
        self._port = port
        self._asked: dict[tuple[int, Seat], tuple[float, float]] = {}
        self._doubted: dict[tuple[int, Seat, float], float] = {}
        self._last: dict[tuple[int, int], float] = {}
        self._suspects: dict[int, float] = {}
        self._over: set[tuple[int, float]] = set()
        self.absent: frozenset[int] = frozenset()
        """The people whose time stands."""

    def suspect(self, player: int) -> None:
        """Asks Discord soon about a person to whom a message has failed."""
        if self._suspects.get(player, 0) <= self._store.now() - AGAIN:
            self._suspects[player] = 0.0
            self.look()

    def heard(self, player: int) -> None:
        """Asks Discord soon about a person who has just acted, if their clock is stopped: they may be back."""
        if player in self.absent:
            self._suspects[player] = 0.0
            self.look()

    def sure(self, table: Table, seat: Seat) -> bool:
        """Whether Discord has been asked about a player whose time is over, or has taken too long to answer; if neither, asks now."""
        dial = table.dials[seat]
        if table.row.guild is None or dial.since is None or dial.due is None or self._asked.get((table.id, seat)) == (dial.since, dial.due):
            return True
        first = self._doubted.setdefault((table.id, seat, dial.due), time.monotonic())
        self.look()
        return time.monotonic() - first > PATIENCE

    async def settle(self) -> None:
        """Asks about everybody who is due, and lets clocks run again that were stopped long enough."""
        now, shards, absences = self._store.now(), self._store.shards, self._store.absences
        for table, until in await absences.over(now, shards):
            if (table, until) not in self._over:
                await self._go_on(table)
                self._over.add((table, until))
        for table in await absences.waiting(shards):
            await self._go_on(table)
        left = MOST
        for sought in await absences.near_the_end(now, LAST_PART, NEAR, shards):
            stretch = (sought.since, sought.due)
            if left and self._asked.get((sought.table, sought.seat)) != stretch:
                left -= 1
                await self._ask(sought)
                self._asked[sought.table, sought.seat] = stretch
        standing = await absences.standing(now, shards)
        self.absent = frozenset(sought.player for sought in standing)
        for sought in standing:
            if left and self._last.get((sought.table, sought.player), 0) <= now - AGAIN:
                left -= 1
                await self._ask(sought)
        for player in [player for player, asked in self._suspects.items() if not asked]:
            self._suspects[player] = now
            for sought in await absences.tables_of(player, shards):
                await self._ask(sought)
        self._forget()

    async def _ask(self, sought: AbsenceToCheck) -> None:
        self._last[sought.table, sought.player] = self._store.now()
        try:
            async with asyncio.timeout(PATIENCE):
                where = await self._port.whereabouts(sought.guild, sought.player, sought.channel)
        except TimeoutError:
            where = Whereabouts(UNKNOWN)
        if where.known and (where.absent or sought.player in await self._store.absences.of(sought.table)):
            with contextlib.suppress(NoTable, Stranded, Stale):
                if await (await self._tables.get(sought.table)).absent_players.notice(sought.player, where):
                    log.info("table %d: the time of a player stands (%s)", sought.table, where.what)

    async def _go_on(self, table: int) -> None:
        with contextlib.suppress(NoTable, Stranded, Stale):
            await (await self._tables.get(table)).absent_players.go_on_for()

    def _forget(self) -> None:
        """Clears caches that have grown too large; at worst a player is asked about once more."""
        for known in (self._asked, self._doubted, self._last, self._suspects):
            if len(known) > REMEMBERED:
                known.clear()
        if len(self._over) > REMEMBERED:
            self._over.clear()
