"""Results: the games of a match are reported until they decide it, or an entrant does not come."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.competition import Entrant
from rules.competition.tournament.state import Fixture, GameResult, TournamentState, Unplayable
from rules.randomness import Chance

EXTRA_GAMES = 3
"""Games beyond the planned ones that an elimination match may take to find a winner; then the lot does."""


def report(state: TournamentState, number: int, game: GameResult) -> TournamentState:
    """Adds a finished game of a match. Raises Unplayable for a match that is not open, or places that do not name its entrants."""
    fixture = next((f for f in state.open if f.number == number), None)
    if fixture is None:
        raise Unplayable("not_open")
    if sorted(e for group in game.places for e in group) != sorted(fixture.entrants):
        raise Unplayable("places")
    games = (*fixture.games, game)
    return _put(state, _decided(state, msgspec.structs.replace(fixture, games=games)))


def absent(state: TournamentState, number: int, who: Sequence[Entrant]) -> TournamentState:
    """A no-show: some of a match's entrants did not come. The others share its first place; if nobody came, nobody has a point."""
    fixture = next((f for f in state.open if f.number == number), None)
    if fixture is None or not set(who) <= set(fixture.entrants):
        raise Unplayable("not_open")
    there = tuple(e for e in fixture.entrants if e not in who)
    places = (there, tuple(who)) if there else (tuple(who),)
    done = msgspec.structs.replace(fixture, places=places, absent=tuple(who))
    return _put(state, _with_winner(state, done))


def _put(state: TournamentState, fixture: Fixture) -> TournamentState:
    return msgspec.structs.replace(state, fixtures=tuple(fixture if f.number == fixture.number else f for f in state.fixtures))


def _decided(state: TournamentState, fixture: Fixture) -> Fixture:
    """A match with its places, if its games have decided it."""
    if len(fixture.entrants) > 2:
        return msgspec.structs.replace(fixture, places=fixture.games[-1].places)
    a, b = fixture.entrants
    won = {e: sum(game.places[0] == (e,) for game in fixture.games) for e in (a, b)}
    planned = state.plan.games
    ahead = abs(won[a] - won[b])
    left = planned - len(fixture.games)
    if max(won.values()) <= planned // 2 and left > 0:
        return fixture
    if ahead:
        order = (a, b) if won[a] > won[b] else (b, a)
        return msgspec.structs.replace(fixture, places=((order[0],), (order[1],)))
    if fixture.node is not None and len(fixture.games) < planned + EXTRA_GAMES:
        return fixture
    return _with_winner(state, msgspec.structs.replace(fixture, places=((a, b),)))


def _with_winner(state: TournamentState, fixture: Fixture) -> Fixture:
    """A bracket match with a winner: if two are equal in everything, the lot decides."""
    if fixture.node is None or len(fixture.places[0]) == 1:
        return fixture
    order = list(fixture.entrants)
    Chance.of(state.seed, "winner", fixture.number).shuffle(order)
    return msgspec.structs.replace(fixture, places=((order[0],), (order[1],)))
