"""Round robins, groups, pods and brackets."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from rules.competition.formats import Bracket, groups, pods, round_robin, seeding


@pytest.mark.parametrize("n", range(2, 15))
@pytest.mark.parametrize("twice", [False, True])
def test_round_robin(n, twice):
    """Everybody meets everybody, plays at most once a round, and has the first seat as often as the others, give or take one."""
    rounds = round_robin(range(n), twice)
    times = 2 if twice else 1
    assert len(rounds) == times * (n - 1 if n % 2 == 0 else n)
    for pairs in rounds:
        assert len({e for pair in pairs for e in pair}) == 2 * (n // 2)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter({frozenset(pair): times for pair in combinations(range(n), 2)})
    firsts = Counter(a for pairs in rounds for a, _ in pairs)
    assert max(firsts.values()) - min(firsts[e] for e in range(n)) <= (0 if twice else 1)


def test_groups_are_dealt_to_and_fro():
    assert groups(range(8), 2) == [[0, 3, 4, 7], [1, 2, 5, 6]]
    assert [len(g) for g in groups(range(11), 3)] == [4, 4, 3] or sum(len(g) for g in groups(range(11), 3)) == 11
    with pytest.raises(ValueError, match="two entrants"):
        groups(range(3), 2)


@pytest.mark.parametrize("n", [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 16, 23, 40])
def test_pods_are_full_and_repeat_little(n):
    met = {e: Counter() for e in range(n)}
    order = list(range(n))
    rng = random.Random(n)
    for number in range(3):
        tables = pods(order, met)
        assert sorted(e for pod in tables for e in pod) == list(range(n))
        assert {len(pod) for pod in tables} <= {3, 4}
        for pod in tables:
            for a, b in combinations(pod, 2):
                if n >= 16 and number < 3:
                    assert not met[a][b], "with so many nobody need meet twice in three rounds"
                met[a][b] += 1
                met[b][a] += 1
        rng.shuffle(order)


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_numbers_that_fill_no_tables(n):
    with pytest.raises(ValueError, match="do not fill"):
        pods(range(n), {})


def test_seeding_keeps_the_best_apart():
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    for n in (2, 4, 16, 128):
        assert sorted(seeding(n)) == list(range(n))


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("n", [*range(2, 34), 64, 128])
def test_brackets(n, double):
    """Everybody but the winner goes out with one loss, or two; nobody meets somebody unknown; places name everybody once."""
    for seed in range(3):
        bracket, rng = Bracket(range(n), double), random.Random(seed)
        results: dict[int, int] = {}
        losses: Counter[int] = Counter()
        while ready := bracket.ready(results):
            node, a, b = rng.choice(ready)
            assert max(losses[a], losses[b]) < (2 if double else 1), "who is out does not play"
            results[node.number] = rng.choice((a, b))
            losses[a if results[node.number] == b else b] += 1
        limit = 2 if double else 1
        still = [e for e in range(n) if losses[e] < limit]
        assert len(still) == 1
        places = bracket.places(results)
        assert places[0] == still
        assert sorted(e for group in places for e in group) == list(range(n))
        assert len(results) in ((n - 1,) if not double else (2 * n - 2, 2 * n - 1))


def test_favourites_meet_late_and_have_the_byes():
    bracket = Bracket(range(6))
    assert {(a, b) for _, a, b in bracket.ready({})} == {(3, 4), (2, 5)}
    results: dict[int, int] = {}
    while ready := bracket.ready(results):
        node, a, b = ready[0]
        results[node.number] = min(a, b)
    assert bracket.places(results) == [[0], [1], [2, 3], [4, 5]]


def test_third_place():
    bracket = Bracket(range(4), third=True)
    results: dict[int, int] = {}
    while ready := bracket.ready(results):
        node, a, b = ready[0]
        results[node.number] = max(a, b) if node.side == "third" else min(a, b)
    assert bracket.places(results) == [[0], [1], [3], [2]]


def test_the_second_final_is_played_only_after_a_first_one_lost():
    bracket = Bracket(range(4), double=True)
    results: dict[int, int] = {}
    while ready := bracket.ready(results):
        node, a, b = ready[0]
        results[node.number] = min(a, b)
    assert sum(bracket.nodes[n].side == "final" for n in results) == 1
    assert bracket.places(results)[0] == [0]
    upset: dict[int, int] = {}
    while ready := bracket.ready(upset):
        node, a, b = ready[0]
        upset[node.number] = b if node.side == "final" else min(a, b)
    assert sum(bracket.nodes[n].side == "final" for n in upset) == 2


def test_one_alone_needs_no_bracket():
    with pytest.raises(ValueError, match="two entrants"):
        Bracket([0])
