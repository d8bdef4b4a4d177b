"""Tables: their rows, who sits there, what was done, their clocks, what is proposed, and what moderators did."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from data.shards import Shards
from data.store.commits import Commits
from data.store.values import LIVE, OPEN, Base, Fault, Needing, Proposal, SeatRow, Sitting, TableAct, TableRow, clock_of
from data.typed import Typed
from rules.competition.clock import Dial
from rules.game import Seat
from rules.notation import Row
from rules.parts.ahead import SEALED

_COLUMNS = ", ".join(TableRow._fields)
_IN_REACH = "COALESCE(guild, 0) NOT IN (SELECT guild FROM departed)"
"""In a server that the bot has not left."""
_OF_DIAL = "(SELECT guild FROM games WHERE games.id = dials.game)"
"""The server of a dial."""
_KNOWN = f"CASE instr(action, ' ') WHEN 0 THEN action ELSE substr(action, 1, instr(action, ' ') - 1) END NOT IN {SEALED}"
"""What is not said ahead, so that everybody may know of it."""


class TableRows(Commits):
    """Tables in the database: their changes are commits, and all else is reading."""

    async def get(self, table: int) -> TableRow | None:
        """A table as it is stored; None for one that there is not."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (table,))
        return _table(row) if row else None

    async def revision(self, table: int) -> int | None:
        """How often a table has changed; None for one that there is not."""
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
        """The games of a seed that are over."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM games WHERE seed = ? AND status = 'over'", (f"{seed:064x}",))
        return [_table(row) for row in rows]

    async def seats(self, table: int) -> list[SeatRow]:
        """Who sits where now, in the order of the seats."""
        rows = await self._database.all("SELECT seat, player, computer, name, offered, agreed FROM seats WHERE game = ? ORDER BY seat", (table,))
        return [SeatRow(row[0], row[1], row[2], Typed(row[3]), bool(row[4]), bool(row[5])) for row in rows]

    async def actions(self, table: int) -> list[Row]:
        """All rows of the record, also those that no longer count."""
        rows = await self._database.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (table,))
        return [Row(n, seat, tuple(action.split()), bool(auto)) for n, seat, action, auto in rows]

    async def bases(self, table: int) -> list[Base]:
        """Where other rules began to hold for a game, in order."""
        rows = await self._database.all("SELECT number, version, snapshot FROM bases WHERE game = ? ORDER BY number", (table,))
        return [Base(*row) for row in rows]

    async def played_otherwise(self, guild: int, versions: Mapping[str, int]) -> list[TableRow]:
        """Live tables of a server that were last played by another version of their rules than the present one, given by game."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games g WHERE guild = ? AND status = 'live'"
            " AND EXISTS (SELECT 1 FROM json_each(?) v WHERE v.key = g.game AND v.value <> g.played) ORDER BY id LIMIT 50",
            (guild, json.dumps(versions)),
        )
        return [_table(row) for row in rows]

    async def last_action(self, table: int) -> float | None:
        """When something was last done at a table, as far as everybody may know of it."""
        row = await self._database.one(f"SELECT MAX(at) FROM actions WHERE game = ? AND {_KNOWN}", (table,))
        return row[0] if row else None

    async def since(self, row: TableRow) -> float | None:
        """When something last happened at a table, as far as everybody may know of it: the latest action, or that it was dealt; None where nothing
        is known to have."""
        return await self.last_action(row.id) or row.begun

    async def last_by(self, table: int, seats: Collection[Seat]) -> float:
        """When somebody was last there who sits at some seats of a table, as far as they have done or said ahead anything; 0 for never."""
        theirs = "seat IN (SELECT value FROM json_each(?)) AND auto = 0"
        row = await self._database.one(f"SELECT MAX(at) FROM actions WHERE game = ? AND {theirs}", (table, json.dumps([*seats])))
        return row[0] or 0 if row else 0

    async def lobbies(self) -> list[int]:
        """The channels with a table that has not begun, in servers that the bot has not left and that are looked after here."""
        return await self._channels(OPEN)

    async def played_in(self) -> list[int]:
        """The channels with a table that has begun and is not over, in such servers."""
        return await self._channels(LIVE)

    async def _channels(self, status: str) -> list[int]:
        ours = self._database.shards.where("guild")
        return [row[0] for row in await self._database.all(f"SELECT channel FROM games WHERE status = ? AND {_IN_REACH} AND {ours}", (status,))]

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

    async def faults(self, table: int) -> dict[Seat, Fault]:
        """On which questions of a table the rules have failed, those of before as well; the latest one of each seat."""
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
            " ORDER BY last LIMIT 50",
            (guild, idle_since),
        )
        return [
            Needing(table, key, channel, last, bool(paused), fault, bool(stuck), stands, stood)
            for table, key, channel, last, paused, fault, stuck, stands, stood in rows
        ]

    async def dials(self, table: int) -> dict[Seat, Dial]:
        """The dials of the seats that have one; none at a table without a clock."""
        rows = await self._database.all("SELECT seat, remaining, lapses, since, due, nudges, spent FROM dials WHERE game = ?", (table,))
        return {seat: Dial(left, lapses, since, due, tuple(json.loads(nudges)), spent) for seat, left, lapses, since, due, nudges, spent in rows}

    async def next_ring(self, among: Shards | None = None) -> float | None:
        """When the next thing is to be done about any dial of some shards, by default of those that are looked after here."""
        row = await self._database.one(f"SELECT next FROM dials WHERE next IS NOT NULL AND {self._among(among, _OF_DIAL)} ORDER BY next LIMIT 1")
        return row[0] if row else None

    async def ringing(self, now: float, among: Shards | None = None) -> list[tuple[int, Seat]]:
        """The tables and seats about whose dials something is to be done, the longest waiting first; of some shards, by default of those that are
        looked after here."""
        ours = self._among(among, _OF_DIAL)
        rows = await self._database.all(f"SELECT game, seat FROM dials WHERE next <= ? AND {ours} ORDER BY next, game, seat", (now,))
        return [(table, seat) for table, seat in rows]

    async def timed(self, among: Shards) -> list[TableRow]:
        """The live tables of some shards that have a clock."""
        rows = await self._database.all(
            f"SELECT {_COLUMNS} FROM games WHERE status = 'live' AND clock IS NOT NULL AND {among.where('guild')} ORDER BY id"
        )
        return [_table(row) for row in rows]

    async def running(self, player: int) -> list[int]:
        """The tables anywhere at which a dial of a player runs."""
        rows = await self._database.all(
            "SELECT DISTINCT d.game FROM seats s JOIN dials d ON d.game = s.game AND d.seat = s.seat"
            " WHERE s.player = ? AND d.next IS NOT NULL ORDER BY d.game",
            (player,),
        )
        return [row[0] for row in rows]

    def _among(self, shards: Shards | None, guild: str) -> str:
        """The condition that something is of some shards, by default of those that are looked after here."""
        return (self._database.shards if shards is None else shards).where(guild)


def _table(row: Sequence[Any]) -> TableRow:
    found = TableRow(*row)
    return found._replace(
        options=json.loads(row[8]),
        seed=int(row[11], 16) if row[11] is not None else None,
        outcome=json.loads(row[14]) if row[14] else None,
        rated=bool(row[17]),
        hints=bool(row[24]),
        clock=clock_of(row[18]),
        asked={int(seat): number for seat, number in json.loads(row[20] or "{}").items()},
    )


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(map(int, text.split()))
