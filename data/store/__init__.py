"""The memory: the only place with SQL, one module a subject. Everything that belongs together is one transaction; what follows from it
happens after the commit."""

from __future__ import annotations

from pathlib import Path

from data.store.alive import Alive
from data.store.database import Connection, Database
from data.store.facts import KEY, Facts
from data.store.history import History
from data.store.owed import Owed
from data.store.people import People
from data.store.rooms import Rooms
from data.store.tables import TableRows
from data.store.tournaments import TournamentRows


class Store(Database):
    """The database with what is remembered in it, subject by subject. `key` is the secret of the marks on buttons."""

    def __init__(self, path: Path, db: Connection, reader: Connection) -> None:
        super().__init__(path, db, reader)
        self.key = b""
        self.facts = Facts(self)
        self.alive = Alive(self)
        self.owed = Owed(self)
        self.tables = TableRows(self, self.owed)
        self.history = History(self)
        self.tournaments = TournamentRows(self, self.owed)
        self.people = People(self)
        self.rooms = Rooms(self)

    async def _begin(self) -> None:
        self.key = bytes.fromhex(await self.facts.get(KEY) or "")


__all__ = ["Store"]
