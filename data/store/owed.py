"""What tables owe Discord: written in the transaction of what it tells, struck off when it has been sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from data.store.database import Connection, Database
from rules.game import Event

HELD = "held"
"""The kind of an owed message that waits for the end of a turn."""


class Owed(NamedTuple):
    """A message to be sent."""

    id: int
    table: int
    kind: str
    payload: dict[str, Any]


class OwedMessages:
    """Owed messages in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owe(self, table: int, kind: str, payload: Mapping[str, Any]) -> None:
        """A table owes a message that nothing else is written with."""
        async with self._database.transaction() as db:
            await write_owed(db, table, kind, payload, self._database.now())

    async def of(self, table: int) -> list[Owed]:
        """What a table has to send now; nothing while all of it is held."""
        rows = await self._database.all("SELECT id, game, kind, payload FROM owed WHERE game = ? ORDER BY id", (table,))
        if all(kind == HELD for _, _, kind, _ in rows):
            return []
        return [Owed(i, owing, kind, json.loads(payload)) for i, owing, kind, payload in rows]

    async def owing(self) -> list[int]:
        """The tables that owe a message now: held ones alone do not count."""
        return [row[0] for row in await self._database.all("SELECT DISTINCT game FROM owed WHERE kind <> ? ORDER BY game", (HELD,))]

    async def unsay(self, channel: int) -> list[int]:
        """Tables that ended in a channel that is gone owe nothing to anybody any more; returns those that did."""
        ended = "SELECT id FROM games WHERE channel = ? AND status = 'over'"
        async with self._database.transaction() as db:
            found = await db.execute_fetchall(f"SELECT DISTINCT game FROM owed WHERE game IN ({ended})", (channel,))
            await db.execute(f"DELETE FROM owed WHERE game IN ({ended})", (channel,))
        return [row[0] for row in found]

    async def sent(self, table: int, owed: Sequence[int], message: int | None) -> None:
        """Messages that Discord has taken; `message` is the table's board message from now on."""
        async with self._database.transaction() as db:
            await db.executemany("DELETE FROM owed WHERE id = ?", [(i,) for i in owed])
            if message is not None:
                await db.execute("UPDATE games SET message = ? WHERE id = ?", (message, table))


async def write_owed(db: Connection, table: int, kind: str, payload: Mapping[str, Any], at: float) -> None:
    """A message that a table owes, within a transaction."""
    await db.execute("INSERT INTO owed (game, kind, payload, created) VALUES (?, ?, ?, ?)", (table, kind, json.dumps(payload), at))


def events_to_json(events: Iterable[Event]) -> list[list[Any]]:
    """Public events for a payload; private ones never get that far."""
    return [[e.kind, dict(e.facts), e.rule] for e in events if e.to is None]
