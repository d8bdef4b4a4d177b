"""The places: in the main stage, in a group, in the bracket, and at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

from rules.competition import Entrant
from rules.competition.formats import Bracket, Node
from rules.competition.standings import MatchResult, Standing, Standings
from rules.competition.tournament.state import DOUBLE, LADDER, LEAGUE, MAIN, SWISS, Fixture, TournamentState


def standings(state: TournamentState, fixtures: Sequence[Fixture] | None = None, among: Sequence[Entrant] | None = None) -> Standings:
    """The standings of the main stage after all finished matches, or after some. A bye counts when its round is over, as the matches beside it do."""
    own = [f for f in (state.fixtures if fixtures is None else fixtures) if f.stage == MAIN]
    going = {f.round for f in own if not f.places}
    chosen = [f for f in own if f.places and not (f.bye and f.round in going)]
    matches = [MatchResult(f.entrants, f.places, _scores(f), frozenset(f.absent), f.round) for f in chosen]
    rounds = {f.round for f in own} - going if state.plan.by_dummy and state.plan.format == SWISS else None
    return Standings(state.seeds if among is None else among, matches, state.plan.tie_breaks, state.seed, state.ratings, rounds)


def group_standings(state: TournamentState, group: int) -> Standings:
    """The standings of a group, or of a division without the matches of annulled entrants."""
    out = annulled(state)
    return standings(state, [f for f in state.fixtures if f.group == group and not out & {*f.entrants}], state.groups[group])


def ranked(state: TournamentState, group: int) -> list[Standing]:
    """The lines of a division, annulled entrants last."""
    out = annulled(state)
    return sorted(group_standings(state, group).lines, key=lambda line: line.entrant in out)


def _together(state: TournamentState) -> Callable[[Standing], tuple[bool, int]]:
    """The key by which entrants of a division share a place."""
    out = annulled(state)
    return lambda line: (line.entrant in out, line.place)


def own_standings(state: TournamentState, entrant: Entrant) -> Standings:
    """The standings in which an entrant stands: those of its division in a league, else those of all."""
    if state.plan.format != LEAGUE:
        return standings(state)
    return group_standings(state, next(n for n, group in enumerate(state.groups) if entrant in group))


def annulled(state: TournamentState) -> set[Entrant]:
    """The entrants who left a season with fewer than half of their games played: none of these counts for anybody (as in FIDE's round robins)."""
    if state.plan.format != LEAGUE or not state.dropped:
        return set()
    played = Counter(e for f in state.fixtures if f.places and not f.absent for e in f.entrants)
    return {e for group in state.groups for e in group if e in state.dropped and 2 * played[e] < len(group) - 1}


def _scores(fixture: Fixture) -> dict[Entrant, int]:
    named = {e for game in fixture.games for e in game.scores}
    return {e: sum(game.scores.get(e, 0) for game in fixture.games) for e in named}


def bracket(state: TournamentState) -> Bracket:
    """The bracket that is played, or will be."""
    double = state.plan.format == DOUBLE
    return Bracket(state.finalists or state.seeds, double, state.plan.third)


def node_of(state: TournamentState, fixture: Fixture) -> Node | None:
    """The place of a match in the bracket; None for one outside of it."""
    seeds = state.finalists or state.seeds
    return _nodes(len(seeds), state.plan.format == DOUBLE, state.plan.third)[fixture.node] if fixture.node is not None else None


@lru_cache(maxsize=64)
def _nodes(entrants: int, double: bool, third: bool) -> tuple[Node, ...]:
    return tuple(Bracket(range(entrants), double, third).nodes)


def bracket_results(state: TournamentState) -> dict[int, Entrant]:
    """Winners by match of the bracket."""
    return {f.node: f.places[0][0] for f in state.fixtures if f.node is not None and f.places}


def places(state: TournamentState) -> list[list[Entrant]]:
    """All entrants by place at the end: first by the bracket, then by the standings of the main stage."""
    found: list[list[Entrant]] = []
    if state.plan.format == LEAGUE:
        return [[line.entrant for line in lines] for n in range(len(state.groups)) for _, lines in groupby(ranked(state, n), _together(state))]
    if state.plan.format == LADDER:
        rungs = state.ladder.rungs if state.ladder is not None else state.seeds
        gone = [e for e in state.seeds if e not in {*rungs}]
        return [*([e] for e in rungs), *([gone] if gone else [])]
    if state.eliminates:
        found = bracket(state).places(bracket_results(state))
    named = {e for group in found for e in group}
    if len(named) < len(state.seeds):
        by_place: dict[int, list[Entrant]] = {}
        for line in standings(state).lines:
            if line.entrant not in named:
                by_place.setdefault(line.place, []).append(line.entrant)
        found += [by_place[place] for place in sorted(by_place)]
    return found
