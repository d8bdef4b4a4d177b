"""Which size is about even: against games drawn by the model of the ratings, and by what has been measured."""

from __future__ import annotations

import math
import random

import pytest

from rules.competition.fair_handicaps import fair_size, worth
from rules.competition.ratings import Rating
from rules.parts.handicaps import SIZES

MEASURED = {0: 0.2, 3: 0.4, 6: 0.6}
SURE = 0.5


@pytest.mark.parametrize("size", [0, *SIZES])
def test_of_two_who_differ_by_what_a_size_is_worth_it_is_that_size(size):
    """Who wins is drawn: each has a strength of their own, and luck of the ratings' spread in the game. With the size it is about even."""
    rng, between = random.Random(size), worth(size, MEASURED) * math.sqrt(2) * 25 / 6
    weaker, stronger = Rating(25.0, SURE), Rating(25.0 + between, SURE)
    assert fair_size(weaker, stronger, MEASURED) == size

    def luck() -> float:
        return math.sqrt(2) * 25 / 6 * math.log(1 / rng.uniform(1e-9, 1 - 1e-9) - 1)

    games = 20_000
    won = sum(weaker.mu + luck() > stronger.mu for _ in range(games)) / games
    evened = 1 / (1 + math.exp(-math.log(won / (1 - won)) - worth(size, MEASURED)))
    assert evened == pytest.approx(0.5, abs=0.02)


def test_measured_sizes_are_worth_what_was_measured_and_others_lie_between():
    odds = {share: math.log(share / (1 - share)) for share in MEASURED.values()}
    assert [worth(size, MEASURED) for size in MEASURED] == pytest.approx([odds[share] - odds[0.2] for share in MEASURED.values()])
    found = [worth(size, MEASURED) for size in (0, *SIZES)]
    assert found == sorted(found)
    assert found[4] - found[3] == pytest.approx(found[5] - found[4])


def test_who_is_even_has_none_who_is_far_behind_the_largest_and_who_is_hardly_known_less():
    known, unknown = Rating(15.0, 1.0), Rating(15.0, 8.0)
    assert fair_size(Rating(), Rating(), MEASURED) == 0
    assert fair_size(Rating(-30.0, 1.0), Rating(40.0, 1.0), MEASURED) == SIZES[-1]
    assert 0 < fair_size(unknown, Rating(23.0, 1.0), MEASURED) < fair_size(known, Rating(23.0, 1.0), MEASURED)
