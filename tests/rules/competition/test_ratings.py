"""Ratings: who wins rises, ties hold, surprises count more, and more games make surer."""

from __future__ import annotations

import random

import pytest

from rules.competition.ratings import Rating, rate


def test_the_winner_rises_and_everybody_gets_surer():
    after = rate([["a"], ["b"]], {})
    assert after["a"].mu > Rating().mu > after["b"].mu
    assert after["a"].mu - Rating().mu == pytest.approx(Rating().mu - after["b"].mu)
    assert all(r.sigma < Rating().sigma for r in after.values())
    assert (Rating().shown, Rating().unsure) == (1500, 333)
    assert after["a"].shown > 1500 > after["b"].shown


def test_a_shared_place_moves_nobody_of_equal_strength():
    after = rate([["a", "b"]], {})
    assert after["a"].mu == pytest.approx(Rating().mu)
    assert after["a"] == after["b"]


def test_a_surprise_counts_more():
    strong, weak = Rating(30, 3), Rating(20, 3)
    expected = rate([["s"], ["w"]], {"s": strong, "w": weak})
    surprise = rate([["w"], ["s"]], {"s": strong, "w": weak})
    assert surprise["w"].mu - weak.mu > 3 * (expected["s"].mu - strong.mu)


def test_four_seats_with_shared_places():
    after = rate([["a"], ["b", "c"], ["d"]], {})
    assert after["a"].mu > after["b"].mu > after["d"].mu
    assert after["b"].mu == pytest.approx(after["c"].mu)


@pytest.mark.parametrize("places", [[], [["a"]], [["a"], ["a"]]])
def test_games_that_cannot_be_rated(places):
    with pytest.raises(ValueError, match="two or more"):
        rate(places, {})


def test_many_games_find_the_order_of_strength():
    rng = random.Random(5)
    strength = {player: player * 2.0 for player in range(6)}
    ratings: dict[int, Rating] = {}
    for _ in range(300):
        players = rng.sample(sorted(strength), 3)
        order = sorted(players, key=lambda p: -rng.gauss(strength[p], 2.0))
        ratings |= rate([[p] for p in order], ratings)
    assert sorted(ratings, key=lambda p: ratings[p].sure) == sorted(strength)
    assert max(r.unsure for r in ratings.values()) < 150
