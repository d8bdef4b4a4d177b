"""Stored settings of challenges: which a person accepts automatically, on what terms, and with whom they play."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple

from data.store import parsing
from data.store.database import Connection, Database
from data.store.rows import SeatRow, TableRow
from rules.competition.challenge_terms import ANYWHERE, PLAYED, ChallengeTerms

EVERYBODY, LISTED, NOBODY = "everybody", "listed", "nobody"
WHOM = (EVERYBODY, LISTED, NOBODY)
"""Whose challenges may be accepted: everybody's, those of whom one has named, nobody's."""
TABLES = (EVERYBODY, LISTED)
"""Who may sit down at a table that one has opened."""
_COLUMNS = "accept_games, accept_fastest, accept_slowest, accept_rated, accept_servers, accept_tables"


class Accepting(NamedTuple):
    """A person's challenge settings: whose challenges are accepted automatically, on what terms, whom they have named, who may join their tables."""

    whom: str = NOBODY
    named: frozenset[int] = frozenset()
    terms: ChallengeTerms = ChallengeTerms()
    tables: str = EVERYBODY


class ChallengeSettings:
    """Queries on challenge settings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> Accepting:
        """A person's challenge settings; by default, or if unreadable, no challenge is accepted automatically."""
        row = await self._database.one(f"SELECT accepts, {_COLUMNS} FROM settings WHERE player = ?", (player,))
        named = await self._database.all("SELECT host FROM accepted WHERE player = ?", (player,))
        hosts = frozenset(host for (host,) in named)
        if row is None:
            return Accepting(NOBODY, hosts)
        chosen = row[5] not in (PLAYED, ANYWHERE)
        said, lost = parsing.each({"games": row[1], "servers": row[5] if chosen else "[]"}, {"games": parsing.words, "servers": parsing.numbers})
        if lost:
            self._database.passed_over("a person's settings", player, lost)
            return Accepting(NOBODY, hosts, tables=row[6])
        where = "" if chosen else row[5]
        return Accepting(
            row[0], hosts, ChallengeTerms(frozenset(said["games"]), row[2], row[3], bool(row[4]), where, frozenset(said["servers"])), row[6]
        )

    async def keep(self, player: int, accepting: Accepting) -> None:
        """Stores a person's challenge settings."""
        terms = accepting.terms
        where = terms.where or json.dumps(sorted(terms.servers))
        values = (player, accepting.whom, json.dumps(sorted(terms.games)), terms.fastest, terms.slowest, terms.rated, where, accepting.tables)
        changed = ", ".join(f"{name} = excluded.{name}" for name in ("accepts", *_COLUMNS.split(", ")))

        def write(db: Connection) -> None:
            kept = f"INSERT INTO settings (player, accepts, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            db.execute(f"{kept} ON CONFLICT (player) DO UPDATE SET {changed}", values)
            db.execute("DELETE FROM accepted WHERE player = ?", (player,))
            db.executemany("INSERT INTO accepted VALUES (?, ?)", [(player, host) for host in sorted(accepting.named)])

        await self._database.write(write)

    async def among(self, table: TableRow, seats: Iterable[SeatRow]) -> set[int]:
        """The named players of a table who have not agreed yet and accept its host's challenge automatically; none who has blocked the host or
        another player there."""
        seats = [s for s in seats if s.player is not None]
        players, others = [s.player for s in seats if not s.agreed], {table.host, *(s.player for s in seats)}
        rows = await self._database.all(
            "SELECT player FROM settings s WHERE player IN (SELECT value FROM json_each(?1))"
            " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player = s.player AND b.other IN (SELECT value FROM json_each(?3)))"
            " AND (accepts = 'everybody' OR (accepts = 'listed' AND EXISTS (SELECT 1 FROM accepted a WHERE a.player = s.player AND a.host = ?2)))",
            (json.dumps(players), table.host, json.dumps([*others])),
        )
        willing = {player: (await self.of(player)).terms for (player,) in rows}
        played = await self._played(willing, table.guild) if willing else set()
        return {player for player, terms in willing.items() if terms.fit(table, player in played)}

    async def welcome(self, table: TableRow, seats: Iterable[SeatRow], newcomer: int) -> bool:
        """Whether a person may sit down at a table: its host may want only those whom they have named, and players there may have blocked the
        person. Both refusals look the same."""
        players = {s.player for s in seats if s.player is not None}
        row = await self._database.one(
            "SELECT EXISTS (SELECT 1 FROM blocks WHERE other = ?1 AND player IN (SELECT value FROM json_each(?2))),"
            " EXISTS (SELECT 1 FROM settings WHERE player = ?3 AND accept_tables = 'listed' AND player IN (SELECT value FROM json_each(?2))"
            " AND NOT EXISTS (SELECT 1 FROM accepted WHERE player = ?3 AND host = ?1))",
            (newcomer, json.dumps([*players]), table.host),
        )
        return newcomer in players or row is None or not any(row)

    async def _played(self, players: Collection[int], guild: int | None) -> set[int]:
        """Those who have played in a server voluntarily."""
        rows = await self._database.all(
            "SELECT DISTINCT s.player FROM seats s JOIN games g ON g.id = s.game WHERE s.player IN (SELECT value FROM json_each(?1))"
            " AND s.agreed = 1 AND g.guild = ?2 AND g.status <> 'open'",
            (json.dumps(list(players)), guild or 0),
        )
        return {player for (player,) in rows}
