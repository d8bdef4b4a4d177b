"""Ladders in progress: challenges and their answers, rungs that are passed on, holidays, and the end.

What changes a rung is worked out by `rules/competition/tournament/ladders.py`. Whoever has blocked somebody cannot be challenged by them, which reads
like a holiday.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from cogs.play.permissions import Act
from cogs.play.tournaments.leagues import Leagues
from cogs.play.tournaments.moderation import Ruling, state_of
from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store.changes import ENTRIES, GO_ON, NOTICE, Message, TournamentChange
from data.store.rows import OVER, EntrantRow, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.rests import Rests
from rules.competition.tournament import LADDER, TournamentState, Unplayable, ladders

CHALLENGED, PASSED_ON = "challenged", "passed"
"""What a ladder's channel is told at once: a challenge, and a rung that is passed on without a match."""


class OnLadder(NamedTuple):
    """A ladder as somebody sees it who stands on it, by their number: with whoever takes no challenge of theirs."""

    tournament: Tournament
    state: TournamentState
    mine: int
    deaf: Collection[int]


class Ladders(Leagues):
    """What people say on a ladder, and what time changes. Each change is one commit. All methods raise Unfit if it is not possible, and
    NoTournament."""

    # What players say

    @one_at_a_time
    async def challenge(self, tournament: int, player: int, other: int) -> None:
        """Notes a player's challenge to another entrant, who is told."""
        seen = await self._to_act(tournament, player)
        after = _said(lambda: ladders.challenge(seen.state, seen.mine, other, self.store.now(), seen.deaf))
        told = {"channel": seen.tournament.channel, "ladder": CHALLENGED, "entrants": [other], "by": seen.mine}
        await self._commit(seen.tournament._replace(state=after), Message(NOTICE, told), Message(ENTRIES), Message(GO_ON))

    @one_at_a_time
    async def withdraw(self, tournament: int, player: int, other: int) -> None:
        """Takes a player's challenge back."""
        seen = await self._to_act(tournament, player)
        after = _said(lambda: ladders.withdraw(seen.state, seen.mine, other, self.store.now()))
        await self._commit(seen.tournament._replace(state=after), Message(ENTRIES), Message(GO_ON))

    @one_at_a_time
    async def answer(self, tournament: int, player: int, by: int, plays: bool) -> None:
        """Answers a challenge: the match begins as soon as both may, or the rung is passed on, which is told."""
        seen = await self._to_act(tournament, player)
        after = _said(lambda: ladders.answer(seen.state, seen.mine, by, plays, self.store.now()))
        owed = self._time_told(seen.tournament, after) or [Message(ENTRIES)]
        await self._commit(seen.tournament._replace(state=after), *owed, Message(GO_ON))

    @one_at_a_time
    async def put_on_rung(self, tournament: int, entrant: int, rung: int, ruling: Ruling) -> None:
        """Puts an entrant on another rung for a moderator, which is told with the reason; back by the same act."""
        found = await self._live(tournament)
        state = state_of(found)
        mine = next((p for p in await self.store.tournaments.entrants(tournament) if p.entrant == entrant), None)
        if mine is None or state.ladder is None:
            raise Unfit("desk.not_in" if state.ladder is not None else "ladder.no_ladder")
        before = ladders.rung(state, entrant)
        act = await self._act(found, Act.RUNG, [mine], ruling)
        try:
            after = ladders.put_on_rung(state, entrant, rung, self.store.now())
        except Unplayable as error:
            raise Unfit("desk.not_in" if str(error) == "not_in" else f"ladder.{error}", n=len(state.ladder.rungs)) from None
        act = act._replace(whom=f"{act.whom}, {before} → {rung}")
        owed = [Message(ENTRIES), Message(GO_ON)]
        await self.store.tournaments.commit(TournamentChange(found._replace(state=after), act=act, owed=owed))

    async def on_ladder(self, tournament: int, player: int) -> OnLadder:
        """A ladder under way as it is now, for a player on it."""
        found = await self.get(tournament)
        if found.state is None or found.state.ladder is None or found.status == OVER:
            raise Unfit("ladder.no_ladder")
        mine = await self._entered(found, player, "ladder.not_on")
        entrants = await self.store.tournaments.entrants(tournament)
        deaf = await self.store.blocks.among([p.player for p in entrants], player)
        state = ladders.looked_at(found.state, self.store.now(), await self._rests(entrants))
        state = tournament_rules.attended(state, {mine.entrant: True})  # Who says something is there.
        return OnLadder(found, state, mine.entrant, [p.entrant for p in entrants if p.player in deaf])

    async def _to_act(self, tournament: int, player: int) -> OnLadder:
        seen = await self.on_ladder(tournament, player)
        if seen.tournament.paused or seen.tournament.stands is not None:
            raise Unfit("ladder.paused")
        return seen

    async def _rests(self, entrants: Collection[EntrantRow]) -> Mapping[int, Rests]:
        """The holidays of entrants who have any."""
        hours = await self.store.personal_settings.hours_of([p.player for p in entrants])
        return {p.entrant: Hours(away=own.away).rests for p in entrants if (own := hours[p.player]).away}

    # What time brings

    async def _opens(self, found: Tournament, state: TournamentState) -> TournamentState:
        if found.plan.format == LADDER:
            return ladders.opened(state, self.store.now())
        return await super()._opens(found, state)

    async def _by_now(self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]) -> tuple[TournamentState, Collection[int]]:
        """The same for a ladder. Before somebody gets a rung for want of an answer, Discord is asked whether they are in the server."""
        ladder = state.ladder
        if ladder is None or ladder.closed is not None:
            return await super()._by_now(found, state, seen)
        now, entrants = self.store.now(), await self.store.tournaments.entrants(found.id)
        waiting = {c.by for c in ladders.due(state, now)}
        callers = [p for p in entrants if p.entrant in waiting]
        if unasked := [p.player for p in callers if p.player not in seen]:
            return state, unasked
        state = tournament_rules.attended(state, {p.entrant: there for p in callers if (there := seen[p.player]) is not None})
        busy = await self._busy(found) if ladder.ready else {}
        return ladders.goes_on(state, now, await self._rests(entrants), busy), ()

    @staticmethod
    def _time_told(found: Tournament, state: TournamentState) -> list[Message]:
        """The messages on rungs that are passed on, and an update of the message that shows the ladder."""
        before, now = found.state.ladder if found.state is not None else None, state.ladder
        if before is None or now is None:
            return Leagues._time_told(found, state)
        moves = [move for move in now.moves if move not in before.moves and move.what in (ladders.SILENT, ladders.PASSED)]
        told = [
            Message(NOTICE, {"channel": found.channel, "ladder": PASSED_ON, "what": m.what, "who": m.who, "other": m.other, "rung": m.rung})
            for m in moves
        ]
        shown = (before.rungs, before.challenges, before.ready, before.moves) != (now.rungs, now.challenges, now.ready, now.moves)
        return [*told, *([Message(ENTRIES)] if shown else [])]

    def _at_end(self, found: Tournament) -> Tournament:
        return found if found.state is None else found._replace(state=ladders.ended(state_of(found), self.store.now()))


def _said(change: Callable[[], TournamentState]) -> TournamentState:
    try:
        return change()
    except Unplayable as error:
        raise Unfit("ladder.not_on" if str(error) == "not_in" else f"ladder.{error}") from None
