"""The decks that people have saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from data.store import parsing
from data.store.database import Connection, Database
from data.user_text import Typed

KEPT = "INSERT INTO decks VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, game, name) DO UPDATE SET cards = excluded.cards, changed = excluded.changed"
"""Keeps a deck."""
T = TypeVar("T")


class DeckRows:
    """Queries on saved decks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, player: int, game: str, name: str, cards: Mapping[str, int]) -> None:
        """Stores a player's deck under a name, in place of an earlier one."""
        await self._database.write(lambda db: db.execute(KEPT, (player, game, name, json.dumps(cards), self._database.now())))

    async def of(self, player: int, game: str) -> dict[str, dict[str, int]]:
        """A player's decks of a game by name, the latest first, as far as they can be read."""
        rows = await self._database.all("SELECT name, cards FROM decks WHERE player = ? AND game = ? ORDER BY changed DESC, name", (player, game))
        return {Typed(name): cards for name, cards in self._readable(player, rows)}

    def _readable(self, player: int, rows: Iterable[Any]) -> Iterator[tuple[str, dict[str, int]]]:
        """Those decks that can be read; others stay stored as they are."""
        for name, cards in rows:
            try:
                yield name, parsing.counts(cards)
            except parsing.Unreadable:
                self._database.passed_over("decks of a person", player, ["cards"])

    async def change(self, player: int, game: str, change: Callable[[dict[str, dict[str, int]]], T]) -> T:
        """Lets `change` alter a player's decks of a game (by name, the latest first), while nobody else does; returns its result.

        If it raises, nothing changes. It may be called more than once.
        """

        def write(db: Connection) -> T:
            db.lock(f"decks of {player}")
            found = db.execute("SELECT name, cards FROM decks WHERE player = ? AND game = ? ORDER BY changed DESC, name", (player, game)).fetchall()
            decks = {str(Typed(name)): cards for name, cards in self._readable(player, found)}
            before = {name: dict(cards) for name, cards in decks.items()}
            given = change(decks)
            gone = [(player, game, name) for name in before if name not in decks]
            db.executemany("DELETE FROM decks WHERE player = ? AND game = ? AND name = ?", gone)
            now = self._database.now()
            db.executemany(KEPT, [(player, game, name, json.dumps(cards), now) for name, cards in decks.items() if before.get(name) != cards])
            return given

        return await self._database.write(write)

    async def delete(self, player: int, game: str, name: str) -> None:
        """Deletes a deck."""
        forgotten = "DELETE FROM decks WHERE player = ? AND game = ? AND name = ?"
        await self._database.write(lambda db: db.execute(forgotten, (player, game, name)))
