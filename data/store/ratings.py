"""Ratings: computed and stored at a game's end (`write_ratings`), for its server and over all, and queried. The formula is in `rules`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from data.store.database import Connection, Database
from data.store.rows import EVERYWHERE
from rules.competition.ratings import MONTH, Rating, damping, first_only, part_of_the_way, rate, share

_PAIRS = (
    "FROM rating_changes a JOIN rating_changes b ON b.game = a.game AND b.guild = a.guild AND b.player <> a.player"
    " JOIN games g ON g.id = a.game WHERE a.guild = ? AND g.ended > ?"
)
"""Who has met whom in games that counted for both, by what they counted for."""
_AMONG = "SELECT value FROM json_each(?)"


class Rated(NamedTuple):
    """A player's rating after a game, and when that game ended."""

    rating: Rating
    ended: float


class Ranked(NamedTuple):
    """A player's rating in a game, with the number of rated games."""

    player: int
    game: str
    rating: Rating
    games: int


class Pair(NamedTuple):
    """Two players, and how many rated games they have played against each other."""

    one: int
    other: int
    game: str
    games: int


class Ratings:
    """Queries on ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ranked(self, guild: int, game: str | None = None, player: int | None = None) -> list[Ranked]:
        """Ratings in a server (or EVERYWHERE), of a game, of a player; ordered by a cautious estimate of strength."""
        rows = await self._database.all(
            "SELECT player, game, mu, sigma, games FROM ratings WHERE guild = ?1 AND game = COALESCE(?2, game) AND player = COALESCE(?3, player)",
            (guild, game, player),
        )
        found = [Ranked(who, key, Rating(mu, sigma), games) for who, key, mu, sigma, games in rows]
        return sorted(found, key=lambda r: (-r.rating.sure, r.player))

    async def curve(self, player: int, game: str, guild: int) -> dict[int, Rated]:
        """A player's ratings after each rated game, by table, the first one first."""
        rows = await self._database.all(
            "SELECT c.game, c.mu, c.sigma, g.ended FROM rating_changes c JOIN games g ON g.id = c.game"
            " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended, g.id",
            (player, guild, game),
        )
        return {table: Rated(Rating(mu, sigma), ended) for table, mu, sigma, ended in rows}

    async def often_met(self, guild: int, since: float, least: int) -> list[Pair]:
        """Pairs with at least `least` rated games against each other in a server since a moment; most first."""
        sql = (
            f"SELECT a.player, b.player, g.game, COUNT(*) AS games {_PAIRS} AND a.player < b.player"
            " GROUP BY a.player, b.player, g.game HAVING COUNT(*) >= ? ORDER BY games DESC, a.player, b.player, g.game"
        )
        return [Pair(*row) for row in await self._database.all(sql, (guild, since, least))]


def write_ratings(db: Connection, table: int, places: Sequence[Sequence[int]], wide: bool) -> None:
    """Changes the ratings of a table's players, in its server and, if it counts there, over all, within a transaction.

    In a server the same pair counts ever less within a month; over all, different opponents count, each once a month.
    """
    key, guild, ended = db.execute("SELECT game, guild, ended FROM games WHERE id = ?", (table,)).fetchone()
    db.lock(f"ratings of {key}")  # A game that ends at the same moment must not overwrite what this one makes of them.
    players = sorted({player for group in places for player in group})
    for scope in dict.fromkeys((*([EVERYWHERE] if wide else []), *([guild] if guild else []))):
        counts = first_only if scope == EVERYWHERE else damping
        met = _met(db, key, scope, ended - MONTH, players)
        parts = {who: share([counts(met.get((who, other), 0)) for other in players if other != who]) for who in players}
        rows = db.execute(
            "SELECT player, mu, sigma FROM ratings WHERE game = ? AND guild = ? AND player IN (SELECT value FROM json_each(?))",
            (key, scope, json.dumps(players)),
        ).fetchall()
        before = {player: Rating(mu, sigma) for player, mu, sigma in rows}
        rated = rate(places, before)
        after = {who: part_of_the_way(before.get(who, Rating()), new, parts[who]) for who, new in rated.items() if parts[who]}
        db.executemany(
            "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT (player, game, guild)"
            " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1",
            [(player, key, scope, *rating) for player, rating in after.items()],
        )
        changes = [(table, player, scope, *rating) for player, rating in after.items()]
        db.executemany("INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?)", changes)


def _met(db: Connection, game: str, scope: int, since: float, players: Sequence[int]) -> dict[tuple[int, int], int]:
    """For each pair of players how many games since a moment have counted for both."""
    among = f"AND a.player IN ({_AMONG}) AND b.player IN ({_AMONG})"
    sql = f"SELECT a.player, b.player, COUNT(*) {_PAIRS} AND g.game = ? {among} GROUP BY a.player, b.player"
    people = json.dumps(players)
    return {(one, other): n for one, other, n in db.execute(sql, (scope, since, game, people, people)).fetchall()}
