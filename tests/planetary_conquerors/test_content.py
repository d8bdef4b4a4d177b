"""Content that is wrong is named, each fault by itself and with its place (sections 3 and 14)."""

from __future__ import annotations

import pytest

from rules.planetary_conquerors.content import read_content
from tests.faulty import both, card, faults, put

DRAW = {"op": "draw", "who": "you", "amount": 1}
SHIELD = {"kw": "shielding"}


def ability(id, *path):
    return card(id, "abilities", 0, *path)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (card("recruit", "cost", None), ["recruit: cost: traps have none, all other cards have one"]),
        (card("spike_pit", "cost", {"gold": 1}), ["spike_pit: cost: traps have none, all other cards have one"]),
        (card("outpost", "cost", {"gold": 3}), []),
        (card("outpost", "cost", {"gold": 99}), ["outpost: cost: more than a storage holds"]),
        (card("outpost", "cost", {"electricity": 99}), ["outpost: cost: more than a storage holds"]),
        (card("outpost", "hp", None), ["outpost: hp: buildings and warriors have it, other cards do not"]),
        (card("recruit", "hp", None), ["recruit: hp: buildings and warriors have it, other cards do not"]),
        (card("gold_miner", "hp", 1), ["gold_miner: hp: buildings and warriors have it, other cards do not"]),
        (card("recruit", "attack", None), ["recruit: attack: warriors have it, other cards do not"]),
        (card("outpost", "attack", 1), ["outpost: attack: warriors have it, other cards do not"]),
        (card("worthy_sacrifice", "abilities", []), [
            "worthy_sacrifice: abilities: each spell has one spell ability, other cards have none",
        ]),
        (card("spike_pit", "abilities", []), ["spike_pit: abilities: each trap has one trap ability, other cards have none"]),
        (card("recruit", "abilities", [{"kind": "spell", "do": [DRAW]}]), [
            "recruit: abilities: each spell has one spell ability, other cards have none",
        ]),
        (card("recruit", "abilities", [{"kind": "trap", "do": [DRAW]}]), [
            "recruit: abilities: each trap has one trap ability, other cards have none",
        ]),
        (ability("topdecker", "do", [{"op": "kuk", "amount": 1}]), [
            "topdecker: abilities[0].do: a replacement holds only instructions without a choice",
        ]),
        (ability("insured_depot", "on", {"event": "add", "who": "you", "material": "gold"}), [
            "insured_depot: abilities[0].on: adding triggers nothing",
        ]),
        (ability("field_medic", "do", [DRAW]), ["field_medic: abilities[0].targets: t is not used"]),
        (ability("field_medic", "targets", []), ["field_medic: abilities[0].do: t is no target"]),
        (ability("insured_depot", "do", [{"op": "heal", "to": "attacker", "amount": 1}]), [
            "insured_depot: abilities[0].do: only traps know an attacker",
        ]),
        (ability("spike_pit", "do", 0, "to", "t"), ["spike_pit: abilities[0].do: t is no target"]),
    ],
)  # fmt: skip
def test_cards(spoil, named):
    """PC-1.1, PC-1.5, PC-2.2: what the structs alone cannot tell."""
    assert faults("planetary_conquerors", read_content, spoil) == [f"cards: {fault}" for fault in named]


def test_cards_are_there_once_and_the_first_miners_are_miners():
    """PC-4.2: ids and numbers are taken once; the miners everybody begins with exist."""
    assert faults("planetary_conquerors", read_content, card("outpost", "no", 1)) == ["cards: 1: no is taken"]
    twice = faults("planetary_conquerors", read_content, card("outpost", "id", "recruit"))
    assert twice == ["cards: recruit: id is taken"]
    assert faults("planetary_conquerors", read_content, put("cards", "start", ["gold_miner", "recruit"])) == ["cards: start: recruit: no such miner"]
    assert faults("planetary_conquerors", read_content, put("cards", "start", ["gold_miner", "nobody"])) == ["cards: start: nobody: no such miner"]
    assert len(faults("planetary_conquerors", read_content, both(card("outpost", "no", 1), card("recruit", "hp", None)))) == 2


def test_the_most_that_a_card_may_cost():
    """PC-2.2, PC-2.5: what a storage does not hold cannot be paid."""
    from rules.planetary_conquerors.card_vocabulary import MATERIALS
    from rules.planetary_conquerors.content import LIMITS

    for material, most in zip(MATERIALS, LIMITS, strict=True):
        assert faults("planetary_conquerors", read_content, card("outpost", "cost", {material: most})) == []
        assert faults("planetary_conquerors", read_content, card("outpost", "cost", {material: most + 1})) == [
            "cards: outpost: cost: more than a storage holds"
        ]


SEATS = "seats: one table for each number of players, two to four"
FIRST = "seats: whoever begins has nothing in store"
BOUNDS = "seats: less than nothing, or more than a storage holds"


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (put("seats", "compensation", 0, "stores", [{"gold": 1}, {"gold": 3}]), [FIRST]),
        (put("seats", "compensation", 0, "stores", [{}, {"gold": 6, "cosmium": 6, "electricity": 3}]), []),
        (put("seats", "compensation", 0, "stores", [{}, {"gold": 7}]), [BOUNDS]),
        (put("seats", "compensation", 1, "stores", [{}, {}, {"electricity": 4}]), [BOUNDS]),
        (put("seats", "compensation", 1, "stores", [{}, {"cosmium": -1}, {}]), [BOUNDS]),
        (put("seats", "compensation", 2, "stores", [{}, {}, {}]), [SEATS]),
        (put("seats", "compensation", []), [SEATS]),
        (put("seats", "compensation", 0, "stores", []), [SEATS]),
    ],
)
def test_what_later_players_begin_with(spoil, named):
    """PC-4.6, PC-2.2: a table for each number of players, nothing for the first of them, no more than fits."""
    assert faults("planetary_conquerors", read_content, spoil) == named


def test_other_materials_than_the_three_are_refused():
    """PC-2.1: a word that is no material is a fault of the file."""
    assert faults("planetary_conquerors", read_content, put("seats", "compensation", 0, "stores", [{}, {"silver": 1}]))
