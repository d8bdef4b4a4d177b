"""Counting a game to its end, held against trees in which everything is looked at."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace

import pytest

from rules.computers.endgame_solver import Count, Unfinished
from rules.computers.tree_search import Candidate, Guide, Search
from rules.game import Budget, Outcome
from rules.randomness import Chance

WINNERS = (((0,), (1,)), ((1,), (0,)), ((0, 1),))


class Tree:
    """A game of two that is a tree: a position is a list of what can follow, with whose turn it is, or how it ends."""

    def __init__(self, seed: int, depth: int = 4) -> None:
        self.rng, self.asked = random.Random(seed), 0
        self.root = self._grown(depth)

    def _grown(self, depth):
        if not depth or self.rng.random() < 0.1:
            return Outcome(self.rng.choice(WINNERS), "", "")
        return SimpleNamespace(seat=self.rng.randrange(2), below=[self._grown(depth - 1) for _ in range(self.rng.randint(1, 4))])

    def to_act(self, state):
        return () if isinstance(state, Outcome) else (state.seat,)

    def apply(self, state, seat, action):
        assert seat == state.seat
        self.asked += 1
        return SimpleNamespace(state=state.below[int(action[0])])

    def outcome(self, state):
        return state if isinstance(state, Outcome) else None

    def moves(self, state):
        return [] if isinstance(state, Outcome) else [(str(n),) for n in range(len(state.below))]


def plainly(tree, state, seat):
    """What a seat gets, by looking at everything."""
    if isinstance(state, Outcome):
        return (seat in state.winners) / len(state.winners)
    found = [plainly(tree, below, seat) for below in state.below]
    return max(found) if state.seat == seat else min(found)


class Counting(Guide):
    worlds = 1

    def candidates(self, rules, state, seat):
        return [Candidate(0.0, action) for action in rules.moves(state)]

    def shares(self, rules, state):
        return [0.5, 0.5]

    def last_moves(self, rules, state):
        return rules.moves(state)


def trees():
    return [tree for tree in map(Tree, range(200)) if not isinstance(tree.root, Outcome)]


def test_each_action_is_worth_what_the_whole_tree_says():
    shares = set()
    for tree in trees():
        for number, below in enumerate(tree.root.below):
            for seat in (0, 1):
                found = Count(tree, lambda rules, state: rules.moves(state), seat, Budget(10_000)).after(tree.root, (str(number),))
                assert found == plainly(tree, below, seat)
                shares.add(found)
    assert shares == {0.0, 0.5, 1.0}


@pytest.mark.parametrize("played", [False, True])
def test_the_best_is_found_and_what_was_played_compared(played):
    for tree in trees():
        seat = tree.root.seat
        last = tree.moves(tree.root)[-1] if played else None
        found = Search(Counting(), 10_000).weigh(tree, lambda chance, tree=tree: tree.root, seat, Chance.of(1), Budget(10_000), last)
        worth = {w.action: w.share for w in found}
        best = plainly(tree, tree.root, seat)
        exact = {(str(n),): plainly(tree, below, seat) for n, below in enumerate(tree.root.below)}
        assert exact[found[0].action] == found[0].share == best
        assert all(w.proven for w in found)
        assert all(exact[action] == share for action, share in worth.items())
        assert not played or last in worth


def answers_that_win(tree, below, seat):
    """After an action that loses: how many answers of the other win, where the seat goes on as well as it can until then."""
    if isinstance(below, Outcome):
        return math.inf
    if below.seat == seat:
        return min(answers_that_win(tree, further, seat) for further in below.below)
    return sum(plainly(tree, answer, seat) == 0 for answer in below.below)


def test_where_all_is_lost_the_other_is_left_the_fewest_answers_that_win():
    seen = 0
    for tree in trees():
        seat = tree.root.seat
        if plainly(tree, tree.root, seat) > 0:
            continue
        found = Search(Counting(), 10_000).weigh(tree, lambda chance, tree=tree: tree.root, seat, Chance.of(1), Budget(10_000))
        left = {(str(n),): answers_that_win(tree, below, seat) for n, below in enumerate(tree.root.below)}
        assert left[found[0].action] == min(left.values())
        seen += len(set(left.values())) > 1
    assert seen > 3


def test_what_is_too_much_for_the_budget_is_not_counted():
    tree = Tree(3, 7)
    count = Count(tree, lambda rules, state: rules.moves(state), 0, Budget(5))
    with pytest.raises(Unfinished):
        count.after(SimpleNamespace(seat=0, below=[tree.root]), ("0",))
    assert tree.asked == 5
    assert Search(Counting(), 3).decide(tree, lambda chance: tree.root, tree.root.seat, Chance.of(1), Budget(3)) in tree.moves(tree.root)


def test_when_time_is_over_nothing_more_is_counted():
    tree = Tree(3)
    count = Count(tree, lambda rules, state: rules.moves(state), 0, Budget(10**6, lambda: True))
    found = SimpleNamespace(seat=0, below=[Outcome(((1,), (0,)), "", "")] * 300)
    with pytest.raises(Unfinished):
        count.after(SimpleNamespace(seat=0, below=[found]), ("0",))
    assert count.looks == 256
