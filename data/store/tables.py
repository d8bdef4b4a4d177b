"""Queries on tables: rows, seats, actions, clocks, proposals, and moderators' acts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from data.store import parsing
from data.store.commits import Commits
from data.store.database import Database
from data.store.rows import LIVE, OPEN, OVER, Base, Fault, Needing, Proposal, SeatRow, Sitting, TableAct, TableRow
from data.store.shards import Shards
from data.user_text import Called
from rules.competition.clock import Dial
from rules.game import Seat
from rules.notation import Row
from rules.parts.ahead import SEALED

_COLUMNS = ", ".join(TableRow._fields[:-1])
_KINDS: dict[str, parsing.Kind] = {
    "game": parsing.game, "options": parsing.chosen, "seed": parsing.seed, "outcome": parsing.outcome, "clock": parsing.clock, "asked": parsing.asked,
}  # fmt: skip
"""How columns are read that may hold something that cannot be."""
MOST_LOOKED_THROUGH = 5_000
"""Tables of a server among which those are looked for that cannot be read, the latest of them."""
_IN_REACH = "COALESCE(guild, 0) NOT IN (SELECT guild FROM departed)"
"""In a server that the bot has not left."""
_OF_DIAL = "(SELECT guild FROM games WHERE games.id = dials.game)"
"""The server of a dial."""
_KNOWN = f"CASE instr(action, ' ') WHEN 0 THEN action ELSE substr(action, 1, instr(action, ' ') - 1) END NOT IN {SEALED}"
"""What is not said ahead, so that everybody may know of it."""


class TableRows(Commits):
    """Queries on tables; commits change them."""

    async def get(self, table: int) -> TableRow | None:
        """A table as stored; None if it does not exist."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (table,))
        return self._table(row) if row else None

    async def revision(self, table: int) -> int | None:
        """The revision of a table; None if it does not exist."""
        row = await self._database.one("SELECT revision FROM games WHERE id = ?", (table,))
        return row[0] if row else None

    async def live_in(self, channel: int) -> int | None:
        """The id of the table in a channel that is open or live."""
        row = await self._database.one("SELECT id FROM games WHERE channel = ? AND status <> 'over'", (channel,))
        return row[0] if row else None

    async def latest_in(self, channel: int) -> int | None:
        """The id of the newest table of a channel, over or not."""
        row = await self._database.one("SELECT id FROM games WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return row[0] if row else None

    async def of_seed(self, seed: int) -> list[TableRow]:
        """The finished and readable games with a seed."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM games WHERE seed = ? AND status = 'over'", (f"{seed:064x}",))
        return [found for row in rows if not (found := self._table(row)).unreadable]

    async def unreadable(self, guild: int) -> list[TableRow]:
        """The tables of a server with anything unreadable, unfinished ones first."""
        columns = _COLUMNS.replace("snapshot", "NULL AS snapshot")
        rows = await self._database.all(
            f"SELECT {columns} FROM games WHERE guild = ? ORDER BY status = 'over', id DESC LIMIT ?", (guild, MOST_LOOKED_THROUGH)
        )
        return [found for row in rows if (found := self._table(row)).unreadable]

    async def seats(self, table: int) -> list[SeatRow]:
        """The present seats, in order."""
        sitting = "SELECT seat, player, computer, name, account, offered, agreed, proposed, handicap FROM seats WHERE game = ? ORDER BY seat"
        rows = await self._database.all(sitting, (table,))
        return [
            SeatRow(seat, player, level, Called(name, account), bool(offered), bool(agreed), *rest)
            for seat, player, level, name, account, offered, agreed, *rest in rows
        ]

    async def actions(self, table: int) -> list[Row]:
        """All rows of a record, also those that no longer count."""
        rows = await self._database.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (table,))
        return [Row(n, seat, tuple(action.split()), bool(auto)) for n, seat, action, auto in rows]

    async def number_of(self, table: int, interaction: int) -> int | None:
        """The number of the (first) action that an interaction carried out at a table; None if it carried out none."""
        found = await self._database.all("SELECT number FROM actions WHERE game = ? AND interaction = ?", (table, interaction))
        return found[0][0] if found else None

    async def has_finished(self, player: int, game: str) -> bool:
        """Whether a person has played a game to its end."""
        sql = "SELECT 1 FROM seats s JOIN games g ON g.id = s.game WHERE s.player = ? AND g.game = ? AND g.status = ? LIMIT 1"
        return await self._database.one(sql, (player, game, OVER)) is not None

    async def bases(self, table: int) -> list[Base]:
        """The changes of the rules' version in a game, in order."""
        rows = await self._database.all("SELECT number, version, snapshot FROM bases WHERE game = ? ORDER BY number", (table,))
        return [Base(*row) for row in rows]

    async def played_otherwise(self, guild: int, versions: Mapping[str, int]) -> list[TableRow]:
        """Live tables of a server that were last played by another version of their rules than the present one, given by game."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games g WHERE guild = ? AND status = 'live'"
            " AND EXISTS (SELECT 1 FROM json_each(?) v WHERE v.key = g.game AND v.value <> g.played) ORDER BY id LIMIT 50",
            (guild, json.dumps(versions)),
        )
        return [self._table(row) for row in rows]

    async def under_way(self, guild: int, limit: int) -> list[int]:
        """The latest live tables of a server."""
        rows = await self._database.all("SELECT id FROM games WHERE guild = ? AND status = 'live' ORDER BY id DESC LIMIT ?", (guild, limit))
        return [row[0] for row in rows]

    async def done_at(self, table: int, number: int) -> tuple[Seat, float] | None:
        """The seat of an action, and when it was done; None if there is no such action."""
        row = await self._database.one("SELECT seat, at FROM actions WHERE game = ? AND number = ?", (table, number))
        return (row[0], row[1]) if row else None

    async def last_action(self, table: int) -> float | None:
        """When the last public action at a table was done."""
        row = await self._database.one(f"SELECT MAX(at) FROM actions WHERE game = ? AND {_KNOWN}", (table,))
        return row[0] if row else None

    async def since(self, row: TableRow) -> float | None:
        """When something public last happened at a table: its last action, or the deal; None if unknown."""
        return await self.last_action(row.id) or row.begun

    async def last_of(self, tables: Collection[int]) -> dict[int, float]:
        """The same as `since` for several tables; if unknown, when they were made."""
        rows = await self._database.all(
            f"SELECT g.id, COALESCE((SELECT MAX(at) FROM actions a WHERE a.game = g.id AND {_KNOWN}), g.begun, g.created) FROM games g"
            " WHERE g.id IN (SELECT value FROM json_each(?))",
            (json.dumps([*tables]),),
        )
        return dict(rows)

    async def last_by(self, table: int, seats: Collection[Seat]) -> float:
        """When the players of some seats last did or said ahead anything; 0 for never."""
        theirs = "seat IN (SELECT value FROM json_each(?)) AND auto = 0"
        row = await self._database.one(f"SELECT MAX(at) FROM actions WHERE game = ? AND {theirs}", (table, json.dumps([*seats])))
        return row[0] or 0 if row else 0

    async def lobbies(self) -> list[int]:
        """The channels with a table whose game has not begun, in servers that the bot has not left and that are served here."""
        return await self._channels(OPEN)

    async def played_in(self) -> list[int]:
        """The channels with a live table, in such servers."""
        return await self._channels(LIVE)

    async def _channels(self, status: str) -> list[int]:
        ours = self._database.shards.where("guild")
        return [row[0] for row in await self._database.all(f"SELECT channel FROM games WHERE status = ? AND {_IN_REACH} AND {ours}", (status,))]

    async def tables_of(self, guild: int | None, player: int, limit: int) -> list[TableRow]:
        """The unfinished tables of a server, and a player's own anywhere; the newest first."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND (guild = ? OR id IN (SELECT game FROM seats WHERE player = ?))"
            " ORDER BY id DESC LIMIT ?",
            (guild, player, limit),
        )
        return [self._table(row) for row in rows]

    async def live_of(self, player: int, limit: int = 50) -> list[TableRow]:
        """A player's unfinished tables, the newest first."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND id IN (SELECT game FROM seats WHERE player = ?) ORDER BY id DESC LIMIT ?",
            (player, limit),
        )
        return [self._table(row) for row in rows]

    async def acts(self, table: int) -> list[tuple[int, float, TableAct]]:
        """Moderators' acts at a table, the latest first: the number of the action, when, and what."""
        rows = await self._database.all("SELECT number, at, by, act, whom, reason FROM table_acts WHERE game = ? ORDER BY id DESC", (table,))
        return [(number, at, TableAct(*act)) for number, at, *act in rows]

    async def sittings(self, table: int) -> list[Sitting]:
        """The earlier occupants of a table's seats, in order."""
        rows = await self._database.all("SELECT seat, number, at, player, name, account FROM sittings WHERE game = ? ORDER BY id", (table,))
        return [Sitting(seat, number, at, player, Called(name, account)) for seat, number, at, player, name, account in rows]

    async def proposal(self, table: int) -> Proposal | None:
        """The open proposal at a table; None if it can't be read."""
        row = await self._database.one("SELECT kind, seat, number, target, asked, agreed, mark FROM proposals WHERE game = ?", (table,))
        if row is None:
            return None
        found, lost = parsing.each({"asked": row[4], "agreed": row[5]}, {"asked": parsing.seats, "agreed": parsing.seats})
        if lost:
            self._database.passed_over("the proposal at table", table, lost)
            return None
        return Proposal(row[0], row[1], row[2], row[3], found["asked"], found["agreed"], row[6])

    async def faults(self, table: int) -> dict[Seat, Fault]:
        """The latest question of each seat on which the rules have failed, also past ones."""
        rows = await self._database.all("SELECT seat, question, at, until, number, stood, stuck FROM faults WHERE game = ?", (table,))
        return {seat: Fault(seat, at, since, until, number, stood, bool(stuck)) for seat, at, since, until, number, stood, stuck in rows}

    async def needing_attention(self, guild: int, idle_since: float) -> list[Needing]:
        """Live tables of a server that are paused, at which nothing has happened since a moment, or whose rules have failed on a question."""
        rows = await self._database.all(
            "SELECT * FROM (SELECT g.id, g.game, g.channel, (SELECT MAX(at) FROM (SELECT COALESCE(g.begun, g.created) AS at UNION ALL"
            f" SELECT at FROM actions a WHERE a.game = g.id AND {_KNOWN} UNION ALL SELECT at FROM table_acts t WHERE t.game = g.id) done) AS last,"
            " g.paused > 0 AS paused, (SELECT f.number FROM faults f WHERE f.game = g.id AND f.question IS NOT NULL"
            " ORDER BY f.stuck DESC, f.at, f.seat LIMIT 1) AS fault, (SELECT COUNT(*) FROM faults f WHERE f.game = g.id AND f.stuck = 1) AS stuck,"
            " g.stands, g.stood"
            " FROM games g WHERE g.guild = ? AND g.status = 'live') lasting WHERE paused OR last < ? OR fault IS NOT NULL OR stands IS NOT NULL"
            " OR id IN (SELECT game FROM absences WHERE until > ?)"
            " ORDER BY last LIMIT 50",
            (guild, idle_since, self._database.now()),
        )
        return [
            Needing(table, key, channel, last, bool(paused), fault, bool(stuck), stands, stood)
            for table, key, channel, last, paused, fault, stuck, stands, stood in rows
        ]

    async def dials(self, table: int) -> dict[Seat, Dial]:
        """The dials of the seats that have one; none at a table without a clock."""
        rows = await self._database.all("SELECT seat, remaining, lapses, since, due, nudges, spent FROM dials WHERE game = ?", (table,))
        return {row[0]: dial_of(self._database, table, row) for row in rows}

    async def next_ring(self, among: Shards | None = None) -> float | None:
        """When the next dial is due, of some shards, by default those served here."""
        ours, standing = self._among(among, _OF_DIAL), set[int]()
        while True:
            others = f" AND game NOT IN ({', '.join(map(str, standing))})" if standing else ""
            first = f"SELECT next, game FROM dials WHERE next IS NOT NULL AND {ours}{others} ORDER BY next LIMIT 1"
            row = await self._database.one(first)
            if row is None:
                return None
            fresh = await self._standing([row[1]])
            if not fresh:
                due: float = row[0]
                return due
            standing |= fresh

    async def ringing(self, now: float, among: Shards | None = None) -> list[tuple[int, Seat]]:
        """The tables and seats with a due dial, the longest overdue first; of some shards, by default those served here. Tables with an unreadable
        clock are left out."""
        ours = self._among(among, _OF_DIAL)
        rows = await self._database.all(f"SELECT game, seat FROM dials WHERE next <= ? AND {ours} ORDER BY next, game, seat", (now,))
        standing = await self._standing({table for table, _ in rows})
        return [(table, seat) for table, seat in rows if table not in standing]

    async def _standing(self, tables: Collection[int]) -> set[int]:
        """Those of some tables whose clock can't be read."""
        found = set()
        sql = "SELECT id, clock FROM games WHERE id IN (SELECT value FROM json_each(?))"
        for table, clock in await self._database.all(sql, (json.dumps([*tables]),)) if tables else ():
            try:
                parsing.clock(clock or "")
            except parsing.Unreadable:
                self._database.passed_over("table", table, ["clock"])
                found.add(table)
        return found

    async def timed(self, among: Shards) -> list[TableRow]:
        """The live tables of some shards that have a clock."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status = 'live' AND clock IS NOT NULL AND {among.where('guild')} ORDER BY id"
        )
        return [self._table(row) for row in rows]

    async def endless(self, among: Shards) -> list[int]:
        """The rated live tables of some shards without a clock, which might never end."""
        where = f"status = 'live' AND rated = 1 AND clock IS NULL AND {among.where('guild')}"
        return [number for (number,) in await self._database.all(f"SELECT id FROM games WHERE {where} ORDER BY id")]

    async def running(self, player: int) -> list[int]:
        """The tables anywhere at which a dial of a player runs."""
        rows = await self._database.all(
            "SELECT DISTINCT d.game FROM seats s JOIN dials d ON d.game = s.game AND d.seat = s.seat"
            " WHERE s.player = ? AND d.next IS NOT NULL ORDER BY d.game",
            (player,),
        )
        return [row[0] for row in rows]

    def _table(self, row: Sequence[Any]) -> TableRow:
        """A table from its columns, as far as they can be read."""
        found = TableRow(*row)
        texts = {"game": row[1], "options": row[8], "seed": row[11], "outcome": row[14] or None, "clock": row[18] or None, "asked": row[20] or None}
        said, lost = parsing.each(texts, _KINDS)
        if lost:
            self._database.passed_over("table", found.id, lost)
        read = {"options": {}, "seed": None, "outcome": None, "clock": None} | said
        return found._replace(**read | {"asked": said.get("asked") or {}}, rated=bool(row[17]), hints=bool(row[24]), unreadable=lost)

    def _among(self, shards: Shards | None, guild: str) -> str:
        """The SQL condition for some shards, by default those served here."""
        return (self._database.shards if shards is None else shards).where(guild)


def dial_of(database: Database, table: int, row: Sequence[Any]) -> Dial:
    """A dial from its columns. Unreadable reminders count as none: the next question has its own."""
    seat, left, lapses, since, due, nudges, spent = row
    try:
        coming = parsing.moments(nudges)
    except parsing.Unreadable:
        database.passed_over(f"table {table}: the dial of seat", seat, ["nudges"])
        coming = ()
    return Dial(left, lapses, since, due, coming, spent)
