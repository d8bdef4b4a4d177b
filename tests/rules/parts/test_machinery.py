"""What card games share: steps, choices of several things, stops, decks, reading cards."""

from __future__ import annotations

from itertools import combinations, product

import msgspec
import pytest

from rules.decks import DeckRules, read_list
from rules.game import Refused
from rules.parts import step_queue, stops
from rules.parts.cardgame import check_code
from rules.parts.cards import read_cards, shape, word_of
from rules.parts.multiple_choice import several
from rules.parts.stops import Window


def whole(options: list[str], amount: int, chosen: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for word in several(options, amount, chosen):
        action = (*chosen, word.text)
        found += [action] if word.end else []
        found += whole(options, amount, action)
    return found


@pytest.mark.parametrize("amount", [1, 2, 3, 4])
def test_each_choice_of_several_has_one_spelling(amount):
    options = ["a", "a", "b", "c", "c"]
    assert sorted(whole(options, amount)) == sorted(set(combinations(options, amount)))
    wholes = set(combinations(options, amount))
    for length in range(amount + 2):
        for chosen in product("abcx", repeat=length):
            going = {(w[length], length + 1 == amount) for w in wholes if w[:length] == chosen and length < amount}
            assert {(w.text, w.end) for w in several(options, amount, chosen)} == going, chosen


def test_steps_stop_at_a_choice_and_go_on_after_it():
    class State:
        def __init__(self) -> None:
            self.todo = ["one", "two", "three"]
            self.waits = False

    taken: list[str] = []
    state = State()

    def two(run: list[str]) -> None:
        run.append("two")
        state.waits = len(run) < 3
        if state.waits:
            state.todo.insert(0, "two")

    table = {"one": lambda run: run.append("one"), "two": two, "three": lambda run: run.append("three")}
    step_queue.go_on(taken, state, table)
    assert (taken, state.todo) == (["one", "two"], ["two", "three"])
    state.waits = False
    step_queue.go_on(taken, state, table)
    assert (taken, state.todo) == (["one", "two", "two", "three"], [])


def test_stops():
    none: frozenset[str] = frozenset()
    asks, quiet = Window("spell", True), Window("draw", False)
    assert not stops.passes(asks, none)
    assert stops.passes(quiet, none)
    assert stops.passes(asks, frozenset({"pass_spell"}))
    assert not stops.passes(asks, frozenset({"pass_draw"}))
    assert not stops.passes(quiet, frozenset({"ask_draw"}))
    assert stops.passes(asks, frozenset({"until_turn"}))
    must = Window("attack", True, must=True)
    assert not stops.passes(must, frozenset({"until_turn", "pass_attack"}))
    assert stops.passes(must._replace(idle=True), none), "what everybody can see needs no question"


RULES = DeckRules("X-1", least=2, most=6, limits={"ore": None, "elf": 2, "king": 1}, numbers={"ore": 1, "elf": 2, "king": 700}, musts={"ore": 1})


def test_decks_and_codes():
    deck = {"ore": 4, "king": 1}
    assert RULES.faults(deck) == []
    assert RULES.decode(RULES.code(deck)) == deck
    assert RULES.code(deck) == RULES.code(dict(reversed(deck.items()))), "one deck, one code"
    assert {f.reason for f in RULES.faults({"king": 2, "gnome": 9})} == {"deck_size", "deck_copies", "deck_unknown", "deck_needs"}
    for copies in (1, 62, 63, 64, 79, 126, 127, 500):
        many = {"ore": copies, "king": 1}
        assert RULES.decode(RULES.code(many)) == many
    with pytest.raises(Refused) as refused:
        check_code(RULES, {}, RULES.code({"elf": 3, "king": 70}), "X-2")
    named = [(e.reason, e.facts.get("card"), e.facts.get("n")) for e in (refused.value, *refused.value.others)]
    assert named == [("deck_size", None, 73), ("deck_copies", "elf", 3), ("deck_copies", "king", 70), ("deck_needs", "ore", 1)]
    code = RULES.code(deck)
    for i in range(len(code)):
        for letter in "a7":
            broken = code[:i] + letter + code[i + 1 :]
            if broken != code:
                with pytest.raises(ValueError, match=r".*"):
                    RULES.decode(broken)
    for nonsense in ("", "!", "aaaa", "ü"):
        with pytest.raises(ValueError, match=r".*"):
            RULES.decode(nonsense)


def test_text_lists():
    names = {"ore": "ore", "elf of the north": "elf"}
    text = "# mine\n\n3x Ore\n2 Elf of the North\nOre x2\nOre\n1x Gnome\n0x ore"
    deck, unread = read_list(text, lambda name: names.get(name.casefold()))
    assert (deck["ore"], deck["elf"], unread) == (6, 2, ["1x Gnome"])


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    op: str
    amount: int


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    parts: tuple[Part, ...] = ()


def test_reading_cards_names_all_faults():
    rows = [
        {"id": "a", "parts": [{"op": "x", "amount": 1}]},
        {"id": "b", "parts": [{"op": "x", "amount": "1"}, {"op": "y"}], "size": 3},
        "c",
    ]
    found, faults = read_cards("file", rows, Card, {"parts": Part})
    assert [c.id for c in found] == ["a"]
    assert [f.rpartition(": ")[0] for f in faults] == ["file: b: parts[0].amount", "file: b: parts[1]", "file: b: card", "file: 2: card"]


def test_shapes():
    assert shape(Part("hit", 3)) == shape(Part("hit", 3))
    assert shape(Part("hit", 3)).key == shape(Part("hit", 5)).key == "hit(amount=#)"
    assert shape(Part("hit", -3)).key == "hit(amount=-#)", "a sign is part of the shape"
    assert shape(Part("hit", 3)).numbers == (3,)
    assert word_of("Gorrak, the Un-quenched!") == "gorrak_the_un_quenched"
