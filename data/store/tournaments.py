"""Queries on tournaments: rows, entrants, channels, and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data.store import parsing
from data.store.rows import EVERYWHERE, EntrantRow, Invitation, MatchTable, Team, Terms, Tournament, TournamentAct
from data.store.shards import Shards
from data.store.tournament_commits import TournamentCommits
from data.store.tournament_states import parsed_state
from data.user_text import Called, Typed
from rules.competition.tournament import FORMATS, SWISS, Plan

_COLUMNS = ", ".join(Tournament._fields[:-1]).replace("news", "told")
SEEDINGS = ("random", "rating", "hand")
_MATCHES = (
    "(SELECT tournament, channel FROM tournament_threads UNION SELECT tournament, channel FROM tournament_games) m"
    " JOIN tournaments t ON t.id = m.tournament"
)


class TournamentRows(TournamentCommits):
    """Queries on tournaments; commits change them."""

    async def get(self, tournament: int) -> Tournament | None:
        """A tournament as stored; None if it does not exist."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE id = ?", (tournament,))
        return self._tournament(row) if row else None

    async def latest_in(self, channel: int) -> Tournament | None:
        """The newest tournament of a channel, unfinished ones first."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return self._tournament(row) if row else None

    async def channels(self) -> list[int]:
        """The channels of unfinished tournaments, in servers that the bot has not left and that are served here."""
        return [row[0] for row in await self._database.all(f"SELECT DISTINCT channel FROM tournaments WHERE status <> 'over' AND {self._in_reach()}")]

    async def live(self) -> list[int]:
        """The tournaments that are being played, in such servers."""
        return [row[0] for row in await self._database.all(f"SELECT id FROM tournaments WHERE status = 'live' AND {self._in_reach()} ORDER BY id")]

    def _in_reach(self) -> str:
        return f"COALESCE(guild, 0) NOT IN (SELECT guild FROM departed) AND {self._database.shards.where('guild')}"

    async def next_alarm(self, among: Shards | None = None) -> float | None:
        """When the next alarm of a tournament is due, of some shards, by default those served here."""
        return next((found.alarm for found in await self._alarms("alarm IS NOT NULL AND stands IS NULL", (), among) if not found.unreadable), None)

    async def alarmed(self, now: float, among: Shards | None = None) -> list[int]:
        """The tournaments with a due alarm; of some shards, by default those served here. Unreadable ones are left out."""
        return [found.id for found in await self._alarms("alarm <= ? AND stands IS NULL", (now,), among) if not found.unreadable]

    async def timed(self, among: Shards) -> list[Tournament]:
        """The tournaments of some shards with an alarm, running or stopped."""
        found = await self._alarms("(alarm IS NOT NULL OR stands IS NOT NULL)", (), among)
        return [row for row in found if not row.unreadable]

    async def _alarms(self, which: str, values: Sequence[Any], among: Shards | None) -> list[Tournament]:
        """Tournaments of some shards by their alarms."""
        ours = (self._database.shards if among is None else among).where("guild")
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM tournaments WHERE {which} AND {ours} ORDER BY alarm", values)
        return [self._tournament(row) for row in rows]

    async def unreadable(self, guild: int) -> list[Tournament]:
        """The tournaments of a server that are not over and cannot be read."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM tournaments WHERE guild = ? AND status <> 'over' ORDER BY id", (guild,))
        return [found for row in rows if (found := self._tournament(row)).unreadable]

    async def checking(self, among: Shards) -> list[int]:
        """The tournaments of some shards whose check-in is under way."""
        rows = await self._database.all(f"SELECT id FROM tournaments WHERE checking IS NOT NULL AND {among.where('guild')} ORDER BY id")
        return [row[0] for row in rows]

    async def entrants(self, tournament: int) -> list[EntrantRow]:
        """All entrants, in the order of their numbers, including those who have dropped out since."""
        rows = await self._database.all(
            "SELECT p.entrant, p.player, p.name, p.here, p.deck, p.account, t.team, t.name FROM tournament_players p"
            " LEFT JOIN tournament_teams t ON t.tournament = p.tournament AND t.team = p.team WHERE p.tournament = ? ORDER BY p.entrant",
            (tournament,),
        )
        return [
            EntrantRow(entrant, player, Called(name, account), bool(here), deck, Team(team, Typed(called)) if team is not None else None)
            for entrant, player, name, here, deck, account, team, called in rows
        ]

    async def invitations(self, tournament: int) -> list[Invitation]:
        """Who may enter with which team."""
        rows = await self._database.all("SELECT team, player FROM team_invitations WHERE tournament = ? ORDER BY team, player", (tournament,))
        return [Invitation(*row) for row in rows]

    async def begun_of(self, player: int, guild: int, game: str | None, most: int) -> list[tuple[Tournament, int]]:
        """A person's tournaments that have begun, in a server (or EVERYWHERE), of a game or of all, the latest first, each with their number."""
        columns = ", ".join(f"t.{column}" for column in _COLUMNS.split(", "))
        rows = await self._database.all(
            f"SELECT {columns}, COALESCE(p.team, p.entrant) FROM tournaments t JOIN tournament_players p ON p.tournament = t.id WHERE p.player = ?1"
            f" AND t.status <> 'open' AND (?2 = {EVERYWHERE} OR t.guild = ?2) AND t.game = COALESCE(?3, t.game) ORDER BY t.id DESC LIMIT ?4",
            (player, guild, game, most),
        )
        return [(self._tournament(row[:-1]), row[-1]) for row in rows]

    async def replaced(self, tournament: int) -> dict[int, set[int]]:
        """The earlier players of entrants that were substituted."""
        found: dict[int, set[int]] = {}
        for entrant, player in await self._database.all(
            "SELECT entrant, player FROM tournament_left WHERE tournament = ? AND player IS NOT NULL", (tournament,)
        ):
            found.setdefault(entrant, set()).add(player)
        return found

    async def silent(self, tournament: int) -> set[int]:
        """Substitutes whom a moderator has named and who have done nothing in a tournament yet."""
        acted = "SELECT 1 FROM seats s JOIN tournament_games g ON g.game = s.game WHERE s.player = p.player AND s.agreed = 1 AND g.tournament = ?1"
        rows = await self._database.all(
            "SELECT p.player FROM tournament_players p JOIN tournament_left l ON l.tournament = p.tournament AND l.entrant = p.entrant"
            f" WHERE p.tournament = ?1 AND NOT EXISTS ({acted})",
            (tournament,),
        )
        return {row[0] for row in rows}

    async def acts(self, tournament: int) -> list[TournamentAct]:
        """Moderators' acts, the latest first."""
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
        """The live tournament with a match in a thread, or with its last match there."""
        row = await self._database.one(f"SELECT t.id FROM {_MATCHES} WHERE m.channel = ? AND t.status = 'live'", (channel,))
        return row[0] if row else None

    async def of_table(self, table: int) -> int | None:
        """The tournament that a table belongs to."""
        row = await self._database.one("SELECT tournament FROM tournament_games WHERE game = ?", (table,))
        return row[0] if row else None

    async def place_of(self, table: int) -> tuple[int, int, int] | None:
        """The tournament of a table, its match, and the number of the game in it."""
        row = await self._database.one("SELECT tournament, fixture, number FROM tournament_games WHERE game = ?", (table,))
        return (row[0], row[1], row[2]) if row else None

    async def beside(self, table: int, games: int) -> int | None:
        """The table `games` games later in the same match (earlier if negative)."""
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

    async def playing(self, guild: int | None, besides: int) -> dict[int, int]:
        """The number of open matches of each player in the tournaments of a server, except one."""
        rows = await self._database.all(
            "SELECT s.player, COUNT(DISTINCT m.game) FROM tournament_games m JOIN tournaments t ON t.id = m.tournament"
            " JOIN games g ON g.id = m.game JOIN seats s ON s.game = g.id"
            " WHERE t.guild = ? AND t.id <> ? AND t.status = 'live' AND g.status = 'live' AND s.player IS NOT NULL GROUP BY s.player",
            (guild, besides),
        )
        return {row[0]: row[1] for row in rows}

    async def live_tables(self, tournament: int) -> list[MatchTable]:
        """The live tables of a tournament."""
        live = {row[0] for row in await self._database.all("SELECT m.game FROM tournament_games m JOIN games g ON g.id = m.game"
                                                           " WHERE m.tournament = ? AND g.status = 'live'", (tournament,))}  # fmt: skip
        return [dealt for dealt in await self.tables(tournament) if dealt.table in live]

    async def span(self, tournament: int) -> tuple[float, float] | None:
        """When its first game began and its latest ended; None if none has ended."""
        row = await self._database.one(
            "SELECT MIN(COALESCE(g.begun, g.created)), MAX(g.ended) FROM tournament_games m JOIN games g ON g.id = m.game WHERE m.tournament = ?",
            (tournament,),
        )
        return (row[0], row[1]) if row and row[1] is not None else None

    async def results(self, tournament: int) -> list[tuple[int, int, dict[str, Any]]]:
        """The outcomes of its tables that are over, as far as they can be read: of which match, which game of it."""
        rows = await self._database.all(
            "SELECT m.fixture, m.number, g.outcome, g.id FROM tournament_games m JOIN games g ON g.id = m.game"
            " WHERE m.tournament = ? AND g.status = 'over' ORDER BY m.fixture, m.number",
            (tournament,),
        )
        found = []
        for fixture, number, outcome, table in rows:
            try:
                found.append((fixture, number, parsing.outcome(outcome or "")))
            except parsing.Unreadable:
                self._database.passed_over("table", table, ["outcome"])
        return found

    def _tournament(self, row: Any) -> Tournament:
        """A tournament from its columns, as far as they can be read."""
        found = Tournament(*row)
        texts: dict[str, str | None] = {
            "game": row[6],
            "seeding": row[10],
            "options": row[7],
            "plan": row[9],
            "seed": row[13] or None,
            "state": row[14] or None,
            "clock": row[16] or None,
            "terms": row[17],
        }
        said, lost = parsing.each(texts, _KINDS)
        if lost:
            self._database.passed_over("tournament", found.id, lost)
        read: dict[str, Any] = {"options": {}, "plan": Plan(SWISS), "seed": None, "state": None, "clock": None, "terms": Terms()} | said
        return found._replace(**read, name=Typed(row[4]), rated=bool(row[11]), paused=bool(row[15]), unreadable=lost)


def _plan(text: str) -> Plan:
    """Parses a plan; one with an unknown format is of a later version."""
    found: Plan = parsing.decoded(text, Plan)
    if found.format not in FORMATS:
        raise parsing.Unreadable
    return found


def _seeding(text: str) -> str:
    if text not in SEEDINGS:
        raise parsing.Unreadable
    return text


def _terms(text: str) -> Terms:
    return parsing.decoded(text, Terms)


_KINDS: dict[str, parsing.Kind] = {
    "game": parsing.game, "seeding": _seeding, "options": parsing.mapping, "plan": _plan, "seed": parsing.seed, "state": parsed_state,
    "clock": parsing.clock, "terms": _terms,
}  # fmt: skip
"""How columns are read that may hold something that cannot be."""
