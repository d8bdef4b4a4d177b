"""What has been seen of hands and libraries, against a second account: a mark on each card of where it came from."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.parts.known_cards import Zones, drawn, imagined, mixed
from rules.randomness import Chance


@pytest.mark.parametrize("seed", range(20))
def test_what_is_known_of_a_library_by_marks(seed):
    rng, side = Random(seed), Zones(library=[f"c{n}" for n in range(12)])
    marks = dict.fromkeys(side.library, "")
    seen_in_hand: list[str] = []
    for n in range(200):
        act = rng.choice(("draw", "draw", "top", "sink", "forget", "drop"))
        if act == "draw":
            taken = side.library[: rng.randrange(4)]
            assert side.draw(len(taken)) == taken
            seen_in_hand += [card for card in taken if marks[card] == "top"]
        elif act == "top":
            marks[f"t{n}"] = "top"
            side.put_on_top(f"t{n}")
        elif act == "sink":
            cards = [f"s{n}.{i}" for i in range(rng.randrange(3))]
            marks |= dict.fromkeys(cards, "sunk")
            side.sink(cards)
            assert side.library[len(side.library) - len(cards) :] == cards
        elif act == "forget" and n % 5 == 0:
            rng.shuffle(side.library)
            side.forget()
            marks |= dict.fromkeys(side.library, "")
        elif act == "drop" and side.hand:
            card = rng.choice(side.hand)
            side.drop(card)
            seen_in_hand = [c for c in seen_in_hand if c != card]
        lying = [marks[card] for card in side.library]
        assert (side.topped, side.peeked) == (lying.count("top"), lying.count("top"))
        assert side.sunk == lying.count("sunk")
        assert lying[: side.topped] == ["top"] * side.topped
        assert lying[len(lying) - side.sunk :] == ["sunk"] * side.sunk
        assert sorted(side.shown) == sorted(seen_in_hand)
        assert side.unseen == len(side.hand) - len(seen_in_hand)


def test_never_more_is_known_than_lies_there():
    side = Zones(library=["a", "b"], sunk=2)
    assert side.draw(9) == ["a", "b"]
    assert (side.sunk, side.peeked, drawn(2, 3), drawn(3, 2)) == (0, 0, 0, 1)
    side.sink(["a"])
    side.library.pop(0)
    side.sink(["b"])
    assert side.sunk == 1


def test_a_card_that_goes_to_the_hand_openly_is_known_until_a_copy_leaves():
    side = Zones(hand=["a", "b"])
    side.take("a")
    assert (side.hand, side.shown, side.unseen) == (["a", "b", "a"], ["a"], 2)
    side.drop("a")
    assert (sorted(side.hand), side.shown) == (["a", "b"], [])


def test_an_imagined_hand_keeps_what_is_known_and_its_size():
    side = Zones(hand=["a", "b", "c"], shown=["b"])
    assert side.imagine(["x", "y", "z"]) == ["z"]
    assert Counter(side.hand) == Counter("bxy")


def test_an_imagined_pile():
    """Its ends stay, the rest takes every order, and how it really lies plays no part."""
    pile = list("abcdef")
    found = {tuple(imagined(pile, Chance.of(n), 2, 1)) for n in range(200)}
    assert {(p[:2], p[5:]) for p in found} == {(("a", "b"), ("f",))}
    assert {p[2:5] for p in found} == {tuple(p) for p in ("cde", "ced", "dce", "dec", "ecd", "edc")}
    assert imagined(list("abedcf"), Chance.of(1), 2, 1) == imagined(pile, Chance.of(1), 2, 1)
    assert imagined(pile, Chance.of(1), 4, 5) == pile, "what is known from both ends is known"
    assert sorted(mixed(pile, Chance.of(3))) == pile
    assert pile == list("abcdef")
