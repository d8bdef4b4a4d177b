"""Deadlines of the rounds in a tournament whose host has set so many days: reminders, and matches that end by what is known.

A match has its deadline from the moment on at which it has a thread. It comes later by a pause, by time in which the channel cannot be written in, by
an hour or more in which the bot was away, and by the holidays of those who play it, but for these by no more than the days
of a round. Who loses, after how long a silence: `verdict`, `WAITED` in `rules/competition/tournament/round_deadlines.py`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import timedelta

from msgspec import structs

from cogs.play.permissions import Act
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tournaments.ladders import Ladders
from cogs.play.tournaments.moderation import Ruling, state_of
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.unfit import Unfit
from data.store.changes import GO_ON, NOTICE, Message, TournamentChange
from data.store.rows import Tournament
from rules.competition.clock import DAY, write
from rules.competition.tournament import Deadline, Fixture, TournamentState
from rules.competition.tournament import round_deadlines as rules_of_deadlines
from rules.competition.tournament.round_deadlines import WAITED, verdict

REMINDED = DAY
"""Seconds before its end at which those who play a match are reminded; of a match of one day it is half of that."""


class RoundDeadlines(Ladders):
    """What deadlines bring about; a moderator may move one."""

    @one_at_a_time
    async def prolong(self, tournament: int, number: int, seconds: float, ruling: Ruling) -> None:
        """Moves the deadline of an open match. Raises Unfit if it has none."""
        found = await self._live(tournament)
        state = state_of(found)
        if number not in state.deadlines:
            raise Unfit("desk.match_went_on")
        players = [p for p in await self.store.tournaments.entrants(tournament) if p.entrant in state.fixtures[number].entrants]
        act = await self._act(found, Act.EXTEND, players, ruling)
        there = state.deadlines[number]
        after = _put(state, number, Deadline(there.at + seconds, there.last + seconds, there.remind and there.remind + seconds))
        told = act._replace(whom=f"{act.whom} → +{write(seconds)}")
        await self.store.tournaments.commit(TournamentChange(found._replace(state=after), act=told, owed=[Message(GO_ON)]))

    async def _with_deadlines(self, found: Tournament, state: TournamentState) -> TournamentState:
        """A state in which every open match with a thread has its deadline, at the hour of its host, if the tournament has any."""
        if not (days := found.terms.round_days):
            return state
        threads = await self.store.tournaments.threads(found.id)
        fresh = [f.number for f in state.open if f.number in threads and f.number not in state.deadlines]
        if fresh:
            at = await self._later_there(found, timedelta(days=days))
            new = Deadline(at, await self._later_there(found, timedelta(days=2 * days)), at - min(REMINDED, days * DAY / 2))
            return rules_of_deadlines.with_deadlines(state, dict.fromkeys(fresh, new))
        return rules_of_deadlines.with_deadlines(state, {})

    async def _overdue(self, found: Tournament, state: TournamentState) -> tuple[TournamentState, list[Message]]:
        """The state after all reminders and deadlines that are due, and what is to be told and done for them."""
        now, owed, void, reminded = self.store.now(), list[Message](), list[int](), list[Fixture]()
        if found.paused or found.stands is not None:
            return state, []
        for fixture in state.open:
            deadline = state.deadlines.get(fixture.number)
            if deadline is None or now < (deadline.remind or deadline.at):
                continue
            if now < deadline.at:
                reminded.append(fixture)
                state = _put(state, fixture.number, structs.replace(deadline, remind=0.0))
            elif (until := await self._postponed(found, fixture, deadline)) > now:
                state = _put(state, fixture.number, structs.replace(deadline, at=until, remind=0.0))
            else:
                state, told, tables = await self._ended(found, state, fixture)
                owed.append(told)
                void += tables
        if void:
            owed.append(Message(GO_ON, {"void": void}))
        return state, [*_reminder(found, state, reminded), *owed]

    async def _postponed(self, found: Tournament, fixture: Fixture, deadline: Deadline) -> float:
        """The moment until which a match whose deadline has come may go on: while its game is paused, and while somebody is away."""
        now = self.store.now()
        if (table := await self._live_table(found, fixture)) is not None and table.row.paused:
            return now + DAY
        players = [p.player for p in await self.store.tournaments.entrants(found.id) if p.entrant in fixture.entrants]
        hours = await self.store.personal_settings.hours_of(players)
        away = [end for player in players for begin, end in hours[player].away if begin <= now < end]
        return min(max(away, default=0.0), deadline.last)

    async def _ended(self, found: Tournament, state: TournamentState, fixture: Fixture) -> tuple[TournamentState, Message, Sequence[int]]:
        """The state with a match ended at its deadline, the message on it, and the tables that count for nothing then."""
        table = await self._live_table(found, fixture)
        late: list[int] = []
        if table is not None:
            since = (await self.store.tables.last_of([table.id])).get(table.id, self.store.now())
            if since <= self.store.now() - WAITED:
                late = [fixture.seating[seat] for seat in table.view(None).to_act]
        how = verdict(state, fixture, late)
        told = Message(NOTICE, {"channel": found.channel, "over": fixture.number, "why": how.why})
        void = [table.id] if table is not None and not how.absent else []
        return rules_of_deadlines.decided(state, fixture.number, how), told, void

    async def _live_table(self, found: Tournament, fixture: Fixture) -> Table | None:
        """The table at which a match is being played, if it can be read."""
        live = next((d.table for d in await self.store.tournaments.live_tables(found.id) if d.fixture == fixture.number), None)
        if live is not None:
            with contextlib.suppress(NoTable, Stranded):
                return await self._tables.get(live)
        return None


def _put(state: TournamentState, number: int, deadline: Deadline) -> TournamentState:
    return structs.replace(state, deadlines={**state.deadlines, number: deadline})


def _reminder(found: Tournament, state: TournamentState, fixtures: Sequence[Fixture]) -> list[Message]:
    """The message that reminds those who play these matches."""
    if not fixtures:
        return []
    ends = min(state.deadlines[f.number].at for f in fixtures)
    entrants = [e for f in fixtures for e in f.entrants]
    return [Message(NOTICE, {"channel": found.channel, "key": "deadline.reminder", "facts": {}, "moments": {"until": ends}, "entrants": entrants})]
