"""Stored settings of servers and channels, made by moderators."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from data.store.database import Connection, Database

EVERYBODY, MODERATORS = "everybody", "moderators"
KEPT = 10_000
"""ChannelSettings kept in memory."""
WHOLE_SERVER = 0
"""The channel under which a server's own settings stand."""


class Room(NamedTuple):
    """The settings of a channel: games allowed (none: all), who may start one, language of new tables (None: the opener's), pings, theme, and
    whether decisive moments are shown in motion (None: yes)."""

    games: tuple[str, ...] | None = None
    starters: str | None = None
    language: str | None = None
    pings: bool | None = None
    theme: str | None = None
    motion: bool | None = None

    def over(self, wider: Room) -> Room:
        """These settings, with unset ones filled from a wider scope."""
        return wider._replace(**{key: value for key, value in self._asdict().items() if value is not None})


class ChannelSettings:
    """Queries on channel settings, with a cache. Calls `changed` with a server whose settings have changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[tuple[int, int], Room] = {}
        self._forgotten = 0
        self.changed: Callable[[int], None] = lambda guild: None

    async def own(self, guild: int, channel: int) -> Room:
        """The settings made for just this channel or server."""
        known = self._known.get((guild, channel))
        if known is not None:
            return known
        forgotten, room = self._forgotten, await self._read(guild, channel)
        if forgotten == self._forgotten:  # Else it may have been read before somebody set something else.
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[guild, channel] = room
        return room

    def forget(self) -> None:
        """Clears the cache."""
        self._forgotten += 1
        self._known.clear()

    async def _read(self, guild: int, channel: int) -> Room:
        row = await self._database.one(
            "SELECT games, starters, language, pings, theme, motion FROM rooms WHERE guild = ? AND channel = ?", (guild, channel)
        )
        if row is None:
            return Room()
        pings, motion = (None if value is None else bool(value) for value in (row[3], row[5]))
        return Room(tuple(row[0].split()) if row[0] is not None else None, row[1], row[2], pings, row[4], motion)

    async def here(self, guild: int | None, channel: int, parent: int | None = None) -> Room:
        """The effective settings in a channel, or in a thread below its parent."""
        if guild is None:
            return Room()
        wider = await self.own(guild, WHOLE_SERVER)
        if parent is not None:
            wider = (await self.own(guild, parent)).over(wider)
        return (await self.own(guild, channel)).over(wider)

    async def set(self, guild: int, channel: int, room: Room) -> None:
        """Replaces all settings of a channel or server."""
        if room == Room():
            await self._database.write(_clear, guild, channel)
        else:
            await self._keep(guild, channel, room, "excluded.{0}")
        self._tell(guild)

    async def change(self, guild: int, channel: int, chosen: Room) -> None:
        """Changes some settings of a channel or server; others stay, even if they are changed at the same moment."""
        if chosen != Room():
            await self._keep(guild, channel, chosen, "COALESCE(excluded.{0}, rooms.{0})")
            self._tell(guild)

    async def _keep(self, guild: int, channel: int, room: Room, becomes: str) -> None:
        await self._database.write(_set, guild, channel, room, becomes)

    def _tell(self, guild: int) -> None:
        self.forget()
        self.changed(guild)


def _clear(db: Connection, guild: int, channel: int) -> None:
    db.execute("DELETE FROM rooms WHERE guild = ? AND channel = ?", (guild, channel))


def _set(db: Connection, guild: int, channel: int, room: Room, becomes: str) -> None:
    """Stores settings; if there are some already, `becomes` says how each changes."""
    changed = ", ".join(f"{name} = {becomes.format(name)}" for name in Room._fields)
    values = (guild, channel, " ".join(room.games) if room.games is not None else None, *room[1:])
    db.execute(f"INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild, channel) DO UPDATE SET {changed}", values)
