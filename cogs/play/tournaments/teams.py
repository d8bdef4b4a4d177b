"""Tournaments of teams: who founds one and who joins it, and line-ups, which are sealed until both are in.

A team's captain is whoever entered it first of those still in it. The rules of its matches: `rules/competition/tournament/teams.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from cogs.play.tournaments.registry import one_at_a_time
from cogs.play.tournaments.round_deadlines import RoundDeadlines
from cogs.play.tournaments.sign_up import CALLED
from cogs.play.unfit import Unfit
from data.language import texts
from data.similar_names import looks
from data.store.changes import ENTRIES, GO_ON, NOTICE, Message, TournamentChange
from data.store.rows import OPEN, OVER, EntrantRow, Invitation, Team, Tournament
from data.user_text import Typed
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import DOUBLE, RESERVES, Fixture, TournamentState, Unplayable, teams

LONGEST_NAME = 40
"""Letters of a team's name."""
INVITED = 20
"""People whom a team invites at the same time, at most."""


class Newcomer(NamedTuple):
    """A person who would enter, with their roles."""

    player: int
    name: str
    roles: Collection[int] = ()


def members_of(entrants: Sequence[EntrantRow], team: int, state: TournamentState | None = None) -> list[EntrantRow]:
    """The members of a team who have not left it, the captain first."""
    gone = state.dropped if state is not None else {}
    return [p for p in entrants if p.entry == team and p.entrant not in gone]


def titled(tournament: Tournament, fixture: Fixture) -> str:
    """What stands before the names in the title of a match's thread: the tournament, and its round, with the board in a match of teams, or the
    division of a league. A ladder has neither. Rounds of a double elimination are those of their side, which is named if it is not the winners'."""
    if tournament.state is not None and tournament.state.ladder is not None:
        return str(tournament.name)
    node = tournament_rules.node_of(tournament.state, fixture) if tournament.state is not None and tournament.plan.format == DOUBLE else None
    if node is not None:
        side = texts(tournament.language)(f"tournament.side.{node.side}")
        return f"{tournament.name!s} {node.round}" if node.side == "winners" else f"{tournament.name!s}, {side} {node.round}"
    part = str(fixture.round if fixture.group is None or tournament.terms.weeks == 0 else fixture.group + 1)
    if fixture.match is not None and tournament.state is not None:
        part = f"{fixture.round}.{teams.boards(tournament.state, fixture.match).index(fixture) + 1}"
    return f"{tournament.name!s} {part}"


class Teams(RoundDeadlines):
    """What founders, members and captains of teams do. Each change is one commit. All methods raise Unfit if it is not possible, and NoTournament."""

    # Before the start

    @one_at_a_time
    async def found_team(self, tournament: int, who: Newcomer, name: str) -> None:
        """Enters a person as the captain of a new team."""
        found, entrants = await self._gathering(tournament, who)
        if not looks(name) - {""}:
            raise Unfit("teams.no_name")
        name = str(Typed(" ".join(name.split())))[:LONGEST_NAME].strip()
        known = {p.team.number: p.team.name for p in entrants if p.team is not None}
        if len(known) >= found.terms.most:
            raise Unfit("tournament.full", n=found.terms.most)
        if any(looks(name) & looks(other) for other in known.values()):
            raise Unfit("teams.name_taken", name=Typed(name))
        number = await self._free_number(found, entrants, who.player)
        await self._join(found, entrants, who, Team(number, name), number + 1)

    @one_at_a_time
    async def invite_to_team(self, tournament: int, captain: int, player: int, name: str) -> None:
        """Invites a person to the captain's team; the channel is told."""
        found = await self._open_to_teams(tournament)
        entrants, team = await self.store.tournaments.entrants(tournament), await self._led(found, captain)
        invitations = await self.store.tournaments.invitations(tournament)
        if any(p.player == player for p in entrants):
            raise Unfit("teams.entered", name=name)
        self._check_room(found, entrants, team)
        if Invitation(team.number, player) in invitations:
            raise Unfit("teams.invited_already", name=name)
        if sum(one.team == team.number for one in invitations) >= INVITED:
            raise Unfit("teams.too_many_invited", n=INVITED)
        told = {"channel": found.channel, "team": team.number, "player": player, "name": str(name), "by": captain}
        change = TournamentChange(found, owed=[Message(NOTICE, told)], invitations=[*invitations, Invitation(team.number, player)])
        await self.store.tournaments.commit(change)

    @one_at_a_time
    async def join_team(self, tournament: int, who: Newcomer, number: int) -> Team:
        """Enters a person in a team that has invited them; returns the team."""
        found, entrants = await self._gathering(tournament, who)
        team = next((p.team for p in entrants if p.team is not None and p.entry == number), None)
        if team is None or Invitation(number, who.player) not in await self.store.tournaments.invitations(tournament):
            raise Unfit("teams.not_invited")
        self._check_room(found, entrants, team)
        await self._join(found, entrants, who, team, await self._free_number(found, entrants, who.player))
        return team

    @one_at_a_time
    async def decline_team(self, tournament: int, player: int, team: int) -> None:
        """Declines a team's invitation, which is over then; its captain sees that it is."""
        await self._uninvite(await self._open_to_teams(tournament), Invitation(team, player), "teams.not_invited")

    @one_at_a_time
    async def take_out_of_team(self, tournament: int, captain: int, player: int) -> bool:
        """Takes a member out of the captain's team, of which the channel is told, or takes an invitation back; returns whether it was a member."""
        found = await self._open_to_teams(tournament)
        entrants, team = await self.store.tournaments.entrants(tournament), await self._led(found, captain)
        mine = next((p for p in members_of(entrants, team.number)[1:] if p.player == player), None)
        if mine is None:
            await self._uninvite(found, Invitation(team.number, player), "teams.yourself" if player == captain else "teams.not_yours")
            return False
        told = {"channel": found.channel, "key": "teams.taken_out", "facts": {"who": str(mine.name), "team": str(team.name)}}
        rest = [p for p in entrants if p != mine]
        await self.store.tournaments.commit(TournamentChange(found, rest, owed=[Message(NOTICE, told), Message(ENTRIES)]))
        return True

    async def _uninvite(self, found: Tournament, invitation: Invitation, unfit: str) -> None:
        """Removes an invitation. Raises Unfit with the text `unfit` if there is none."""
        invitations = await self.store.tournaments.invitations(found.id)
        if invitation not in invitations:
            raise Unfit(unfit)
        rest = [one for one in invitations if one != invitation]
        await self.store.tournaments.commit(TournamentChange(found, owed=[Message(ENTRIES)], invitations=rest))

    async def _join(self, found: Tournament, entrants: Sequence[EntrantRow], who: Newcomer, team: Team, number: int) -> None:
        mine = EntrantRow(number, who.player, who.name, found.checking is not None, None, team)
        rest = [one for one in await self.store.tournaments.invitations(found.id) if one.player != who.player]
        await self.store.tournaments.commit(TournamentChange(found, [*entrants, mine], owed=[Message(ENTRIES)], invitations=rest))

    async def _open_to_teams(self, tournament: int) -> Tournament:
        found = await self.get(tournament)
        if found.status == OVER:
            raise Unfit("tournament.over")
        if not found.plan.boards:
            raise Unfit("teams.none")
        if found.status != OPEN:
            raise Unfit("teams.closed")
        return found

    async def check_may_found(self, tournament: int, who: Newcomer) -> None:
        """Raises Unfit if a person may not enter with a team."""
        await self._gathering(tournament, who)

    async def _gathering(self, tournament: int, who: Newcomer) -> tuple[Tournament, list[EntrantRow]]:
        """A tournament that teams may enter, and who has, for a person who may enter, too."""
        found, entrants = await self._open_to_teams(tournament), await self.store.tournaments.entrants(tournament)
        if any(p.player == who.player for p in entrants):
            raise Unfit("teams.in_one_already")
        self._check_role(found, who.roles)
        return found, entrants

    def _check_room(self, found: Tournament, entrants: Sequence[EntrantRow], team: Team) -> None:
        most = found.plan.boards + RESERVES
        if sum(p.team == team for p in entrants) >= most:
            raise Unfit("teams.full", n=most)

    async def _led(self, found: Tournament, player: int) -> Team:
        """The team that a person is the captain of."""
        entrants = await self.store.tournaments.entrants(found.id)
        mine = await self._entered(found, player, "teams.in_none")
        if mine.team is None or members_of(entrants, mine.team.number, found.state)[:1] != [mine]:
            raise Unfit("teams.not_captain")
        return mine.team

    # Line-ups

    @one_at_a_time
    async def move_in_line_up(self, tournament: int, captain: int, member: int, by: int) -> None:
        """Moves a member `by` places down (up if negative) in the next line-up of the captain's team. Nobody else is told."""
        await self._change(tournament, captain, lambda state, team: teams.moved(state, team, member, by))

    @one_at_a_time
    async def hand_in_line_up(self, tournament: int, captain: int) -> None:
        """Notes that the line-up of the captain's team is in; when both are, the boards are opened."""
        await self._change(tournament, captain, teams.handed_in, Message(ENTRIES), Message(GO_ON))

    async def _change(self, tournament: int, captain: int, change: Callable[[TournamentState, int], TournamentState], *owed: Message) -> None:
        found = await self.get(tournament)
        if not found.plan.boards:
            raise Unfit("teams.none")
        team = await self._led(found, captain)
        if found.state is None:
            raise Unfit("tournament.not_begun")
        try:
            after = change(found.state, team.number)
        except Unplayable as error:
            raise Unfit(f"teams.{error}") from None
        if after != found.state:  # What changes nothing is not told again, either.
            await self.store.tournaments.commit(TournamentChange(found._replace(state=after), owed=owed, unseen=not owed))

    @staticmethod
    def _captains_called(found: Tournament, state: TournamentState) -> list[Message]:
        """The messages that call captains whose line-ups are asked for from now on."""
        before = found.state.sealed if found.state is not None else ()
        fresh = [one for one in state.sealed if all(one.match != known.match for known in before)]
        called = [e for one in fresh for team in state.fixtures[one.match].entrants if (e := teams.captain(state, team)) is not None]
        if not called:
            return []
        told = {"channel": found.channel, "key": "teams.call", "facts": {}, "moments": {"until": fresh[0].until}}
        return [Message(NOTICE, {**told, "entrants": called[n : n + CALLED]}) for n in range(0, len(called), CALLED)]

    async def _boards_opened(
        self, found: Tournament, state: TournamentState, seen: Mapping[int, bool | None]
    ) -> tuple[TournamentState, Collection[int]]:
        """The state with the next matches of teams, and with the boards of those whose line-ups are in or whose time is over; or the players to ask
        Discord about first."""
        now, players = self.store.now(), {p.entrant: p.player for p in await self.store.tournaments.entrants(found.id)}
        over = now if found.stands is None else 0.0  # Where nobody can act, no time is over.
        while True:
            before = state
            paired = await asyncio.to_thread(tournament_rules.step, state)
            state = teams.settled(teams.asked(paired, now + teams.time_for_line_ups(found.clock)))
            for match in teams.due(state, over):
                members = {e: players[e] for team in match.entrants for e in teams.still_in(state, team)}
                if unasked := [player for player in members.values() if player > 0 and player not in seen]:
                    return before, unasked
                gone = [e for e, player in members.items() if e not in state.kept and (player < 0 or seen[player] is False)]
                state = teams.opened(state, match, gone)
            if state == before:
                return state, ()
