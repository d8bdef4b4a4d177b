"""Seasons of leagues in progress: wishes to play, who stays, the end of a season, and the next one.

A season is a tournament. Its alarm is the next moment at which something happens automatically (`rules/competition/tournament/season.py`). The next
season is created in the commit that ends the last one, so that there is one whatever fails in between: it is open for entries for a few days, with
those who stay. An entrant's number there is their place on the ladder, which is kept for them until it begins.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import structs

from cogs.play.permissions import Act
from cogs.play.tournaments.card_drafts import CardDrafts
from cogs.play.tournaments.moderation import state_of
from cogs.play.tournaments.new_tournament import next_alarm
from cogs.play.tournaments.owed_messages import event_owed
from cogs.play.tournaments.registry import NoTournament, one_at_a_time
from cogs.play.tournaments.sign_up import CALLED
from cogs.play.unfit import Unfit
from data.store.changes import ENTRIES, GO_ON, NOTICE, Message, TournamentChange
from data.store.heartbeat import Since
from data.store.shards import Shards
from data.store.values import LIVE, OPEN, OVER, EntrantRow, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY, HOUR, MINUTE
from rules.competition.tournament import MAIN, TournamentState, Unplayable, deadlines, teams
from rules.competition.tournament import season as seasons
from rules.randomness import new_seed

BETWEEN = 3
"""Days between two seasons, in which one may enter or leave."""
BUSY = 15 * MINUTE
"""Seconds after which it is looked again whether somebody who is to begin a match still plays too many others elsewhere."""
NOTICED = HOUR
"""Seconds in which nobody is there for a season until that makes it longer."""
ASKED_FOR, STAY = "wish", "stay"
"""What entrants of a league are told: that somebody would play them, and that they are asked whether they stay."""


class Leagues(CardDrafts):
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

    async def _season_begun(self, found: Tournament, state: TournamentState) -> TournamentState:
        """A tournament that has just begun; a league's season is opened, and ends some weeks later at the same hour of its host."""
        if not found.terms.weeks:
            return state
        return seasons.opened(state, await self._later_there(found, timedelta(weeks=found.terms.weeks)))

    async def _later_there(self, found: Tournament, length: timedelta) -> float:
        """The same hour some days later in the host's time zone, across changes of summer time."""
        zone = ZoneInfo((await self.store.people.hours(found.host)).zone)
        return (datetime.fromtimestamp(self.store.now(), zone) + length).timestamp()

    async def _season_now(
        self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]
    ) -> tuple[TournamentState, Collection[int]]:
        """The state with what time has changed in a season; or, at its end, the players to ask Discord about first."""
        now = self.store.now()
        if state.season is None or state.season.closed or found.stands is not None:
            return state, ()
        resting = []
        if now >= state.season.ends:
            entrants = [p for p in await self.store.tournaments.entrants(found.id) if p.entrant in state.active]
            if unasked := [p.player for p in entrants if p.player not in seen]:
                return state, unasked
            known = {p.entrant: there for p in entrants if (there := seen[p.player]) is not None}
            state = tournament_rules.attended(state, known)
            hours = await self.store.people.hours_of([p.player for p in entrants])
            resting = [p.entrant for p in entrants if any(a <= now < b for a, b in hours[p.player].away)]
        return seasons.goes_on(state, now, resting, await self._busy(found, state)), ()

    async def _busy(self, found: Tournament, state: TournamentState) -> Mapping[int, int]:
        """The number of matches that entrants play in other tournaments of the server, if any pair may begin soon."""
        if state.season is None or not (state.season.ready or state.season.wishes):
            return {}
        playing = await self.store.tournaments.playing(found.guild, besides=found.id)
        return {p.entrant: playing[p.player] for p in await self.store.tournaments.entrants(found.id) if p.player in playing}

    @staticmethod
    def _season_told(found: Tournament, state: TournamentState) -> list[Message]:
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
        ladder = {entrant: place for place, entrant in enumerate(seasons.ladder(state))}
        begins = await self._later_there(found, timedelta(days=BETWEEN))
        terms = structs.replace(found.terms, starts=begins, season=found.terms.season + 1, follows=found.id, order=())
        row = found._replace(
            id=0, message=None, seeding="hand", status=OPEN, seed=new_seed(), state=None, paused=False, terms=terms, checking=None, cleared=1,
            news="", alarm=next_alarm(terms, self.store.now()), revision=0, announced=None, stands=None, stood=0,
        )  # fmt: skip
        entered = [entrants[e]._replace(entrant=ladder[e], here=False) for e in stay if entrants[e].player > 0]
        return TournamentChange(row, entered, owed=[Message(ENTRIES), *event_owed(row)]) if entered else None

    async def _free_number(self, found: Tournament, entrants: Sequence[EntrantRow], player: int) -> int:
        """The number for a new entrant: in the next season of a league their place on its ladder; a later one for a person without one."""
        usual = await super()._free_number(found, entrants, player)
        with contextlib.suppress(NoTournament):
            before = await self.get(found.terms.follows)
            ladder = seasons.ladder(state_of(before))
            own = next((p.entrant for p in await self.store.tournaments.entrants(before.id) if p.player == player), None)
            place = ladder.index(own) if own in ladder else None
            return place if place is not None and all(p.entrant != place for p in entrants) else max(usual, len(ladder))
        return usual

    # Where time stands

    async def _after_pause(self, found: Tournament) -> Tournament:
        """A season, and deadlines, prolonged by the time of a pause."""
        acts = await self.store.tournaments.acts(found.id)
        since = next((act.at for act in acts if act.act == Act.PAUSE.value), None)
        return self._longer(found, self.store.now() - since) if since is not None else found

    @staticmethod
    def _longer(found: Tournament, seconds: float) -> Tournament:
        """A tournament prolonged by so many seconds: its season, its deadlines, or the time for line-ups."""
        if found.state is None:
            return found
        return found._replace(state=teams.later(deadlines.later(seasons.later(found.state, seconds), seconds), seconds))

    @staticmethod
    def _replaced(found: Tournament, entrant: int) -> Tournament:
        return found._replace(state=seasons.replaced(state_of(found), entrant))

    async def _timed(self, found: Tournament) -> bool:
        return _lasts(found) or await super()._timed(found)

    async def run(self, tournament: int) -> bool:
        return await self._season_runs(tournament) or await super().run(tournament)

    @one_at_a_time
    async def _season_runs(self, tournament: int) -> bool:
        """Prolongs a season, or deadlines, that were stopped, and run again; returns whether there are any."""
        found = await self.get(tournament)
        if found.stands is None or not _lasts(found):
            return False
        longer = self._longer(found, max(self.store.now() - found.stood, 0))
        await self._commit(longer._replace(stands=None, stood=0), Message(GO_ON))
        return True

    async def delay(self, shards: Shards, since: Since) -> None:
        """Credits downtime, as for check-ins; a short one does not count in a season."""
        await super().delay(shards, since)
        for found in await self.store.tournaments.timed(shards):
            begun, now = since(found.guild), self.store.now()
            if _lasts(found) and found.stands is None and begun is not None and now - begun > NOTICED:
                await self._delay_season(found.id, now - begun)

    @one_at_a_time
    async def _delay_season(self, tournament: int, seconds: float) -> None:
        found = await self.get(tournament)
        if _lasts(found):
            await self._commit(self._longer(found, seconds), Message(GO_ON))


def _lasts(found: Tournament) -> bool:
    """Whether a season is in progress, or matches with a deadline, or captains have time for a line-up."""
    state = found.state
    return found.status == LIVE and state is not None and (state.season is not None or bool(state.deadlines or state.sealed))


def alarm_of(state: TournamentState, now: float) -> float | None:
    """The next moment at which something happens automatically in a season, by a deadline or to line-ups, or has to be checked again; None if there
    is none."""
    again = now + BUSY if state.season is not None and state.season.busy else None
    moments = (seasons.next_moment(state), deadlines.next_deadline(state), teams.next_moment(state), again)
    return min((at for at in moments if at is not None), default=None)


def news_of(state: TournamentState, over: bool) -> str | None:
    """The news of a season: that it has begun, or is over; None for other tournaments."""
    if state.season is None:
        return None
    return OVER if over else f"{MAIN} 1"
