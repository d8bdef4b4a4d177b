"""Stored subscriptions to direct messages (one's own turn, followed games), and the latest nudges."""

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
    """A nudged person, with the outbox row for it, and whether it is sent: not if they have blocked the nudging person, who can't tell."""

    player: int
    message: Message
    hears: bool = True


class DirectMessageRows:
    """Queries on subscriptions and nudges."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def direct(self, player: int) -> str:
        """Whether a person wants a direct message at their turn: ON or OFF; REFUSED if they were switched off as undeliverable."""
        row = await self._database.one("SELECT direct FROM settings WHERE player = ?", (player,))
        return row[0] if row else OFF

    async def set_direct(self, player: int, on: bool, language: str = DEFAULT) -> None:
        """Switches these on or off, with the `language` to write in unless they have set one, since at that time no interaction tells theirs."""

        def write(db: Connection) -> None:
            _set_direct(db, player, ON if on else OFF)
            _speak(db, player, language)

        await self._database.write(write)

    async def told(self, player: int) -> bool:
        """Notes that a person knows that their direct messages were switched off as undeliverable; returns whether that was news."""
        if await self.direct(player) != REFUSED:
            return False
        known = "UPDATE settings SET direct = 'off' WHERE player = ? AND direct = 'refused'"
        return await self._database.write(lambda db: db.execute(known, (player,)).rowcount) == 1

    async def refused(self, player: int, debts: Collection[Debt] = ()) -> None:
        """Switches off the direct messages of a person who accepts none; deletes their outbox rows."""

        def write(db: Connection) -> None:
            _set_direct(db, player, REFUSED)
            db.execute("DELETE FROM follows WHERE player = ?", (player,))
            strike(db, debts)

        await self._database.write(write)

    # Followers

    async def follow(self, table: int, player: int, turns: bool, language: str = DEFAULT) -> None:
        """Subscribes a person to a table, for each of its `turns` or its end only, with a language to use unless they have set one. Raises
        TooMany."""

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
        """Whether a person follows each turn of a table (True), or its end only (False); None for neither."""
        row = await self._database.one("SELECT turns FROM follows WHERE game = ? AND player = ?", (table, player))
        return bool(row[0]) if row else None

    async def followed(self, table: int) -> bool:
        """Whether anybody follows a table."""
        return await self._database.one("SELECT 1 FROM follows WHERE game = ?", (table,)) is not None

    # Nudges

    async def nudged(self, table: int, players: Collection[int]) -> dict[int, float]:
        """When each of `players` was last nudged at a table, if ever."""
        sql = "SELECT player, at FROM nudges WHERE game = ? AND player IN (SELECT value FROM json_each(?))"
        rows = await self._database.all(sql, (table, json.dumps([*players])))
        return {row[0]: row[1] for row in rows}

    async def nudge(self, table: int, nudges: Iterable[Nudged]) -> list[int]:
        """Nudges those not nudged for a day, and returns them; of two concurrent calls only one nudges anybody."""

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
