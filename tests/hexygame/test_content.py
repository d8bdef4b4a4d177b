"""Content that is wrong is named, each fault by itself and with its place (sections 3 and 15)."""

from __future__ import annotations

import pytest

from data.content import read
from rules.hexygame.content import read_content
from tests.faulty import both, card, faults, put

SPELL = {"kind": "spell", "effects": [{"op": "draw", "player": "you", "amount": 1}]}
HERE = {"id": "t1", "what": "reality", "filter": {}}
NUMBERS = "attack, defense, actions, points: realities have all four, other cards none"


def trigger(event, who):
    """R17 with another trigger."""
    return both(
        card("R17", "abilities", 0, "event", event),
        card("R17", "abilities", 0, "who", who),
        card("R17", "abilities", 0, "targets", []),
        card("R17", "abilities", 0, "effects", SPELL["effects"]),
    )


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (card("R01", "id", "G44"), ["G44: id: needs the colour and two digits"]),
        (card("R01", "id", "R1"), ["R1: id: needs the colour and two digits"]),
        (card("R01", "id", "R001"), ["R001: id: needs the colour and two digits"]),
        (card("R01", "id", "R0x"), ["R0x: id: needs the colour and two digits"]),
        (card("R01", "attack", None), [f"R01: {NUMBERS}"]),
        (card("R01", "points", None), [f"R01: {NUMBERS}"]),
        (card("R05", "attack", 1), [f"R05: {NUMBERS}"]),
        (both(*(card("R05", n, 1) for n in ("attack", "defense", "actions", "points"))), [f"R05: {NUMBERS}"]),
        (card("R00", "produces", None), ["R00: produces: buildings and no other cards produce energy"]),
        (card("R01", "produces", "R"), ["R01: produces: buildings and no other cards produce energy"]),
        (card("R11", "enchant", None), ["R11: enchant: enchantments and no other cards say what they enchant"]),
        (card("R01", "enchant", {"type": ["creature"]}), ["R01: enchant: enchantments and no other cards say what they enchant"]),
        (card("R05", "abilities", []), ["R05: abilities: sorceries and wizardries have exactly one spell, other cards none"]),
        (card("R05", "abilities", [SPELL, SPELL]), ["R05: abilities: sorceries and wizardries have exactly one spell, other cards none"]),
        (card("R01", "abilities", [SPELL]), ["R01: abilities: sorceries and wizardries have exactly one spell, other cards none"]),
        (card("R06", "abilities", [SPELL]), []),
        (card("R10", "abilities", 0, "modify", {"keywords": ["haste"]}), [
            "R10: abilities[0].modify.keywords: only given to oneself or to what is enchanted",
        ]),
        (card("R11", "abilities", 0, "modify", {"keywords": ["haste"]}), []),
        (card("R05", "abilities", 0, "targets", 0, "id", "t2"), [
            "R05: abilities[0].targets: named t1, then t2", "R05: abilities[0].effects: t1 is no target", "R05: abilities[0].targets: t2 is not used",
        ]),
        (card("R05", "abilities", 0, "effects", 0, "to", "t2"), [
            "R05: abilities[0].effects: t2 is no target", "R05: abilities[0].targets: t1 is not used",
        ]),
        (card("R05", "abilities", 0, "targets", []), ["R05: abilities[0].effects: t1 is no target"]),
        (card("R05", "abilities", 0, "effects", SPELL["effects"]), ["R05: abilities[0].targets: t1 is not used"]),
        (both(card("R05", "abilities", 0, "targets", []), card("R05", "abilities", 0, "effects", 0, "to", "self")), [
            "R05: abilities[0].effects: a notion is no reality that could be named self",
        ]),
        (trigger("potency_phase", "you"), []),
        (trigger("potency_phase", "self"), ["R17: abilities[0].who: does not fit the event potency_phase"]),
        (trigger("attack_declared", "self"), []),
        (trigger("attack_declared", "you"), ["R17: abilities[0].who: does not fit the event attack_declared"]),
        (trigger("combat_damage_dealt", "self"), []),
        (trigger("combat_damage_dealt", "you"), ["R17: abilities[0].who: does not fit the event combat_damage_dealt"]),
        (trigger("spell_cast", "self"), ["R17: abilities[0].who: does not fit the event spell_cast"]),
        (trigger("spell_cast", {"controller": "you"}), []),
        (trigger("enters", "self"), []),
        (trigger("enters", "you"), ["R17: abilities[0].who: does not fit the event enters"]),
    ],
)  # fmt: skip
def test_cards(spoil, named):
    """HX-4.1, HX-4.2, HX-4.5: what the structs alone cannot tell."""
    found = faults("hexygame", read_content, spoil)
    assert [fault for fault in found if not fault.startswith("decks")] == [f"cards: {fault}" for fault in named]


def test_names_are_taken_once():
    """Two cards with one name would be one word."""
    assert faults("hexygame", read_content, card("R03", "name", "Torchrunner")) == ["cards: R03: name: Torchrunner is taken"]
    assert faults("hexygame", read_content, card("R01", "name", "Goblin sapper")) == ["cards: R03: name: Goblin Sapper is taken"]


def test_decks():
    """HX-3.1: a preset names cards there are, and is fit to play."""
    first = read("hexygame")["decks"]["decks"][0]
    some = next(iter(first["cards"]))
    assert faults("hexygame", read_content, put("decks", "decks", 0, "cards", "X99", 1)) == [f"decks: {first['id']}: X99: no such card"]
    (found,) = faults("hexygame", read_content, put("decks", "decks", 0, "cards", {some: 1}))
    assert found.startswith(f"decks: {first['id']}: deck_size ")


@pytest.mark.parametrize(
    ("seats", "named"),
    [
        ([{}, {}], []),
        ([{}, {"energy": 2}], []),
        ([{"energy": 1}, {"energy": 2}], ["seats: whoever begins has no energy more, nobody has less than none"]),
        ([{}, {"energy": -1}], ["seats: whoever begins has no energy more, nobody has less than none"]),
    ],
)
def test_what_the_second_seat_has_besides(seats, named):
    """HX-3.5."""
    assert faults("hexygame", read_content, put("seats", "compensation", seats)) == named


@pytest.mark.parametrize("seats", [[{}], [{}, {}, {}], [{}, {"points": 1}]])
def test_seats_are_two_and_have_energy_besides_or_nothing(seats):
    """HX-1.1, HX-3.5."""
    (found,) = faults("hexygame", read_content, put("seats", "compensation", seats))
    assert found.startswith("seats: ")


def test_there_is_a_preset_for_every_card_and_no_card_for_every_preset():
    """Section 18: nothing of the pool lies idle, and nothing belongs everywhere."""
    found = read("hexygame")
    decks = [deck["cards"] for deck in found["decks"]["decks"]]
    among = {card["id"]: sum(card["id"] in deck for deck in decks) for card in found["cards"]["cards"]}
    assert [card for card, n in among.items() if not 0 < n < len(decks)] == []
