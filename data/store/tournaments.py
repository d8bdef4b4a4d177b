"""Tournaments: their rows, who plays in them, where, and what came of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from data.shards import Shards
from data.store.tournament_commits import TournamentCommits
from data.store.values import EntrantRow, MatchTable, Terms, Tournament, TournamentAct, clock_of
from data.typed import Typed
from rules.competition.tournament import Plan, TournamentState

_COLUMNS = ", ".join(Tournament._fields).replace("news", "told")
_MATCHES = (
    "(SELECT tournament, channel FROM tournament_threads UNION SELECT tournament, channel FROM tournament_games) m"
    " JOIN tournaments t ON t.id = m.tournament"
)


class TournamentRows(TournamentCommits):
    """Tournaments in the database: their changes are commits, and all else is reading."""

    async def get(self, tournament: int) -> Tournament | None:
        """A tournament as it is stored; None for one that there is not."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE id = ?", (tournament,))
        return _tournament(row) if row else None

    async def latest_in(self, channel: int) -> Tournament | None:
        """The newest tournament of a channel, those that are not over before others."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return _tournament(row) if row else None

    async def channels(self) -> list[int]:
        """The channels of the tournaments that are not over, in servers that the bot has not left and that are looked after here."""
        return [row[0] for row in await self._database.all(f"SELECT DISTINCT channel FROM tournaments WHERE status <> 'over' AND {self._in_reach()}")]

    async def live(self) -> list[int]:
        """The tournaments that are being played, in such servers."""
        return [row[0] for row in await self._database.all(f"SELECT id FROM tournaments WHERE status = 'live' AND {self._in_reach()} ORDER BY id")]

    def _in_reach(self) -> str:
        return f"COALESCE(guild, 0) NOT IN (SELECT guild FROM departed) AND {self._database.shards.where('guild')}"

    async def next_alarm(self, among: Shards | None = None) -> float | None:
        """When the next thing is to be done before the start of any tournament of some shards, by default of those that are looked after here."""
        ours = (self._database.shards if among is None else among).where("guild")
        row = await self._database.one(f"SELECT MIN(alarm) FROM tournaments WHERE alarm IS NOT NULL AND {ours}")
        return row[0] if row else None

    async def alarmed(self, now: float, among: Shards | None = None) -> list[int]:
        """The tournaments about which something is to be done now; of some shards, by default of those that are looked after here."""
        ours = (self._database.shards if among is None else among).where("guild")
        return [row[0] for row in await self._database.all(f"SELECT id FROM tournaments WHERE alarm <= ? AND {ours} ORDER BY alarm", (now,))]

    async def checking(self, among: Shards) -> list[int]:
        """The tournaments of some shards whose check-in is under way."""
        rows = await self._database.all(f"SELECT id FROM tournaments WHERE checking IS NOT NULL AND {among.where('guild')} ORDER BY id")
        return [row[0] for row in rows]

    async def entrants(self, tournament: int) -> list[EntrantRow]:
        """Who has entered, in the order of their numbers; whoever has dropped out since is still among them."""
        rows = await self._database.all(
            "SELECT entrant, player, name, here, deck FROM tournament_players WHERE tournament = ? ORDER BY entrant", (tournament,)
        )
        return [EntrantRow(entrant, player, Typed(name), bool(here), deck) for entrant, player, name, here, deck in rows]

    async def replaced(self, tournament: int) -> dict[int, set[int]]:
        """Who has played for an entrant before others did."""
        found: dict[int, set[int]] = {}
        for entrant, player in await self._database.all(
            "SELECT entrant, player FROM tournament_left WHERE tournament = ? AND player IS NOT NULL", (tournament,)
        ):
            found.setdefault(entrant, set()).add(player)
        return found

    async def silent(self, tournament: int) -> set[int]:
        """Substitutes who have done nothing in a tournament yet: a moderator has named them, and they have not agreed to anything."""
        acted = "SELECT 1 FROM seats s JOIN tournament_games g ON g.game = s.game WHERE s.player = p.player AND s.agreed = 1 AND g.tournament = ?1"
        rows = await self._database.all(
            "SELECT p.player FROM tournament_players p JOIN tournament_left l ON l.tournament = p.tournament AND l.entrant = p.entrant"
            f" WHERE p.tournament = ?1 AND NOT EXISTS ({acted})",
            (tournament,),
        )
        return {row[0] for row in rows}

    async def acts(self, tournament: int) -> list[TournamentAct]:
        """What moderators did, the latest first."""
        done = "SELECT at, by, act, round, whom, reason FROM tournament_acts WHERE tournament = ? ORDER BY id DESC"
        return [TournamentAct(*row) for row in await self._database.all(done, (tournament,))]

    # Matches

    async def threads(self, tournament: int) -> dict[int, int]:
        """The threads of matches."""
        return dict(await self._database.all("SELECT fixture, channel FROM tournament_threads WHERE tournament = ?", (tournament,)))

    async def known_threads(self) -> set[int]:
        """The channels of all matches, and of all tables."""
        return {row[0] for row in await self._database.all("SELECT channel FROM tournament_threads UNION SELECT channel FROM games")}

    async def in_thread(self, channel: int) -> int | None:
        """The tournament under way that has a match in a thread, or had it there last."""
        row = await self._database.one(f"SELECT t.id FROM {_MATCHES} WHERE m.channel = ? AND t.status = 'live'", (channel,))
        return row[0] if row else None

    async def of_table(self, table: int) -> int | None:
        """The tournament that a table belongs to."""
        row = await self._database.one("SELECT tournament FROM tournament_games WHERE game = ?", (table,))
        return row[0] if row else None

    async def place_of(self, table: int) -> tuple[int, int, int] | None:
        """Of which tournament a table is, of which match, and which game of it."""
        row = await self._database.one("SELECT tournament, fixture, number FROM tournament_games WHERE game = ?", (table,))
        return (row[0], row[1], row[2]) if row else None

    async def beside(self, table: int, games: int) -> int | None:
        """The table of so many games later in the match of a table, or earlier if they are less than none."""
        row = await self._database.one(
            "SELECT other.game FROM tournament_games m JOIN tournament_games other ON other.tournament = m.tournament AND other.fixture = m.fixture"
            " AND other.number = m.number + ?2 WHERE m.game = ?1",
            (table, games),
        )
        return row[0] if row else None

    async def tables(self, tournament: int) -> list[MatchTable]:
        """All tables of a tournament, match by match."""
        rows = await self._database.all(
            "SELECT fixture, number, game, channel FROM tournament_games WHERE tournament = ? ORDER BY fixture, number", (tournament,)
        )
        return [MatchTable(*row) for row in rows]

    async def live_tables(self, tournament: int) -> list[MatchTable]:
        """Those of its tables at which the game goes on."""
        live = {row[0] for row in await self._database.all("SELECT m.game FROM tournament_games m JOIN games g ON g.id = m.game"
                                                           " WHERE m.tournament = ? AND g.status = 'live'", (tournament,))}  # fmt: skip
        return [dealt for dealt in await self.tables(tournament) if dealt.table in live]

    async def span(self, tournament: int) -> tuple[float, float] | None:
        """When its first game began and its latest one was over; None where none is over."""
        row = await self._database.one(
            "SELECT MIN(COALESCE(g.begun, g.created)), MAX(g.ended) FROM tournament_games m JOIN games g ON g.id = m.game WHERE m.tournament = ?",
            (tournament,),
        )
        return (row[0], row[1]) if row and row[1] is not None else None

    async def results(self, tournament: int) -> list[tuple[int, int, dict[str, Any]]]:
        """The outcomes of its tables that are over: of which match, which game of it."""
        rows = await self._database.all(
            "SELECT m.fixture, m.number, g.outcome FROM tournament_games m JOIN games g ON g.id = m.game"
            " WHERE m.tournament = ? AND g.status = 'over' ORDER BY m.fixture, m.number",
            (tournament,),
        )
        return [(fixture, number, json.loads(outcome)) for fixture, number, outcome in rows]


@lru_cache(maxsize=8)
def _state(text: str) -> TournamentState:
    """What is stored of the matches of a tournament. A round that begins reads it for each of its threads."""
    return msgspec.json.decode(text, type=TournamentState)


def _tournament(row: Any) -> Tournament:
    found = Tournament(*row)
    return found._replace(
        name=Typed(row[4]),
        options=json.loads(row[7]),
        plan=msgspec.json.decode(row[9], type=Plan),
        rated=bool(row[11]),
        seed=int(row[13], 16) if row[13] else None,
        state=_state(row[14]) if row[14] else None,
        paused=bool(row[15]),
        clock=clock_of(row[16]),
        terms=msgspec.json.decode(row[17], type=Terms),
    )
