"""Matches of teams: line-ups that are sealed until both are in, and how long that may take, boards, and their points.

A team is an entrant like a person; its matches have boards, each a match of two people. The caller gives the time.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from rules.competition import Entrant
from rules.competition.clock import DAY, MINUTE, UNTIL, Clock
from rules.competition.standings import MatchResult
from rules.competition.tournament.state import BOARD, Fixture, GameResult, LineUps, TournamentState, Unplayable

SHORTEST, LONGEST = 10 * MINUTE, DAY
"""Seconds that captains have for a line-up, at least and at most."""


def time_for_line_ups(clock: Clock | None) -> float:
    """Seconds that captains have for a line-up: as long as a player has for a decision, if that is neither short nor long."""
    return DAY if clock is None or clock.kind == UNTIL else min(max(clock.time, SHORTEST), LONGEST)


def gathered(state: TournamentState, members: Mapping[Entrant, Sequence[Entrant]]) -> TournamentState:
    """A tournament of teams with the members of each, the captain first."""
    return structs.replace(state, teams={team: tuple(members[team]) for team in state.seeds})


def team_of(state: TournamentState, member: Entrant) -> Entrant | None:
    """The team of a person; None for anybody else."""
    return next((team for team, members in state.teams.items() if member in members), None)


def still_in(state: TournamentState, team: Entrant) -> list[Entrant]:
    """The members of a team who have not left, in the order of its next line-up (secret)."""
    return [e for e in state.teams.get(team, ()) if e not in state.dropped]


def captain(state: TournamentState, team: Entrant) -> Entrant | None:
    """The captain of a team: the first of those still in, by number; None if there is nobody."""
    return min(still_in(state, team), default=None)


def emptied(state: TournamentState, member: Entrant) -> list[Entrant]:
    """The team that nobody is left in when a member leaves, if it comes to that."""
    team = team_of(state, member)
    return [team] if team is not None and still_in(state, team) == [member] else []


# What captains do


def moved(state: TournamentState, team: Entrant, member: Entrant, by: int) -> TournamentState:
    """Moves a member `by` places down in the team's next line-up (up if negative). Raises Unplayable for anybody who is not in it."""
    order = still_in(state, team)
    if member not in order:
        raise Unplayable("not_in")
    at = order.index(member)
    order.insert(min(max(at + by, 0), len(order) - 1), order.pop(at))
    gone = [e for e in state.teams[team] if e in state.dropped]
    return structs.replace(state, teams={**state.teams, team: (*order, *gone)})


def line_ups_of(state: TournamentState, team: Entrant) -> LineUps | None:
    """The sealed line-ups of a team's next match; None while there is no such match."""
    return next((one for one in state.sealed if team in state.fixtures[one.match].entrants), None)


def handed_in(state: TournamentState, team: Entrant) -> TournamentState:
    """Notes that a team's line-up is in. Raises Unplayable if no line-up is asked for."""
    found = line_ups_of(state, team)
    if found is None:
        raise Unplayable("nothing_asked")
    now = structs.replace(found, ready=tuple(sorted({*found.ready, team})))
    return structs.replace(state, sealed=tuple(now if one == found else one for one in state.sealed))


# What follows


def asked(state: TournamentState, until: float) -> TournamentState:
    """Asks for the line-ups of matches that have just been paired."""
    known = {one.match for one in state.sealed} | {f.match for f in state.fixtures}
    fresh = [LineUps(f.number, until) for f in state.unfinished if state.of_teams(f) and f.number not in known]
    return structs.replace(state, sealed=(*state.sealed, *fresh)) if fresh else state


def due(state: TournamentState, now: float) -> list[Fixture]:
    """The matches whose line-ups are opened now: both are in, or the time is over. Nobody waits for a team without members."""
    found = [(state.fixtures[one.match], one) for one in state.sealed]
    return [match for match, one in found if one.until <= now or all(e in one.ready or e in state.dropped for e in match.entrants)]


def opened(state: TournamentState, match: Fixture, gone: Collection[Entrant] = ()) -> TournamentState:
    """Opens the line-ups of a match: its boards, on which teams have the first seat in turn. Members who are `gone` are passed over, and a board for
    which one side has nobody is forfeited."""
    sides = []
    for team in match.entrants:
        there: list[Entrant | None] = [e for e in still_in(state, team) if e not in gone]
        sides.append([*there, *[None] * state.plan.boards][: state.plan.boards])
    made = list(state.fixtures)
    for n, pair in enumerate(zip(*sides, strict=True)):
        people = tuple(e for e in (pair if n % 2 == 0 else pair[::-1]) if e is not None)
        if people:
            places = (people,) if len(people) == 1 else ()
            made.append(Fixture(len(made), BOARD, match.round, people, places=places, match=match.number))
    sealed = tuple(one for one in state.sealed if one.match != match.number)
    after = structs.replace(state, fixtures=tuple(made), sealed=sealed)
    return settled(after) if len(made) > len(state.fixtures) else _put(after, match, {}, absent=match.entrants)


def settled(state: TournamentState) -> TournamentState:
    """A tournament in which matches of teams have their result as soon as all their boards have one. Whoever has a bye gets the points of a draw on
    each board."""
    for match in state.fixtures:
        if not state.of_teams(match) or match.games:
            continue
        own = boards(state, match.number)
        if match.bye:
            state = _put(state, match, dict.fromkeys(match.entrants, state.plan.boards))
        elif own and all(one.places for one in own):
            teams = {e: team_of(state, e) for one in own for e in one.entrants}
            found = {team: sum(points(one, e) for one in own for e in one.entrants if teams[e] == team) for team in match.entrants}
            played = set(teams.values()) if any(found.values()) else set()  # Where nobody came to any board, nobody has a point.
            state = _put(state, match, found, absent=[team for team in match.entrants if team not in played])
    return state


def points(board: Fixture, entrant: Entrant) -> int:
    """The half points of somebody on a board."""
    return MatchResult(board.entrants, board.places, absent=frozenset(board.absent)).points(entrant)


def _put(state: TournamentState, match: Fixture, points: Mapping[Entrant, int], absent: Collection[Entrant] = ()) -> TournamentState:
    """The state with the result of a match of teams."""
    order = sorted({points.get(e, 0) for e in match.entrants}, reverse=True)
    places = tuple(tuple(e for e in match.entrants if points.get(e, 0) == n) for n in order)
    over = structs.replace(match, places=places, games=(GameResult(places, dict(points)),), absent=tuple(absent))
    return structs.replace(state, fixtures=tuple(over if f.number == match.number else f for f in state.fixtures))


def next_moment(state: TournamentState) -> float | None:
    """When the next line-ups are opened at the latest; None if none are sealed."""
    return min((one.until for one in state.sealed), default=None)


def later(state: TournamentState, seconds: float) -> TournamentState:
    """A tournament whose captains have so many seconds more, in which nobody could act."""
    return structs.replace(state, sealed=tuple(structs.replace(one, until=one.until + seconds) for one in state.sealed))


# How it stands


def boards(state: TournamentState, match: int) -> list[Fixture]:
    """The boards of a match of teams, the first one first; none while its line-ups are sealed."""
    return [f for f in state.fixtures if f.match == match]


def in_match_of(state: TournamentState, member: Entrant) -> set[Entrant]:
    """All who belong to the teams of the match that somebody's team plays now, on whatever board, or that it is lined up for."""
    team = team_of(state, member)
    match = next((f for f in state.unfinished if state.of_teams(f) and team in f.entrants), None)
    sides = match.entrants if match is not None else (team,) if team is not None else ()
    return {e for side in sides for e in state.teams[side]}


class Score(NamedTuple):
    """What somebody has won on the boards of their team, in half points, and on how many."""

    points: int
    boards: int


def scores(state: TournamentState) -> dict[Entrant, Score]:
    """The scores of all members of teams who have had a board."""
    found: dict[Entrant, Score] = {}
    for board in state.fixtures:
        if board.stage == BOARD and board.places:
            for e in board.entrants:
                so_far = found.get(e, Score(0, 0))
                found[e] = Score(so_far.points + points(board, e), so_far.boards + 1)
    return found


def match_score(state: TournamentState, match: int) -> dict[Entrant, int]:
    """The half points of both teams on the boards of a match that are over, also while others are played."""
    fixture = state.fixtures[match]
    over = [one for one in boards(state, match) if one.places]
    return {team: sum(points(one, e) for one in over for e in one.entrants if e in state.teams[team]) for team in fixture.entrants}
