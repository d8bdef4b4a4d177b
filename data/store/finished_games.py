"""Finished games: places, times of answers, and names at that time. Ratings are in `ratings.py`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from data.store import parsing
from data.store.database import Database
from data.store.rows import EVERYWHERE, clock_text
from data.user_text import Typed
from rules.competition.clock import Clock
from rules.notation import ABANDONED

AGREED = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = g.id AND n.agreed = 0)"
"""That all who sit at a table have agreed to play."""


class Played(NamedTuple):
    """A finished game from one player's side: the players by place, best first; None is a computer."""

    table: int
    game: str
    ended: float
    places: tuple[tuple[int | None, ...], ...]
    rated: bool


class FinishedGames:
    """Queries on finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

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

    async def answer_times(self, player: int, guild: int = EVERYWHERE, limit: int = 1000) -> list[float]:
        """How many seconds a player's latest answers in a server took since another seat acted, in games that are over and to which all have
        agreed.

        During a game they would tell what orders have answered. At a friendly table the first answer does not count: it may be the consent of a
        named player.
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
        """The lengths, in seconds from deal to end, of the latest games of a server with a clock, between people only, who had all agreed."""
        rows = await self._database.all(
            "SELECT g.ended - g.begun FROM games g WHERE g.guild = ? AND g.game = ? AND COALESCE(g.clock, '') = ? AND g.status = 'over'"
            " AND g.begun IS NOT NULL"
            f" AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.player IS NULL) AND {AGREED} ORDER BY g.ended DESC LIMIT ?",
            (guild, game, clock_text(clock) or "", limit),
        )
        return [seconds for (seconds,) in rows]

    async def names(self, players: Iterable[int], guild: int = EVERYWHERE, met: int | None = None) -> dict[int, str]:
        """The names of players at their latest table, in a server, with a person (`met`); players without such a table are left out."""
        rows = await self._database.all(
            "SELECT p.value, (SELECT s.name FROM seats s JOIN games g ON g.id = s.game WHERE s.player = p.value AND (?2 = 0 OR g.guild = ?2)"
            " AND EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.player = COALESCE(?3, p.value)) ORDER BY s.game DESC LIMIT 1) AS name"
            " FROM json_each(?1) p",
            (json.dumps(list(players)), guild, met),
        )
        return {player: Typed(name) for player, name in rows if name is not None}
