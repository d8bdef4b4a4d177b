"""Whole tournaments of every format, played by chance, with drops, no-shows, late entries, and a round taken back."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from rules.competition import tournament as t
from rules.competition.tournament import GameResult, Plan, TournamentState, Unplayable

PLANS = {
    "swiss": Plan("swiss"),
    "swiss_with_cut": Plan("swiss", cut=4, rounds=3),
    "swiss_best_of_three": Plan("swiss", games=3),
    "single": Plan("single"),
    "single_with_third": Plan("single", third=True, games=3),
    "double": Plan("double"),
    "robin": Plan("robin"),
    "robin_twice": Plan("robin", rounds=2),
    "groups": Plan("groups", groups=2, cut=2),
    "pods": Plan("pods", seats=4, rounds=3),
    "pods_of_three": Plan("pods", seats=3, rounds=3),
}


def result(fixture, rng: random.Random, draws: float = 0.1) -> GameResult:
    """A game by chance; whoever has the smaller number wins more often."""
    order = sorted(fixture.entrants, key=lambda e: e + rng.gauss(0, 6))
    if rng.random() < draws:
        return GameResult((tuple(order[:2]), *((e,) for e in order[2:])))
    return GameResult(tuple((e,) for e in order), {e: n for n, e in enumerate(order)})


def play(plan: Plan, entrants: int, seed: int, trouble: bool = False) -> TournamentState:
    """A tournament to its end."""
    rng = random.Random(seed)
    state = t.begin(plan, range(entrants), seed)
    for _ in range(5000):
        further = t.advance(state)
        assert t.over(state) == (not state.open and further == state)
        state = further
        if not state.open:
            assert t.over(state)
            return state
        if trouble and rng.random() < 0.04 and len(state.active) > 3:
            state = t.drop(state, rng.choice(state.active))
            continue
        if trouble and rng.random() < 0.05 and plan.late:
            with contextlib.suppress(Unplayable):
                state = t.enter(state, len(state.seeds))
        fixture = rng.choice(state.open)
        if trouble and rng.random() < 0.06:
            state = t.absent(state, fixture.number, rng.sample(fixture.entrants, rng.randint(1, len(fixture.entrants))))
        else:
            state = t.report(state, fixture.number, result(fixture, rng))
    raise AssertionError("the tournament does not end")


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("trouble", [False, True])
@pytest.mark.parametrize("name", PLANS)
def test_every_format_ends_with_a_place_for_everybody(name, trouble):
    for entrants in (4, 6, 7, 8, 12, 17):
        plan = msgspec.structs.replace(PLANS[name], late=2) if name in ("swiss", "pods") else PLANS[name]
        state = play(plan, entrants, entrants, trouble)
        places = t.places(state)
        assert sorted(e for group in places for e in group) == sorted(state.seeds)
        assert len(places[0]) == 1 or name.startswith(("robin", "pods"))
        for fixture in state.fixtures:
            assert sorted(e for group in fixture.places for e in group) == sorted(fixture.entrants)
            gone = [e for e in fixture.entrants if state.dropped.get(e, 99) < fixture.round and fixture.stage == "main"]
            assert not gone or fixture.absent or state.finalists or fixture.node is not None
        assert t.advance(state) == state


@pytest.mark.parametrize("name", PLANS)
def test_nobody_has_two_open_matches_in_a_tournament(name):
    rng, state = random.Random(3), t.begin(PLANS[name], range(12), 3)
    while state.open:
        assert max(Counter(e for f in state.open for e in f.entrants).values()) == 1
        fixture = rng.choice(state.open)
        state = t.advance(t.report(state, fixture.number, result(fixture, rng)))
    assert t.over(state)


def test_it_is_plain_data():
    state = play(PLANS["swiss_with_cut"], 9, 3)
    assert msgspec.json.decode(msgspec.json.encode(state), type=TournamentState) == state


def test_the_same_results_give_the_same_tournament():
    assert play(PLANS["groups"], 11, 5, True) == play(PLANS["groups"], 11, 5, True)


def test_swiss_rounds_and_byes():
    state = play(Plan("swiss"), 9, 1)
    assert state.rounds == state.round == 4
    byes = Counter(f.entrants[0] for f in state.fixtures if f.bye)
    assert sorted(byes.values()) == [1, 1, 1, 1]


def test_the_cut_takes_the_first_of_the_standings():
    state = t.begin(Plan("swiss", rounds=2, cut=4), range(8), 1)
    while state.stage == "main":
        for fixture in state.open:
            state = t.report(state, fixture.number, GameResult(((min(fixture.entrants),), (max(fixture.entrants),))))
        best = [line.entrant for line in t.standings(state).lines][:4]
        state = t.advance(state)
    assert list(state.finalists) == best
    assert {frozenset(f.entrants) for f in state.open} == {frozenset((best[0], best[3])), frozenset((best[1], best[2]))}


def test_groups_send_their_best():
    state = t.begin(Plan("groups", groups=2, cut=2), range(8), 1)
    while state.stage == "main":
        for fixture in state.open:
            state = t.report(state, fixture.number, GameResult(((min(fixture.entrants),), (max(fixture.entrants),))))
        state = t.advance(state)
    assert state.finalists == (0, 1, 3, 2)
    assert {frozenset(f.entrants) for f in state.open} == {frozenset((0, 2)), frozenset((1, 3))}, "winners meet seconds of the other group"


def test_round_robin_meets_everybody():
    state = play(Plan("robin"), 7, 2)
    assert Counter(frozenset(f.entrants) for f in state.fixtures) == Counter(frozenset(p) for p in combinations(range(7), 2))


def test_best_of_three():
    state = t.begin(Plan("single", games=3), range(2), 1)
    (fixture,) = state.open
    assert fixture.seating == (0, 1)
    state = t.report(state, 0, GameResult(((1,), (0,))))
    assert state.open[0].seating == (1, 0), "the first seat goes round"
    state = t.report(state, 0, GameResult(((0,), (1,))))
    assert state.open
    state = t.report(state, 0, GameResult(((0,), (1,))))
    assert not state.open
    assert t.places(state) == [[0], [1]]


def test_a_match_of_a_bracket_needs_a_winner():
    state = t.begin(Plan("single"), range(2), 1)
    for number in range(1 + t.EXTRA_GAMES):
        assert state.open, number
        state = t.report(state, 0, GameResult(((0, 1),)))
    assert not state.open
    assert len(t.places(state)[0]) == 1
    swiss = t.report(t.begin(Plan("swiss", rounds=1), range(2), 1), 0, GameResult(((0, 1),)))
    assert t.places(swiss) != [], "elsewhere a draw is a draw"
    assert swiss.fixtures[0].places == ((0, 1),)


def test_nobody_came():
    state = t.absent(t.begin(Plan("swiss", rounds=1), range(2), 1), 0, [0, 1])
    assert [line.points for line in t.standings(state).lines] == [0, 0]
    state = t.absent(t.begin(Plan("single"), range(4), 1), 0, [0, 3])
    assert len(state.fixtures[0].places[0]) == 1, "somebody goes on, by lot"


def test_a_drop_loses_what_is_open_and_plays_no_more():
    state = t.begin(Plan("swiss", rounds=3), range(4), 1)
    mine = next(f for f in state.open if 0 in f.entrants)
    state = t.drop(state, 0)
    assert state.fixtures[mine.number].absent == (0,)
    assert state.fixtures[mine.number].places[0] != (0,)
    for fixture in state.open:
        state = t.report(state, fixture.number, GameResult(((fixture.entrants[0],), (fixture.entrants[1],))))
    assert all(0 not in f.entrants for f in t.advance(state).open)
    with pytest.raises(Unplayable, match="not_in"):
        t.drop(state, 0)


def test_late_entries():
    state = t.begin(Plan("swiss", rounds=4, late=2), range(4), 1)
    state = t.enter(state, 4)
    assert state.entered[4] == 2
    for fixture in state.open:
        state = t.report(state, fixture.number, GameResult(((fixture.entrants[0],), (fixture.entrants[1],))))
    state = t.advance(state)
    assert any(4 in f.entrants for f in state.fixtures if f.round == 2)
    with pytest.raises(Unplayable, match="too_late"):
        t.enter(state, 5)
    with pytest.raises(Unplayable, match="too_late"):
        t.enter(t.begin(Plan("single"), range(4), 1), 4)


def test_a_round_is_taken_back():
    state = t.begin(Plan("swiss", rounds=3), range(6), 1)
    before = state
    for fixture in state.open:
        state = t.report(state, fixture.number, GameResult(((fixture.entrants[0],), (fixture.entrants[1],))))
    second = t.advance(state)
    assert second.round == 2
    assert t.rollback(second) == state
    assert t.advance(t.rollback(t.rollback(second))) == before
    with pytest.raises(Unplayable, match="nothing"):
        t.rollback(t.rollback(before))


def test_seeding():
    ratings = {0: 1500, 1: 1700, 2: 1600}
    assert t.seeded([0, 1, 2], "rating", 1, ratings) == [1, 2, 0]
    assert t.seeded([2, 0, 1], "hand", 1, ratings) == [2, 0, 1]
    assert {t.seeded([0, 1, 2], "rating", seed, {1: 1, 2: -1})[0] for seed in range(20)} == {1}, "no rating is one of 0"
    assert t.begin(Plan("single"), range(3), 1, ratings).ratings == ratings
    assert t.begin(Plan("single"), range(3), 1).ratings == {}
    assert sorted(t.seeded(range(9), "random", 1, {})) == list(range(9))
    assert t.seeded(range(9), "random", 1, {}) == t.seeded(range(9), "random", 1, {}) != t.seeded(range(9), "random", 2, {})


@pytest.mark.parametrize(
    ("plan", "entrants", "why"),
    [
        (Plan("stairs"), 8, "format"), (Plan("swiss"), 1, "entrants"), (Plan("swiss"), 129, "entrants"), (Plan("swiss", games=2), 8, "games"),
        (Plan("swiss", seats=4), 8, "seats"), (Plan("pods"), 8, "seats"), (Plan("pods", seats=4), 5, "entrants"), (Plan("groups"), 8, "groups"),
        (Plan("groups", groups=5), 8, "groups"), (Plan("single", cut=4), 8, "cut"), (Plan("swiss", cut=9), 8, "cut"),
    ],
)  # fmt: skip
def test_plans_that_cannot_be_played(plan, entrants, why):
    with pytest.raises(Unplayable, match=why):
        t.begin(plan, range(entrants), 1)


def test_reports_that_do_not_fit():
    state = t.begin(Plan("swiss", rounds=1), range(4), 1)
    with pytest.raises(Unplayable, match="not_open"):
        t.report(state, 99, GameResult(((0,), (1,))))
    with pytest.raises(Unplayable, match="places"):
        t.report(state, 0, GameResult(((0,), (9,))))
    with pytest.raises(Unplayable, match="not_open"):
        t.absent(state, 0, [9])


def test_who_leaves_a_table_of_four_leaves_the_others_playing():
    state = t.begin(Plan("pods", seats=4, rounds=2), list(range(8)), 7)
    table = next(f for f in state.open if 3 in f.entrants)
    left = t.drop(state, 3)
    assert left.open == state.open
    others = [e for e in table.entrants if e != 3]
    for fixture in left.open:
        order = [*others, 3] if fixture.number == table.number else list(fixture.entrants)
        left = t.report(left, fixture.number, GameResult(tuple((e,) for e in order)))
    assert all(3 not in f.entrants for f in t.advance(left).open)


@pytest.mark.parametrize(
    ("format", "rounds", "why"), [("single", 1, "no_rounds"), ("double", 1, "no_rounds"), ("robin", 3, "rounds"), ("swiss", 8, "rounds")]
)
def test_rounds_that_there_cannot_be(format, rounds, why):
    """Eliminations have as many rounds as they need; a round robin goes round twice at the most; in a Swiss of eight everybody meets seven."""
    with pytest.raises(Unplayable, match=f"^{why}$"):
        t.check_plan(Plan(format, rounds=rounds), 8)
    t.check_plan(Plan(format, rounds=rounds - 1), 8)


def test_who_sits_out_where_tables_cannot_be_filled():
    """Five fill no tables of four: the last of the standings sits out, and the next round somebody who has not."""
    state = t.begin(Plan("pods", seats=4, rounds=3), range(6), 3)
    state = t.drop(state, 5)
    while state.round == 1 and state.open:
        fixture = state.open[0]
        state = t.report(state, fixture.number, GameResult(tuple((e,) for e in fixture.entrants)))
    sat = []
    for _ in range(2):
        state = t.advance(state)
        (table,) = state.open
        (out,) = {0, 1, 2, 3, 4} - set(table.entrants)
        last = next(
            line.entrant
            for line in reversed(t.standings(state, [f for f in state.fixtures if f.round < state.round]).lines)
            if line.entrant not in (5, *sat)
        )
        assert out == last
        sat.append(out)
        (bye,) = [f for f in state.fixtures if f.bye and f.round == state.round]
        assert (bye.entrants, bye.places) == ((out,), ((out,),))
        state = t.report(state, table.number, GameResult(tuple((e,) for e in sorted(table.entrants))))
    assert len(set(sat)) == 2


def test_a_bye_counts_when_its_round_is_over():
    """After a round of three, whoever sits out the next one has no point more while it is played."""
    state = t.begin(Plan("swiss", rounds=3), [0, 1, 2], 1)
    (going,) = state.open
    assert set(t.standings(state).points.values()) == {0}, "the first round is under way"
    state = t.advance(t.report(state, going.number, GameResult(tuple((e,) for e in going.entrants))))
    assert state.round == 2
    assert sorted(t.standings(state).points.values()) == [0, 2, 2]


def test_who_left_of_their_own_accord_comes_back_and_who_was_taken_out_does_not():
    state = t.begin(Plan("swiss", rounds=3), [0, 1, 2, 3], 1)
    gone = t.drop(t.drop(state, 0, of_own_accord=True), 1)
    back = t.come_back(gone, 0)
    assert back.active == [0, 2, 3]
    for who in (1, 2):
        with pytest.raises(t.Unplayable, match="not_left"):
            t.come_back(gone, who)
    with pytest.raises(t.Unplayable, match="not_left"):
        t.come_back(back, 0)
    single = t.drop(t.begin(Plan("single"), [0, 1, 2, 3], 1), 0, of_own_accord=True)
    with pytest.raises(t.Unplayable, match="too_late"):
        t.come_back(single, 0)
