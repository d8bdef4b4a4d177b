"""What games are built from, part by part: decks, chance, hexes; from what each promises."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from rules.decks import DeckRules, read_list, stand_ins
from rules.parts import hexes
from rules.randomness import Chance, new_seed, seed_hash

RULES = DeckRules("X-1", least=2, most=6, limits={"ore": None, "elf": 2, "king": 1}, numbers={"ore": 1, "elf": 2, "king": 700}, musts={"ore": 1})


@pytest.mark.parametrize(
    ("deck", "wrong"),
    [
        ({"ore": 1}, [("deck_size", None, 1)]), ({"ore": 2}, []), ({"ore": 6}, []), ({"ore": 7}, [("deck_size", None, 7)]),
        ({"ore": 1, "elf": 2}, []), ({"ore": 1, "elf": 3}, [("deck_copies", "elf", 3)]), ({"elf": 2}, [("deck_needs", "ore", 1)]),
        ({"ore": 2, "gnome": 1}, [("deck_unknown", "gnome", None)]),
        ({"gnome": 1, "king": 2, "ore": 1}, [("deck_unknown", "gnome", None), ("deck_copies", "king", 2)]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_deck(deck, wrong):
    found = RULES.faults(deck)
    assert [(f.reason, f.facts.get("card"), f.facts.get("n")) for f in found] == wrong
    assert {f.rule for f in found} <= {"X-1"}
    assert all((f.facts["least"], f.facts["most"]) == (2, 6) for f in found if f.reason == "deck_size")
    assert all(f.facts["limit"] == RULES.limits[f.facts["card"]] for f in found if f.reason == "deck_copies")
    told = RULES.faults_of({"mine": deck, "sound": {"ore": 2}})
    assert [(line.split(": ")[1], line.split(" ")[2]) for line in told] == [("mine", reason) for reason, _, _ in wrong]


def test_the_cards_of_a_deck_stand_in_the_order_of_the_game():
    assert RULES.cards({"king": 1, "ore": 2}) == ["ore", "ore", "king"]


@pytest.mark.parametrize("seed", range(20))
def test_stand_ins_are_of_the_deck_that_fits_best(seed):
    """What was seen is not drawn again; what the deck cannot give is the spare card; of decks that fit alike each may be taken."""
    presets = {"one": {"ore": 4, "elf": 2}, "two": {"ore": 4, "king": 1}, "three": {"imp": 9}}
    chance = Chance.of(seed)
    found = stand_ins(presets, Counter({"ore": 1, "elf": 1}), "rat", 4, chance)
    assert Counter(found) <= Counter({"ore": 3, "elf": 1})
    assert len(found) == 4
    found = stand_ins(presets, Counter({"ore": 2, "king": 1}), "rat", 5, chance)
    assert Counter(found) == Counter({"ore": 2, "rat": 3})
    either = {"king" in stand_ins(presets, Counter({"ore": 1}), "rat", 9, Chance.of(n)) for n in range(20)}
    assert either == {True, False}
    assert "imp" not in stand_ins(presets, Counter({"ore": 1}), "rat", 9, chance)


def test_lists_as_people_write_them():
    names = {"ore": "ore", "elf of the north": "elf", "k 9": "king"}
    for line, found in {
        "ORE": {"ore": 1}, "12 ore": {"ore": 12}, "12x ore": {"ore": 12}, "12 × ore": {"ore": 12}, "ore x12": {"ore": 12}, "  ore   ×3 ": {"ore": 3},
        "k 9": {"king": 1}, "2 k 9": {"king": 2}, "#3 ore": {}, "0 ore": {}, "2 elf  of the\tnorth": {"elf": 2},
    }.items():  # fmt: skip
        assert read_list(line, lambda name: names.get(name.casefold())) == (found, []), line
    assert read_list("1000 ore\nore\nx 2", lambda name: names.get(name.casefold())) == ({"ore": 1}, ["1000 ore", "x 2"])


def test_chance_is_even_and_the_same_everywhere():
    """Every number and every order comes as often as others; the numbers themselves are SHA-256 of key and counter, which anybody can check."""
    chance = Chance.of(5, "a", 1)
    key = hashlib.sha256(f"{5:064x}:a:1".encode()).hexdigest()
    assert chance == Chance(key)
    for n in range(50):
        digest = hashlib.sha256(f"{key}:{n}".encode()).digest()
        assert chance.below(1000) == int.from_bytes(digest[:8], "big") % 1000
        assert chance.drawn == n + 1
    assert [Chance.of(9).below(1) for _ in range(3)] == [0, 0, 0]
    orders = Counter()
    for _ in range(2400):
        row = ["a", "b", "c", "d"]
        chance.shuffle(row)
        orders["".join(row)] += 1
    assert len(orders) == 24
    assert 60 < min(orders.values()) < max(orders.values()) < 145
    assert {chance.choice("xyz") for _ in range(50)} == {"x", "y", "z"}
    assert chance.below(2**63 + 1) <= 2**63, "half of what is drawn is thrown away, and drawn again"
    for limit in (0, -1):
        with pytest.raises(ValueError, match="nothing to draw"):
            chance.below(limit)


def test_limits_that_do_not_divide_are_drawn_again():
    """A number beyond the last whole multiple of the limit would come too often; it is thrown away."""
    limit, chance = 2**63 + 1, Chance.of(3)
    numbers = [int.from_bytes(hashlib.sha256(f"{chance.key}:{n}".encode()).digest()[:8], "big") for n in range(40)]
    fitting = [n for n in numbers if n < limit]
    assert [chance.below(limit) for _ in range(5)] == fitting[:5]


def test_seeds_are_published_by_their_hash():
    assert seed_hash(1) == hashlib.sha256(("0" * 63 + "1").encode()).hexdigest()
    seeds = {new_seed() for _ in range(64)}
    assert len(seeds) == 64
    assert max(seeds) < 2**256
    assert max(seeds) >= 2**250


def test_distances_and_steps():
    """Six steps around lead back; the distance of two hexes is the fewest steps, found by walking."""
    at, reached = (0, 0), {(0, 0): 0}
    row = [at]
    for here in row:
        if reached[here] < 4:
            for d in range(6):
                there = hexes.step(here, d)
                assert hexes.step(there, hexes.opposite(d)) == here
                if there not in reached:
                    reached[there] = reached[here] + 1
                    row.append(there)
    assert len(reached) == 61
    assert all(hexes.distance(at, there) == hexes.distance(there, at) == n for there, n in reached.items())
    assert all(hexes.distance((2, -1), (2 + q, r - 1)) == n for (q, r), n in reached.items())
