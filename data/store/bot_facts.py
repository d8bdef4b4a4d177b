"""Key-value storage about the bot itself: command hash and ids, the key of its marks, what a rehearsal left."""

from __future__ import annotations

import hashlib

from data.store.database import Database

KEY = "marks"
"""The fact that holds the key of marks."""


def key_of(text: str) -> bytes:
    """The secret key of marks from its stored fact. A damaged fact gives another key, always the same: earlier buttons are outdated then."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return hashlib.sha256(text.encode(errors="replace")).digest()


class BotFacts:
    """The key-value table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """The value of a key; None for nothing."""
        row = await self._database.one("SELECT value FROM facts WHERE key = ?", (key,))
        return row[0] if row else None

    async def set(self, key: str, value: str) -> None:
        kept = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        await self._database.write(lambda db: db.execute(kept, (key, value)))

    async def claim(self, key: str, value: str) -> bool:
        """Stores a fact once; returns False if it exists, and leaves it."""
        kept = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
        return bool(await self._database.write(lambda db: db.execute(kept, (key, value)).rowcount))

    async def all_of(self, kind: str) -> dict[str, str]:
        """The facts whose keys begin with `kind` and a space."""
        rows = await self._database.all("SELECT key, value FROM facts WHERE key LIKE ?", (f"{kind} %",))
        return {key: value for key, value in rows if key.startswith(f"{kind} ")}

    async def drop(self, key: str) -> None:
        """Deletes a fact."""
        await self._database.write(lambda db: db.execute("DELETE FROM facts WHERE key = ?", (key,)))
