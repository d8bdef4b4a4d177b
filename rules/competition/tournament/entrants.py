"""Who is in a tournament: late entries, withdrawals, returns, and absences from the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.competition import Entrant
from rules.competition.tournament.results import absent
from rules.competition.tournament.state import LADDER, PODS, SWISS, TournamentState, Unplayable
from rules.competition.tournament.teams import emptied


def drop(state: TournamentState, entrant: Entrant, of_own_accord: bool = False) -> TournamentState:
    """Drops an entrant, or a member of a team, and a team without members: open matches of two are lost, at larger tables the others play on.
    Raises Unplayable for an entrant who isn't in."""
    if entrant not in state.people:
        raise Unplayable("not_in")
    own = (*state.left, entrant) if of_own_accord and not state.plan.boards else state.left
    out = {entrant, *emptied(state, entrant)}
    left = msgspec.structs.replace(state, dropped=state.dropped | dict.fromkeys(out, state.round), left=own)
    for fixture in state.open:
        if entrant in fixture.entrants and len(fixture.entrants) == 2:
            left = absent(left, fixture.number, [entrant])
    return left


def enter(state: TournamentState, entrant: Entrant) -> TournamentState:
    """Adds a late entry, without points, from the next round on; to a ladder at any time. Raises Unplayable if the plan doesn't allow it (now)."""
    if state.plan.format == LADDER and entrant not in state.seeds:
        return msgspec.structs.replace(state, seeds=(*state.seeds, entrant), entered={**state.entered, entrant: 1})
    last = min(max(state.plan.late, 1), state.rounds)
    if state.plan.format not in (SWISS, PODS) or state.finalists or state.round >= last or entrant in state.seeds:
        raise Unplayable("too_late")
    return msgspec.structs.replace(state, seeds=(*state.seeds, entrant), entered={**state.entered, entrant: state.round + 1})


def come_back(state: TournamentState, entrant: Entrant) -> TournamentState:
    """Takes back, from the next round on, an entrant who has left a Swiss, pods or a ladder; the rounds between count as not played.

    Raises Unplayable for an entrant who didn't leave voluntarily, and if nobody is paired any more.
    """
    if entrant not in state.left:
        raise Unplayable("not_left")
    if state.plan.format != LADDER and (state.plan.format not in (SWISS, PODS) or state.finalists or state.round >= state.rounds):
        raise Unplayable("too_late")
    dropped = {e: number for e, number in state.dropped.items() if e != entrant}
    return msgspec.structs.replace(state, dropped=dropped, left=tuple(e for e in state.left if e != entrant))


def attended(state: TournamentState, seen: Mapping[Entrant, bool]) -> TournamentState:
    """Notes which entrants are in the server, before the next pairing; for others nothing changes."""
    kept = tuple(e for e in state.kept if not seen.get(e, False))
    away = tuple(e for e in state.active if e not in kept and not seen.get(e, e not in state.away))
    return msgspec.structs.replace(state, away=away, kept=kept)


def keep(state: TournamentState, who: Sequence[Entrant]) -> TournamentState:
    """Has entrants paired whether they are in the server or not, from the next pairing on, until they have been seen. Raises Unplayable for an
    entrant who isn't in."""
    if not set(who) <= set(state.people):
        raise Unplayable("not_in")
    return msgspec.structs.replace(state, kept=tuple(dict.fromkeys((*state.kept, *who))))
