"""Finds the unreadable rows of a server for its moderators: of tables, tournaments, and what belongs to them or a channel."""

from __future__ import annotations

from typing import NamedTuple

from data.language import LANGUAGES
from data.store import parsing
from data.store.channel_settings import EVERYBODY, MODERATORS
from data.store.database import Database
from data.store.personal_settings import PersonalSettings

PERSON, TABLE, ROOM = "person", "table", "room"
"""Of what something cannot be read: a person who plays, a live table, the settings of a channel (0: of the server)."""


class Unread(NamedTuple):
    """Something stored that can't be read: its kind, its number, what of it, and the channel concerned, if any."""

    kind: str
    id: int
    columns: frozenset[str]
    channel: int


class UnreadableRows:
    """Finds unreadable rows."""

    def __init__(self, database: Database, people: PersonalSettings) -> None:
        self._database = database
        self._people = people

    async def of(self, guild: int) -> list[Unread]:
        """Everything unreadable in a server."""
        return [*await self._people_of(guild), *await self._parts(guild), *await self._rooms(guild)]

    async def _people_of(self, guild: int) -> list[Unread]:
        """Players of live tables whose hours of rest can't be read."""
        sit = "SELECT s.player, MIN(g.channel) FROM seats s JOIN games g ON g.id = s.game WHERE g.guild = ? AND g.status = 'live'"
        where = dict(await self._database.all(f"{sit} AND s.player IS NOT NULL GROUP BY s.player ORDER BY s.player", (guild,)))
        hours = await self._people.hours_of(where)
        return [Unread(PERSON, player, frozenset({"hours"}), where[player]) for player, known in hours.items() if known.unreadable]

    async def _parts(self, guild: int) -> list[Unread]:
        """The reminders and proposals of live tables."""
        kinds = {"nudges": parsing.moments, "proposal": parsing.seats}
        rows = await self._database.all(
            "SELECT g.id, g.channel, 'nudges' AS what, d.nudges AS said FROM games g JOIN dials d ON d.game = g.id"
            " WHERE g.guild = ?1 AND g.status = 'live'"
            " UNION ALL SELECT g.id, g.channel, 'proposal' AS what, p.asked || ' ' || p.agreed AS said FROM games g JOIN proposals p ON p.game = g.id"
            " WHERE g.guild = ?1 AND g.status = 'live'",
            (guild,),
        )
        found: dict[int, Unread] = {}
        for table, channel, what, said in rows:
            _, lost = parsing.each({what: said}, kinds)
            if lost:
                before = found.get(table, Unread(TABLE, table, frozenset(), channel))
                found[table] = before._replace(columns=before.columns | lost)
        return list(found.values())

    async def _rooms(self, guild: int) -> list[Unread]:
        """Channels with unknown settings; the known ones among them hold."""
        known = {"starters": _one_of(EVERYBODY, MODERATORS), "language": _one_of(*LANGUAGES), "games": _games}
        found, columns = [], ", ".join(known)
        for channel, *said in await self._database.all(f"SELECT channel, {columns} FROM rooms WHERE guild = ? ORDER BY channel", (guild,)):
            _, lost = parsing.each(dict(zip(known, said, strict=True)), known)
            if lost:
                found.append(Unread(ROOM, channel, lost, channel))
        return found


def _one_of(*words: str) -> parsing.Kind:
    def read(text: str) -> str:
        if text not in words:
            raise parsing.Unreadable
        return text

    return read


def _games(text: str) -> list[str]:
    return [parsing.game(key) for key in text.split()]
