"""What is played next: rounds and their pairings, brackets, the cut, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from rules.competition import Entrant, formats
from rules.competition.formats import Node
from rules.competition.pairing import Entry, Pairing, swiss
from rules.competition.tournament import ladders, season
from rules.competition.tournament.plan import check_entrants, sizes
from rules.competition.tournament.ranking import bracket, bracket_results, group_standings, standings
from rules.competition.tournament.results import absent
from rules.competition.tournament.state import (
    BOARD,
    CUT,
    GROUPS,
    LADDER,
    LEAGUE,
    MAIN,
    PODS,
    ROBIN,
    SWISS,
    Fixture,
    Plan,
    TournamentState,
    Unplayable,
)  # fmt: skip

LASTING = (LEAGUE, LADDER)
"""Formats without rounds: a match begins when both want it."""


def begin(plan: Plan, seeds: Sequence[Entrant], seed: int, ratings: Mapping[Entrant, int] | None = None) -> TournamentState:
    """A tournament with its first matches. Raises Unplayable for a plan that does not fit the entrants."""
    return advance(enlisted(plan, seeds, seed, ratings))


def enlisted(plan: Plan, seeds: Sequence[Entrant], seed: int, ratings: Mapping[Entrant, int] | None = None) -> TournamentState:
    """A tournament before its first matches. Raises Unplayable."""
    check_entrants(plan, len(seeds))
    return TournamentState(plan, seed, tuple(seeds), dict.fromkeys(seeds, 1), ratings=dict(ratings or {}))


def advance(state: TournamentState) -> TournamentState:
    """Opens the matches that can be played now: a round when the one before is over, in brackets each match as soon as both are known.

    Nothing changes while there is nothing to open, or when the tournament is over.
    """
    while True:
        further = step(state)
        if further == state:
            return state
        state = further


def step(state: TournamentState) -> TournamentState:
    """Like `advance`, but at most one round, or the bracket matches of which both entrants are known now."""
    if state.plan.format in LASTING:
        return season.started(state) if state.plan.format == LEAGUE else ladders.started(state)
    return _bracket(state) if state.eliminates else _round(state)


def next_up(state: TournamentState) -> list[Entrant]:
    """The entrants whom the next step would pair, away or not; none if it does nothing."""
    if state.plan.format in LASTING:
        pairs = season.startable(state) if state.plan.format == LEAGUE else ladders.startable(state)
        return [e for pair in pairs for e in pair]
    if state.eliminates:
        return [e for _, *pair in _ready(state) for e in pair if e not in state.dropped]
    if state.unfinished or (state.round >= state.rounds and not state.plan.cut):
        return []
    return state.active


def short(state: TournamentState) -> bool:
    """Whether too few entrants are in the server for another pairing, though enough are still in the tournament."""
    if not state.away or state.unfinished or state.plan.format in LASTING:
        return False
    if state.eliminates:
        return any(_nobody_there(state, pair) for _, *pair in _ready(state))
    least = min(sizes(state.plan))
    return bool(next_up(state)) and len(state.present) < least <= len(state.active)


def _nobody_there(state: TournamentState, pair: Sequence[Entrant]) -> bool:
    """Whether a match has to wait: at least one of the two is still in, and all who are still in are away."""
    left = [e for e in pair if e not in state.dropped]
    return bool(left) and all(e in state.away for e in left)


def _round(state: TournamentState) -> TournamentState:
    """The next round of the main stage, or the beginning of the cut."""
    if state.unfinished or short(state):
        return state
    if state.round >= state.rounds:
        return _to_the_cut(state)
    number = state.round + 1
    if state.plan.format in (ROBIN, GROUPS):
        return _add(state, _scheduled(state, number))
    if len(state.present) < 2:
        return state
    if state.plan.format == PODS:
        return _add(state, _pods(state, number))
    pairing = next_pairing(state)
    rows: list[tuple[tuple[Entrant, ...], int | None]] = [(pair, None) for pair in pairing.pairs]
    return _add(state, [*((MAIN, number, pair, None, group) for pair, group in rows), *_byes(number, pairing.bye)])


_Opening = tuple[str, int, tuple[Entrant, ...], int | None, int | None]
"""Stage, round, entrants, node and group of a match to open."""


def _byes(number: int, *who: Entrant | None) -> Iterator[_Opening]:
    return ((MAIN, number, (e,), None, None) for e in who if e is not None)


def _scheduled(state: TournamentState, number: int) -> list[_Opening]:
    """A round of a round robin or of groups; entrants who have left, or are away, are a bye for the others."""
    rows: list[_Opening] = []
    present = set(state.present)
    for n, group in enumerate(state.groups):
        schedule = formats.round_robin(group, state.plan.rounds == 2)
        pairs = schedule[number - 1] if number <= len(schedule) else []
        for pair in pairs:
            there = tuple(e for e in pair if e in present)
            if there:
                rows.append((MAIN, number, there, None, n if state.plan.format == GROUPS else None))
    return rows


def _pods(state: TournamentState, number: int) -> list[_Opening]:
    """Pods by the standings; an entrant too many sits out: the lowest who has not done so yet."""
    order = [line.entrant for line in standings(state).lines if line.entrant in state.present] if number > 1 else state.present
    out: list[Entrant] = []
    sat = {e: sum(f.bye and e in f.entrants for f in state.fixtures) for e in order}
    while True:
        try:
            tables = formats.pods(order, _met(state), state.plan.seats)
            break
        except ValueError:
            least = min(sat[e] for e in order)
            out.append(next(e for e in reversed(order) if sat[e] == least))
            order = [e for e in order if e not in out]
            if not order:
                return []
    return [*((MAIN, number, _turned(state, pod), None, None) for pod in tables), *_byes(number, *out)]


def _turned(state: TournamentState, pod: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """A pod with the first seat for the entrant who has had it least."""
    had = {e: [f.entrants.index(e) for f in state.fixtures if e in f.entrants and not f.bye] for e in pod}
    return tuple(sorted(pod, key=lambda e: (had[e].count(0), -sum(had[e]), state.seeds.index(e))))


def _met(state: TournamentState) -> dict[Entrant, dict[Entrant, int]]:
    met: dict[Entrant, dict[Entrant, int]] = {e: {} for e in state.seeds}
    for fixture in state.fixtures:
        if fixture.stage == BOARD:
            continue
        for a, b in combinations(fixture.entrants, 2):
            met[a][b] = met[a].get(b, 0) + 1
            met[b][a] = met[b].get(a, 0) + 1
    return met


def next_pairing(state: TournamentState) -> Pairing:
    """The pairing of the next Swiss round, with its reasons."""
    return swiss(entries(state))


def entries(state: TournamentState) -> list[Entry]:
    """What Swiss pairing needs to know of all present entrants, in the order of the standings."""
    met = _met(state)
    if not state.fixtures:
        return [_entry(state, e, 0, met) for e in state.present]
    return [_entry(state, line.entrant, line.points, met) for line in standings(state).lines if line.entrant in state.present]


def _entry(state: TournamentState, entrant: Entrant, points: int, met: Mapping[Entrant, Mapping[Entrant, int]]) -> Entry:
    own = [f for f in state.fixtures if entrant in f.entrants]
    seats = [f.entrants[0] == entrant for f in own if not f.bye]
    firsts = sum(1 if first else -1 for first in seats)
    return Entry(entrant, points, met[entrant], firsts, seats[-1] if seats else None, sum(f.bye for f in own))


def _add(state: TournamentState, rows: Sequence[_Opening]) -> TournamentState:
    made: list[Fixture] = []
    for stage, number, who, node, group in rows:
        places = (who,) if len(who) == 1 else ()
        made.append(Fixture(len(state.fixtures) + len(made), stage, number, who, node, group, places=places))
    return msgspec.structs.replace(state, fixtures=(*state.fixtures, *made))


# Brackets and the cut


def _to_the_cut(state: TournamentState) -> TournamentState:
    """The entrants who advance, best first: from a Swiss the first ones, from groups all winners, then all seconds, and so on."""
    if not state.plan.cut:
        return state
    present = set(state.present)
    if state.plan.format == SWISS:
        order = [line.entrant for line in standings(state).lines if line.entrant in present][: state.plan.cut]
    else:
        tables = [[line.entrant for line in group_standings(state, n).lines] for n in range(state.plan.groups)]
        order = [table[place] for place in range(state.plan.cut) for table in tables if place < len(table) and table[place] in present]
    return msgspec.structs.replace(state, finalists=tuple(order)) if len(order) > 1 else state


def _ready(state: TournamentState) -> list[tuple[Node, Entrant, Entrant]]:
    """The bracket matches of which both entrants are known, and which are not open yet."""
    placed = {f.node for f in state.fixtures if f.node is not None}
    return [(node, a, b) for node, a, b in bracket(state).ready(bracket_results(state)) if node.number not in placed]


def _bracket(state: TournamentState) -> TournamentState:
    ready = [(node, a, b) for node, a, b in _ready(state) if not _nobody_there(state, (a, b))]
    further = _add(state, [(state.stage, node.round, (a, b), node.number, None) for node, a, b in ready])
    for fixture in further.fixtures[len(state.fixtures) :]:
        gone = [e for e in fixture.entrants if e in state.dropped or e in state.away]
        if gone:
            further = absent(further, fixture.number, gone)
    return further


def over(state: TournamentState) -> bool:
    """Whether everything has been played."""
    if state.plan.format == LEAGUE:
        return not state.open and state.season is not None and state.season.closed
    if state.plan.format == LADDER:
        return state.ladder is not None and state.ladder.closed is not None
    if state.unfinished or short(state):
        return False
    if state.plan.format == SWISS and not state.finalists and state.round < state.rounds and len(state.present) > 1:
        return False  # Two can always be paired; how, takes long to find.
    return advance(state) == state


def rollback(state: TournamentState) -> TournamentState:
    """Undoes the pairing of the latest round of the present stage, with its boards. Raises Unplayable before the first one."""
    latest = {(state.stage, state.round), (BOARD, state.round)}
    if not state.round or state.plan.format in LASTING:
        raise Unplayable("nothing")
    kept = tuple(f for f in state.fixtures if (f.stage, f.round) not in latest)
    finalists = state.finalists if any(f.stage == CUT for f in kept) else ()
    deadlines = {number: deadline for number, deadline in state.deadlines.items() if number < len(kept)}
    sealed = tuple(one for one in state.sealed if one.match < len(kept))
    return msgspec.structs.replace(state, fixtures=kept, finalists=finalists, deadlines=deadlines, sealed=sealed)
