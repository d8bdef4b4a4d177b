"""What is stored about a person, and about a server: shown, handed out, forgotten. SQL of its own, on the store's connection."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from data.store import EVERYWHERE, Connection, Store

NOBODY = "—"
"""The name of somebody who has been forgotten."""
NOBODYS_ID = 0
"""The number in the place of a forgotten host or moderator."""
OWN = {
    "settings": "SELECT language, theme, pings, zone, quiet, weekends, hours_at, everywhere FROM settings WHERE player = ?",
    "away": "SELECT begun, until FROM away WHERE player = ?",
    "decks": "SELECT game, name, cards, changed FROM decks WHERE player = ?",
    "ratings": "SELECT game, guild, mu, sigma, games FROM ratings WHERE player = ?",
    "rating_changes": "SELECT game, guild, mu, sigma FROM rating_changes WHERE player = ?",
    "games": "SELECT g.id, g.game, g.guild, g.channel, g.status, g.created, g.ended, g.outcome, s.seat, s.name, s.agreed"
    " FROM games g JOIN seats s ON s.game = g.id WHERE s.player = ? ORDER BY g.id",
    "left_seats": "SELECT game, seat, at, name FROM sittings WHERE player = ?",
    "actions": "SELECT game, ROW_NUMBER() OVER (PARTITION BY game ORDER BY number) AS number, seat,"
    " CASE WHEN action LIKE 'undo %' THEN 'undo' ELSE action END AS action, at FROM done"
    " WHERE player = ?1 AND auto = 0 AND game IN (SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1)"
    " ORDER BY game, number",
    "hosted": "SELECT id, game, created FROM games WHERE host = ?",
    "tournaments": "SELECT t.id, t.name, t.game, p.entrant, p.name AS own_name, p.here, p.deck FROM tournaments t"
    " JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ?",
    "left_tournaments": "SELECT tournament, entrant, at, name FROM tournament_left WHERE player = ?",
    "hosted_tournaments": "SELECT id, name, created FROM tournaments WHERE host = ?",
    "acts_at_tables": "SELECT game, at, act, whom, reason FROM table_acts WHERE by = ?",
    "acts_in_tournaments": "SELECT tournament, at, act, round, whom, reason FROM tournament_acts WHERE by = ?",
}
"""Everything that is stored under a person's number, by what it is. Their actions are counted alone: how many others did in between may be hidden."""


RATED = "SELECT DISTINCT c.player, g.game FROM rating_changes c JOIN games g ON g.id = c.game WHERE c.guild = ? AND g.guild = ?"
"""Whose ratings in which game have come from the games of a server, too."""
LAST_CHANGE = (
    "SELECT c.mu, c.sigma, COUNT(*) OVER () FROM rating_changes c JOIN games g ON g.id = c.game"
    " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended DESC, g.id DESC LIMIT 1"
)
"""What the latest rated game has made of a rating, and how many there are."""


def _without_name(whom: str, name: str) -> str:
    """Names of an act, without one of them. A name may hold what stands between names."""
    return re.sub(rf"(?:^|(?<= → )|(?<=, )){re.escape(name)}(?= → |, |$)", NOBODY, whom)


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
            for table in ("seats", "sittings", "tournament_left"):
                await db.execute(f"UPDATE {table} SET player = NULL, name = ? WHERE player = ?", (NOBODY, player))
            # Numbers of entrants keep those apart who have been forgotten.
            forgotten = "UPDATE tournament_players SET player = -1 - entrant, name = ?, deck = NULL WHERE player = ?"
            await db.execute(forgotten, (NOBODY, player))
            for table, column in (("games", "host"), ("tournaments", "host"), ("table_acts", "by"), ("tournament_acts", "by")):
                await db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (NOBODYS_ID, player))
        return tables

    @staticmethod
    async def _blot_names(db: Connection, player: int) -> None:
        """Acts of moderators name whom they concern, and messages to be sent may, too."""
        sat = "SELECT game, name FROM seats WHERE player = ?1 UNION SELECT game, name FROM sittings WHERE player = ?1"
        played = (
            "SELECT tournament, name FROM tournament_players WHERE player = ?1 UNION SELECT tournament, name FROM tournament_left WHERE player = ?1"
            f" UNION SELECT t.tournament, s.name FROM tournament_games t JOIN ({sat}) s ON s.game = t.game"
        )
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

    async def departed(self, before: float) -> list[int]:
        """The servers that the bot has left before a moment."""
        return [row[0] for row in await self._store.all("SELECT guild FROM departed WHERE at < ? ORDER BY at", (before,))]

    async def forget_server(self, guild: int) -> list[int]:
        """Deletes everything about a server that the bot has left; returns its tables. Nothing happens where the bot is back.

        Ratings over all are what the games of other servers have made of them.
        """
        async with self._store.transaction() as db:
            if not list(await db.execute_fetchall("SELECT 1 FROM departed WHERE guild = ?", (guild,))):
                return []
            tables = [row[0] for row in await db.execute_fetchall("SELECT id FROM games WHERE guild = ?", (guild,))]
            rated = list(await db.execute_fetchall(RATED, (EVERYWHERE, guild)))
            # A table may be another server's than its tournament.
            await db.execute("DELETE FROM tournament_games WHERE game IN (SELECT id FROM games WHERE guild = ?)", (guild,))
            for table in ("tournaments", "games", "ratings", "rating_changes", "rooms", "departed"):
                await db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
            for player, game in rated:
                last = next(iter(await db.execute_fetchall(LAST_CHANGE, (player, EVERYWHERE, game))), None)
                await db.execute("DELETE FROM ratings WHERE player = ? AND game = ? AND guild = ?", (player, game, EVERYWHERE))
                if last is not None:
                    await db.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", (player, game, EVERYWHERE, *last))
        return tables
