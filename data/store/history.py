"""Results of finished games: places, ratings, duration, and what players were called then."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from data.store import parsing
from data.store.database import Connection, Database
from data.store.values import clock_text
from data.user_text import Typed
from rules.competition.clock import DAY, Clock
from rules.competition.ratings import Rating, damping, first_only, part_of_the_way, rate, share
from rules.notation import ABANDONED

EVERYWHERE = 0
"""The server of ratings over all servers."""
MONTH = 30 * DAY
"""Seconds for which it is known how often two have met."""
AGREED = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = g.id AND n.agreed = 0)"
"""That all who sit at a table have agreed to play."""
_PAIRS = (
    "FROM rating_changes a JOIN rating_changes b ON b.game = a.game AND b.guild = a.guild AND b.player <> a.player"
    " JOIN games g ON g.id = a.game WHERE a.guild = ? AND g.ended > ?"
)
"""Who has met whom in games that counted for both, by what they counted for."""
_AMONG = "SELECT value FROM json_each(?)"


class Played(NamedTuple):
    """A finished game as one of its players sees it: the players who share each place, best first; None is a computer."""

    table: int
    game: str
    ended: float
    places: tuple[tuple[int | None, ...], ...]
    rated: bool


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
    """Two players and the number of rated games of a kind that they have played with each other."""

    one: int
    other: int
    game: str
    games: int


class History:
    """Queries on ratings and finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ratings(self, guild: int, game: str | None = None, player: int | None = None) -> list[Ranked]:
        """Ratings in a server (or EVERYWHERE), of a game, of a player; the surest strength first."""
        rows = await self._database.all(
            "SELECT player, game, mu, sigma, games FROM ratings WHERE guild = ?1 AND game = COALESCE(?2, game) AND player = COALESCE(?3, player)",
            (guild, game, player),
        )
        found = [Ranked(who, key, Rating(mu, sigma), games) for who, key, mu, sigma, games in rows]
        return sorted(found, key=lambda r: (-r.rating.sure, r.player))

    async def rating_curve(self, player: int, game: str, guild: int) -> dict[int, Rated]:
        """A player's ratings after each rated game, by table, the first one first."""
        rows = await self._database.all(
            "SELECT c.game, c.mu, c.sigma, g.ended FROM rating_changes c JOIN games g ON g.id = c.game"
            " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended, g.id",
            (player, guild, game),
        )
        return {table: Rated(Rating(mu, sigma), ended) for table, mu, sigma, ended in rows}

    async def often_met(self, guild: int, since: float, least: int) -> list[Pair]:
        """Pairs of players with at least so many rated games against each other in a server since a moment; most often first."""
        sql = (
            f"SELECT a.player, b.player, g.game, COUNT(*) AS games {_PAIRS} AND a.player < b.player"
            " GROUP BY a.player, b.player, g.game HAVING COUNT(*) >= ? ORDER BY games DESC, a.player, b.player, g.game"
        )
        return [Pair(*row) for row in await self._database.all(sql, (guild, since, least))]

    async def played(self, player: int, guild: int = EVERYWHERE) -> list[Played]:
        """A player's games in a server that are over, the latest first; those against oneself, those without a result and those to which
        somebody had not agreed do not count. Those of which the result cannot be read are passed over."""
        rows = await self._database.all(
            "SELECT g.id, g.game, g.ended, g.outcome, g.rated, s.seat, s.player FROM games g JOIN seats s ON s.game = g.id"
            " WHERE g.status = 'over' AND g.id IN (SELECT game FROM seats WHERE player = ?1) AND (?2 = 0 OR g.guild = ?2)"
            f" AND {AGREED} ORDER BY g.ended DESC, g.id DESC, s.seat",
            (player, guild),
        )
        found: list[Played] = []
        for number, several in groupby(rows, key=lambda row: row[0]):
            own = list(several)
            seats = {seat: who for *_, seat, who in own}
            try:
                outcome = parsing.outcome(own[0][3] or "")
            except parsing.Unreadable:
                self._database.passed_over("table", number, ["outcome"])
                continue
            places = tuple(tuple(seats.get(seat) for seat in group) for group in outcome["places"])
            if sum(who == player for who in seats.values()) == 1 and outcome.get("reason") != ABANDONED:
                found.append(Played(number, own[0][1], own[0][2], places, bool(own[0][4])))
        return found

    async def reply_times(self, player: int, guild: int = EVERYWHERE, limit: int = 1000) -> list[float]:
        """How many seconds a player's latest answers in a server took since another seat acted, in games that are over and to which all have agreed.

        Before the end they would tell what was answered by orders.
        At a friendly table the first answer does not count: it may be the yes of somebody who had only been named.
        """
        rows = await self._database.all(
            "SELECT at - before FROM (SELECT d.at, auto, seat, player, rated, LAG(at) OVER w AS before, LAG(seat) OVER w AS other,"
            " COUNT(CASE WHEN auto = 0 AND player = ?1 THEN 1 END) OVER w AS nth FROM done d JOIN games g ON g.id = d.game"
            " WHERE d.game IN (SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1)"
            f" AND (?2 = 0 OR g.guild = ?2) AND g.status = 'over' AND {AGREED} WINDOW w AS (PARTITION BY d.game ORDER BY number)) answers"
            " WHERE player = ?1 AND auto = 0 AND (rated = 1 OR nth > 1) AND other IS NOT NULL AND other <> seat ORDER BY at DESC LIMIT ?3",
            (player, guild, limit),
        )
        return [row[0] for row in rows]

    async def lengths(self, guild: int, game: str, clock: Clock | None, limit: int = 50) -> list[float]:
        """How many seconds the latest games of a server with a clock took from the deal to their end, of people alone to which all had agreed."""
        rows = await self._database.all(
            "SELECT g.ended - g.begun FROM games g WHERE g.guild = ? AND g.game = ? AND COALESCE(g.clock, '') = ? AND g.status = 'over'"
            " AND g.begun IS NOT NULL"
            f" AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.player IS NULL) AND {AGREED} ORDER BY g.ended DESC LIMIT ?",
            (guild, game, clock_text(clock) or "", limit),
        )
        return [seconds for (seconds,) in rows]

    async def names(self, players: Iterable[int], guild: int = EVERYWHERE, met: int | None = None) -> dict[int, str]:
        """The names of players at the latest table where they sat, in a server, with a person; players without such a table are left out."""
        rows = await self._database.all(
            "SELECT p.value, (SELECT s.name FROM seats s JOIN games g ON g.id = s.game WHERE s.player = p.value AND (?2 = 0 OR g.guild = ?2)"
            " AND EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.player = COALESCE(?3, p.value)) ORDER BY s.game DESC LIMIT 1) AS name"
            " FROM json_each(?1) p",
            (json.dumps(list(players)), guild, met),
        )
        return {player: Typed(name) for player, name in rows if name is not None}


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
    """How often players have met in games since a moment that have counted for both."""
    among = f"AND a.player IN ({_AMONG}) AND b.player IN ({_AMONG})"
    sql = f"SELECT a.player, b.player, COUNT(*) {_PAIRS} AND g.game = ? {among} GROUP BY a.player, b.player"
    people = json.dumps(players)
    return {(one, other): n for one, other, n in db.execute(sql, (scope, since, game, people, people)).fetchall()}
