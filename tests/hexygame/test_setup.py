"""Components, map, decks, setup, cards, energy and casting (sections 1 to 6)."""

from __future__ import annotations

import re

import pytest

from data.content import read
from data.language import texts
from data.rulebook import rulebook
from render.hexygame.descriptions import narrate
from render.look import Look
from rules.game import Refused
from rules.hexygame import card_vocabulary
from rules.hexygame.actions import HAND
from rules.hexygame.card_vocabulary import COLORS, REALITIES
from rules.hexygame.content import read_content
from rules.hexygame.imagined_states import imagined
from rules.hexygame.map import CENTRE, FLAGS, NEIGHBOURS, PLACES, distance
from rules.parts.engine import Faults
from rules.randomness import Chance
from tests.hexygame.table import CONTENT, RULES, TestTable

MORE = [seat.get("energy", 0) for seat in read("hexygame")["seats"]["compensation"]]
"""So much colourless energy each seat has besides in its first turn (HX-3.5)."""


def fresh(*decks: str, seed: int = 1):
    state = RULES.setup(2, {}, seed).state
    for seat, deck in enumerate(decks or ("ember_raid", "old_forest")):
        state = RULES.apply(state, seat, ("deck", deck)).state
    return state


def test_two_seats_and_the_first_begins():
    """HX-1.1, HX-R50, HX-3.4."""
    with pytest.raises(Refused) as refused:
        RULES.setup(3, {}, 1)
    assert refused.value.rule == "HX-1.1"
    state = fresh()
    for seat in (1, 0):
        state = RULES.apply(state, seat, ("keep",)).state
    assert (state.active, state.phase, RULES.to_act(state)) == (0, "main", (0,))


def test_what_each_seat_has():
    """HX-1.2, HX-1.3, HX-3.2, HX-R1, HX-R37."""
    state = fresh()
    for side in state.sides:
        assert (len(side.hand), len(side.library), side.dice, side.graveyard) == (HAND, 48 - HAND, 1, [])
        assert len(side.pool) == 6
    assert len(COLORS) == 5
    assert (state.stack, state.realities) == ([], {})


def test_what_is_known_of_a_reality():
    """HX-1.4, HX-4.3."""
    table = TestTable(turn=7).hand(0, "red_hearth").pool(0, "CC").play("0 cast red_hearth e2", "--")
    found = table.at("e2")
    assert (found.card, found.owner, found.hex, found.points, found.die, found.turn) == ("red_hearth", 0, "e2", 3, 0, 7)
    assert found.under == found.keywords == found.forbidden == found.used == ()


def test_nothing_changes_control():
    """HX-1.5, HX-R18: nobody acts with another's realities, nobody attacks their own."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(0, "thorn_boar", "d4", die=1).put(1, "blue_jetty", "e5").pool(0, "CC")
    assert table.refusal("draw e5 1").reason == "not_yours"
    assert table.refusal("move e5 e6").reason == "not_yours"
    assert table.refusal("attack e4 d4").reason == "no_enemy"
    assert table.refusal("attack e4 c3").reason == "no_enemy"


def test_current_numbers():
    """HX-1.6, HX-11.7, HX-R39: printed, static, of this turn; never below 0, actions at most 5."""
    table = TestTable().put(0, "torchrunner", "e4", attack=-3).put(0, "goblin_warcaller", "d4")
    assert table.numbers("e4").attack == 0
    table = TestTable().put(0, "torchrunner", "e4", attack=1).put(0, "goblin_warcaller", "d4")
    assert table.numbers("e4").attack == 3
    assert table.numbers("d4").attack == 2, "not itself"
    table = TestTable().put(0, "storm_kite", "e4", under=[("battle_fever", 0)] * 4)
    assert (table.numbers("e4").actions, table.numbers("e4").attack) == (5, 6)
    assert table.numbers("e4").range == 1


def test_changing_actions_does_not_change_a_die():
    """HX-11.7."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).hand(0, "battle_fever").pool(0, "CR").play("0 cast battle_fever e4", "--")
    assert (table.numbers("e4").actions, table.die("e4")) == (3, 2)


def test_each_shuffle_has_its_own_stream():
    """HX-1.7, HX-3.3: the order in which the seats answer does not matter."""
    first, second = fresh(), fresh()
    for seat in (0, 1):
        first = RULES.apply(first, seat, ("mulligan",)).state
    for seat in (1, 0):
        second = RULES.apply(second, seat, ("mulligan",)).state
    assert RULES.dump(first) == RULES.dump(second)
    assert fresh(seed=2).sides[0].hand != fresh(seed=3).sides[0].hand


def test_the_map():
    """HX-2.1, HX-2.2, HX-2.3."""
    assert len(PLACES) == 61
    assert list(PLACES)[:6] == ["a1", "a2", "a3", "a4", "a5", "b1"]
    assert (PLACES["e2"], PLACES["e8"], PLACES["e5"], PLACES["a1"], PLACES["i1"]) == ((-3, 0), (3, 0), (0, 0), (0, -4), (-4, 4))
    assert FLAGS == ("e2", "e8")
    assert CENTRE == "e5"
    assert [distance("e2", "e8"), distance("e2", "e5"), distance("e5", "e8")] == [6, 3, 3]
    assert [len(NEIGHBOURS[f]) for f in FLAGS] == [6, 6]
    for label, (q, r) in PLACES.items():
        twin = next(other for other, at in PLACES.items() if at == (-q, -r))
        assert len(NEIGHBOURS[label]) == len(NEIGHBOURS[twin]), "the half-turn is a symmetry"


def test_one_reality_a_hex_and_the_own_flag_is_open():
    """HX-2.4, HX-R33, HX-R34."""
    table = TestTable().put(0, "cinder_hound", "e3", die=2).put(0, "thorn_boar", "d3").pool(0, "CC")
    refusal = table.refusal("move e3 d3")
    assert (refusal.reason, refusal.rule) == ("hex_occupied", "HX-2.4")
    table.play("0 move e3 e2", "--")
    assert table.at("e2").card == "cinder_hound"
    assert not table.state.over
    assert table.refusal("move e2 z9").reason == "hex_off_map"


def test_the_map_is_drawn_on_its_point():
    """HX-2.5: every hex has its place in the picture, with its label, and rows are shifted by half a hex."""
    from data.language import texts
    from render.hexygame.scenes import board_scene
    from render.look import Look

    table = TestTable().put(0, "cinder_hound", "e1").put(1, "cinder_hound", "e9")
    items = board_scene(RULES.view(table.state, None), Look("light", texts("en", "hexygame"), ("A", "B"))).items
    assert all(label.upper() in str(items["hex", label].key) for label in PLACES)
    assert all(special in str(items["hex", at].key) for at, special in (("e2", "flag0"), ("e8", "flag1"), ("e5", "centre")))
    assert items["hex", "b1"].x < items["hex", "a1"].x < items["hex", "b2"].x, "pointy hexes: rows are shifted by half a hex"


# Decks and opening hands


def test_deck_rules():
    """HX-3.1: every fault at once, with its rule."""
    deck = {"spark_lance": 6, "unspeak": 5, "meteor": 4, "red_hearth": 20, "dragon": 1}
    faults = CONTENT.rules.faults(deck)
    found = {(f.reason, f.facts.get("card"), f.facts.get("n"), f.facts.get("limit")) for f in faults}
    assert found == {
        ("deck_size", None, 36, None),
        ("deck_copies", "spark_lance", 6, 5),
        ("deck_copies", "unspeak", 5, 4),
        ("deck_copies", "meteor", 4, 3),
        ("deck_unknown", "dragon", None, None),
    }
    assert {f.rule for f in faults} == {"HX-3.1"}
    assert not CONTENT.rules.faults({"red_hearth": 120})
    assert [f.reason for f in CONTENT.rules.faults({"red_hearth": 121})] == ["deck_size"]
    for deck in CONTENT.presets.values():
        assert not CONTENT.rules.faults(deck)
        assert sum(deck.values()) == 48


def test_a_deck_of_ones_own_is_a_share_code():
    """HX-3.1: a code is an action like any other; a broken one is refused."""
    code = CONTENT.rules.code({"red_hearth": 24, "torchrunner": 5, "red_energy": 19})
    state = RULES.setup(2, {}, 1).state
    state = RULES.apply(state, 0, ("deck", code)).state
    assert state.sides[0].deck == {"red_hearth": 24, "torchrunner": 5, "red_energy": 19}
    for broken, reason in ((code[:-1], "deck_unread"), (code[1:], "deck_unread"), (CONTENT.rules.code({"red_hearth": 3}), "deck_size")):
        with pytest.raises(Refused) as refused:
            RULES.apply(state, 1, ("deck", broken))
        assert refused.value.reason == reason
    assert RULES.redact(("deck", code)) == ("deck",)


def test_decks_drawn_by_lot():
    """HX-3.2: two different presets, dealt at once; nobody is told which."""
    step = RULES.setup(2, {"decks": "drawn"}, 4)
    decks = [side.deck for side in step.state.sides]
    assert decks[0] != decks[1]
    assert all(deck in CONTENT.presets.values() for deck in decks)
    assert [len(side.hand) for side in step.state.sides] == [HAND, HAND]
    assert {e.kind for e in step.events if e.to is None} == {"shuffled", "drew"}


def test_new_hands():
    """HX-3.3, HX-R35: one card fewer each time, at 0 the hand is kept; keeping is final; both at once."""
    for seat in (0, 1):
        state = fresh()
        assert RULES.to_act(state) == (0, 1)
        for n in range(HAND - 1, 0, -1):
            state = RULES.apply(state, seat, ("mulligan",)).state
            assert (len(state.sides[seat].hand), len(state.sides[seat].library)) == (n, 48 - n)
        state = RULES.apply(state, seat, ("mulligan",)).state
        assert (state.sides[seat].hand, state.sides[seat].mulligans, state.sides[seat].ready) == ([], HAND, True)
        assert RULES.to_act(state) == (1 - seat,)
        state = RULES.apply(state, 1 - seat, ("keep",)).state
        with pytest.raises(Refused):
            RULES.apply(state, 1 - seat, ("mulligan",))
        assert RULES.view(state, None).board.sides[seat].mulligans == HAND


def test_the_second_seat_has_energy_in_its_first_turn():
    """HX-3.5, HX-5.5: in its Main Phase, once in a game; all see it and are told; what it leaves is lost."""
    assert MORE[0] == 0 < MORE[1]
    state, told, pools = fresh(), [], {}
    for seat in (1, 0):
        state = RULES.apply(state, seat, ("keep",)).state
    while state.turn <= 4:
        step = RULES.apply(state, RULES.to_act(state)[0], ("pass",))
        told += [(e.to, e.rule, e.facts) for e in step.events if e.kind == "compensated"]
        lost = [e.facts["n"] for e in step.events if e.kind == "energy_lost"]
        if state.turn == 2 and lost:
            assert lost == [MORE[1]]
        state = step.state
        if state.phase == "main" and state.priority == state.active:
            pools[state.turn] = [sum(side.pool) for side in RULES.view(state, None).board.sides]
    assert told == [(None, "HX-3.5", {"seat": 1, "n": MORE[1]})]
    assert pools == {turn: [0, MORE[1]] if turn == 2 else [0, 0] for turn in pools}
    assert {2, 3, 4} <= pools.keys()


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_the_rulebook_names_the_energy_of_the_second_seat(language):
    """HX-3.5, HX-3.2: the figures are those of the content."""
    book = rulebook("hexygame", language)
    assert [int(n) for n in re.findall(r"\d+", re.sub(r"HX-\S+", "", book["HX-3.5"].text))] == [MORE[1]]
    assert [int(n) for n in re.findall(r"\d+", re.sub(r"HX-\S+", "", book["HX-3.2"].text))] == [1, HAND]


@pytest.mark.parametrize(("language", "wanted"), [("en", "1 colourless energy"), ("cs", "1 bezbarvou energii"), ("fr", "1 énergie incolore")])
def test_the_channel_reads_what_the_second_seat_has(language, wanted):
    """HX-3.5."""
    told = narrate("compensated", {"seat": 1, "n": 1}, Look("light", texts(language, "hexygame"), ("Ana", "Ben")))
    assert "Ben" in told
    assert wanted in told


# Cards


def test_types_and_numbers():
    """HX-4.1, HX-4.2, HX-R36, HX-R47."""
    for card in CONTENT.cards.values():
        has = card.type in REALITIES
        assert has == (card.attack is not None) == (card.points is not None)
        if card.rarity == "basic" and card.type == "wizardry":
            assert (card.cost.total, card.spell.effects[0].amount) == (0, 2)
    assert len(CONTENT.cards) == 112
    assert [sum(c.rarity == r for c in CONTENT.cards.values()) for r in ("basic", "common", "uncommon", "rare")] == [10, 51, 34, 17]


def test_what_is_printed_on_cards():
    """HX-4.1, HX-4.2: four numbers for what stands on the map, and the range where it is more than one."""
    numbers = {word: dict(face.numbers) for word, face in RULES.faces.items()}
    assert numbers["torchrunner"] == {"attack": 1, "defense": 0, "actions": 2, "hitpoints": 2}
    assert numbers["red_hearth"] == {"attack": 0, "defense": 1, "actions": 0, "potency": 3}
    assert numbers["great_ballista"] == {"attack": 4, "defense": 0, "actions": 1, "hitpoints": 3, "range": 3}
    assert {word for word, found in numbers.items() if found} == {w for w, card in CONTENT.cards.items() if card.type in REALITIES}


def test_costs():
    """HX-4.4: colourless pays only the part of any kind."""
    table = TestTable().hand(0, "fire_rain").pool(0, "CCCC")
    refusal = table.refusal("cast fire_rain e5")
    assert (refusal.reason, refusal.facts["price"], refusal.facts["lack"]) == ("not_enough_energy", "2RR", "RR")
    table.pool(0, "CBRR").play("0 cast fire_rain e5")
    assert table.energy(0) == ""


def test_where_spells_go():
    """HX-4.5: the last step of resolving, or when cancelled or fizzled."""
    table = TestTable().put(1, "cinder_hound", "e6").hand(0, "spark_lance", "red_hearth").hand(1, "unspeak").pool(0, "CCR").pool(1, "CBB")
    table.play("0 cast spark_lance e6")
    assert table.state.sides[0].graveyard == []
    table.play("--")
    assert table.state.sides[0].graveyard == ["spark_lance"]
    top = TestTable().hand(0, "red_hearth").pool(0, "CC").hand(1, "unspeak").pool(1, "CBB").play("0 cast red_hearth e2", "0 pass")
    word = f"s{top.state.stack[-1].id}"
    top.play(f"1 cast unspeak {word}", "--")
    assert top.state.sides[0].graveyard == ["red_hearth"]
    assert top.state.sides[1].graveyard == ["unspeak"]
    assert top.at("e2") is None


# Energy


def test_only_the_pool_pays():
    """HX-5.1: what the pool lacks is named, and buildings that could give it are offered as a last word."""
    table = TestTable().put(0, "red_hearth", "e2", points=4).put(0, "red_hearth", "e3", points=3).hand(0, "ashfoot_raider")
    assert table.legal("cast", "ashfoot_raider", "d2") == ["cast ashfoot_raider d2 e2x2+e3x1"]
    refusal = table.refusal("cast ashfoot_raider d2")
    assert refusal.legal == ("e2x2+e3x1",)
    table.play("0 cast ashfoot_raider d2 e2x2+e3x1")
    assert (table.points("e2"), table.points("e3"), table.energy(0)) == (2, 2, "")
    poor = TestTable().put(0, "red_hearth", "e2", points=2).hand(0, "ashfoot_raider")
    assert poor.refusal("cast ashfoot_raider e1").facts["lack"] == "2R"


def test_drawing_energy():
    """HX-5.2, HX-R23, HX-R24: with priority, any turn, no stack; the last potency destroys the building."""
    table = TestTable().put(0, "red_hearth", "e2", points=2).put(1, "blue_jetty", "e8", points=2).hand(0, "red_energy")
    assert table.refusal("draw e2 3").reason == "not_enough_counters"
    assert table.refusal("draw e2 0").reason == "not_enough_counters"
    table.play("0 cast red_energy", "0 pass", "1 draw e8 2")
    assert (table.at("e8"), table.energy(1), table.seat) == (None, "BB", 1), "nothing on the stack, priority stays"
    table.play("1 pass", "0 draw e2 1")
    assert (table.points("e2"), table.energy(0)) == (1, "RRR")


def test_discarding_for_energy():
    """HX-5.3."""
    table = TestTable().hand(0, "meteor").play("0 discard meteor")
    assert (table.energy(0), table.state.sides[0].graveyard, table.stack) == ("C", ["meteor"], [])
    assert table.refusal("discard meteor").reason == "unknown_card"


def test_pools_empty_with_the_phase():
    """HX-5.5, HX-7.7."""
    table = TestTable().pool(0, "RR").pool(1, "B").play("0 pass")
    assert (table.energy(0), table.energy(1)) == ("RR", "B")
    table.play("1 pass")
    assert (table.state.phase, table.energy(0), table.energy(1)) == ("end", "", "")


def test_energy_abilities():
    """HX-5.6, HX-R55: at once, without the stack, limited a turn."""
    table = TestTable().put(0, "prism", "e3").put(0, "supply_wagon", "e4", die=1).pool(0, "C")
    table.play("0 activate e3 a0 r", "0 activate e3 a0 v", "0 activate e3 a0 g")
    assert (table.energy(0), table.stack) == ("G", [])
    assert table.refusal("activate e3 a0 b").reason == "limit_reached"
    table.play("0 activate e4 a0")
    assert (table.energy(0), table.die("e4")) == ("CG", 0)
    assert table.refusal("activate e4 a0").reason == "no_action_left"


def test_shifting_potency_onto_any_building():
    """HX-5.7, HX-R22: also the opponent's; it fizzles if the target is gone; wizardry speed."""
    table = TestTable().put(0, "red_hearth", "e4").put(1, "blue_jetty", "e5", points=1)
    table.play("0 activate e4 i0 e5")
    assert table.points("e4") == 1
    table.play("0 pass", "1 draw e5 1", "1 pass")
    assert table.last("fizzled")["what"] == "ability"
    table = TestTable().put(0, "red_hearth", "e4").put(1, "blue_jetty", "e5", points=1).play("0 activate e4 i0 e5", "--")
    assert table.points("e5") == 2
    alone = TestTable().put(0, "red_hearth", "e2", points=1)
    assert alone.refusal("activate e2 i0 e3").reason == "not_enough_counters"


def test_payment():
    """HX-5.8: colourless first, then the colour with most left, ties R B G Y V; or exactly as named."""
    table = TestTable().hand(0, "battering_ram").put(0, "red_hearth", "e2").pool(0, "CBBGGV").play("0 cast battering_ram e3")
    assert table.energy(0) == "BGV"
    table = TestTable().hand(0, "battering_ram").put(0, "red_hearth", "e2").pool(0, "CBBGGV").play("0 cast battering_ram e3 pay bgv")
    assert table.energy(0) == "CBG"
    table = TestTable().hand(0, "battering_ram").put(0, "red_hearth", "e2").pool(0, "CBBGGV")
    assert table.refusal("cast battering_ram e3 pay rrr").reason == "bad_payment"
    assert table.refusal("cast battering_ram e3 pay cbbg").reason == "bad_payment"


def test_the_only_payment_may_be_named():
    """HX-5.8, HX-9.3: it is not offered, as there is nothing to choose, and pays what would be paid anyway."""
    for words, pool, payment, wrong in (
        ("cast spark_lance e6", "RB", "r", "b"),
        ("cast battering_ram d2", "CBV", "cbv", "cb"),
        ("move e4 e5", "GG", "g", "gg"),
        ("attack e4 f4", "Y", "y", "c"),
        ("attack e4 f4 f3", "YY", "yy", "y"),
    ):
        table = TestTable().put(0, "red_hearth", "e2").put(0, "cinder_hound", "e4", die=2).put(0, "torchrunner", "f3", die=1)
        table.put(1, "gull_scout", "e6").put(1, "thorn_boar", "f4").hand(0, "spark_lance", "battering_ram").pool(0, pool)
        assert "pay" not in table.offered(*words.split())
        plain = RULES.apply(table.state, 0, tuple(words.split())).state
        named = RULES.apply(table.state, 0, (*words.split(), "pay", payment)).state
        assert RULES.dump(plain) == RULES.dump(named)
        for bad in (wrong, "", "pay", f"{payment} {payment}"):
            assert table.refusal(f"{words} pay {bad}").reason == "bad_payment"


def test_settling():
    """HX-5.9, HX-10.6, HX-R53: no energy in the turn of arrival, but a Sphere and abilities; from the next turn on it gives."""
    table = TestTable().put(0, "blue_jetty", "e2").hand(0, "red_hearth").pool(0, "CC").play("0 cast red_hearth e3", "--")
    refusal = table.refusal("draw e3 1")
    assert (refusal.reason, refusal.rule) == ("settling", "HX-5.9")
    assert "d3" in table.sphere(0)
    assert "activate e3 i0 e2" in table.legal("activate")
    table.play("--", "--", "--", "1 pass", "0 draw e3 1")
    assert table.energy(0) == "R", "in the opponent's turn"
    assert all("settling" in c.keywords for c in CONTENT.cards.values() if c.type == "building")


# Casting


def test_when_to_cast():
    """HX-6.1, HX-7.9: wizardries with priority, everything else only in the own Main Phase on an empty stack."""
    table = TestTable().put(0, "red_hearth", "e2").hand(0, "red_energy", "torchrunner").pool(0, "R").hand(1, "gull_scout", "blue_energy").pool(1, "B")
    table.play("0 cast red_energy")
    assert table.refusal("cast torchrunner e3").facts["need"] == "empty_stack"
    table.play("0 pass")
    assert table.refusal("cast gull_scout e8").facts["need"] == "own_turn"
    assert "cast blue_energy" in table.legal()
    table.play("1 pass", "--")
    assert (table.state.phase, table.seat) == ("end", 0)
    assert table.refusal("cast torchrunner e3").facts["need"] == "main_phase"


def test_only_a_whole_action_is_one():
    """HX-6.2, HX-8.10, HX-11.1: unfinished or illegal, it is refused and nothing changes."""
    table = TestTable().put(1, "blue_jetty", "e8").hand(0, "spark_lance", "undertow").pool(0, "RB")
    assert table.refusal("cast spark_lance e8").reason == "no_target"
    table.put(1, "gull_scout", "e7")
    assert table.refusal("cast spark_lance").reason == "not_an_action"
    refusal = table.refusal("cast spark_lance e8")
    assert (refusal.reason, refusal.legal) == ("bad_target", ("e7",))
    assert table.refusal("cast undertow e7 e8").reason == "bad_target"
    assert table.refusal("cast meteor e8").reason == "unknown_card"


def test_sphere():
    """HX-6.3, HX-R5, HX-R54."""
    table = TestTable().hand(0, "barricade").pool(0, "C")
    assert table.sphere(0) == ["e2"]
    assert table.sphere(1) == ["e8"]
    assert RULES.view(table.state, 0).board.warned == ("barricade",), "the menu warns: it could not leave the Flag"
    table.play("0 cast barricade e2", "--")
    full = table.hand(0, "red_hearth").pool(0, "CC")
    assert full.refusal("cast red_hearth e2").reason == "sphere_full"
    table = TestTable().put(0, "red_hearth", "e2").put(0, "red_hearth", "g3")
    assert table.sphere(0) == ["d1", "d2", "e1", "e3", "f1", "f2", "f3", "f4", "g2", "g4", "h2", "h3"]


def test_casting_realities():
    """HX-6.4, HX-R7: an empty hex of the Sphere; only emptiness is checked again."""
    table = TestTable().put(0, "red_hearth", "e3", points=1).hand(0, "torchrunner").pool(0, "R")
    assert table.refusal("cast torchrunner e6").reason == "hex_outside_sphere"
    assert table.refusal("cast torchrunner e3").reason == "hex_occupied"
    table.play("0 cast torchrunner e4", "0 draw e3 1", "--")
    assert (table.at("e3"), table.at("e4").card) == (None, "torchrunner"), "the Sphere is gone, the hex is still empty"
    table = TestTable().put(0, "red_hearth", "e3").put(1, "gull_scout", "d4").hand(0, "torchrunner").pool(0, "R").hand(1, "undertow").pool(1, "B")
    table.play("0 cast torchrunner e4", "0 pass", "1 cast undertow d4 e4", "--", "--")
    assert table.last("fizzled") == {"seat": 0, "what": "spell", "card": "torchrunner"}
    assert table.state.sides[0].graveyard == ["torchrunner"]


def test_casting_enchantments():
    """HX-6.5, HX-R6: anywhere, of either player, several under one; fizzles if the reality is gone or fits no more."""
    table = TestTable().put(1, "moss_troll", "i5").hand(0, "curse_of_chains", "battle_fever", "ramparts").pool(0, "CCVR")
    table.play("0 cast curse_of_chains i5", "--", "0 cast battle_fever i5", "--")
    assert [e.card for e in table.at("i5").under] == ["curse_of_chains", "battle_fever"]
    assert table.pool(0, "Y").refusal("cast ramparts i5").reason == "no_target"
    table = TestTable().put(1, "gull_scout", "d4").hand(0, "battle_fever").pool(0, "CR").hand(1, "back_to_the_foam").pool(1, "CCB")
    table.play("0 cast battle_fever d4", "0 pass", "1 cast back_to_the_foam d4", "--", "--")
    assert table.last("fizzled")["card"] == "battle_fever"


def test_casting_fires_triggers_at_once():
    """HX-6.6."""
    table = TestTable().put(0, "tide_archivist", "e3").hand(0, "blue_energy").play("0 cast blue_energy")
    assert table.stack == ["trigger tide_archivist", "spell blue_energy"]
    assert table.state.sides[0].hand == []
    table.play("--")
    assert (table.numbers("e3").attack, table.numbers("e3").defense) == (2, 2)


# The content


def test_all_faults_of_all_cards_at_once():
    """HX-11.1: cards are data, and every word that is not in the vocabulary is named with file, card and field."""
    import json

    from data.content import DATA

    raw = {name: json.loads((DATA / "hexygame" / f"{name}.json").read_text(encoding="utf-8")) for name in ("cards", "decks", "seats")}
    cards = {c["id"]: c for c in raw["cards"]["cards"]}
    cards["R05"]["abilities"][0]["effects"][0]["op"] = "explode"
    cards["R05"]["rarity"] = "mythic"
    cards["R12"]["abilities"][0]["effects"][0]["do"][0]["colour"] = "red"
    cards["B00"].pop("produces")
    cards["G00"]["name"] = "Glade Strider"
    cards["Y05"]["abilities"][0]["effects"][0]["to"] = "t2"
    cards["R17"]["abilities"][0]["who"] = "self"
    cards["Y13"]["abilities"].append(cards["R17"]["abilities"][0])
    with pytest.raises(Faults) as caught:
        read_content(raw)
    text = "\n".join(caught.value.faults)
    for part in (
        "cards: R05: abilities[0].effects[0]", "cards: R05: rarity", "cards: R12: abilities[0].effects[0].do[0]", "cards: B00: produces",
        "name: Glade Strider is taken", "cards: Y05: abilities[0].effects: t2 is no target",
        "cards: R17: abilities[0].who: does not fit the event potency_phase", "cards: Y13: abilities: enchantments have static ones only",
    ):  # fmt: skip
        assert part in text, part


def test_every_effect_has_its_function():
    """HX-11.1."""
    from typing import get_args

    from rules.hexygame.effects import _DOES

    assert set(_DOES) == set(get_args(card_vocabulary.Single))


def test_texts_are_made_from_effects():
    """HX-11.1: every shape has a text in every language with all its numbers; numbers come from the data."""
    from data.language import LANGUAGES, texts
    from render.hexygame.names import line_text
    from render.look import Look

    for language in LANGUAGES:
        look = Look("light", texts(language, "hexygame"), ())
        for face in RULES.faces.values():
            for line in face.lines:
                text = line_text(line, look)
                assert not text.startswith("hx.text."), f"{language} {face.code}: {line.shape.key}"
                assert "{" not in text
    english = Look("light", texts("en", "hexygame"), ())
    lance = RULES.faces["spark_lance"].lines[0]
    stronger = lance._replace(shape=lance.shape._replace(numbers=(5,)))
    assert (line_text(lance, english), line_text(stronger, english)) == ("2 damage to a creature.", "5 damage to a creature.")


# Secrets


def test_nothing_tells_what_is_hidden():
    """HX-13.1, HX-13.2: views and refusals of others are the same whatever the hidden cards are."""
    state = fresh()
    for seat in (0, 1):
        state = RULES.apply(state, seat, ("keep",)).state
    others = [imagined(CONTENT, state, 1, Chance.of(n)) for n in range(5)]
    assert len({tuple(sorted(o.sides[0].hand)) for o in others}) > 1
    for other in others:
        assert RULES.view(other, 1) == RULES.view(state, 1)
        assert RULES.view(other, None) == RULES.view(state, None)
    public = [e for e in RULES.apply(state, 0, ("discard", state.sides[0].hand[0])).events if e.to is None]
    assert [e.kind for e in public] == ["discarded_for_energy"]
    drew = RULES.apply(RULES.setup(2, {}, 1).state, 0, ("deck", "ember_raid")).events
    assert [e.facts for e in drew] == [{"seat": 0}], "a deck is not named"
