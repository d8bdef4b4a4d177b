"""The latest nudge of each person at each table. How often somebody may be nudged is said in `cogs/play/nudges.py`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple

from data.store.changes import TABLE, Calls, Message, Subject
from data.store.database import Connection, Database
from data.store.outbox import Outbox


class Nudged(NamedTuple):
    """A nudged person, with the outbox row for it, and whether it is sent: not if they have blocked the nudging person, who can't tell."""

    player: int
    message: Message
    hears: bool = True


class NudgeRows:
    """Queries on nudges."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def latest(self, table: int, players: Collection[int]) -> dict[int, float]:
        """When each of `players` was last nudged at a table, if ever."""
        sql = "SELECT player, at FROM nudges WHERE game = ? AND player IN (SELECT value FROM json_each(?))"
        rows = await self._database.all(sql, (table, json.dumps([*players])))
        return {row[0]: row[1] for row in rows}

    async def nudge(self, table: int, nudges: Iterable[Nudged], again: float, after: float) -> list[int]:
        """Nudges those who have not been nudged for `again` seconds, and returns them: by direct message, too, `after` so many seconds.

        Of two concurrent calls only one nudges anybody.
        """

        def write(db: Connection) -> list[int]:
            now, done = self._database.now(), []
            first = "INSERT INTO nudges VALUES (?1, ?2, ?3) ON CONFLICT (game, player) DO UPDATE SET at = excluded.at WHERE nudges.at <= ?4"
            heard = []
            for player, message, hears in nudges:
                if db.execute(first, (table, player, now, now - again)).rowcount == 1:
                    self._owed.put(db, Subject(TABLE, table), [message])
                    done.append(player)
                    heard += [player] * hears
            self._owed.call(db, table, Calls(after, heard))
            return done

        done = await self._database.write(write)
        self._owed.woken(Subject(TABLE, table))
        return done
