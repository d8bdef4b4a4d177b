"""What becomes of a match at its deadline, in each format."""

from __future__ import annotations

import pytest

from rules.competition import tournament as t
from rules.competition.tournament import Deadline, GameResult, Plan, TournamentState
from rules.competition.tournament.round_deadlines import LATE, LEADS, NOBODY, SEED, SHARED, decided, later, next_deadline, verdict, with_deadlines


def begun(plan: Plan, entrants: int = 4) -> TournamentState:
    return t.begin(plan, range(entrants), 7)


def ended(state: TournamentState, number: int, *late: int) -> tuple[str, TournamentState]:
    """The reason for which an open match ends, and the state then."""
    how = verdict(state, state.fixtures[number], late)
    return how.why, decided(state, number, how)


def points(state: TournamentState) -> dict[int, float]:
    return {line.entrant: line.points / 2 for line in t.standings(state).lines}


@pytest.mark.parametrize("plan", [Plan("swiss", rounds=3), Plan("robin"), Plan("groups", groups=2, cut=2)])
def test_by_points_whoever_was_waited_for_loses_and_else_it_is_drawn(plan):
    state = begun(plan)
    one, two = (f.entrants for f in state.open)
    why, state = ended(state, 0, one[1])
    assert why == LATE
    assert state.fixtures[0].absent == (one[1],)
    why, state = ended(state, 1)
    assert why == SHARED
    assert state.open == []
    if plan.format != "groups":
        assert points(state) == {one[0]: 1, one[1]: 0, two[0]: 0.5, two[1]: 0.5}
    assert t.advance(state).round == 2 or plan.format == "groups"


def test_where_everybody_was_waited_for_nobody_has_a_point():
    state = begun(Plan("swiss", rounds=3))
    why, state = ended(state, 0, *state.fixtures[0].entrants)
    assert why == NOBODY
    assert not any(points(state).values())


@pytest.mark.parametrize("form", ["single", "double"])
def test_in_a_bracket_somebody_always_goes_on_and_else_the_higher_seed(form):
    state = begun(Plan(form))
    high, low = sorted(state.fixtures[0].entrants)
    for late, why, winner in (((), SEED, high), ((high, low), SEED, high), ((high,), LATE, low), ((low,), LATE, high)):
        found, after = ended(state, 0, *late)
        assert (found, after.fixtures[0].places[0]) == (why, (winner,))


def test_in_the_cut_the_seeds_are_the_places_of_before():
    state = begun(Plan("swiss", rounds=1, cut=4))
    for fixture in state.open:
        state = t.report(state, fixture.number, GameResult(((max(fixture.entrants),), (min(fixture.entrants),))))
    state = t.advance(state)
    fixture = state.open[0]
    _, after = ended(state, fixture.number)
    assert after.fixtures[fixture.number].places[0][0] == min(fixture.entrants, key=state.finalists.index)


def test_whoever_leads_has_won_even_if_they_are_waited_for():
    state = begun(Plan("swiss", games=3, rounds=3))
    one, two = state.fixtures[0].entrants
    state = t.report(state, 0, GameResult(((two,), (one,))))
    why, state = ended(state, 0, two)
    assert (why, state.fixtures[0].places, state.fixtures[0].absent) == (LEADS, ((two,), (one,)), ())


def test_at_a_pod_those_who_were_waited_for_are_behind_the_others():
    state = begun(Plan("pods", seats=4, rounds=1), 4)
    four = state.fixtures[0].entrants
    why, after = ended(state, 0, four[2])
    assert why == LATE
    assert after.fixtures[0].places == (tuple(e for e in four if e != four[2]), (four[2],))
    assert ended(state, 0)[1].fixtures[0].places == (four,)


def test_deadlines_go_with_their_matches_and_come_later_with_time_that_stood():
    state = begun(Plan("swiss", rounds=2))
    state = with_deadlines(state, {0: Deadline(100, 200, 50), 1: Deadline(100, 200)})
    assert next_deadline(state) == 50
    moved = later(state, 7)
    assert moved.deadlines == {0: Deadline(107, 207, 57), 1: Deadline(107, 207)}
    assert with_deadlines(moved, {0: Deadline(1, 2)}).deadlines == moved.deadlines, "who has one keeps it"
    _, over = ended(moved, 0)
    assert [*with_deadlines(over, {}).deadlines] == [1]
    assert t.rollback(moved).deadlines == {}
    assert next_deadline(begun(Plan("swiss"))) is None
