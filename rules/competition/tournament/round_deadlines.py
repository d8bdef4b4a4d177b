"""Deadlines of matches in a tournament that gives each round so many days: what is not finished then is decided by what is known.

Whoever leads in games wins. Else whoever has kept the others waiting for a day loses (the caller says who did). Else the match is shared, or in a
bracket the higher seed goes on. Where all have kept each other waiting, nobody has a point; in a bracket, again, the higher seed goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import structs

from rules.competition import Entrant
from rules.competition.clock import DAY
from rules.competition.tournament.state import Deadline, Fixture, TournamentState

WAITED = DAY
"""Seconds for which somebody has to have been waited for, to lose by that."""
LEADS, LATE, NOBODY, SEED, SHARED = "leads", "late", "nobody", "seed", "shared"
"""Why a match ends as it does at its deadline."""


class Verdict(NamedTuple):
    """How a match ends at its deadline, and `why`."""

    why: str
    places: tuple[tuple[Entrant, ...], ...]
    absent: tuple[Entrant, ...] = ()


def verdict(state: TournamentState, fixture: Fixture, late: Collection[Entrant]) -> Verdict:
    """How an open match ends at its deadline, where `late` entrants have kept the others waiting."""
    won = Counter(e for game in fixture.games for e in game.places[0] if len(game.places[0]) == 1)
    best = max(won.values(), default=0)
    leading = [e for e in fixture.entrants if won[e] == best]
    if best and len(leading) == 1 and len(fixture.entrants) == 2:
        return Verdict(LEADS, _ahead(fixture, leading[0]))
    missing = tuple(e for e in fixture.entrants if e in late)
    there = tuple(e for e in fixture.entrants if e not in late)
    if missing and there:
        return Verdict(LATE, (there, missing), missing)
    if fixture.node is not None:
        order = state.finalists or state.seeds
        return Verdict(SEED, _ahead(fixture, min(fixture.entrants, key=order.index)))
    return Verdict(NOBODY, (missing,), missing) if missing else Verdict(SHARED, (there,))


def _ahead(fixture: Fixture, winner: Entrant) -> tuple[tuple[Entrant, ...], ...]:
    return (winner,), tuple(e for e in fixture.entrants if e != winner)


def decided(state: TournamentState, number: int, how: Verdict) -> TournamentState:
    """A match that has ended at its deadline."""
    fixture = structs.replace(state.fixtures[number], places=how.places, absent=how.absent)
    return structs.replace(state, fixtures=(*state.fixtures[:number], fixture, *state.fixtures[number + 1 :]))


def with_deadlines(state: TournamentState, fresh: Mapping[int, Deadline]) -> TournamentState:
    """A state with `fresh` deadlines, and without those of matches that are over."""
    still = {f.number for f in state.open}
    kept = {number: deadline for number, deadline in {**fresh, **state.deadlines}.items() if number in still}
    return structs.replace(state, deadlines=kept) if kept != state.deadlines else state


def later(state: TournamentState, seconds: float) -> TournamentState:
    """All deadlines later by time in which nobody could play."""
    moved = {n: Deadline(d.at + seconds, d.last + seconds, d.remind and d.remind + seconds) for n, d in state.deadlines.items()}
    return structs.replace(state, deadlines=moved) if moved else state


def next_deadline(state: TournamentState) -> float | None:
    """The next moment at which a reminder or a deadline is due."""
    return min((d.remind or d.at for d in state.deadlines.values()), default=None)
