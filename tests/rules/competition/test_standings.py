"""Points and tie-breaks, with every number worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.competition.standings import BREAKS, MatchResult, Standings, rounds_needed


def won(a: int, b: int, **more) -> MatchResult:
    return MatchResult((a, b), ((a,), (b,)), **more)


def drawn(a: int, b: int) -> MatchResult:
    return MatchResult((a, b), ((a, b),))


def bye(a: int) -> MatchResult:
    return MatchResult((a,), ((a,),))


FIVE = [won(0, 1), won(2, 3), bye(4), won(0, 4), drawn(1, 2), bye(3), won(2, 0), won(4, 3), bye(1)]
"""Three rounds of five: 0 has 2 points, 1 has 1.5, 2 has 2.5, 3 has 1, 4 has 2."""


def table(chain=("buchholz",), matches=FIVE, entrants=range(5), **more) -> Standings:
    return Standings(tuple(entrants), matches, chain, **more)


def test_points_of_two_and_of_four():
    assert [won(0, 1).points(e) for e in (0, 1)] == [2, 0]
    assert [drawn(0, 1).points(e) for e in (0, 1)] == [1, 1]
    assert bye(0).points(0) == 2
    four = MatchResult((0, 1, 2, 3), ((2,), (0, 3), (1,)))
    assert [four.points(e) for e in range(4)] == [3, 0, 6, 3]
    assert MatchResult((0, 1), ((0, 1),), absent=frozenset({0, 1})).points(0) == 0, "nobody came: no points"


def test_places():
    lines = table(chain=()).lines
    assert [(line.entrant, line.place, line.points) for line in lines] == [(2, 1, 5), (0, 2, 4), (4, 2, 4), (1, 4, 3), (3, 5, 2)]
    assert [line.played for line in lines] == [3, 3, 3, 3, 3]


def test_buchholz_and_its_parts():
    """0 met 1 (1.5), 4 (2) and 2 (2.5): 6. 4 sat out once, which counts its own 2, met 0 (2) and 3 (1): 5."""
    s = table()
    assert s.value("buchholz", 0) == 6
    assert s.value("buchholz", 4) == 5
    assert [(p.opponent, p.value) for p in s.parts("buchholz", 4)] == [(0, 2), (3, 1), (None, 2)]
    assert s.value("median_buchholz", 0) == 2
    assert [line.entrant for line in s.lines] == [2, 0, 4, 1, 3]


def missed(a: int, b: int, **more) -> MatchResult:
    """The second one did not come."""
    return MatchResult((a, b), ((a,), (b,)), absent=frozenset({b}), **more)


THREE_ROUNDS = [
    *(won(0, 1, round=1), missed(2, 3, round=1), bye(4)._replace(round=1)),
    *(won(0, 2, round=2), won(4, 1, round=2)),
    *(won(0, 4, round=3), won(1, 2, round=3)),
]
"""0 has 3 points, 1 has 1, 2 has 1, 4 has 2; 3 has never come, and was not paired any more."""


def test_rounds_without_a_game_count_as_fide_has_it():
    """1 met 0 (3), 4 (2), 2 (1). 4 sat out: a dummy with its own 2; met 1 (1) and 0 (3). 2 was there alone: a dummy with its own 1; met 0 (3), 1 (1).
    3 missed three rounds with its own 0; for others it would count three draws."""
    s = table(("buchholz", "sonneborn_berger"), THREE_ROUNDS, rounds={1, 2, 3})
    assert [s.value("buchholz", e) for e in range(5)] == [1 + 1 + 2, 6, 5, 0, 6]
    assert [s.value("sonneborn_berger", e) for e in range(5)] == [4, 1, 1, 0, 2 + 1]
    assert s.counted(3) == 3
    assert s.points[3] == 0
    assert [(p.opponent, p.value, p.missed) for p in s.parts("buchholz", 2)] == [(0, 3, False), (1, 1, False), (None, 1, False)]
    assert {p.missed for p in s.parts("buchholz", 3)} == {True}


def test_an_opponent_who_left_counts_half_a_point_for_each_round_after_and_who_came_back_does_not():
    left = [won(0, 1, round=1), won(2, 3, round=1), won(0, 2, round=2), won(0, 3, round=3), bye(2)._replace(round=3)]
    s = table(("buchholz",), left, range(4), rounds={1, 2, 3})
    assert [(p.opponent, p.value, p.adjusted) for p in s.parts("buchholz", 0)] == [(1, 1, True), (2, 2, False), (3, 0, False)]


def test_a_missed_round_is_cut_before_the_worst_opponent():
    rounds = [won(0, 1, round=1), won(2, 3, round=2), won(0, 2, round=3), won(4, 0, round=4)]
    s = table(("median_buchholz",), rounds, rounds={1, 2, 3, 4})
    parts = s.parts("buchholz", 0)
    kept = s.parts("median_buchholz", 0)
    assert sum(p.missed for p in parts) == 1
    assert not any(p.missed for p in kept)


def test_sonneborn_berger():
    """0 beat 1 (1.5) and 4 (2): 3.5. 2 beat 3 (1) and 0 (2), and shared with 1 (half of 1.5): 3.75."""
    s = table()
    assert s.value("sonneborn_berger", 0) == Fraction(7, 2)
    assert s.value("sonneborn_berger", 2) == Fraction(15, 4)


def test_opponents_share_of_points():
    """0 met 1 (half a point of 2), 4 (1 of 2) and 2 (2.5 of 3); 1's quarter counts as a third."""
    assert table().value("opponents_share", 0) == (Fraction(1, 3) + Fraction(1, 2) + Fraction(5, 6)) / 3


def test_head_to_head_needs_that_all_have_met():
    assert [(line.entrant, line.place) for line in table(chain=("head_to_head",)).lines][:3] == [(2, 1), (0, 2), (4, 3)]
    three = [won(0, 3), won(1, 3), won(2, 3), won(0, 1)]
    s = Standings((0, 1, 2, 3), three, ("head_to_head",))
    assert [(line.entrant, line.place) for line in s.lines] == [(0, 1), (1, 2), (2, 2), (3, 4)], "1 and 2 never met"


def test_wins_game_score_and_performance():
    matches = [won(0, 1, scores={0: 3, 1: 1}), MatchResult((0, 2), ((0, 2),), {0: 2, 2: 2})]
    s = Standings((0, 1, 2), matches, ("wins",), ratings={0: 1500, 1: 1600, 2: 1400})
    assert [s.value("wins", e) for e in (0, 1, 2)] == [1, 0, 0]
    assert [s.value("game_score", e) for e in (0, 1, 2)] == [5, 1, 2]
    assert s.value("performance", 0) == Fraction(1600 + 400 + 1400, 2)
    assert s.value("performance", 1) == 1100


def test_the_lot_is_drawn_from_the_seed_and_is_the_same_for_everybody():
    one = [line.entrant for line in Standings(range(8), [], ("lot",), seed=5).lines]
    assert one == [line.entrant for line in Standings(range(8), [], ("lot",), seed=5).lines]
    assert one != [line.entrant for line in Standings(range(8), [], ("lot",), seed=6).lines]
    assert sorted(one) == list(range(8))
    assert [line.place for line in Standings(range(8), [], ("lot",)).lines] == list(range(1, 9))


@pytest.mark.parametrize("name", BREAKS)
def test_every_tie_break_is_the_sum_or_mean_of_its_parts(name):
    s = table(chain=(name,), ratings=dict.fromkeys(range(5), 1500))
    for entrant in range(5):
        parts = [part.value for part in s.parts(name, entrant)]
        assert s.value(name, entrant) in (sum(parts), Fraction(sum(parts), max(1, len(parts))))
    assert {line.entrant for line in s.lines} == set(range(5))


def test_before_anything_is_played():
    assert [line.place for line in table(matches=[], chain=tuple(b for b in BREAKS if b != "lot")).lines] == [1] * 5


def test_an_unknown_tie_break():
    with pytest.raises(ValueError, match="no such tie-break: coin"):
        table(chain=("coin",))


def test_rounds_needed():
    assert [rounds_needed(n) for n in (2, 3, 8, 9, 128)] == [1, 2, 3, 4, 7]
