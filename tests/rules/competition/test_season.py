"""Seasons of leagues: pairs that play when both want, forfeits, those who leave, divisions, and who goes up and down."""

from __future__ import annotations

import random
import time
from itertools import combinations, pairwise

import msgspec
import pytest

from rules.competition import formats
from rules.competition import tournament as t
from rules.competition.clock import DAY
from rules.competition.tournament import GameResult, Plan, TournamentState, Unplayable
from rules.competition.tournament import season as s

WEEKS = 42 * DAY


def league(entrants: int = 4, most: int = 10) -> TournamentState:
    return s.opened(t.begin(Plan("league", division=most), range(entrants), 7), WEEKS)


def want(state: TournamentState, a: int, b: int, now: float = 0, in_days: float = 0) -> TournamentState:
    for one, other in ((a, b), (b, a)):
        state = s.would_play(state, one, other, now, now + in_days * DAY)
    return t.advance(s.goes_on(state, now))


def won(state: TournamentState, winner: int, *losers: int) -> TournamentState:
    """Matches played to their end, one after another."""
    for loser in losers:
        state = want(state, winner, loser)
        fixture = next(f for f in state.open if {*f.entrants} == {winner, loser})
        state = t.report(state, fixture.number, GameResult(((winner,), (loser,))))
    return state


def in_order(state: TournamentState) -> TournamentState:
    """Everybody meets everybody of their division; the lower number wins."""
    for group in state.groups:
        for winner in group:
            state = won(state, winner, *(e for e in group if e > winner and e in s.opponents(state, winner)))
    return state


def table(state: TournamentState, division: int = 0) -> dict[int, float]:
    return {line.entrant: line.points / 2 for line in t.group_standings(state, division).lines}


@pytest.mark.parametrize(("entrants", "most", "sizes"), [
    (8, 10, [8]), (11, 10, [6, 5]), (12, 10, [6, 6]), (21, 10, [7, 7, 7]), (8, 4, [4, 4]), (9, 4, [3, 3, 3]), (10, 4, [4, 3, 3]),
    (5, 4, [5]), (3, 10, [3]), (4, 3, [4]), (480, 8, [8] * 60),
])  # fmt: skip
def test_divisions_are_as_few_as_hold_everybody_and_none_has_fewer_than_three(entrants, most, sizes):
    found = formats.divisions(range(entrants), most)
    assert [len(group) for group in found] == sizes
    assert [e for group in found for e in group] == [*range(entrants)], "the strongest are in the first one"


def test_a_match_begins_when_both_want_it_and_not_before_both_can():
    state = s.would_play(league(), 0, 1, 0, 0)
    assert not t.advance(s.goes_on(state, 0)).fixtures, "one alone begins nothing"
    state = s.would_play(state, 1, 0, 0, 2 * DAY)
    assert s.agreed(state, 0, 1) == s.next_moment(state) == 2 * DAY
    assert not t.advance(s.goes_on(state, 2 * DAY - 1)).fixtures
    state = t.advance(s.goes_on(state, 2 * DAY))
    assert [{*f.entrants} for f in state.open] == [{0, 1}]
    with pytest.raises(Unplayable, match="no_match_left"):
        s.would_play(state, 0, 1, 0, 0)
    with pytest.raises(Unplayable, match="no_match_left"):
        s.would_play(league(8, 4), 0, 7, 0, 0)


def test_nobody_plays_more_than_two_at_once_and_who_waits_goes_on_by_itself():
    state = league()
    for other in (1, 2, 3):
        state = want(state, 0, other)
    assert len(state.open) == 2
    assert s.waits(state, 0, 3)
    with pytest.raises(Unplayable, match="no_match_left"):
        s.would_play(state, 3, 0, 0, 0)
    state = t.advance(t.report(state, state.open[0].number, GameResult(((0,), (1,)))))
    assert {frozenset(f.entrants) for f in state.open} == {frozenset({0, 2}), frozenset({0, 3})}


def test_matches_elsewhere_count_until_they_are_over():
    state = league()
    for one, other in ((0, 1), (1, 0)):
        state = s.would_play(state, one, other, 0, 0)
    state = t.advance(s.goes_on(state, 0, busy={0: 2, 3: 1}))
    assert (state.open, state.season.busy) == ([], {0: 2})
    assert s.waits(state, 0, 1)
    state = t.advance(s.goes_on(state, 0, busy={0: 1, 3: 1}))
    assert len(state.open) == 1
    assert s.goes_on(state, 0).season.busy == {}


def test_who_has_left_the_server_begins_no_match_until_both_want_it_again():
    state = t.attended(league(), {1: False})
    state = want(state, 0, 1)
    assert not state.fixtures
    assert not s.waits(state, 0, 1)
    state = want(t.attended(state, {1: True}), 0, 1)
    assert len(state.open) == 1


def test_everybody_is_asked_before_the_end_and_it_ends_once():
    state = s.goes_on(league(), WEEKS - s.ASK - 1)
    assert not state.season.asked
    with pytest.raises(Unplayable, match="not_asked"):
        s.stays(state, 0, True)
    state = s.goes_on(state, WEEKS - s.ASK)
    assert state.season.asked
    assert s.next_moment(state) == WEEKS
    state = s.stays(s.stays(state, 0, True), 1, False)
    closed = s.goes_on(state, WEEKS)
    assert t.over(closed)
    assert s.goes_on(closed, 2 * WEEKS) == closed
    assert s.staying(closed) == [0], "silence is no yes"
    with pytest.raises(Unplayable, match="no_season"):
        s.stays(closed, 2, True)


def test_when_all_is_played_it_ends_as_soon_as_everybody_has_answered_or_two_days_later():
    state = s.goes_on(in_order(league()), DAY)
    assert state.season.asked
    assert state.season.ends == DAY + s.ANSWER
    for entrant in range(4):
        assert not state.season.closed
        state = s.goes_on(s.stays(state, entrant, True), DAY)
    assert state.season.closed
    assert t.places(state) == [[0], [1], [2], [3]]


def test_a_match_under_way_is_played_to_its_end_after_the_last_day():
    state = s.goes_on(want(league(), 0, 1), WEEKS)
    assert state.season.closed
    assert not t.over(state)
    state = t.report(state, state.open[0].number, GameResult(((1,), (0,))))
    assert t.over(state)
    assert table(state) == {0: 0, 1: 1, 2: 0, 3: 0}


def test_what_is_not_played_is_lost_by_whoever_never_answered():
    state = s.would_play(league(), 0, 1, WEEKS - s.PATIENCE, WEEKS)
    state = s.would_play(state, 2, 1, WEEKS - s.PATIENCE + 1, WEEKS)
    assert table(s.goes_on(state, WEEKS)) == {0: 1, 1: 0, 2: 0, 3: 0}, "who asks at the last moment has not asked"
    assert table(s.goes_on(state, WEEKS, resting={1})) == {0: 0, 1: 0, 2: 0, 3: 0}, "nobody loses by their holidays"


def test_whoever_agrees_before_the_end_plays_even_where_that_would_be_later_or_too_much_at_once():
    state = s.would_play(s.would_play(league(), 0, 1, 0, 0), 1, 0, WEEKS - DAY, WEEKS + DAY)
    assert s.agreed(state, 0, 1) == WEEKS - s.LAST
    assert [{*f.entrants} for f in t.advance(s.goes_on(state, WEEKS - s.LAST)).open] == [{0, 1}]
    late = s.would_play(s.would_play(league(), 0, 1, 0, 0), 1, 0, WEEKS - 1, WEEKS + DAY)
    assert s.agreed(late, 0, 1) == WEEKS - 1
    for other in (2, 3):
        state = want(state, 0, other)
    state = s.goes_on(state, WEEKS)
    assert sorted(sorted(f.entrants) for f in state.open) == [[0, 1], [0, 2], [0, 3]]
    assert state.season.closed
    gone = s.goes_on(t.attended(want(want(want(league(), 0, 1), 0, 2), 0, 3), {3: False}), WEEKS)
    assert sorted(sorted(f.entrants) for f in gone.open) == [[0, 1], [0, 2]]


@pytest.mark.parametrize("how", ["left", "away"])
def test_who_leaves_before_the_half_never_played_and_who_leaves_later_forfeits_the_rest(how):
    def leaves(state: TournamentState, entrant: int) -> TournamentState:
        return t.drop(state, entrant, of_own_accord=True) if how == "left" else t.attended(state, {entrant: False})

    early = s.goes_on(leaves(won(league(5), 4, 0), 4), WEEKS)
    assert t.annulled(early) == {4}
    assert table(early) == {0: 0, 1: 0, 2: 0, 3: 0, 4: 0}
    assert t.places(early)[-1] == [4]
    late = s.goes_on(leaves(won(league(5), 4, 0, 1), 4), WEEKS)
    assert not t.annulled(late)
    assert table(late) == {4: 2, 2: 1, 3: 1, 0: 0, 1: 0}
    forfeited = [f for f in late.fixtures if f.absent == (4,)]
    assert {f.places for f in forfeited} == {((2,), (4,)), ((3,), (4,))}, "by name"


def test_the_form_has_the_latest_five_in_the_order_in_which_they_ended():
    state = league(8)
    for other in (1, 2, 3, 4):
        state = won(state, 0, other)
    state = want(want(state, 0, 5), 0, 6)
    for winner, loser in ((6, 0), (0, 5)):
        number = next(f.number for f in state.open if {*f.entrants} == {winner, loser})
        state = s.goes_on(t.report(state, number, GameResult(((winner,), (loser,)))), 0)
    assert s.records(state, 0)[0].form == [s.WON, s.WON, s.WON, s.LOST, s.WON]
    state = s.goes_on(want(state, 7, 0), WEEKS)
    state = s.goes_on(t.report(state, state.open[0].number, GameResult(((0, 7),))), WEEKS)
    assert s.records(state, 0)[0].form == [s.WON, s.WON, s.LOST, s.WON, s.SHARED], "also one that ends after the last day"


def test_a_match_under_way_is_lost_by_who_leaves():
    state = want(won(league(5), 4, 0, 1), 4, 2)
    state = t.drop(state, 4, of_own_accord=True)
    assert not state.open
    assert table(state)[2] == 1
    assert s.records(state, 0)[4] == ([s.WON, s.WON, s.MISSED], 2, 1)
    assert s.records(state, 0)[2] == ([s.WON], 0, 0)


def test_a_division_of_which_two_are_left_still_has_its_season():
    state = league(3)
    state = t.drop(state, 2, of_own_accord=True)
    assert [{*pair} for _, pair in s.left(state)] == [{0, 1}]
    state = s.goes_on(won(state, 1, 0), 0)
    assert state.season.asked, "all is played"
    state = s.goes_on(s.stays(s.stays(state, 0, True), 1, True), 0)
    assert t.over(state)
    assert s.staying(state) == [1, 0]


def test_the_first_and_the_last_change_places():
    state = in_order(league(12, 6))
    assert s.next_seeds(state) == [0, 1, 2, 3, 6, 7, 4, 5, 8, 9, 10, 11]
    assert s.next_seeds(in_order(league(9, 3))) == [0, 1, 3, 2, 4, 6, 5, 7, 8], "one of three"


def test_a_place_that_becomes_free_is_for_the_best_of_those_who_would_go_down():
    state = s.goes_on(in_order(league(8, 4)), WEEKS)
    for entrant in (0, 2, 3, 4, 5, 6, 7):
        state = msgspec.structs.replace(state, season=msgspec.structs.replace(state.season, staying={**state.season.staying, entrant: True}))
    assert s.staying(state) == [0, 2, 4, 3, 5, 6, 7]
    assert formats.divisions(s.staying(state), 4) == [[0, 2, 4, 3], [5, 6, 7]]


def test_who_has_left_is_last_of_their_division_and_not_in_the_next_season():
    state = in_order(league(8, 4))
    state = s.stays(s.goes_on(state, 0), 0, True)
    state = s.goes_on(t.drop(state, 0, of_own_accord=True), WEEKS)
    assert s.next_seeds(state) == [1, 2, 3, 4, 0, 5, 6, 7]
    assert s.staying(state) == []


def test_a_substitute_has_agreed_to_nothing():
    state = s.would_play(league(), 0, 1, 0, 0)
    state = s.stays(s.goes_on(state, WEEKS - s.ASK), 0, True)
    state = s.replaced(state, 0)
    assert s.wish(state, 0, 1) is None
    assert not state.season.staying


def test_time_in_which_nobody_could_play_is_added():
    state = s.would_play(s.would_play(league(), 0, 1, 0, DAY), 1, 0, 0, 2 * DAY)
    state = s.later(state, 10 * DAY)
    assert (s.next_moment(state), state.season.ends) == (12 * DAY, WEEKS + 10 * DAY)


def test_a_league_is_plain_data_and_has_no_rounds_to_take_back():
    state = s.stays(s.goes_on(s.would_play(won(league(), 0, 1), 2, 3, 0, 0), WEEKS - s.ASK), 1, False)
    assert msgspec.json.decode(msgspec.json.encode(state), type=TournamentState) == state
    with pytest.raises(Unplayable):
        t.rollback(state)
    with pytest.raises(Unplayable):
        t.come_back(t.drop(state, 0, of_own_accord=True), 0)


@pytest.mark.parametrize("seed", range(3))
def test_seasons_by_chance_end_with_a_place_for_everybody_and_every_pair_once(seed):
    rng, now = random.Random(seed), 0.0
    state = league(11, 4)
    while not t.over(state):
        now += rng.random() * DAY
        act = rng.random()
        if state.open and (act < 0.5 or state.season.closed):
            fixture = rng.choice(state.open)
            a, b = fixture.entrants
            state = t.report(state, fixture.number, GameResult(rng.choice((((a,), (b,)), ((b,), (a,)), ((a, b),)))))
        elif act < 0.9 and (pairs := s.left(state)):
            _, (a, b) = rng.choice(pairs)
            if not s.waits(state, a, b):
                state = s.would_play(state, *rng.choice(((a, b), (b, a))), now, now + rng.choice((0, 2 * DAY)))
        elif act > 0.985 and not state.season.closed:
            state = t.drop(state, rng.choice(state.active))
        elif act > 0.97:
            state = t.attended(state, {e: rng.random() < 0.9 for e in state.seeds})
        state = t.advance(s.goes_on(state, now))
        for entrant in state.seeds:
            assert sum(entrant in f.entrants for f in state.open) <= s.AT_ONCE
    met = [frozenset(f.entrants) for f in state.fixtures]
    out = t.annulled(state)
    assert len(met) == len({*met})
    assert {*met} >= {frozenset(p) for group in state.groups for p in combinations(group, 2) if not out & {*p}}
    assert sorted(e for place in t.places(state) for e in place) == [*range(11)]
    assert sorted(s.next_seeds(state)) == [*range(11)]
    assert state.season.ends <= WEEKS


def test_sixty_divisions_of_eight_are_quick():
    state = league(480, 8)
    for _, pair in s.left(state)[::7]:
        state = s.would_play(s.would_play(state, *pair, 0, 0), *pair[::-1], 0, 0) if not pair[0] % 5 else state
    begun = time.process_time()
    state = t.advance(s.goes_on(state, 0))
    state = s.goes_on(state, WEEKS)
    s.next_moment(state)
    order = s.next_seeds(state)
    assert time.process_time() - begun < 2
    assert len(order) == 480
    assert [a for a, b in pairwise(sorted(order)) if a == b] == []
