"""Updates the stored display names of people in tables and tournaments that are not over."""

from __future__ import annotations

from typing import NamedTuple

from data.store.changes import TABLE, TOURNAMENT, Subject
from data.store.database import Connection, Database
from data.store.people_in_json import write_name
from data.user_text import Called


class CalledOtherwise(NamedTuple):
    """The unfinished tables and tournaments of a server in which a person is stored under an outdated name."""

    tables: list[int]
    tournaments: list[int]


class DisplayNameRows:
    """Queries on display names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def otherwise(self, guild: int, player: int, name: Called) -> CalledOtherwise:
        """The unfinished tables and tournaments of a server in which a person has another name or account name."""
        values = (guild, player, str(name), name.account)
        here = "t.guild = ? AND t.status <> 'over' AND p.player = ? AND (p.name <> ? OR p.account <> ?) ORDER BY t.id"
        tables = await self._database.all(f"SELECT DISTINCT t.id FROM games t JOIN seats p ON p.game = t.id WHERE {here}", values)
        entered = f"SELECT DISTINCT t.id FROM tournaments t JOIN tournament_players p ON p.tournament = t.id WHERE {here}"
        return CalledOtherwise([row[0] for row in tables], [row[0] for row in await self._database.all(entered, values)])

    async def change(self, where: Subject, player: int, name: Called) -> bool:
        """Stores a person's new name at one table or tournament that is not over, in its moderators' acts and outbox rows too, and raises its
        revision so that caches reload it. Returns whether the name changed, not only the account name."""
        return await self._database.write(_change, where, player, name)


def _change(db: Connection, where: Subject, player: int, name: Called) -> bool:
    rows, seats, owner = _ROWS[where.kind]
    if db.execute(f"UPDATE {rows} SET revision = revision + 1 WHERE id = ? AND status <> 'over'", (where.id,)).rowcount != 1:
        return False
    before = db.execute(f"SELECT DISTINCT name FROM {seats} WHERE {owner} = ? AND player = ?", (where.id, player)).fetchall()
    db.execute(f"UPDATE {seats} SET name = ?, account = ? WHERE {owner} = ? AND player = ?", (str(name), name.account, where.id, player))
    shared = {other for (other,) in db.execute(f"SELECT name FROM {seats} WHERE {owner} = ? AND player <> ?", (where.id, player)).fetchall()}
    for (old,) in before:
        if old != name and old not in shared:  # Else it may be the other one who is meant.
            write_name(db, where, old, str(name))
    return any(old != name for (old,) in before)


_ROWS = {TABLE: ("games", "seats", "game"), TOURNAMENT: ("tournaments", "tournament_players", "tournament")}
