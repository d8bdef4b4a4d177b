"""Round robins, groups, pods and brackets."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from rules.competition.formats import OPEN, Bracket, groups, pods, round_robin, seeding


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


@pytest.mark.sampled(0.2)
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


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 8, 11, 16])
def test_brackets_plainly(n, double):
    """Who is known where, who is out when, and that places follow from it: later out is higher, the same round shares."""
    rng = random.Random(n)
    for _ in range(4):
        bracket, results, losses, out = Bracket(range(n), double), {}, Counter(), {}
        for _ in range(200):
            known, met = bracket.known(results), bracket.meetings(results)
            for node, pair, sides in zip(bracket.nodes, met, known, strict=True):
                assert (pair is None) == (OPEN in sides)
                assert pair is None or pair == sides
                assert node.number not in results or results[node.number] in pair
            ready = bracket.ready(results)
            if not ready:
                break
            node, a, b = rng.choice(ready)
            assert (a, b) == met[node.number]
            won, lost = (a, b) if rng.random() < 0.5 else (b, a)
            results[node.number] = won
            losses[lost] += 1
            if losses[lost] == 1 + double:
                out[lost] = (2, 0) if node.side == "final" or (not double and node.round == max(x.round for x in bracket.nodes)) else (1, node.round)
        (winner,) = set(range(n)) - out.keys()
        groups = {}
        for entrant in range(n):
            groups.setdefault(out.get(entrant, (3, 0)), []).append(entrant)
        assert bracket.places(results) == [groups[level] for level in sorted(groups, reverse=True)]
        assert bracket.places(results)[0] == [winner]
        seeds = [s.seed for node in bracket.nodes for s in node.sources if s.seed is not None]
        assert sorted(seeds) == list(range(n))


def test_seeds_as_they_should_be():
    """The best meet the worst there are; of any two the better half cannot meet within it before a half is left."""
    for size in (2, 4, 8, 16, 32):
        row = seeding(size)
        while len(row) > 1:
            assert all(a + b == len(row) - 1 for a, b in zip(row[::2], row[1::2], strict=True))
            row = [min(a, b) for a, b in zip(row[::2], row[1::2], strict=True)]
    assert seeding(5) == seeding(8)
    assert seeding(1) == [0]


def test_round_robins_in_their_order():
    """Berger's tables: the last one stays and meets the others in turn, with the seats in turn; the second half has the seats exchanged."""
    for n in (4, 6, 8):
        for number, pairs in enumerate(round_robin(range(n))):
            assert pairs[0] == ((n - 1, number) if number % 2 else (number, n - 1))
            assert all((a + b) % (n - 1) == 2 * number % (n - 1) for a, b in pairs[1:])
    twice = round_robin(range(5), True)
    assert [[(b, a) for a, b in pairs] for pairs in twice[:5]] == twice[5:]


def test_groups_at_their_limits():
    assert groups(range(4), 2) == [[0, 3], [1, 2]]
    assert groups(range(7), 3) == [[0, 5, 6], [1, 4], [2, 3]]
    assert groups(range(3), 1) == [[0, 1, 2]]
    for entrants, count in ((1, 1), (3, 2), (5, 0), (0, 1)):
        with pytest.raises(ValueError, match="two entrants"):
            groups(range(entrants), count)


@pytest.mark.parametrize("n", [4, 6, 8])
def test_pods_are_the_best_that_swaps_can_make(n):
    """No exchange of two between two tables would have fewer meet again, or, with as many, sit nearer together in the standings."""
    rng = random.Random(n)
    for _ in range(10):
        met = {a: {b: rng.choice((0, 0, 1, 2)) for b in range(n) if b != a} for a in range(n)}
        met = {a: {b: met[min(a, b)][max(a, b)] for b in range(n) if b != a} for a in range(n)}
        order = rng.sample(range(n), n)

        def cost(tables, met=met, order=order):
            again = sum(met[a][b] for pod in tables for a, b in combinations(pod, 2))
            return again, sum((max(map(order.index, pod)) - min(map(order.index, pod))) ** 2 for pod in tables)

        found = pods(order, met)
        assert [len(pod) for pod in found] == {4: [4], 6: [3, 3], 8: [4, 4]}[n]
        for i, j in ((i, j) for i in range(len(found[0])) for j in range(len(found[-1])) if len(found) > 1):
            other = [found[0][:], found[1][:]]
            other[0][i], other[1][j] = other[1][j], other[0][i]
            assert cost(found) <= cost(other)
    assert pods(range(7), {}, 4) == [[0, 1, 2, 3], [4, 5, 6]]
    assert pods(range(5), {}, 3) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize("n", range(4, 18))
def test_third_place_is_played_by_those_who_have_lost_the_semifinals(n):
    """And every round of every side has the number by which it follows the one before, from 1 without a gap."""
    rng = random.Random(n)
    for _ in range(5):
        bracket, results, lost = Bracket(range(n), third=True), {}, []
        for node in bracket.nodes:
            pair = bracket.meetings(results)[node.number]
            if node.side == "third":
                assert node.round == 1
                assert set(pair) == set(lost[-3:-1]), "the two who went out before the final"
            results[node.number] = rng.choice([who for who in pair if who is not None])
            lost += [who for who in pair if who is not None and who != results[node.number]]
    for double in (False, True):
        rounds = {}
        for node in Bracket(range(n), double=double).nodes:
            rounds.setdefault(node.side, []).append(node.round)
        for side, numbers in rounds.items():
            assert numbers == sorted(numbers), side
            assert set(numbers) == set(range(1, max(numbers) + 1)), side
