"""What is remembered of clocks: the dials of seats, and when people rest. SQL of its own, on the store's connection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from data.hours import Hours
from rules.competition.clock import Clock, Dial
from rules.game import Seat

if TYPE_CHECKING:
    from data.store import Connection, Store


class Clocks:
    """Dials and hours in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def dials(self, game: int) -> dict[Seat, Dial]:
        rows = await self._store.all("SELECT seat, remaining, lapses, since, due, nudges FROM dials WHERE game = ?", (game,))
        return {seat: Dial(left, lapses, since, due, tuple(json.loads(nudges))) for seat, left, lapses, since, due, nudges in rows}

    async def next(self) -> float | None:
        """When the next thing is to be done about any dial."""
        row = await self._store.one("SELECT MIN(next) FROM dials WHERE next IS NOT NULL")
        return row[0] if row else None

    async def ringing(self, now: float) -> list[tuple[int, Seat]]:
        """The tables and seats about whose dials something is to be done, the longest waiting first."""
        rows = await self._store.all("SELECT game, seat FROM dials WHERE next <= ? ORDER BY next, game, seat", (now,))
        return [(game, seat) for game, seat in rows]

    async def running(self, player: int | None = None) -> list[int]:
        """The tables at which a dial runs, of anybody or of one player."""
        rows = await self._store.all(
            "SELECT DISTINCT d.game FROM dials d JOIN seats s ON s.game = d.game AND s.seat = d.seat"
            " WHERE d.next IS NOT NULL AND (? IS NULL OR s.player = ?) ORDER BY d.game",
            (player, player),
        )
        return [row[0] for row in rows]

    async def hours(self, player: int) -> Hours:
        """When somebody rests."""
        row = await self._store.one("SELECT zone, quiet, weekends FROM settings WHERE player = ?", (player,))
        away = tuple((begun, until) for begun, until in await self.away(player))
        if row is None:
            return Hours(away=away)
        quiet = tuple(map(int, row[1].split("-"))) if row[1] else None
        return Hours(row[0] or "UTC", (quiet[0], quiet[1]) if quiet else None, bool(row[2]), away)

    async def set_hours(self, player: int, hours: Hours) -> None:
        """Zone, quiet hours and weekends of somebody; days away are kept by `go_away`."""
        quiet = f"{hours.quiet[0]}-{hours.quiet[1]}" if hours.quiet else None
        async with self._store.transaction() as db:
            await db.execute(
                "INSERT INTO settings (player, zone, quiet, weekends, hours_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player) DO UPDATE"
                " SET zone = excluded.zone, quiet = excluded.quiet, weekends = excluded.weekends, hours_at = excluded.hours_at",
                (player, hours.zone, quiet, hours.weekends, self._store.now()),
            )

    async def hours_changed(self, player: int) -> float:
        """When somebody last changed their hours; 0 for never."""
        row = await self._store.one("SELECT hours_at FROM settings WHERE player = ?", (player,))
        return row[0] or 0 if row else 0

    async def away(self, player: int) -> list[tuple[float, float]]:
        """The times for which somebody is or was away."""
        return [(row[0], row[1]) for row in await self._store.all("SELECT begun, until FROM away WHERE player = ? ORDER BY begun", (player,))]

    async def go_away(self, player: int, begun: float, until: float) -> None:
        """Somebody is away from a moment on, in the place of what they had said before; for no time at all if they are back."""
        async with self._store.transaction() as db:
            await db.execute("DELETE FROM away WHERE player = ? AND begun >= ?", (player, begun))
            await db.execute("UPDATE away SET until = ? WHERE player = ? AND until > ?", (begun, player, begun))
            if until > begun:
                await db.execute("INSERT INTO away VALUES (?, ?, ?)", (player, begun, until))

    async def set_dials(self, game: int, dials: Mapping[Seat, Dial]) -> None:
        async with self._store.transaction() as db:
            await write_dials(db, game, dials)
        self._store.rung.set()


def clock_text(clock: Clock | None) -> str | None:
    """A clock as it is stored."""
    return msgspec.json.encode(clock).decode() if clock else None


def clock_of(text: str | None) -> Clock | None:
    """The clock from `clock_text`."""
    return msgspec.json.decode(text, type=Clock) if text else None


async def write_dials(db: Connection, game: int, dials: Mapping[Seat, Dial]) -> None:
    """All dials of a table, within a transaction."""
    await db.execute("DELETE FROM dials WHERE game = ?", (game,))
    await db.executemany("INSERT INTO dials VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _rows(game, dials))


def _rows(game: int, dials: Mapping[Seat, Dial]) -> Iterable[tuple[object, ...]]:
    return [(game, seat, d.left, d.lapses, d.since, d.due, json.dumps(d.nudges), d.next) for seat, d in dials.items()]
