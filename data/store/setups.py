"""Unconfirmed set-ups of a tournament, a table or a clock: the settings chosen so far, by name, as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from data.store import parsing
from data.store.database import Connection, Database

TOURNAMENT, TABLE, REMATCH, CLOCK, EDIT = "tournament", "table", "rematch", "clock", "edit"
"""By which commands something is set up."""
MOST = 10
"""So many somebody may have at the same time."""
SEATED = "seated:"
"""Stands before the number of somebody whom the settings name."""
CUP, BASE = "cup", "base"
"""Settings of an edited tournament that nobody chooses: its number, and how it stood when somebody began to edit it."""


class Setup(NamedTuple):
    """An unconfirmed set-up: the settings that a person has chosen with a command in a channel. Others have their defaults."""

    id: int
    guild: int | None
    channel: int
    host: int
    game: str
    settings: dict[str, str]
    command: str = TOURNAMENT
    made: float = 0


class Setups:
    """Queries on set-ups."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, setup: Setup) -> Setup:
        """Stores a new set-up, and returns it with its number. If a person has too many, the oldest is deleted."""
        made = setup._replace(made=self._database.now())
        values = (made.guild, made.channel, made.host, made.game, json.dumps(made.settings), made.command, made.made)
        sql = "INSERT INTO drafts (guild, channel, host, game, settings, command, made) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"
        oldest = "DELETE FROM drafts WHERE host = ?1 AND id NOT IN (SELECT id FROM drafts WHERE host = ?1 ORDER BY id DESC LIMIT ?2)"

        def write(db: Connection) -> int:
            db.lock(f"drafts of {made.host}")
            ((number,),) = db.execute(sql, values).fetchall()
            db.execute(oldest, (made.host, MOST))
            return int(number)

        return made._replace(id=await self._database.write(write))

    async def get(self, setup: int) -> Setup | None:
        """A set-up by number; None if there is no readable one."""
        row = await self._database.one("SELECT id, guild, channel, host, game, settings, command, made FROM drafts WHERE id = ?", (setup,))
        if row is None:
            return None
        try:
            return Setup(row[0], row[1], row[2], row[3], row[4], parsing.decoded(row[5], dict[str, str]), row[6], row[7])
        except parsing.Unreadable:
            self._database.passed_over("draft", setup, ["settings"])
            return None

    async def change(self, setup: int, changes: Mapping[str, str | None]) -> None:
        """Changes settings; None means the default. Of two concurrent changes both take effect."""

        def write(db: Connection) -> None:
            # Whoever writes first keeps others waiting until this transaction is over.
            db.execute("UPDATE drafts SET made = ? WHERE id = ?", (self._database.now(), setup))
            for (text,) in db.execute("SELECT settings FROM drafts WHERE id = ?", (setup,)).fetchall():
                settings = {**parsing.mapping(text), **changes}
                kept = {name: said for name, said in settings.items() if said is not None}
                db.execute("UPDATE drafts SET settings = ? WHERE id = ?", (json.dumps(kept), setup))

        await self._database.write(write)

    async def drop(self, setup: int) -> None:
        """Deletes a set-up that is posted or no longer wanted."""
        await self._database.write(lambda db: db.execute("DELETE FROM drafts WHERE id = ?", (setup,)))

    async def sweep(self, before: float) -> None:
        """Deletes set-ups that nobody has touched since a moment."""
        await self._database.write(lambda db: db.execute("DELETE FROM drafts WHERE made < ?", (before,)))
