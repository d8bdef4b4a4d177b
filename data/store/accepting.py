"""Whose challenges people accept without being asked."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from data.store.database import Connection, Database

EVERYBODY, LISTED, NOBODY = "everybody", "listed", "nobody"
WHOM = (EVERYBODY, LISTED, NOBODY)
"""Whose challenges may be accepted: everybody's, those of whom one has named, nobody's."""


class Accepting(NamedTuple):
    """Whose challenges somebody accepts without being asked, and whom they have named."""

    whom: str = NOBODY
    named: frozenset[int] = frozenset()


class Acceptances:
    """The same in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> Accepting:
        """What somebody has set; nobody's challenges, unless they have said otherwise."""
        row = await self._database.one("SELECT accepts FROM settings WHERE player = ?", (player,))
        named = await self._database.all("SELECT host FROM accepted WHERE player = ?", (player,))
        return Accepting(row[0] if row else NOBODY, frozenset(host for (host,) in named))

    async def keep(self, player: int, accepting: Accepting) -> None:
        """Keeps it."""

        def write(db: Connection) -> None:
            db.execute(
                "INSERT INTO settings (player, accepts) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET accepts = excluded.accepts",
                (player, accepting.whom),
            )
            db.execute("DELETE FROM accepted WHERE player = ?", (player,))
            db.executemany("INSERT INTO accepted VALUES (?, ?)", [(player, host) for host in sorted(accepting.named)])

        await self._database.write(write)

    async def among(self, players: Collection[int], host: int) -> set[int]:
        """Those players who accept a challenge by a host without being asked; nobody who has blocked them."""
        rows = await self._database.all(
            "SELECT player FROM settings s WHERE player IN (SELECT value FROM json_each(?1))"
            " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player = s.player AND b.other = ?2) AND (accepts = 'everybody'"
            " OR (accepts = 'listed' AND EXISTS (SELECT 1 FROM accepted a WHERE a.player = s.player AND a.host = ?2)))",
            (json.dumps(list(players)), host),
        )
        return {player for (player,) in rows}
