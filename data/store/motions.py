"""Stored motions: what a moderator who plays at a table has proposed to the others there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from data.store import parsing
from data.store.changes import TABLE, Change, Message, Raced, Subject, TournamentChange
from data.store.database import Connection, Database
from data.store.outbox import Outbox
from data.store.rows import OVER
from data.store.shards import Shards
from data.store.silent_players import Place
from rules.game import Seat

ASKED, ANNOUNCED, OBJECTED = "asked", "announced", "objected"
"""The stages of a motion: the others are asked; it has been announced; somebody has objected."""
_COLUMNS = "game, act, by, seats, target, number, made, reason, mark, stage, agreed, silent, counted"


class Motion(NamedTuple):
    """A stored motion: the act, the seats that it concerns, after which action and when it was put, and its reason.

    Unreadable seats, of a forgotten person, count as none. `target`: a further detail of some acts. `silent`: for how many seconds of their own time
    the seats that have not `agreed` have been silent since it was put or announced. `counted`: the moment until which that is counted, or at which
    somebody objected.
    """

    table: int
    act: str
    by: int
    seats: tuple[Seat, ...]
    target: str
    number: int
    made: float
    reason: str
    mark: str
    stage: str = ASKED
    agreed: tuple[Seat, ...] = ()
    silent: Mapping[Seat, float] = {}
    counted: float = 0


class MotionRows:
    """Queries on motions. A commit of the table that ends them deletes them itself (`after`, `after_match`)."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def places(self, shards: Shards) -> list[Place]:
        """The live tables of shards that have a motion."""
        rows = await self._database.all(
            "SELECT id, guild, channel, revision, paused, stands FROM games WHERE status = 'live' AND id IN (SELECT game FROM motions)"
            f" AND {shards.where('guild')} ORDER BY id"
        )
        return [Place(*row) for row in rows]

    async def open_in(self, guild: int) -> list[int]:
        """The live tables of a server with a motion to which nobody has objected."""
        sql = "SELECT id FROM games WHERE status = 'live' AND guild = ? AND id IN (SELECT game FROM motions WHERE stage <> ?) ORDER BY id"
        return [table for (table,) in await self._database.all(sql, (guild, OBJECTED))]

    async def of(self, table: int) -> dict[str, Motion]:
        """All motions at a table, by their acts."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM motions WHERE game = ? ORDER BY made", (table,))
        return {row[1]: _motion(row) for row in rows}

    async def marked(self, table: int, mark: str) -> Motion | None:
        """The motion with a mark, unless somebody has objected."""
        found = (await self.of(table)).values()
        return next((motion for motion in found if motion.mark == mark and motion.stage != OBJECTED), None)

    async def keep(self, before: Motion | None, motion: Motion | None, owed: Sequence[Message] = ()) -> None:
        """Replaces the motion `before` (None: no motion) by another, with outbox rows of its table; does nothing if the game is over. Raises Raced
        if the stored one is not as `before`."""
        there = motion or before
        assert there is not None
        table, act = there.table, there.act

        def write(db: Connection) -> bool:
            # From here on nobody else changes the table.
            if db.execute("UPDATE games SET revision = revision WHERE id = ? AND status = 'live'", (table,)).rowcount != 1:
                return False
            found = db.execute(f"SELECT {_COLUMNS} FROM motions WHERE game = ? AND act = ?", (table, act)).fetchone()
            if (None if found is None else _motion(found)) != before:
                raise Raced
            db.execute("DELETE FROM motions WHERE game = ? AND act = ?", (table, act))
            if motion is not None:
                _write(db, motion)
            self._owed.put(db, Subject(TABLE, table), owed)
            return True

        if await self._database.write(write) and owed:
            self._owed.woken(Subject(TABLE, table))

    async def drop(self, motion: Motion) -> None:
        """Deletes a motion that has become impossible."""
        sql = "DELETE FROM motions WHERE game = ? AND mark = ? AND stage <> ?"
        await self._database.write(lambda db: db.execute(sql, (motion.table, motion.mark, OBJECTED)))


def after(db: Connection, change: Change) -> None:
    """Deletes, in a table commit's transaction, the motions that it settles: all if the game is over, else those for the commit's act.

    If a seat changes hands, motions about that seat go, and its agreement and silence are removed from the others.
    """
    table = change.row.id
    if change.row.status == OVER:
        db.execute("DELETE FROM motions WHERE game = ?", (table,))
    elif change.act is not None:
        db.execute("DELETE FROM motions WHERE game = ? AND act = ?", (table, change.act.act))
    if change.sitting is not None:
        seat = change.sitting.seat
        for row in db.execute(f"SELECT {_COLUMNS} FROM motions WHERE game = ?", (table,)).fetchall():
            motion = _motion(row)
            db.execute("DELETE FROM motions WHERE game = ? AND act = ?", (table, motion.act))
            if seat not in motion.seats:
                agreed, silent = tuple(s for s in motion.agreed if s != seat), {s: n for s, n in motion.silent.items() if s != seat}
                _write(db, motion._replace(agreed=agreed, silent=silent))


def after_match(db: Connection, change: TournamentChange) -> bool:
    """Deletes, in a tournament commit's transaction, the motion that the commit carries out, if any; False where it was objected to or done
    meanwhile."""
    if change.motion is None:
        return True
    sql = "DELETE FROM motions WHERE game = ? AND mark = ? AND stage <> ?"
    return db.execute(sql, (*change.motion, OBJECTED)).rowcount == 1


def _write(db: Connection, motion: Motion) -> None:
    seats, agreed = (" ".join(map(str, seats)) for seats in (motion.seats, motion.agreed))
    values = (*motion[:3], seats, *motion[4:10], agreed, json.dumps({str(s): n for s, n in motion.silent.items()}), motion.counted)
    db.execute(f"INSERT INTO motions ({_COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)


def _motion(row: Sequence[Any]) -> Motion:
    """A motion from its row. Unreadable agreement counts as nobody's, unreadable silence as none."""
    texts = {"seats": str(row[3]), "agreed": str(row[10]), "silent": str(row[11])}
    found, _ = parsing.each(texts, {"seats": parsing.seats, "agreed": parsing.seats, "silent": parsing.lengths})
    return Motion(*row)._replace(seats=found.get("seats", ()), agreed=found.get("agreed", ()), silent=found.get("silent", {}))
