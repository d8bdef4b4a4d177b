"""Whether a person wants a direct message at their turn, or takes none. Games that they follow: `follows`; nudges: `nudges`."""

from __future__ import annotations

from collections.abc import Collection

from data.language import DEFAULT
from data.store.changes import Debt
from data.store.database import Connection, Database
from data.store.outbox import strike

ON, OFF, REFUSED = "on", "off", "refused"
"""Whether somebody wants direct messages: yes, no, or no longer since they take none, which they have not read yet."""


class DirectMessageRows:
    """Queries on who wants direct messages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def direct(self, player: int) -> str:
        """Whether a person wants a direct message at their turn: ON or OFF; REFUSED if they were switched off as undeliverable."""
        row = await self._database.one("SELECT direct FROM settings WHERE player = ?", (player,))
        return row[0] if row else OFF

    async def set_direct(self, player: int, on: bool, language: str = DEFAULT) -> None:
        """Switches these on or off, with the `language` to write in unless they have set one, since at that time no interaction tells theirs."""

        def write(db: Connection) -> None:
            _set_direct(db, player, ON if on else OFF)
            note_language(db, player, language)

        await self._database.write(write)

    async def learns_of_refusal(self, player: int) -> bool:
        """Notes that a person learns that their direct messages were switched off as undeliverable; returns whether that was news."""
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


def note_language(db: Connection, player: int, language: str) -> None:
    """Stores the language of a person who has set none, within a transaction."""
    kept = "INSERT INTO settings (player, language) VALUES (?, ?) ON CONFLICT (player) DO UPDATE"
    db.execute(f"{kept} SET language = COALESCE(settings.language, excluded.language)", (player, language))


def _set_direct(db: Connection, player: int, direct: str) -> None:
    kept = "INSERT INTO settings (player, direct) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET direct = excluded.direct"
    db.execute(kept, (player, direct))
