"""Statistics of games played and won in a period, rated or not."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from data.store import parsing
from data.store.database import Database
from data.store.finished_games import AGREED
from data.store.rows import EVERYWHERE
from rules.notation import ABANDONED

MOST = 5000
"""Games that are looked at, the latest of the time."""
FEWEST = 5
"""Decisions by hand of each person from which on a game counts, as for ratings over all servers: one move and a resignation are no win."""
_BY_HAND = "a.auto = 0 AND a.action <> 'resign' AND a.action NOT LIKE 'settle %' AND a.action NOT LIKE 'stops%'"
_DECIDED = (
    "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = g.id AND n.computer IS NULL"
    f" AND (SELECT COUNT(*) FROM (SELECT 1 FROM actions a WHERE a.game = g.id AND a.seat = n.seat AND {_BY_HAND} LIMIT {FEWEST}) d) < {FEWEST})"
)
"""That each person at a table has decided enough there."""
_EVEN = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = g.id AND n.handicap > 0)"
"""That nobody at a table has a handicap."""


class Tally(NamedTuple):
    """A person's games in a period: played, won alone, and the longest winning streak."""

    player: int
    games: int
    wins: int
    streak: int


class GamesPlayed:
    """Queries on games played."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int, game: str | None, since: float, until: float, only: Collection[int] | None = None) -> list[Tally]:
        """The tallies of everybody who has played with another person in a server (or EVERYWHERE), one game or all of them, in games that ended in a
        period; or `only` of some people.

        Not counted are games without a result, against oneself, that somebody had not agreed to, or in which somebody has decided next to nothing
        or has a handicap.
        """
        among = "" if only is None else " AND g.id IN (SELECT game FROM seats WHERE player IN (SELECT value FROM json_each(?6)))"
        games = (
            f"SELECT g.id, g.ended, g.outcome FROM games g WHERE g.status = 'over' AND (?1 = {EVERYWHERE} OR g.guild = ?1)"
            f" AND g.game = COALESCE(?2, g.game) AND g.ended >= ?3 AND g.ended < ?4 AND {AGREED} AND {_DECIDED} AND {_EVEN}{among}"
            " ORDER BY g.ended DESC, g.id DESC LIMIT ?5"
        )
        rows = await self._database.all(
            f"SELECT l.id, l.outcome, s.seat, s.player, s.computer FROM ({games}) l JOIN seats s ON s.game = l.id ORDER BY l.ended, l.id, s.seat",
            (guild, game, since, until, MOST, *(() if only is None else (json.dumps(list(only)),))),
        )
        results: dict[int, list[bool]] = {}
        for number, several in groupby(rows, key=lambda row: row[0]):
            for player, won in self._results(number, list(several)):
                if only is None or player in only:
                    results.setdefault(player, []).append(won)
        return [Tally(player, len(won), sum(won), _in_a_row(won)) for player, won in results.items()]

    def _results(self, number: int, rows: Sequence[Sequence[Any]]) -> Iterable[tuple[int, bool]]:
        """Each player of a game, and whether they won it alone; none if it does not count."""
        try:
            outcome = parsing.outcome(rows[0][1] or "")
        except parsing.Unreadable:
            self._database.passed_over("table", number, ["outcome"])
            return []
        known = [row[3] for row in rows if row[3] is not None]
        people = [row for row in rows if row[4] is None]
        if outcome.get("reason") == ABANDONED or len(people) < 2 or len(set(known)) < len(known):
            return []
        first = outcome["places"][0] if len(outcome["places"][0]) == 1 else []
        return [(player, seat in first) for _, _, seat, player, _ in rows if player is not None]


def _in_a_row(won: Sequence[bool]) -> int:
    return max((len([*some]) for win, some in groupby(won) if win), default=0)
