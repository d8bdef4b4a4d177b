"""Stored heartbeats: when any process last served which shards, and crediting the time since to tables."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from data.store import parsing
from data.store.changes import RIPE, Raced
from data.store.database import Connection, Database
from data.store.rows import clock_text
from data.store.shards import Shards, shard_of
from data.store.tables import dial_of
from rules.competition.clock import Clock, Dial
from rules.game import Seat

log = logging.getLogger("referee.alive")
PASSED = "uncredited table "
"""The key, before a table's number, of the fact that says since when the table is owed time."""
Since = Callable[[int | None], float | None]
"""Since when nobody has been there for a server; None where nobody has ever been."""


class Running(NamedTuple):
    """A table whose clock runs.

    Its server, revision, clock (None: unreadable), running dials, and players who have agreed to play.

    `uncredited`: since when it is owed time, as it was passed over. `ripe`: when orders answer, or 0.
    """

    table: int
    guild: int | None
    revision: int
    clock: Clock | None
    dials: dict[Seat, Dial]
    players: dict[Seat, int]
    uncredited: float | None = None
    ripe: float = 0


class Heartbeat:
    """Stores the heartbeats of shards, and credits downtime to their tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, shards: Shards) -> None:
        """Notes that these shards are served at this moment."""
        await self._database.write(self._note, shards)

    async def last(self) -> Since:
        """A function that gives the last moment at which a server was served, however many shards there were then."""
        moments = {(count, shard): at for count, shard, at in await self._database.all("SELECT count, shard, at FROM alive")}
        counts = {count for count, _ in moments}

        def since(guild: int | None) -> float | None:
            found = (moments.get((count, shard_of(guild, count))) for count in counts)
            return max((at for at in found if at is not None), default=None)

        return since

    async def running(self, shards: Shards) -> list[Running]:
        """The tables of shards with running clocks: dials, or only a deadline until orders answer."""
        known = await self._uncredited()
        rows = await self._database.all(
            "SELECT g.id, g.guild, g.revision, g.clock, d.seat, d.remaining, d.lapses, d.since, d.due, d.nudges, d.spent,"
            " CASE WHEN s.agreed = 1 THEN s.player END, g.ripe FROM dials d JOIN games g ON g.id = d.game"
            " JOIN seats s ON s.game = d.game AND s.seat = d.seat WHERE (d.next IS NOT NULL OR g.ripe > 0) AND g.paused = 0 AND g.stands IS NULL"
            f" AND g.clock IS NOT NULL AND {shards.where('g.guild')} ORDER BY g.id, d.seat"
        )
        found: dict[int, Running] = {}
        for table, guild, revision, clock, seat, left, lapses, since, due, nudges, spent, player, ripe in rows:
            there = found.get(table)
            if there is None:
                there = found[table] = Running(table, guild, revision, self._rule(table, clock), {}, {}, known.get(table), ripe)
            if since is not None:
                there.dials[seat] = dial_of(self._database, table, (seat, left, lapses, since, due, nudges, spent))
            if player is not None:
                there.players[seat] = player
        return list(found.values())

    def _rule(self, table: int, text: str) -> Clock | None:
        try:
            return parsing.clock(text)
        except parsing.Unreadable:
            self._database.passed_over("table", table, ["clock"])
            return None

    async def _uncredited(self) -> dict[int, float]:
        """Since when tables are owed time, as they were passed over."""
        rows = await self._database.all("SELECT key, value FROM facts WHERE key LIKE ?", (f"{PASSED}%",))
        found = {}
        for key, value in rows:
            with contextlib.suppress(ValueError):
                found[int(key.removeprefix(PASSED))] = float(value)
        return found

    async def credit(self, shards: Shards, tables: Sequence[Running], passed: Mapping[int, float]) -> None:
        """Gives tables new clocks and dials, and notes that their shards are served now: all or nothing, so that no time is credited twice. Tables
        that are `passed` over are credited later, since their moments. Raises Raced if a table has changed."""
        await self._database.write(self._credit, shards, tables, passed)

    async def credit_each(self, shards: Shards, tables: Sequence[Running], passed: Mapping[int, float], since: Mapping[int, float]) -> list[Running]:
        """Like `credit`, but skips a table that the database refuses; returns those credited. `since` is the moment of each. Raises Raced."""

        def write(db: Connection) -> list[Running]:
            done, left = [], dict(passed)
            for there in tables:
                db.execute("SAVEPOINT one")
                try:
                    self._credit_tables(db, [there])
                except Raced:
                    raise
                except Exception as error:  # Whatever it is, it is about this table alone.
                    db.execute("ROLLBACK TO SAVEPOINT one")
                    log.warning("table %d: it cannot be credited with time (%s)", there.table, type(error).__name__)
                    left[there.table] = since[there.table]
                else:
                    done.append(there)
                db.execute("RELEASE SAVEPOINT one")
            self._pass(db, left)
            self._note(db, shards)
            return done

        return await self._database.write(write)

    def _credit(self, db: Connection, shards: Shards, tables: Sequence[Running], passed: Mapping[int, float]) -> None:
        self._credit_tables(db, tables)
        self._pass(db, passed)
        self._note(db, shards)

    async def forgive(self, table: int) -> None:
        """Cancels the time owed to a table, whose clock begins anew."""
        await self._database.write(lambda db: db.execute("DELETE FROM facts WHERE key = ?", (f"{PASSED}{table}",)))

    @staticmethod
    def _pass(db: Connection, passed: Mapping[int, float]) -> None:
        """Notes since when tables are owed time; an earlier note stays."""
        values = [(f"{PASSED}{table}", repr(since)) for table, since in passed.items()]
        db.executemany("INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO NOTHING", values)

    @staticmethod
    def _credit_tables(db: Connection, tables: Sequence[Running]) -> None:
        rows = [(clock_text(there.clock), there.ripe, there.table, there.revision) for there in tables]
        raised = "UPDATE games SET clock = ?, ripe = ?, revision = revision + 1 WHERE id = ? AND revision = ?"
        if rows and db.executemany(raised, rows).rowcount != len(rows):
            raise Raced
        dials = [(*d[:4], json.dumps(d.reminders), d.next, d.spent, there.table, seat) for there in tables for seat, d in there.dials.items()]
        wound = "UPDATE dials SET remaining = ?, lapses = ?, since = ?, due = ?, nudges = ?, next = ?, spent = ? WHERE game = ? AND seat = ?"
        db.executemany(wound, dials)
        db.executemany("UPDATE owed SET next = ? WHERE game = ? AND kind = ?", [(there.ripe, there.table, RIPE) for there in tables if there.ripe])
        db.executemany("DELETE FROM facts WHERE key = ?", [(f"{PASSED}{there.table}",) for there in tables if there.uncredited is not None])

    def _note(self, db: Connection, shards: Shards) -> None:
        values = [(shards.count, shard, self._database.now()) for shard in shards.own]
        db.executemany("INSERT INTO alive VALUES (?, ?, ?) ON CONFLICT (count, shard) DO UPDATE SET at = excluded.at", values)
