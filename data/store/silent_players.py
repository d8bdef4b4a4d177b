"""Stored waits for silent (*vanished*) players at tables without a clock, and what was offered to the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from data.store import parsing
from data.store.changes import TABLE, Calls, Message, Subject
from data.store.database import Connection, Database
from data.store.outbox import Outbox
from data.store.shards import Shards
from rules.game import Seat

COUNTED, WARNED, OFFERED, TAKEN = "", "warned", "offered", "taken"
"""How far it has come: time is counted; they have been told that it comes to an end; the others may decide; a computer plays on."""
_COLUMNS = "game, seat, question, seen, sat, waited, counted, stage, computer, ending, mark"


class SilentWait(NamedTuple):
    """A stored wait of a table for a seat.

    `question` is the action since which the seat is asked (None: nobody may know), `seen` a hash of what everybody sees, `sat` how many occupants
    the seat has had before: by these it is known whether it is still the same wait. `waited` are seconds of the player's own time, counted up to
    the moment `counted`. `stage` is how far it has come; `computer` and `ending` are the seats that have voted for a computer, or for an end, in
    the offer of a `mark`.
    """

    table: int
    seat: Seat
    question: int | None
    seen: str
    sat: int
    waited: float
    counted: float
    stage: str = COUNTED
    computer: tuple[Seat, ...] = ()
    ending: tuple[Seat, ...] = ()
    mark: str = ""

    def anew(self, now: float) -> SilentWait:
        """The wait started again: the player has shown that they are there, or the others have chosen to wait on."""
        return self._replace(waited=0, counted=now, stage=COUNTED, computer=(), ending=(), mark="")


class Place(NamedTuple):
    """A live table at a periodic check: its channel, its revision, and whether it is paused."""

    id: int
    guild: int | None
    channel: int
    revision: int
    paused: float
    stands: str | None


class SilentPlayerRows:
    """Queries on waits."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def places(self, shards: Shards) -> list[Place]:
        """The live tables of shards with neither a clock, nor a rating, nor a prize."""
        rows = await self._database.all(
            "SELECT id, guild, channel, revision, paused, stands FROM games WHERE status = 'live' AND clock IS NULL AND rated = 0"
            f" AND id NOT IN (SELECT game FROM tournament_games) AND {shards.where('guild')} ORDER BY id"
        )
        return [Place(*row) for row in rows]

    async def all(self, shards: Shards) -> list[SilentWait]:
        """All waits at the tables of shards."""
        ours = f"game IN (SELECT id FROM games WHERE {shards.where('guild')})"
        return [_wait(row) for row in await self._database.all(f"SELECT {_COLUMNS} FROM waits WHERE {ours} ORDER BY game, seat")]

    async def of(self, table: int) -> dict[Seat, SilentWait]:
        """The waits of one table."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM waits WHERE game = ? ORDER BY seat", (table,))
        return {row[1]: _wait(row) for row in rows}

    async def gone(self) -> dict[tuple[int, Seat], float]:
        """Since when Discord says that a person awaited by a table is gone, by table and seat."""
        rows = await self._database.all(
            "SELECT w.game, w.seat, a.since FROM waits w JOIN seats s ON s.game = w.game AND s.seat = w.seat"
            " JOIN absences a ON a.game = w.game AND a.player = s.player WHERE a.why = 'gone'"
        )
        return {(table, seat): since for table, seat, since in rows}

    async def people(self) -> dict[tuple[int, Seat], int]:
        """The people whom tables wait for, by table and seat."""
        rows = await self._database.all("SELECT w.game, w.seat, s.player FROM waits w JOIN seats s ON s.game = w.game AND s.seat = w.seat")
        return {(table, seat): player for table, seat, player in rows if player is not None}

    async def count(self, waits: Sequence[SilentWait]) -> None:
        """Stores the time counted for waits, if they have not changed meanwhile."""
        values = [(w.waited, w.counted, w.table, w.seat, w.question, w.sat, w.stage) for w in waits]
        same = "game = ? AND seat = ? AND COALESCE(question, -1) = COALESCE(?, -1) AND sat = ? AND stage = ?"
        sql = f"UPDATE waits SET waited = ?, counted = ? WHERE {same}"
        await self._database.write(lambda db: db.executemany(sql, values))

    async def keep(self, table: int, waits: Collection[SilentWait], owed: Sequence[Message] = (), calls: Calls | None = None) -> None:
        """Replaces the waits of a table, and adds outbox rows, and those of direct messages."""

        def write(db: Connection) -> None:
            db.execute("DELETE FROM waits WHERE game = ?", (table,))
            places = ", ".join("?" * len(SilentWait._fields))
            there = "SELECT 1 FROM games WHERE id = ? AND status = 'live'"
            if db.execute(there, (table,)).fetchone() is not None:
                db.executemany(f"INSERT INTO waits ({_COLUMNS}) VALUES ({places})", [_values(wait) for wait in waits])
            self._owed.put(db, Subject(TABLE, table), owed)
            if calls is not None:
                self._owed.call(db, table, calls)

        await self._database.write(write)
        if owed or calls is not None:
            self._owed.woken(Subject(TABLE, table))

    async def tidy(self) -> None:
        """Deletes the waits of games that are over."""
        await self._database.write(lambda db: db.execute("DELETE FROM waits WHERE game NOT IN (SELECT id FROM games WHERE status = 'live')"))


def _values(wait: SilentWait) -> tuple[object, ...]:
    return (*wait[:8], " ".join(map(str, wait.computer)), " ".join(map(str, wait.ending)), wait.mark)


def _wait(row: Sequence[Any]) -> SilentWait:
    """A wait from its row; lists of agreeing seats that cannot be read are empty."""
    found, _ = parsing.each({"computer": str(row[8]), "ending": str(row[9])}, {"computer": parsing.seats, "ending": parsing.seats})
    return SilentWait(*row[:8])._replace(computer=found.get("computer", ()), ending=found.get("ending", ()), mark=row[10])
