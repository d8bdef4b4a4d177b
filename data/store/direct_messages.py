"""Stored subscriptions to direct messages: for one's turn, and for games that one follows; and the latest nudges."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import NamedTuple

from data.language import DEFAULT
from data.store.changes import TABLE, Calls, Debt, Message, Subject
from data.store.configured_limits import TooMany
from data.store.database import Connection, Database
from data.store.outbox import Outbox, strike
from rules.competition.clock import DAY

ON, OFF, REFUSED = "on", "off", "refused"
"""Whether somebody wants direct messages: yes, no, or no longer since they take none, which they have not read yet."""
MOST_FOLLOWED, MOST_FOLLOWERS = 25, 100
"""Games that somebody follows at once, and people who follow a game."""
NUDGE_AGAIN = DAY
"""Seconds after which somebody may be nudged once more at a table."""


class Nudged(NamedTuple):
    """A person who is nudged, with the outbox row for it, and whether they hear of it. They do not if they have blocked the person who nudges, and
    nobody can tell."""

    player: int
    message: Message
    hears: bool = True


class DirectMessageRows:
    """Queries on subscriptions and nudges."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def direct(self, player: int) -> str:
        """Whether a person wants a direct message when it is their turn."""
        row = await self._database.one("SELECT direct FROM settings WHERE player = ?", (player,))
        return row[0] if row else OFF

    async def set_direct(self, player: int, on: bool, language: str = DEFAULT) -> None:
        """Keeps it, with the `language` in which they are written to unless they have set one: when that happens, nobody says what theirs is."""

        def write(db: Connection) -> None:
            _set_direct(db, player, ON if on else OFF)
            _speak(db, player, language)

        await self._database.write(write)

    async def told(self, player: int) -> bool:
        """Notes that a person knows that their direct messages were switched off, since they could not be delivered; whether it was news."""
        if await self.direct(player) != REFUSED:
            return False
        known = "UPDATE settings SET direct = 'off' WHERE player = ? AND direct = 'refused'"
        return await self._database.write(lambda db: db.execute(known, (player,)).rowcount) == 1

    async def refused(self, player: int, debts: Collection[Debt] = ()) -> None:
        """Switches off the direct messages of a person who takes none; what was owed to them is struck off."""

        def write(db: Connection) -> None:
            _set_direct(db, player, REFUSED)
            db.execute("DELETE FROM follows WHERE player = ?", (player,))
            strike(db, debts)

        await self._database.write(write)

    # Followers

    async def follow(self, table: int, player: int, turns: bool, language: str = DEFAULT) -> None:
        """Subscribes a person to a table, at each of its `turns` or to its end only, in a language unless they have set one. Raises TooMany."""

        def write(db: Connection) -> None:
            db.lock(f"followers of {table}")
            for column, value, limit, most in (("player", player, "followed", MOST_FOLLOWED), ("game", table, "followers", MOST_FOLLOWERS)):
                ((others,),) = db.execute(
                    f"SELECT COUNT(*) FROM follows WHERE {column} = ? AND NOT (game = ? AND player = ?)", (value, table, player)
                ).fetchall()
                if others >= most:
                    raise TooMany(limit, most)
            kept = "INSERT INTO follows VALUES (?, ?, ?) ON CONFLICT (game, player) DO UPDATE SET turns = excluded.turns"
            db.execute(kept, (table, player, int(turns)))
            _speak(db, player, language)

        await self._database.write(write)

    async def unfollow(self, table: int, player: int, debts: Collection[Debt] = ()) -> None:
        """Unsubscribes a person from a table, and deletes the outbox rows of their subscription."""

        def write(db: Connection) -> None:
            db.execute("DELETE FROM follows WHERE game = ? AND player = ?", (table, player))
            strike(db, debts)

        await self._database.write(write)

    async def follows(self, table: int, player: int) -> bool | None:
        """Whether somebody follows each turn of a table, or its end only; None for neither."""
        row = await self._database.one("SELECT turns FROM follows WHERE game = ? AND player = ?", (table, player))
        return bool(row[0]) if row else None

    async def followed(self, table: int) -> bool:
        """Whether anybody follows a table."""
        return await self._database.one("SELECT 1 FROM follows WHERE game = ?", (table,)) is not None

    # Nudges

    async def nudged(self, table: int, players: Collection[int]) -> dict[int, float]:
        """When each of some people was last nudged at a table, of those who were."""
        sql = "SELECT player, at FROM nudges WHERE game = ? AND player IN (SELECT value FROM json_each(?))"
        rows = await self._database.all(sql, (table, json.dumps([*players])))
        return {row[0]: row[1] for row in rows}

    async def nudge(self, table: int, nudges: Iterable[Nudged]) -> list[int]:
        """Nudges those who have not been nudged for a day, and says who they are; of two who do so at the same moment only one nudges anybody."""

        def write(db: Connection) -> list[int]:
            now, done = self._database.now(), []
            first = "INSERT INTO nudges VALUES (?1, ?2, ?3) ON CONFLICT (game, player) DO UPDATE SET at = excluded.at WHERE nudges.at <= ?4"
            heard = []
            for player, message, hears in nudges:
                if db.execute(first, (table, player, now, now - NUDGE_AGAIN)).rowcount == 1:
                    self._owed.put(db, Subject(TABLE, table), [message])
                    done.append(player)
                    heard += [player] * hears
            self._owed.call(db, table, Calls(heard))
            return done

        done = await self._database.write(write)
        self._owed.woken(Subject(TABLE, table))
        return done


def _speak(db: Connection, player: int, language: str) -> None:
    kept = "INSERT INTO settings (player, language) VALUES (?, ?) ON CONFLICT (player) DO UPDATE"
    db.execute(f"{kept} SET language = COALESCE(settings.language, excluded.language)", (player, language))


def _set_direct(db: Connection, player: int, direct: str) -> None:
    kept = "INSERT INTO settings (player, direct) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET direct = excluded.direct"
    db.execute(kept, (player, direct))
