"""What is stored about a person, and about a server: shown, handed out, forgotten. SQL of its own, on the store's connection."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from data.store import Connection, Store

NOBODY = "—"
"""The name of somebody who has been forgotten."""
NOBODYS_ID = 0
"""The number in the place of a forgotten host or moderator."""
OWN = {
    "settings": "SELECT language, theme, pings, zone, quiet, weekends FROM settings WHERE player = ?",
    "away": "SELECT begun, until FROM away WHERE player = ?",
    "decks": "SELECT game, name, cards, changed FROM decks WHERE player = ?",
    "ratings": "SELECT game, guild, mu, sigma, games FROM ratings WHERE player = ?",
    "rating_changes": "SELECT game, guild, mu, sigma FROM rating_changes WHERE player = ?",
    "games": "SELECT g.id, g.game, g.guild, g.channel, g.status, g.created, g.ended, g.outcome, s.seat, s.name"
    " FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? ORDER BY g.id",
    "left_seats": "SELECT game, seat, number, at, name FROM sittings WHERE player = ?",
    "actions": "SELECT a.game, a.number, a.seat, a.action, a.at FROM actions a JOIN seats s ON s.game = a.game AND s.seat = a.seat"
    " WHERE s.player = ? AND a.auto = 0 ORDER BY a.game, a.number",
    "hosted": "SELECT id, game, created FROM games WHERE host = ?",
    "tournaments": "SELECT t.id, t.name, t.game, p.entrant, p.name AS own_name FROM tournaments t"
    " JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ?",
    "hosted_tournaments": "SELECT id, name, created FROM tournaments WHERE host = ?",
    "acts_at_tables": "SELECT game, number, at, act, whom, reason FROM table_acts WHERE by = ?",
    "acts_in_tournaments": "SELECT tournament, at, act, round, whom, reason FROM tournament_acts WHERE by = ?",
}
"""Everything that is stored under a person's number, by what it is."""


def _without_name(whom: str, name: str) -> str:
    """Names of an act, without one of them."""
    return "".join(NOBODY if part == name else part for part in re.split(r"( → |, )", whom))


def _without_fact(payload: str, name: str) -> str:
    """A message to be sent, without a fact that is somebody's name."""
    body = json.loads(payload)
    for _, facts, _ in body.get("events", []):
        facts.update({key: NOBODY for key, value in facts.items() if value == name})
    return json.dumps(body)


class People:
    """Persons and servers in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def about(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """Everything stored about a person, kind by kind, as rows of plain values."""
        return {kind: await self._store.records(sql, (player,)) for kind, sql in OWN.items()}

    async def forget(self, player: int) -> list[int]:
        """Nothing under this person's number or name is left; games and tournaments stay, without them. Returns the tables they sat at.

        They must not sit at a table that is not over.
        """
        tables = [row[0] for row in await self._store.all("SELECT game FROM seats WHERE player = ?", (player,))]
        async with self._store.transaction() as db:
            await self._blot_names(db, player)
            for table in ("settings", "away", "decks", "ratings", "rating_changes"):
                await db.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
            for table in ("seats", "sittings"):
                await db.execute(f"UPDATE {table} SET player = NULL, name = ? WHERE player = ?", (NOBODY, player))
            # Numbers of entrants keep those apart who have been forgotten.
            await db.execute("UPDATE tournament_players SET player = -1 - entrant, name = ? WHERE player = ?", (NOBODY, player))
            for table, column in (("games", "host"), ("tournaments", "host"), ("table_acts", "by"), ("tournament_acts", "by")):
                await db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (NOBODYS_ID, player))
        return tables

    @staticmethod
    async def _blot_names(db: Connection, player: int) -> None:
        """Acts of moderators name whom they concern, and messages to be sent may, too."""
        sat = "SELECT game, name FROM seats WHERE player = ?1 UNION SELECT game, name FROM sittings WHERE player = ?1"
        played = "SELECT tournament, name FROM tournament_players WHERE player = ?1"
        for table, column, owner, names, blotted in (
            ("table_acts", "whom", "game", sat, _without_name),
            ("tournament_acts", "whom", "tournament", played, _without_name),
            ("owed", "payload", "game", sat, _without_fact),
        ):
            for number, name in await db.execute_fetchall(names, (player,)):
                for row, text in await db.execute_fetchall(f"SELECT id, {column} FROM {table} WHERE {owner} = ?", (number,)):
                    await db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (blotted(text, name), row))

    async def unfinished(self, player: int) -> tuple[list[int], list[int], list[int]]:
        """The live tables, the open tables and the tournaments not over that somebody takes part in."""
        sits = "SELECT DISTINCT g.id FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? AND g.status = ? ORDER BY g.id"
        plays = "SELECT t.id FROM tournaments t JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ? AND t.status <> 'over'"
        live = await self._store.all(sits, (player, "live"))
        waiting = await self._store.all(sits, (player, "open"))
        contests = await self._store.all(plays, (player,))
        return [r[0] for r in live], [r[0] for r in waiting], [r[0] for r in contests]

    # Servers

    async def note_servers(self, present: Iterable[int], now: float) -> None:
        """Notes which servers the bot is in: those it has left begin to be forgotten, those it is back in do not."""
        here = set(present)
        known = {row[0] for row in await self._store.all("SELECT guild FROM games UNION SELECT guild FROM tournaments UNION SELECT guild FROM rooms")}
        async with self._store.transaction() as db:
            await db.executemany("DELETE FROM departed WHERE guild = ?", [(guild,) for guild in here])
            gone = [(guild, now) for guild in known - here if guild]
            await db.executemany("INSERT INTO departed VALUES (?, ?) ON CONFLICT DO NOTHING", gone)

    async def forget_servers(self, departed_before: float) -> list[int]:
        """Deletes everything about servers that the bot left before a moment; returns them."""
        guilds = [row[0] for row in await self._store.all("SELECT guild FROM departed WHERE at < ?", (departed_before,))]
        for guild in guilds:
            async with self._store.transaction() as db:
                for table in ("tournaments", "games", "ratings", "rating_changes", "rooms", "departed"):
                    await db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
        return guilds
