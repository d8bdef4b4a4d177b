"""Who is away is not paired, in any format, and has not dropped out: seen again, they are paired again; nothing is lost while too few are there."""

from __future__ import annotations

import random

import pytest

from rules.competition import tournament as t
from rules.competition.tournament import TournamentState, Unplayable
from tests.rules.competition.test_tournament import PLANS, result

FORMATS = pytest.mark.parametrize("name", PLANS)
AT_ONCE = ("single", "single_with_third", "double")
"""Formats of which all is one bracket."""


def begun(name: str, entrants: int = 8) -> TournamentState:
    return t.begin(PLANS[name], range(entrants), 7)


def played(state: TournamentState, rng: random.Random) -> TournamentState:
    """All that is open, to its end."""
    while state.open:
        state = t.report(state, state.open[0].number, result(state.open[0], rng, 0))
    return state


def to_the_end(state: TournamentState, seen: dict[int, bool]) -> TournamentState:
    """The rest of a tournament at which so many are seen before each step."""
    rng = random.Random(1)
    for _ in range(200):
        state = played(state, rng)
        further = t.step(t.attended(state, seen))
        if further == state:
            return state
        state = further
    raise AssertionError("it does not end")


@FORMATS
def test_who_is_away_plays_nothing_from_then_on(name):
    state = played(begun(name), random.Random(2))
    before, gone = len(state.fixtures), (1, 2, 5)
    state = to_the_end(state, dict.fromkeys(gone, False))
    if name in AT_ONCE and t.short(state):  # Two of them have met.
        for entrant in gone:
            state = t.drop(state, entrant)
        state = to_the_end(state, {})
    assert t.over(state)
    for fixture in state.fixtures[before:]:
        met = set(fixture.entrants) & set(gone)
        assert not met or met <= set(fixture.absent), "whoever is there goes on without a game"
        assert not fixture.games or not met
    assert sorted(e for group in t.places(state) for e in group) == [*range(8)], "all have a place"
    assert name in AT_ONCE or not state.dropped


@FORMATS
def test_of_whom_nothing_is_known_is_paired(name):
    state = played(begun(name), random.Random(2))
    assert to_the_end(state, {}) == to_the_end(t.attended(state, dict.fromkeys(range(8), True)), {})


@FORMATS
def test_nothing_is_lost_while_too_few_are_there(name):
    state = played(begun(name), random.Random(2))
    alone = t.attended(state, {e: e == 0 for e in range(8)})
    further = t.advance(alone)
    if name not in AT_ONCE:
        assert further == alone, "nobody plays against nobody"
    while t.next_up(further) and not t.short(further):  # In a bracket the one who is there goes on.
        further = t.advance(t.attended(further, {e: e == 0 for e in range(8)}))
    if name not in AT_ONCE:
        assert t.short(further)
        assert not t.over(further)
        back = t.step(t.attended(further, dict.fromkeys(range(8), True)))
        assert not t.short(back)
        assert {e for f in back.fixtures[len(further.fixtures) :] for e in f.entrants} > {0}


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_match_to_which_nobody_can_come_waits(name):
    state = played(begun(name), random.Random(2))
    waiting = t.advance(t.attended(state, dict.fromkeys(range(8), False)))
    assert waiting.fixtures == state.fixtures
    assert t.short(waiting)
    assert not t.over(waiting)
    kept = t.advance(t.attended(t.keep(waiting, range(8)), dict.fromkeys(range(8), False)))
    assert len(kept.open) >= 2
    dropped = waiting
    for entrant in range(7):
        dropped = t.drop(dropped, entrant)
    back = t.advance(t.attended(dropped, {7: True}))
    assert t.over(back)


def test_a_round_robin_gives_the_point_to_who_is_there():
    state = played(begun("robin", 4), random.Random(2))
    state = t.advance(t.attended(state, {1: False}))
    (bye,) = [f for f in state.fixtures if f.round == 2 and f.bye]
    assert bye.places == (bye.entrants,)
    assert bye.entrants != (1,)


def test_who_is_kept_is_paired_again_from_the_next_round_on_and_asked_for_anew_once_seen():
    state = t.advance(t.attended(played(begun("swiss"), random.Random(2)), {3: False}))
    assert state.round == 2
    assert 3 not in {e for f in state.open for e in f.entrants}
    kept = t.keep(state, [3])
    assert (kept.open, kept.away) == (state.open, (3,)), "nothing that is paired changes"
    state = t.advance(t.attended(played(kept, random.Random(2)), {3: False}))
    assert 3 in {e for f in state.fixtures if f.round == 3 for e in f.entrants}
    assert t.attended(state, {3: True}).kept == ()
    with pytest.raises(Unplayable):
        t.keep(t.drop(state, 3), [3])


def test_who_is_seen_again_is_paired_again():
    state = t.attended(begun("swiss"), {3: False, 4: False})
    assert state.away == (3, 4)
    assert t.attended(state, {}).away == (3, 4), "a refusal tells nothing"
    assert t.attended(state, {3: True}).away == (4,)
    assert t.attended(t.drop(state, 4), {}).away == (3,)


def test_the_cut_passes_over_who_is_away():
    state = begun("swiss_with_cut")
    for _ in range(3):
        state = played(t.advance(state), random.Random(3))
    first = t.standings(state).lines[0].entrant
    state = t.advance(t.attended(state, {first: False}))
    assert len(state.finalists) == 4
    assert first not in state.finalists
