"""Seasons of leagues in progress: wishes to play, who stays, the end of a season, and the next one.

A season is a tournament. Its alarm is the next moment at which something happens automatically (`rules/competition/tournament/season.py`). The next
season is created in the commit that ends the last one, so that there is one whatever fails in between: it is open for entries for a few days, with
those who stay. An entrant's number there is their place among the seeds, which is kept for them until it begins.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import structs

from cogs.play.tournaments.leagues_and_ladders import Lasting
from cogs.play.tournaments.moderation import state_of
from cogs.play.tournaments.new_tournament import next_alarm
from cogs.play.tournaments.owed_messages import event_owed
from cogs.play.tournaments.registry import NoTournament, one_at_a_time
from cogs.play.tournaments.sign_up import CALLED
from cogs.play.unfit import Unfit
from data.store.changes import ENTRIES, GO_ON, NOTICE, Message, TournamentChange
from data.store.rows import OPEN, EntrantRow, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY
from rules.competition.tournament import TournamentState, Unplayable
from rules.competition.tournament import season as seasons
from rules.randomness import new_seed

BETWEEN = 3
"""Days between two seasons, in which one may enter or leave."""
ASKED_FOR, STAY = "wish", "stay"
"""What entrants of a league are told: that somebody would play them, and that they are asked whether they stay."""


class Leagues(Lasting):
    """What players of a league say, and what time changes. Each change is one commit. All methods raise Unfit if it is not possible, and
    NoTournament."""

    # What players say

    @one_at_a_time
    async def would_play(self, tournament: int, player: int, other: int, days: float = 0) -> None:
        """Notes that a player would play another entrant of their division, in so many days; tells that one, unless they would play, too."""
        found, mine = await self._in_season(tournament, player)
        state, now = state_of(found), self.store.now()
        before = seasons.wish(state, mine.entrant, other)
        after = self._said(lambda: seasons.would_play(state, mine.entrant, other, now, now + days * DAY))
        owed = [Message(GO_ON)]
        said = seasons.wish(after, mine.entrant, other)
        if seasons.wish(state, other, mine.entrant) is None and said is not None and (before is None or before.told != said.told):
            told = {"channel": found.channel, "league": ASKED_FOR, "entrants": [other], "by": mine.entrant}
            owed.append(Message(NOTICE, told))
        await self._commit(found._replace(state=after), *owed)

    @one_at_a_time
    async def stays(self, tournament: int, player: int, yes: bool) -> None:
        """Notes whether a player stays for the next season."""
        found, mine = await self._in_season(tournament, player)
        after = self._said(lambda: seasons.stays(state_of(found), mine.entrant, yes))
        await self._commit(found._replace(state=after), Message(GO_ON))

    async def _in_season(self, tournament: int, player: int) -> tuple[Tournament, EntrantRow]:
        found = await self.get(tournament)
        mine = await self._entered(found, player)
        if found.state is None or found.state.season is None:
            raise Unfit("league.no_season")
        if found.paused:
            raise Unfit("league.paused")
        return found, mine

    @staticmethod
    def _said(change: Callable[[], TournamentState]) -> TournamentState:
        try:
            return change()
        except Unplayable as error:
            raise Unfit("tournament.not_in" if str(error) == "not_in" else f"league.{error}") from None

    # What time brings

    async def _opens(self, found: Tournament, state: TournamentState) -> TournamentState:
        """A tournament that has just begun; a league's season is opened, and ends some weeks later at the same hour of its host."""
        if not found.terms.weeks:
            return await super()._opens(found, state)
        return seasons.opened(state, await self._later_there(found, timedelta(weeks=found.terms.weeks)))

    async def _later_there(self, found: Tournament, length: timedelta) -> float:
        """The same hour some days later in the host's time zone, across changes of summer time."""
        zone = ZoneInfo((await self.store.personal_settings.hours(found.host)).zone)
        return (datetime.fromtimestamp(self.store.now(), zone) + length).timestamp()

    async def _by_now(self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]) -> tuple[TournamentState, Collection[int]]:
        """The state with what time has changed in a season; or, at its end, the players to ask Discord about first."""
        now = self.store.now()
        season = state.season
        if season is None or season.closed:
            return state, ()
        resting = []
        if now >= season.ends:
            entrants = [p for p in await self.store.tournaments.entrants(found.id) if p.entrant in state.active]
            if unasked := [p.player for p in entrants if p.player not in seen]:
                return state, unasked
            known = {p.entrant: there for p in entrants if (there := seen[p.player]) is not None}
            state = tournament_rules.attended(state, known)
            hours = await self.store.personal_settings.hours_of([p.player for p in entrants])
            resting = [p.entrant for p in entrants if any(a <= now < b for a, b in hours[p.player].away)]
        soon = season.ready or season.wishes
        return seasons.goes_on(state, now, resting, await self._busy(found) if soon else {}), ()

    @staticmethod
    def _time_told(found: Tournament, state: TournamentState) -> list[Message]:
        """The message that asks everybody whether they stay, once it is time."""
        if state.season is None or not state.season.asked or found.state is None or found.state.season is None or found.state.season.asked:
            return []
        blocks = [state.active[n : n + CALLED] for n in range(0, len(state.active), CALLED)]
        return [Message(NOTICE, {"channel": found.channel, "league": STAY, "entrants": block}) for block in blocks]

    async def _next_season(self, found: Tournament, state: TournamentState) -> TournamentChange | None:
        """The next season of a finished league, with those who stay; None if nobody does, and for other tournaments."""
        stay = seasons.staying(state) if state.season is not None else []
        if not stay:
            return None
        entrants = {p.entrant: p for p in await self.store.tournaments.entrants(found.id)}
        places = {entrant: place for place, entrant in enumerate(seasons.next_seeds(state))}
        begins = await self._later_there(found, timedelta(days=BETWEEN))
        terms = structs.replace(found.terms, starts=begins, season=found.terms.season + 1, follows=found.id, order=())
        row = found._replace(
            id=0, message=None, seeding="hand", status=OPEN, seed=new_seed(), state=None, paused=False, terms=terms, checking=None, cleared=1,
            news="", alarm=next_alarm(terms, self.store.now()), revision=0, commits=0, announced=None, stands=None, stood=0,
        )  # fmt: skip
        entered = [entrants[e]._replace(entrant=places[e], here=False) for e in stay if entrants[e].player > 0]
        return TournamentChange(row, entered, owed=[Message(ENTRIES), *event_owed(row)]) if entered else None

    async def _free_number(self, found: Tournament, entrants: Sequence[EntrantRow], player: int) -> int:
        """The number for a new entrant: in the next season of a league their place among its seeds; a later one for a person without one."""
        usual = await super()._free_number(found, entrants, player)
        with contextlib.suppress(NoTournament):
            before = await self.get(found.terms.follows)
            order = seasons.next_seeds(state_of(before))
            own = next((p.entrant for p in await self.store.tournaments.entrants(before.id) if p.player == player), None)
            place = order.index(own) if own in order else None
            return place if place is not None and all(p.entrant != place for p in entrants) else max(usual, len(order))
        return usual
