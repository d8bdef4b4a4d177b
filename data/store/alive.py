"""When which shards were last looked after, by whichever process, and the time that is charged to nobody at the tables there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from data.shards import Shards, shard_of
from data.store.changes import Raced
from data.store.database import Connection, Database
from data.store.values import clock_of, clock_text
from rules.competition.clock import Clock, Dial
from rules.game import Seat

Since = Callable[[int | None], float | None]
"""Since when nobody has been there for a server; None where nobody has ever been."""


class Running(NamedTuple):
    """A table with a clock that runs: its server, its revision, its clock, the dials that run, and who sits there and has agreed to play."""

    table: int
    guild: int | None
    revision: int
    clock: Clock
    dials: dict[Seat, Dial]
    players: dict[Seat, int]


class Alive:
    """What processes note from time to time: that they look after their shards."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, shards: Shards) -> None:
        """Shards are looked after at this moment."""
        await self._database.write(self._note, shards)

    async def last(self) -> Since:
        """When anybody was last there for a server, into however many shards all were divided then."""
        moments = {(count, shard): at for count, shard, at in await self._database.all("SELECT count, shard, at FROM alive")}
        counts = {count for count, _ in moments}

        def since(guild: int | None) -> float | None:
            found = (moments.get((count, shard_of(guild, count))) for count in counts)
            return max((at for at in found if at is not None), default=None)

        return since

    async def running(self, shards: Shards) -> list[Running]:
        """The tables of shards at which time runs: dials, or but a deadline until orders answer."""
        rows = await self._database.all(
            "SELECT g.id, g.guild, g.revision, g.clock, d.seat, d.remaining, d.lapses, d.since, d.due, d.nudges, d.spent,"
            " CASE WHEN s.agreed = 1 THEN s.player END FROM dials d JOIN games g ON g.id = d.game"
            " JOIN seats s ON s.game = d.game AND s.seat = d.seat WHERE (d.next IS NOT NULL OR g.ripe > 0) AND g.paused = 0 AND g.stands IS NULL"
            f" AND g.clock IS NOT NULL AND {shards.where('g.guild')} ORDER BY g.id, d.seat"
        )
        found: dict[int, Running] = {}
        for table, guild, revision, clock, seat, left, lapses, since, due, nudges, spent, player in rows:
            rule = clock_of(clock)
            assert rule is not None
            there = found.setdefault(table, Running(table, guild, revision, rule, {}, {}))
            if since is not None:
                there.dials[seat] = Dial(left, lapses, since, due, tuple(json.loads(nudges)), spent)
            if player is not None:
                there.players[seat] = player
        return list(found.values())

    async def credit(self, shards: Shards, tables: Sequence[Running]) -> None:
        """Tables go on with other clocks and dials, and their shards are looked after at this moment: all of it or nothing, so that nobody is
        credited twice. Raises Raced where a table has changed."""
        await self._database.write(self._credit, shards, tables)

    def _credit(self, db: Connection, shards: Shards, tables: Sequence[Running]) -> None:
        rows = [(clock_text(there.clock), there.table, there.revision) for there in tables]
        raised = "UPDATE games SET clock = ?, revision = revision + 1 WHERE id = ? AND revision = ?"
        if rows and db.executemany(raised, rows).rowcount != len(rows):
            raise Raced
        dials = [(*d[:4], json.dumps(d.nudges), d.next, d.spent, there.table, seat) for there in tables for seat, d in there.dials.items()]
        wound = "UPDATE dials SET remaining = ?, lapses = ?, since = ?, due = ?, nudges = ?, next = ?, spent = ? WHERE game = ? AND seat = ?"
        db.executemany(wound, dials)
        self._note(db, shards)

    def _note(self, db: Connection, shards: Shards) -> None:
        values = [(shards.count, shard, self._database.now()) for shard in shards.own]
        db.executemany("INSERT INTO alive VALUES (?, ?, ?) ON CONFLICT (count, shard) DO UPDATE SET at = excluded.at", values)
