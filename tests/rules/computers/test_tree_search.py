"""Looking ahead: held against games whose theory is known, and against plain arithmetic."""

from __future__ import annotations

import math
from collections import Counter
from functools import reduce
from operator import xor
from typing import NamedTuple

import pytest

from rules.computers.evaluation import Judgement
from rules.computers.first_impression import FirstImpression
from rules.computers.scripted import Scripted
from rules.computers.tree_search import Candidate, Guide, Search
from rules.game import Budget, Outcome
from rules.randomness import Chance


class Heaps(NamedTuple):
    """Nim: whoever takes the last stick wins; so many seats, and whose turn it is."""

    sticks: tuple[int, ...]
    turn: int = 0
    seats: int = 2


class Nim:
    """Counts how often a position follows from another."""

    def __init__(self):
        self.applied = 0

    def to_act(self, state):
        return (state.turn,) if any(state.sticks) else ()

    def apply(self, state, seat, action):
        assert seat == state.turn
        self.applied += 1
        heap, n = map(int, action)
        sticks = [*state.sticks]
        sticks[heap] -= n
        return NimStep(Heaps(tuple(sticks), (seat + 1) % state.seats, state.seats))

    def outcome(self, state):
        if any(state.sticks):
            return None
        winner = (state.turn - 1) % state.seats
        return Outcome(((winner,), tuple(s for s in range(state.seats) if s != winner)), "last", "N-1")


class NimStep(NamedTuple):
    state: Heaps


class Blind(Guide):
    """Knows what is legal, and nothing else."""

    worlds = 4
    boldness = 1.4

    def candidates(self, rules, state, seat):
        return [Candidate(0.0, (str(h), str(n))) for h, heap in enumerate(state.sticks) for n in range(1, heap + 1)]

    def shares(self, rules, state):
        return [1 / state.seats] * state.seats


def nim_sum(sticks):
    return reduce(xor, sticks)


@pytest.mark.parametrize("sticks", [(1, 2), (3, 1), (1, 2, 2), (2, 3, 4), (1, 4, 2)])
def test_the_winning_move_of_nim_is_found_by_looking_alone(sticks):
    state = Heaps(sticks)
    heap, n = map(int, Search(Blind(), 0).decide(Nim(), lambda chance: state, 0, Chance.of(1), Budget(6000)))
    after = [*sticks]
    after[heap] -= n
    assert nim_sum(after) == 0


def test_each_seat_wants_its_own_victory():
    """Of three, whoever is to move with one heap of two: taking one gives the game to the next, taking both wins it."""
    for turn in range(3):
        state = Heaps((2,), turn, 3)
        best, other = Search(Blind(), 0).weigh(Nim(), lambda chance, s=state: s, turn, Chance.of(1), Budget(60))
        assert (best.action, best.share) == (("0", "2"), 1.0)
        assert other.share < 0.3


def test_so_many_positions_are_looked_at_and_none_where_there_is_no_choice():
    rules, state = Nim(), Heaps((3, 4))
    weighed = Search(Blind(), 0).weigh(rules, lambda chance: state, 0, Chance.of(1), Budget(50))
    assert sum(w.looks for w in weighed) <= 50
    assert 20 < rules.applied <= 50
    rules = Nim()
    assert Search(Blind(), 0).decide(rules, lambda chance: Heaps((1,)), 0, Chance.of(1), Budget(1000)) == ("0", "1")
    assert rules.applied == 0


def test_it_ends_when_its_time_is_over():
    rules = Nim()
    Search(Blind(), 0).decide(rules, lambda chance: Heaps((9, 9, 9)), 0, Chance.of(1), Budget(10**9, lambda: True))
    assert rules.applied <= 8


def test_it_ends_as_soon_as_nothing_can_overtake_the_best():
    rules = Nim()
    Search(Blind(), 0).decide(rules, lambda chance: Heaps((2,), 0, 3), 0, Chance.of(1), Budget(1000))
    assert rules.applied < 1000


def test_what_was_played_is_looked_at_often_enough_to_be_compared():
    class Narrow(Blind):
        def candidates(self, rules, state, seat):
            return [c for c in super().candidates(rules, state, seat) if c.action != ("1", "1")] or super().candidates(rules, state, seat)

    search = Search(Narrow(), 0)
    weighed = {w.action: w for w in search.weigh(Nim(), lambda chance: Heaps((1, 2)), 0, Chance.of(1), Budget(200), played=("1", "1"))}
    assert weighed["1", "1"].share > 0.8, "the only move that wins"
    assert weighed["1", "1"].looks >= max(w.looks for w in weighed.values()) // 2
    poor = {w.action: w for w in search.weigh(Nim(), lambda chance: Heaps((3, 4)), 0, Chance.of(1), Budget(5), played=("0", "3"))}
    assert poor["0", "3"].looks >= 2 * Narrow.worlds


class Coin(NamedTuple):
    """A hidden coin: `guess` wins if it shows heads, `safe` wins with a share that is known; then it is over."""

    heads: bool
    share: float | None = None


class Toss:
    def to_act(self, state):
        return (0,) if state.share is None else (1,)

    def apply(self, state, seat, action):
        return TossStep(Coin(state.heads, float(state.heads) if action == ("guess",) else float(action[1])))

    def outcome(self, state):
        return None


class TossStep(NamedTuple):
    state: Coin


class Guesser(Guide):
    worlds = 64

    def __init__(self, safe):
        self.safe = safe

    def candidates(self, rules, state, seat):
        return [Candidate(0.0, ("guess",)), Candidate(0.0, ("safe", self.safe))] if seat == 0 else [Candidate(0.0, ("safe", str(state.share)))]

    def shares(self, rules, state):
        share = 0.5 if state.share is None else state.share
        return [share, 1 - share]


@pytest.mark.parametrize(("safe", "wanted"), [("0.6", "safe"), ("0.4", "guess")])
def test_what_is_hidden_is_averaged_and_not_known(safe, wanted):
    action = Search(Guesser(safe), 0).decide(Toss(), lambda chance: Coin(chance.below(2) == 1), 0, Chance.of(5), Budget(2000))
    assert action[0] == wanted


def test_where_all_looks_lost_what_promised_nothing_is_looked_at():
    """Of two candidates the one that promises nothing wins; the position is taken for lost, and so it is by the other one."""

    class Gloomy(Guesser):
        def candidates(self, rules, state, seat):
            return [c._replace(promise=-30.0 * (c.action == ("guess",))) for c in super().candidates(rules, state, seat)]

        def shares(self, rules, state):
            return [state.share or 0.0, 1 - (state.share or 0.0)]

    assert Search(Gloomy("0.0"), 0).decide(Toss(), lambda chance: Coin(True), 0, Chance.of(1), Budget(400)) == ("guess",)
    assert Search(Gloomy("0.2"), 0).decide(Toss(), lambda chance: Coin(True), 0, Chance.of(1), Budget(400)) == ("safe", "0.2"), "not lost"


def test_the_same_question_has_the_same_answer():
    state = Heaps((3, 5, 6))
    found = [Search(Blind(), 0).weigh(Nim(), lambda chance: state, 0, Chance.of(n), Budget(300)) for n in (1, 1)]
    assert found[0] == found[1]


def test_shares_of_a_victory():
    assert Outcome(((1,), (0, 2)), "", "").shares == [0, 1, 0]
    assert Outcome(((0, 2), (1,)), "", "").shares == [0.5, 0, 0.5]


def test_a_judgement_is_the_softmax_of_its_sums_and_who_has_left_wins_nothing():
    judgement = Judgement({"a": 2.0, "b": -1.0})
    shares = judgement.shares([[1.0, 1.0], [0.5, 0.0], []])
    odds = [math.e**1.0, math.e**1.0, 0]
    assert shares == pytest.approx([o / sum(odds) for o in odds])
    assert judgement.shares([[1000.0, 0.0], [-1000.0, 0.0]]) == [1.0, 0.0]
    assert judgement.fits(("a", "b"))
    assert not judgement.fits(("b", "a"))


class Three(Guide):
    promises = (1.0, 0.0, -1.0)

    def candidates(self, rules, state, seat):
        return [Candidate(promise, (str(n),)) for n, promise in enumerate(self.promises)]

    def shares(self, rules, state):
        raise AssertionError("nobody looks ahead")


def test_who_plays_casually_does_what_looks_good_as_often_as_it_looks_better():
    casual, chance = FirstImpression(Three(), 0.0, 1.0), Chance.of(3)
    found = Counter(casual.decide(None, lambda c: None, 0, chance, Budget(0))[0] for _ in range(3000))
    odds = [math.exp(p) for p in Three.promises]
    for n, odd in enumerate(odds):
        assert found[str(n)] / 3000 == pytest.approx(odd / sum(odds), abs=0.03)


def test_who_plays_casually_overlooks_things():
    careless, sure, chance = FirstImpression(Three(), 0.5, 1e-6), FirstImpression(Three(), 0.0, 1e-6), Chance.of(3)
    assert {sure.decide(None, lambda c: None, 0, chance, Budget(0)) for _ in range(100)} == {("0",)}
    found = Counter(careless.decide(None, lambda c: None, 0, chance, Budget(0))[0] for _ in range(3000))
    # The best is noticed in half of all cases, or nothing is, and then all are seen.
    assert found["0"] / 3000 == pytest.approx(1 / 2 + 1 / 8, abs=0.03)
    assert found["1"] / 3000 == pytest.approx(1 / 4, abs=0.03)


def test_a_script_is_followed():
    assert Scripted(lambda rules, glimpse, seat, chance: (glimpse(chance), str(seat))).decide(None, lambda c: "x", 1, Chance.of(1), Budget(0)) == (
        "x",
        "1",
    )


def test_a_glance_compares_an_action_with_the_best_in_the_same_worlds():
    """What a safe guess brings is known; a hidden coin brings what it shows in each of the worlds, which are drawn once for all. In the mean over
    all worlds: who could choose in each of them would know the coin."""
    rules, search, drawn = Toss(), Search(Guesser("0.6"), 0), []

    def glimpse(chance):
        drawn.append(chance.below(2) == 1)
        return Coin(drawn[-1])

    for seed in range(5):
        for action in (("safe", "0.6"), ("guess",)):
            drawn.clear()
            best, after = search.glance(rules, glimpse, 0, Chance.of(seed), action)
            share = sum(drawn) / len(drawn)
            assert (best, after) == (pytest.approx(max(0.6, share)), pytest.approx(0.6 if action[0] == "safe" else share))
            assert 1 < len(drawn) < 10
    assert search.glance(rules, lambda chance: Coin(True, 0.25), 1, Chance.of(3), ("safe", "0.25")) is None, "there is no choice"
    (before, after) = Search(Blind(), 0).glance(Nim(), lambda chance: Heaps((1, 1), 0), 0, Chance.of(1), ("0", "1"))
    assert (before, after) == (0.5, 0.5)
    assert Search(Blind(), 0).glance(Nim(), lambda chance: Heaps((2,), 0), 0, Chance.of(1), ("0", "2")) == (1.0, 1.0), "it is won"


def test_candidates_may_share_an_action_and_differ_in_their_plan():
    """From one heap of three: taking one, and then either one (which loses) or two (which wins), both in one go."""

    class Planner(Blind):
        def candidates(self, rules, state, seat):
            if state.sticks != (3,):
                return super().candidates(rules, state, seat)
            return [Candidate(0.0, ("0", "1"), plan=1), Candidate(0.0, ("0", "1"), plan=2), Candidate(0.0, ("0", "2"))]

        def after(self, rules, state, seat, candidate, chance):
            after = rules.apply(state, seat, candidate.action).state
            return after if candidate.plan is None else rules.apply(after._replace(turn=seat), seat, ("0", str(candidate.plan))).state

    best, other = Search(Planner(), 0).weigh(Nim(), lambda chance: Heaps((3,)), 0, Chance.of(1), Budget(60))
    assert (best.action, best.share) == (("0", "1"), 1.0)
    assert other.action == ("0", "2")
