"""Personal settings: language, theme, pings, hours of rest, days away, and usual standing orders."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from data.rest_hours import Hours, is_known
from data.store import parsing
from data.store.database import Connection, Database


class Settings(NamedTuple):
    """A person's settings; None means not set. `everywhere`: their games are shown in all servers."""

    language: str | None = None
    theme: str | None = None
    pings: bool = True
    everywhere: bool = False
    motion: bool = True


class PersonalSettings:
    """Queries on personal settings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, player: int) -> Settings:
        """A person's settings, with the defaults for the rest."""
        row = await self._database.one("SELECT language, theme, pings, everywhere, motion FROM settings WHERE player = ?", (player,))
        return Settings(row[0], row[1], *map(bool, row[2:])) if row else Settings()

    async def set_settings(self, player: int, settings: Settings) -> None:
        kept = (
            "INSERT INTO settings (player, language, theme, pings, everywhere, motion) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (player)"
            " DO UPDATE SET language = excluded.language, theme = excluded.theme, pings = excluded.pings, everywhere = excluded.everywhere,"
            " motion = excluded.motion"
        )
        await self._database.write(lambda db: db.execute(kept, (player, *settings)))

    async def shown_everywhere(self, players: Iterable[int]) -> set[int]:
        """Those players who have their games shown in all servers."""
        wanted = "SELECT player FROM settings WHERE everywhere = 1 AND player IN (SELECT value FROM json_each(?))"
        return {row[0] for row in await self._database.all(wanted, (json.dumps(list(players)),))}

    async def everywhere(self) -> set[int]:
        """All people who have their games shown in all servers."""
        return {row[0] for row in await self._database.all("SELECT player FROM settings WHERE everywhere = 1")}

    async def hours(self, player: int) -> Hours:
        """A person's hours of rest."""
        return (await self._hours("player = ?", player)).get(player, Hours())

    async def hours_of(self, players: Iterable[int]) -> dict[int, Hours]:
        """The hours of rest of each of several people."""
        wanted = list(players)
        found = await self._hours("player IN (SELECT value FROM json_each(?))", json.dumps(wanted))
        return {player: found.get(player, Hours()) for player in wanted}

    async def _hours(self, among: str, value: Any) -> dict[int, Hours]:
        """The stored hours of rest of people who match the condition `among`."""
        found: dict[int, Hours] = {}
        for player, zone, quiet, weekends in await self._database.all(f"SELECT player, zone, quiet, weekends FROM settings WHERE {among}", (value,)):
            said, lost = parsing.each({"zone": zone or None, "quiet": quiet or None}, {"zone": _zone, "quiet": parsing.quiet})
            if lost:
                self._database.passed_over("a person's settings", player, lost)
                found[player] = Hours(weekends=bool(weekends), unreadable=True)
            else:
                found[player] = Hours(said["zone"] or "UTC", said["quiet"], bool(weekends))
        for player, begun, until in await self._database.all(f"SELECT player, begun, until FROM away WHERE {among} ORDER BY begun", (value,)):
            known = found.get(player, Hours())
            found[player] = known._replace(away=(*known.away, (begun, until)))
        return found

    async def set_hours(self, player: int, hours: Hours, said: Collection[str] = ("zone", "quiet", "weekends")) -> None:
        """Stores zone, quiet hours and weekends, or those of them that the person has `said`; `go_away` stores days away."""
        quiet = f"{hours.quiet[0]}-{hours.quiet[1]}" if hours.quiet else None
        changed = ", ".join(f"{name} = excluded.{name}" for name in (*said, "hours_at"))
        kept = f"INSERT INTO settings (player, zone, quiet, weekends, hours_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player) DO UPDATE SET {changed}"
        await self._database.write(lambda db: db.execute(kept, (player, hours.zone, quiet, hours.weekends, self._database.now())))

    async def hours_changed(self, player: int) -> float:
        """When somebody last changed their hours; 0 for never."""
        row = await self._database.one("SELECT hours_at FROM settings WHERE player = ?", (player,))
        return row[0] or 0 if row else 0

    async def away(self, player: int) -> list[tuple[float, float]]:
        """The times for which a person is or was away (begin, end)."""
        return [(row[0], row[1]) for row in await self._database.all("SELECT begun, until FROM away WHERE player = ? ORDER BY begun", (player,))]

    async def go_away(self, player: int, begun: float, until: float) -> None:
        """Stores a person's days away from a moment on, in place of those stored from then on; none if `until` is not later (they are back)."""

        def write(db: Connection) -> None:
            db.lock(f"days away of {player}")
            db.execute("DELETE FROM away WHERE player = ? AND begun >= ?", (player, begun))
            db.execute("UPDATE away SET until = ? WHERE player = ? AND until > ?", (begun, player, begun))
            if until > begun:
                db.execute("INSERT INTO away VALUES (?, ?, ?)", (player, begun, until))

        await self._database.write(write)

    # Usual orders

    async def stops(self, player: int, game: str) -> frozenset[str]:
        """A player's usual standing orders in a game."""
        row = await self._database.one("SELECT orders FROM stops WHERE player = ? AND game = ?", (player, game))
        if row is None:
            return frozenset()
        try:
            return frozenset(parsing.words(row[0]))
        except parsing.Unreadable:
            self._database.passed_over("usual orders of a person", player, ["orders"])
            return frozenset()

    async def set_stops(self, player: int, game: str, orders: Iterable[str]) -> None:
        """Stores usual standing orders, for tables at which the player sits down from now on."""
        wanted = sorted(orders)
        if wanted:
            sql = "INSERT INTO stops VALUES (?, ?, ?) ON CONFLICT (player, game) DO UPDATE SET orders = excluded.orders"
            await self._database.write(lambda db: db.execute(sql, (player, game, json.dumps(wanted))))
        else:
            await self._database.write(lambda db: db.execute("DELETE FROM stops WHERE player = ? AND game = ?", (player, game)))


def _zone(name: str) -> str:
    """Parses the name of a time zone that this machine knows."""
    if not is_known(name):
        raise parsing.Unreadable
    return name
