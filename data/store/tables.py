"""Tables: their rows, who sits there, what was done, their clocks, what is proposed, and what moderators did."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from data.limits import Limits, TooMany
from data.store.database import Connection, Database
from data.store.history import write_ratings
from data.store.owed import HELD, write_owed
from data.store.values import (
    LIVE,
    OPEN,
    OVER,
    ChannelTaken,
    Needing,
    NewTable,
    Proposal,
    Repeated,
    SeatRow,
    Sitting,
    TableAct,
    TableRow,
    clock_of,
    clock_text,
)
from data.typed import Typed
from rules.competition.clock import Clock, Dial
from rules.game import Seat
from rules.notation import Row

_COLUMNS = ", ".join(TableRow._fields)


class TableRows:
    """Tables in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, new: NewTable, limits: Limits | None = None) -> int:
        """A new open table; returns its id. Raises ChannelTaken, data.limits.TooMany."""
        values = (*new[:6], json.dumps(new.options), new.host, OPEN, self._database.now(), new.rated, clock_text(new.clock))
        try:
            async with self._database.transaction() as db:
                if limits is not None:
                    await _check_limits(db, limits, new.host, new.guild)
                cursor = await db.execute(
                    "INSERT INTO games (game, version, guild, channel, language, theme, options, host, status, created, rated, clock)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    values,
                )
                made = cursor.lastrowid
                assert made is not None
                await write_seats(db, made, new.seats)
                if new.owed:
                    await write_owed(db, made, new.owed, {}, self._database.now())
        except sqlite3.IntegrityError as error:
            raise ChannelTaken from error
        return made

    async def sit(self, table: int, seats: Sequence[SeatRow], owed: str | None = None) -> None:
        """Who sits at an open table."""
        async with self._database.transaction() as db:
            await write_seats(db, table, seats)
            if owed:
                await write_owed(db, table, owed, {}, self._database.now())

    async def begin(
        self,
        table: int,
        seats: Sequence[SeatRow],
        seed: int,
        snapshot: bytes,
        payload: Mapping[str, Any],
        clock: Clock | None = None,
        dials: Mapping[Seat, Dial] | None = None,
    ) -> None:
        """An open table goes live, with its clock as it is from now on. Raises Repeated for one that is live already."""
        async with self._database.transaction() as db:
            await write_seats(db, table, seats)
            begun = "UPDATE games SET status = ?, seed = ?, snapshot = ?, clock = ? WHERE id = ? AND status = ?"
            cursor = await db.execute(begun, (LIVE, f"{seed:064x}", snapshot, clock_text(clock), table, OPEN))
            if cursor.rowcount != 1:
                raise Repeated
            if dials:
                await write_dials(db, table, dials)
            await write_owed(db, table, "board", payload, self._database.now())
        if dials:
            self._database.rung.set()

    async def record(
        self,
        table: int,
        rows: Sequence[Row],
        snapshot: bytes,
        payload: Mapping[str, Any],
        interaction: int | None = None,
        outcome: Mapping[str, Any] | None = None,
        held: bool = False,
        rated: Sequence[Sequence[int]] | None = None,
        act: TableAct | None = None,
        dials: Mapping[Seat, Dial] | None = None,
        seats: Sequence[SeatRow] | None = None,
        sitting: Sitting | None = None,
        withdrawn: bool = False,
        asked: Mapping[Seat, int] | None = None,
    ) -> None:
        """Actions, snapshot, dials and owed message in one transaction. The interaction belongs to the first row. Raises Repeated.

        A held message waits until another one is owed, and goes out with it. `seats` and `sitting` say who sits there now and sat there
        before, if that has changed. `rated` are the players by place, where the game is over and
        counts for their ratings; `act` is what a moderator did, if the first action is none of the player's own;
        `withdrawn` says that what somebody has proposed no longer stands; `asked` since which action each seat is asked.
        """
        now = self._database.now()
        values = [(table, r.number, r.seat, " ".join(r.action), r.auto, interaction if i == 0 else None, now) for i, r in enumerate(rows)]
        status, ended = (OVER, now) if outcome else (LIVE, None)
        try:
            async with self._database.transaction() as db:
                await db.executemany("INSERT INTO actions (game, number, seat, action, auto, interaction, at) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                await db.execute(
                    "UPDATE games SET position = ?, snapshot = ?, status = ?, ended = ?, outcome = ?, asked = ? WHERE id = ?",
                    (rows[-1].number, snapshot, status, ended, json.dumps(outcome) if outcome else None, json.dumps(asked or {}), table),
                )
                await write_owed(db, table, HELD if held else "board", payload, self._database.now())
                if rated:
                    await write_ratings(db, table, rated)
                if act:
                    await write_act(db, table, rows[0].number, now, act)
                if withdrawn:
                    await db.execute("DELETE FROM proposals WHERE game = ?", (table,))
                if seats is not None:
                    await write_seats(db, table, seats)
                if sitting is not None:
                    await write_sitting(db, table, sitting)
                if dials is not None:
                    await write_dials(db, table, dials)
        except sqlite3.IntegrityError as error:
            raise Repeated from error
        if dials is not None:
            self._database.rung.set()

    async def close_table(self, table: int) -> None:
        """An open table that never started goes."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM games WHERE id = ? AND status = ?", (table, OPEN))

    async def move_table(self, table: int, channel: int) -> None:
        """A table goes on in another channel of its server, where its board is owed. Raises ChannelTaken."""
        try:
            async with self._database.transaction() as db:
                await db.execute("UPDATE games SET channel = ?, message = NULL WHERE id = ?", (channel, table))
                await write_owed(db, table, "board", {"events": []}, self._database.now())
        except sqlite3.IntegrityError as error:
            raise ChannelTaken from error

    async def set_orders(self, table: int, seat: int, orders: Iterable[str]) -> None:
        """A seat's standing orders."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE seats SET orders = ? WHERE game = ? AND seat = ?", (" ".join(sorted(orders)), table, seat))

    async def propose(self, table: int, proposal: Proposal | None) -> None:
        """Keeps what is proposed at a table, in the place of anything before; None for nothing."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM proposals WHERE game = ?", (table,))
            if proposal is not None:
                values = (*proposal[:4], " ".join(map(str, proposal.asked)), " ".join(map(str, proposal.agreed)), proposal.mark)
                await db.execute("INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (table, *values))

    async def alter(
        self,
        row: TableRow,
        payload: Mapping[str, Any] | None,
        seats: Sequence[SeatRow],
        dials: Mapping[Seat, Dial],
        sitting: Sitting | None = None,
        act: tuple[int, TableAct] | None = None,
    ) -> None:
        """Something about a table that is no action of its game, in one transaction: who sits there, its clock and dials, a pause.

        `payload` is owed as a board message; None for nothing to tell. `act` is a moderator's, with the number of the latest action.
        With a `sitting`, nothing stands any more that was proposed: the one or the other had a part in it.
        """
        async with self._database.transaction() as db:
            await write_seats(db, row.id, seats)
            await db.execute("UPDATE games SET clock = ?, paused = ?, rated = ? WHERE id = ?", (clock_text(row.clock), row.paused, row.rated, row.id))
            await write_dials(db, row.id, dials)
            if sitting is not None:
                await write_sitting(db, row.id, sitting)
                await db.execute("DELETE FROM proposals WHERE game = ?", (row.id,))
            if act is not None:
                await write_act(db, row.id, act[0], self._database.now(), act[1])
            if payload is not None:
                await write_owed(db, row.id, "board", payload, self._database.now())
        self._database.rung.set()

    async def set_dials(self, table: int, dials: Mapping[Seat, Dial]) -> None:
        async with self._database.transaction() as db:
            await write_dials(db, table, dials)
        self._database.rung.set()

    # Reading

    async def get(self, table: int) -> TableRow | None:
        row = await self._database.one(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (table,))
        return _table(row) if row else None

    async def live_in(self, channel: int) -> int | None:
        """The id of the table in a channel that is open or live."""
        row = await self._database.one("SELECT id FROM games WHERE channel = ? AND status <> 'over'", (channel,))
        return row[0] if row else None

    async def latest_in(self, channel: int) -> int | None:
        """The id of the newest table of a channel, over or not."""
        row = await self._database.one("SELECT id FROM games WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return row[0] if row else None

    async def seats(self, table: int) -> list[SeatRow]:
        rows = await self._database.all(
            "SELECT seat, player, computer, name, orders, offered, agreed FROM seats WHERE game = ? ORDER BY seat", (table,)
        )
        return [SeatRow(row[0], row[1], row[2], Typed(row[3]), frozenset(row[4].split()), bool(row[5]), bool(row[6])) for row in rows]

    async def actions(self, table: int) -> list[Row]:
        rows = await self._database.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (table,))
        return [Row(n, seat, tuple(action.split()), bool(auto)) for n, seat, action, auto in rows]

    async def last_action(self, table: int) -> float | None:
        """When something was last done at a table."""
        row = await self._database.one("SELECT MAX(at) FROM actions WHERE game = ?", (table,))
        return row[0] if row else None

    async def lobbies(self) -> list[int]:
        """The channels with a table that has not begun."""
        return [row[0] for row in await self._database.all("SELECT channel FROM games WHERE status = 'open'")]

    async def tables_of(self, guild: int | None, player: int, limit: int) -> list[TableRow]:
        """The tables of a server that are not over, and a player's own anywhere; the newest first."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND (guild = ? OR id IN (SELECT game FROM seats WHERE player = ?))"
            " ORDER BY id DESC LIMIT ?",
            (guild, player, limit),
        )
        return [_table(row) for row in rows]

    async def live_of(self, player: int, limit: int = 50) -> list[TableRow]:
        """A player's tables that are not over, the newest first."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND id IN (SELECT game FROM seats WHERE player = ?) ORDER BY id DESC LIMIT ?",
            (player, limit),
        )
        return [_table(row) for row in rows]

    async def acts(self, table: int) -> list[tuple[int, float, TableAct]]:
        """What moderators did at a table, the latest first: the number of the action, when, and what."""
        rows = await self._database.all("SELECT number, at, by, act, whom, reason FROM table_acts WHERE game = ? ORDER BY id DESC", (table,))
        return [(number, at, TableAct(*act)) for number, at, *act in rows]

    async def sittings(self, table: int) -> list[Sitting]:
        """Who sat at a table before others took over, in order."""
        rows = await self._database.all("SELECT seat, number, at, player, name FROM sittings WHERE game = ? ORDER BY id", (table,))
        return [Sitting(*row) for row in rows]

    async def proposal(self, table: int) -> Proposal | None:
        """What somebody proposes at a table."""
        row = await self._database.one("SELECT kind, seat, number, target, asked, agreed, mark FROM proposals WHERE game = ?", (table,))
        return Proposal(row[0], row[1], row[2], row[3], _seats(row[4]), _seats(row[5]), row[6]) if row else None

    async def needing_attention(self, guild: int, idle_since: float, unsent_since: float) -> list[Needing]:
        """Live tables of a server that are paused, at which nothing has happened since a moment, or that owe a message since another one."""
        rows = await self._database.all(
            "SELECT g.id, g.game, g.channel, MAX(g.created, COALESCE((SELECT MAX(at) FROM actions a WHERE a.game = g.id), 0),"
            " COALESCE((SELECT MAX(at) FROM table_acts t WHERE t.game = g.id), 0)) AS last, g.paused > 0,"
            " EXISTS (SELECT 1 FROM owed o WHERE o.game = g.id AND o.kind <> 'held' AND o.created < ?) AS unsent"
            " FROM games g WHERE g.guild = ? AND g.status = 'live' AND (g.paused > 0 OR last < ? OR unsent) ORDER BY last LIMIT 50",
            (unsent_since, guild, idle_since),
        )
        return [Needing(table, key, channel, last, bool(paused), bool(unsent)) for table, key, channel, last, paused, unsent in rows]

    async def dials(self, table: int) -> dict[Seat, Dial]:
        rows = await self._database.all("SELECT seat, remaining, lapses, since, due, nudges FROM dials WHERE game = ?", (table,))
        return {seat: Dial(left, lapses, since, due, tuple(json.loads(nudges))) for seat, left, lapses, since, due, nudges in rows}

    async def next_ring(self) -> float | None:
        """When the next thing is to be done about any dial."""
        row = await self._database.one("SELECT MIN(next) FROM dials WHERE next IS NOT NULL")
        return row[0] if row else None

    async def ringing(self, now: float) -> list[tuple[int, Seat]]:
        """The tables and seats about whose dials something is to be done, the longest waiting first."""
        rows = await self._database.all("SELECT game, seat FROM dials WHERE next <= ? ORDER BY next, game, seat", (now,))
        return [(table, seat) for table, seat in rows]

    async def running(self, player: int | None = None) -> list[int]:
        """The tables at which a dial runs, of anybody or of one player."""
        rows = await self._database.all(
            "SELECT DISTINCT d.game FROM dials d JOIN seats s ON s.game = d.game AND s.seat = d.seat"
            " WHERE d.next IS NOT NULL AND (? IS NULL OR s.player = ?) ORDER BY d.game",
            (player, player),
        )
        return [row[0] for row in rows]


async def write_seats(db: Connection, table: int, seats: Sequence[SeatRow]) -> None:
    """Who sits at a table, within a transaction."""
    await db.execute("DELETE FROM seats WHERE game = ?", (table,))
    await db.executemany(
        "INSERT INTO seats (game, seat, player, computer, name, orders, offered, agreed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(table, s.seat, s.player, s.computer, s.name, " ".join(sorted(s.orders)), s.offered, s.agreed) for s in seats],
    )


async def _check_limits(db: Connection, limits: Limits, host: int, guild: int | None) -> None:
    """Counts within the transaction that makes a table, so that of many at the same moment no more are made than there may be."""
    own = "status <> 'over' AND id NOT IN (SELECT game FROM tournament_games)"
    for column, value, limit in (("host", host, "tables_by_person"), ("guild", guild, "tables_by_server")):
        ((there,),) = await db.execute_fetchall(f"SELECT COUNT(*) FROM games WHERE {column} = ? AND {own}", (value,))
        if there >= getattr(limits, limit):
            raise TooMany(limit, getattr(limits, limit))


async def write_dials(db: Connection, table: int, dials: Mapping[Seat, Dial]) -> None:
    """All dials of a table, within a transaction."""
    await db.execute("DELETE FROM dials WHERE game = ?", (table,))
    rows = [(table, seat, d.left, d.lapses, d.since, d.due, json.dumps(d.nudges), d.next) for seat, d in dials.items()]
    await db.executemany("INSERT INTO dials VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


async def write_act(db: Connection, table: int, number: int, at: float, act: TableAct) -> None:
    """An act of a moderator, within a transaction."""
    await db.execute("INSERT INTO table_acts (game, number, at, by, act, whom, reason) VALUES (?, ?, ?, ?, ?, ?, ?)", (table, number, at, *act))


async def write_sitting(db: Connection, table: int, sitting: Sitting) -> None:
    """Who sat at a seat until now, within a transaction."""
    await db.execute("INSERT INTO sittings (game, seat, number, at, player, name) VALUES (?, ?, ?, ?, ?, ?)", (table, *sitting))


def _table(row: Sequence[Any]) -> TableRow:
    found = TableRow(*row)
    return found._replace(
        options=json.loads(row[8]),
        seed=int(row[11], 16) if row[11] is not None else None,
        outcome=json.loads(row[14]) if row[14] else None,
        rated=bool(row[17]),
        clock=clock_of(row[18]),
        asked={int(seat): number for seat, number in json.loads(row[20] or "{}").items()},
    )


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(map(int, text.split()))
