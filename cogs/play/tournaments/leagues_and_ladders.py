"""What leagues and ladders share: a match begins when both want it, and time stands where nobody can act, also that of deadlines.

Their alarm is the next moment at which something happens automatically (`season.py` and `ladders.py` in `rules/competition/tournament`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cogs.play.permissions import Act
from cogs.play.tournaments.card_drafts import CardDrafts
from cogs.play.tournaments.moderation import state_of
from cogs.play.tournaments.registry import one_at_a_time
from data.store.changes import ENTRIES, GO_ON, Message
from data.store.heartbeat import Since
from data.store.rows import LIVE, OVER, Tournament
from data.store.shards import Shards
from rules.competition.clock import HOUR, MINUTE
from rules.competition.tournament import MAIN, TournamentState, ladders, round_deadlines, teams
from rules.competition.tournament import season as seasons

BUSY = 15 * MINUTE
"""Seconds after which it is looked again whether somebody who is to begin a match still plays too many others elsewhere."""
NOTICED = HOUR
"""Seconds in which nobody is there until they count for nobody."""


class Lasting(CardDrafts):
    """Tournaments without rounds. All methods raise Unfit if something is not possible, and NoTournament."""

    async def _by_now(self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]) -> tuple[TournamentState, Collection[int]]:
        """The state with what time has changed; or the players to ask Discord about first."""
        return state, ()

    async def _busy(self, found: Tournament) -> Mapping[int, int]:
        """The number of matches that entrants play in other tournaments of the server."""
        playing = await self.store.tournaments.playing(found.guild, besides=found.id)
        return {p.entrant: playing[p.player] for p in await self.store.tournaments.entrants(found.id) if p.player in playing}

    @staticmethod
    def _time_told(found: Tournament, state: TournamentState) -> list[Message]:
        """The messages on what time has changed, since it was as `found`."""
        return []

    # Where time stands

    async def _after_pause(self, found: Tournament) -> Tournament:
        """A tournament whose time, and that of its deadlines, has stood during a pause."""
        acts = await self.store.tournaments.acts(found.id)
        since = next((act.at for act in acts if act.act == Act.PAUSE.value), None)
        return _longer(found, self.store.now() - since) if since is not None else found

    def _replaced(self, found: Tournament, entrant: int) -> Tournament:
        return found._replace(state=ladders.replaced(seasons.replaced(state_of(found), entrant), entrant, self.store.now()))

    async def _timed(self, found: Tournament) -> bool:
        return _lasts(found) or await super()._timed(found)

    async def run(self, tournament: int) -> bool:
        return await self._runs_again(tournament) or await super().run(tournament)

    @one_at_a_time
    async def _runs_again(self, tournament: int) -> bool:
        """Lets stopped time run again; returns whether it is a league or a ladder, or has deadlines."""
        found = await self.get(tournament)
        if found.stands is None or not _lasts(found):
            return False
        longer = _longer(found, max(self.store.now() - found.stood, 0))
        await self._commit(longer._replace(stands=None, stood=0), Message(ENTRIES), Message(GO_ON))
        return True

    async def delay(self, shards: Shards, since: Since) -> None:
        """Credits downtime, as for check-ins, but no short one."""
        await super().delay(shards, since)
        for found in await self.store.tournaments.timed(shards):
            begun, now = since(found.guild), self.store.now()
            if _lasts(found) and found.stands is None and begun is not None and now - begun > NOTICED:
                await self._credit(found.id, now - begun)

    @one_at_a_time
    async def _credit(self, tournament: int, seconds: float) -> None:
        found = await self.get(tournament)
        if _lasts(found):
            await self._commit(_longer(found, seconds), Message(ENTRIES), Message(GO_ON))


def _lasts(found: Tournament) -> bool:
    """Whether it is a league or ladder in progress, or has matches with a deadline, or captains have time for a line-up."""
    state = found.state
    return found.status == LIVE and state is not None and (state.lasts or bool(state.deadlines or state.sealed))


def _longer(found: Tournament, seconds: float) -> Tournament:
    """A tournament prolonged by so many seconds: its season or ladder, its deadlines, or the time for line-ups."""
    if found.state is None:
        return found
    state = teams.later(round_deadlines.later(found.state, seconds), seconds)
    return found._replace(state=ladders.later(seasons.later(state, seconds), seconds))


def alarm_of(state: TournamentState, now: float) -> float | None:
    """The next moment at which something happens automatically, by a deadline or to line-ups, or has to be checked again; None if there is none."""
    busy = (state.season is not None and state.season.busy) or (state.ladder is not None and state.ladder.busy)
    ruled = (seasons, ladders, teams)
    moments = [round_deadlines.next_deadline(state), now + BUSY if busy else None, *(rules.next_moment(state) for rules in ruled)]
    return min((at for at in moments if at is not None), default=None)


def news_of(state: TournamentState, over: bool) -> str | None:
    """The news of a league or ladder: that it has begun, or is over; None for other tournaments."""
    if not state.lasts:
        return None
    return OVER if over else f"{MAIN} 1"
