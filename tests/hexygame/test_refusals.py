"""One position and much that cannot be done in it: the reason, the rule, and what could be said instead (section 14)."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import LANGUAGES, texts
from rules.game import Decision
from rules.hexygame.legal_actions import is_payment
from rules.legal_actions import legal, rule_of
from tests.hexygame.questions import QUESTIONS
from tests.hexygame.table import CONTENT, RULES, TestTable

ROWS = """
    cast meteor e3 | unknown_card HX-6.2 | red_hearth torchrunner spark_lance battering_ram
    cast batterers e3 | no_such_card HX-6.2 | red_hearth torchrunner spark_lance battering_ram
    cast battering_ram e3 | not_an_action HX-5.8 | d3x1+e2x1
    cast torchrunner z9 | hex_off_map HX-2.1 | c2 c3 d1 d2 e1 e3 f1 f2
    cast torchrunner e2 | hex_occupied HX-2.4 | c2 c3 d1 d2 e1 e3 f1 f2
    cast torchrunner e4 | hex_occupied HX-2.4 | c2 c3 d1 d2 e1 e3 f1 f2
    cast torchrunner e6 | hex_outside_sphere HX-6.3 | c2 c3 d1 d2 e1 e3 f1 f2
    cast torchrunner e3 e3 | bad_payment HX-5.8 |
    cast torchrunner | not_an_action HX-6.4 | c2 c3 d1 d2 e1 e3 f1 f2
    cast spark_lance | not_an_action HX-6.2 | d4 d5 e4 e5 f4 f7
    cast spark_lance e2 | bad_target HX-6.2 | d4 d5 e4 e5 f4 f7
    cast spark_lance e5 e4 | bad_payment HX-5.8 |
    cast undertow e5 | not_enough_energy HX-5.1 | draw discard
    cast red_hearth e1 | not_an_action HX-5.8 | d3x1
    cast blessed_arms e4 | not_enough_energy HX-5.1 | draw discard
    cast | not_an_action HX-7.4 | red_hearth torchrunner spark_lance battering_ram
    move e4 | not_an_action HX-9.1 | e3 f3
    move z9 e3 | hex_off_map HX-2.1 | d3 d5 e4
    move e5 e6 | not_yours HX-1.5 | d3 d5 e4
    move d4 c4 | no_action_left HX-9.1 |
    move e4 e5 | hex_occupied HX-2.4 | e3 f3
    move e4 e7 | hex_not_adjacent HX-9.1 | e3 f3
    move e4 z9 | hex_off_map HX-2.1 | e3 f3
    move e4 e3 e3 | bad_payment HX-5.8 |
    move | not_an_action HX-7.4 | d3 d5 e4
    attack e4 | not_an_action HX-9.2 | e5
    attack e4 e7 | no_enemy HX-9.2 | e5
    attack e4 d4 | no_enemy HX-9.2 | e5
    attack e4 f7 | out_of_range HX-9.2 |
    attack e4 e8 | out_of_range HX-9.2 |
    attack d4 e5 | no_action_left HX-9.2 |
    attack d3 e5 | no_attack HX-9.3 |
    attack e4 e5 d4 | no_action_left HX-9.3 |
    attack e4 e5 e4 | bad_choice HX-9.3 | d5
    attack e4 e5 d5 d5 | bad_choice HX-9.3 | d5
    attack e4 e5 d5 | not_an_action HX-5.8 | d3x1
    attack e4 e5 zz | bad_payment HX-5.8 | d5
    attack e4 f4 | flying HX-10.1 |
    attack | not_an_action HX-7.4 | d5 e4
    attack e5 e4 | not_yours HX-1.5 | d5 e4
    attack e5 | attacker_first HX-9.2 | d5 e4
    attack z9 e4 | hex_off_map HX-2.1 | d5 e4
    activate e4 | not_an_action HX-11.2 | a0
    activate e4 a7 | no_ability HX-11.2 | a0
    activate e4 a0 e2 | bad_target HX-6.2 | d3
    activate e4 a0 | not_an_action HX-6.2 | d3
    activate e4 a0 d3 d3 | bad_payment HX-5.8 |
    activate e2 | not_an_action HX-11.2 |
    activate e2 i0 | no_target HX-11.2 |
    activate e2 i0 e3 | no_target HX-11.2 |
    activate e5 a0 | not_yours HX-1.5 | e4
    activate d4 a0 | no_ability HX-11.2 |
    activate z1 a0 | hex_off_map HX-2.1 | e4
    activate | not_an_action HX-7.4 | e4
    draw e2 | not_an_action HX-5.2 | 1 2
    draw e2 3 | not_enough_counters HX-5.2 | 1 2
    draw e4 1 | no_building HX-5.2 | d3 e2
    draw e5 1 | not_yours HX-1.5 | d3 e2
    draw z9 1 | hex_off_map HX-2.1 | d3 e2
    draw | not_an_action HX-7.4 | d3 e2
    discard meteor | unknown_card HX-5.3 | red_hearth torchrunner spark_lance undertow blessed_arms battering_ram
    discard torchrunner x | not_an_action HX-5.3 |
    discard | not_an_action HX-7.4 | red_hearth torchrunner spark_lance undertow blessed_arms battering_ram
    counterstrike e4 energy | wrong_time HX-9.5 | cast move attack activate draw discard pass
    counterstrike | wrong_time HX-9.5 | cast move attack activate draw discard pass
    pass now | not_an_action HX-7.4 |
    keep | not_an_action HX-7.4 | cast move attack activate draw discard pass
    mulligan | not_an_action HX-7.4 | cast move attack activate draw discard pass
    choose e4 | asked_otherwise HX-7.4 | cast move attack activate draw discard pass
    deck ember_raid | not_an_action HX-7.4 | cast move attack activate draw discard pass
    dance | not_an_action HX-7.4 | cast move attack activate draw discard pass
"""


def table():
    """Seat 0 in its Main Phase, with one red energy, two more in a hearth and a wall that may not attack; a flier beside it."""
    made = TestTable().put(0, "red_hearth", "e2", points=2).put(0, "goblin_sapper", "e4", die=2).put(0, "torchrunner", "d4", die=0)
    made.put(0, "hedge_wall", "d3", die=3).put(0, "cinder_hound", "d5", die=1)
    made.put(1, "blue_jetty", "e8").put(1, "thorn_boar", "e5").put(1, "gull_scout", "f4").put(1, "cinder_hound", "f7")
    made.hand(0, "torchrunner", "spark_lance", "battering_ram", "red_hearth", "undertow", "blessed_arms").hand(1, "white_flag")
    return made.pool(0, "R")


@pytest.mark.parametrize("row", [row.strip() for row in ROWS.strip().splitlines()])
def test_reasons(row):
    """HX-2.1, HX-2.4, HX-5.1, HX-5.2, HX-5.8, HX-6.2, HX-6.3, HX-9.1, HX-9.2, HX-9.3, HX-10.1, HX-11.2: each under its own rule."""
    action, told, *legal = (part.strip() for part in row.split("|"))
    refused = table().refusal(action)
    assert f"{refused.reason} {refused.rule}" == told
    assert refused.legal == tuple(" ".join(legal).split())


def test_what_is_said_with_it():
    """HX-5.1, HX-9.2: what is missing of the price, how far it is, how much is left."""
    made = table()
    assert made.refusal("cast undertow e5").facts == {"price": "B", "pool": "R", "lack": "B"}
    assert made.refusal("attack e4 f7").facts == {"hex": "e4", "n": 4, "reach": 1}
    assert made.refusal("draw e2 3").facts == {"n": 2}
    assert made.refusal("move e4 e3 e3").facts == {"price": "1"}


@pytest.mark.parametrize(
    ("card", "fields", "reason"),
    [
        ("goblin_sapper", {"turn": 3}, "just_arrived"),
        ("goblin_sapper", {"turn": 1}, "no_action_left"),
        ("torchrunner", {"turn": 3}, "no_action_left"),
    ],
)
def test_what_came_this_turn_is_told_apart_from_what_has_no_action_left(card, fields, reason):
    """HX-7.2, HX-10.2: a torchrunner has Haste, and has used up what it came with."""
    made = TestTable().put(0, card, "e4", **fields).put(0, "cinder_hound", "d5", die=1).put(1, "thorn_boar", "e5").pool(0, "C")
    assert {made.refusal(action).reason for action in ("move e4 e3", "attack e4 e5")} == {reason}


@pytest.mark.parametrize(
    ("hand", "price", "way", "last"),
    [
        (("red_hearth", *["torchrunner"] * 2), "red_hearth e2", "discard", "discard"),
        (("red_hearth", "torchrunner"), "red_hearth e2", "never", "last"),
    ],
)
def test_cards_that_would_pay_are_named_where_there_are_enough_of_them(hand, price, way, last):
    """HX-5.3: the card itself does not pay; nor do cards where a colour is missing. Otherwise a building gives its last potency."""
    made = TestTable().hand(0, *hand)
    refused = made.refusal(f"cast {price}")
    assert (refused.facts.get("verb"), refused.legal) == (way, ("discard",))
    assert TestTable().hand(0, "undertow", *hand).refusal("cast undertow e3").facts.get("verb") == "never"
    assert made.put(0, "red_hearth", "d3", points=1).refusal(f"cast {price}").facts.get("verb") == last


def test_numbers_stay_within_their_bounds():
    """HX-1.6: never below 0, and no more than five actions."""
    made = TestTable().put(0, "torchrunner", "e4", attack=-9, defense=-9).put(1, "thorn_boar", "e5", attack=2, defense=1)
    assert (made.numbers("e4").attack, made.numbers("e4").defense) == (0, 0)
    printed = TestTable().put(1, "thorn_boar", "e5").numbers("e5")
    assert (made.numbers("e5").attack, made.numbers("e5").defense) == (printed.attack + 2, printed.defense + 1)
    many = TestTable().put(0, "torchrunner", "e4", under=[("battle_fever", 0)] * 6)
    assert many.numbers("e4").actions == 5
    assert TestTable().put(0, "torchrunner", "e4", under=[("battle_fever", 0)]).numbers("e4").actions == 3


def test_whose_the_halves_of_a_combat_are():
    """HX-9.10: the second half is shown as whoever strikes in it, with the sums of that half alone."""
    made = TestTable().put(0, "paladin_of_the_zenith", "e4", die=1).put(1, "moss_troll", "e5").pool(0, "C").pool(1, "C")
    made.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy")
    (whole,) = RULES.view(made.state, None).board.stack
    assert (whole.kind, whole.seat, whole.hex, whole.attackers, whole.against) == ("attack", 0, "e5", ("e4",), "e4")
    made.play("--")
    (half,) = RULES.view(made.state, None).board.stack
    assert (half.kind, half.seat, half.attack, half.counter) == ("strike_counter", 1, None, whole.counter)


STRIKES = """
    counterstrike d3 energy | bad_target HX-9.5 | e4
    counterstrike e5 energy | bad_target HX-9.5 | e4
    counterstrike e2 energy | bad_target HX-9.5 | e4
    counterstrike z9 energy | bad_target HX-9.5 | e4
    counterstrike e4 | not_an_action HX-9.5 | energy counter
    counterstrike e4 energy energy | bad_payment HX-5.8 |
    counterstrike e4 mercy | not_an_action HX-9.5 | energy counter
    counterstrike | not_an_action HX-8.4 | e4
    attack e5 e4 | wrong_time HX-9.2 | e4
    move e5 e6 | wrong_time HX-9.1 | e4
"""


def test_reasons_while_one_is_attacked():
    """HX-9.5, HX-9.1, HX-9.2: against the attacker alone, paid in one of two ways; nothing else is done in the other's turn."""
    made = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "torchrunner", "e2").put(1, "thorn_boar", "e5", points=2).pool(0, "C").pool(1, "C")
    made.play("0 attack e4 e5", "0 pass")
    for row in STRIKES.strip().splitlines():
        action, told, *legal = (part.strip() for part in row.split("|"))
        refused = made.refusal(action)
        assert f"{refused.reason} {refused.rule}" == told, action
        if action.startswith("counter"):
            assert refused.legal == tuple(" ".join(legal).split()), action
    last = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "thorn_boar", "e5", points=1).pool(0, "C")
    last.play("0 attack e4 e5", "0 pass")
    assert (last.refusal("counterstrike e4 counter").reason, last.refusal("counterstrike e4 energy").reason) == ("last_counter", "not_enough_energy")


def test_passing_answers_only_where_one_has_priority():
    """HX-3.3, HX-8.4: before the game, and when something must be chosen, there is no pass."""
    state = RULES.setup(2, {}, 1).state
    for kind, action in (("deck", ("deck", "ember_raid")), ("deck", ("deck", "ember_raid")), ("mulligan", ("keep",)), ("mulligan", ("keep",))):
        (seat, *_) = RULES.to_act(state)
        assert RULES.decision(state, seat).kind == kind
        made = TestTable()
        made.state = state
        assert made.refusal("pass", seat=seat).reason == "asked_otherwise"
        assert made.refusal("dance", seat=seat).reason == "not_an_action"
        state = RULES.apply(state, seat, action).state


def test_cards_that_would_close_the_own_sphere():
    """HX-6.3, HX-R54: without a building, what cannot leave the Flag is marked in the hand; nothing once there is one."""
    made = TestTable().hand(0, "torchrunner", "field_hospital", "red_hearth", "spark_lance", "firewatch_tower")
    assert RULES.view(made.state, 0).board.warned == ("field_hospital",)
    assert RULES.view(made.state, 1).board.warned == ()
    made.put(0, "red_hearth", "e4")
    assert RULES.view(made.state, 0).board.warned == ()


def test_what_deserves_one_click():
    """A blow that destroys its target, and each counterstrike at each price, paid for; nothing for who is not asked."""
    made = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "gull_scout", "d4", points=1).put(1, "thorn_boar", "e5", points=2).pool(0, "CR")
    rows = RULES.shortcuts(made.state, 0)
    assert rows
    assert all(len(row) == 1 for row in rows)
    assert RULES.shortcuts(made.state, 1) == []
    made.pool(1, "C").play("0 attack e4 e5", "0 pass")
    assert RULES.shortcuts(made.state, 1) == [(("counterstrike", "e4", "energy"),), (("counterstrike", "e4", "counter"),)]
    assert RULES.shortcuts(made.state, 0) == []


@pytest.mark.parametrize(("defense", "quiet"), [(0, -1), (9, 5)])
def test_blows_that_take_nothing_leave_the_turn_quiet(defense, quiet):
    """HX-12.5: a turn counts as quiet unless a counter is lost; striking in vain is no loss."""
    made = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "thorn_boar", "e5", defense=defense).pool(0, "C")
    made.state.quiet = 5
    made.play("0 attack e4 e5", "--")
    assert made.state.quiet == quiet


def test_colours_and_payments_of_an_ability():
    """HX-5.6, HX-5.8, HX-11.2: first the colour, then how it is paid where there is a choice; what was aimed at is told, not what was paid."""
    made = TestTable().put(0, "prism", "e3").put(0, "goblin_sapper", "e4", die=1).put(0, "hedge_wall", "d3").pool(0, "CR")
    assert made.offered("activate", "e3", "a0") == list("rbgyv")
    assert made.offered("activate", "e3", "a0", "r") == ["pay"]
    assert sorted(made.offered("activate", "e3", "a0", "r", "pay")) == ["c", "r"]
    for wrong in ("rb", "", "c", "x"):
        assert made.offered("activate", "e3", "a0", wrong) == []
        if wrong:
            assert made.refusal(f"activate e3 a0 {wrong}").reason == "bad_choice"
    paid = TestTable().put(0, "prism", "e3").pool(0, "CR").play("0 activate e3 a0 b pay c")
    assert (paid.energy(0), paid.last("activated")["targets"]) == ("RB", ["b"])
    aimed = TestTable().put(0, "goblin_sapper", "e4", die=1).put(0, "hedge_wall", "d3").play("0 activate e4 a0 d3")
    assert aimed.last("activated")["targets"] == ["d3"]


def test_reasons_of_abilities():
    """HX-5.8, HX-11.2: an action that is there and a colour that is named are no obstacle; what is said after them is."""
    made = TestTable().put(0, "prism", "e3").put(0, "sapling_keeper", "d4", die=1).put(0, "red_hearth", "e2", points=3).put(0, "hedge_wall", "d3")
    for action, reason, rule, said in (
        ("activate d4 a0", "not_an_action", "HX-6.2", "d3"),
        ("activate d4 a0 e2", "bad_target", "HX-6.2", "d3"),
        ("activate d4 a0 d3 e2x1", "bad_payment", "HX-5.8", ""),
        ("activate e3 a0", "bad_choice", "HX-11.2", "r b g y v"),
        ("activate e3 a0 r", "not_an_action", "HX-5.8", "e2x1"),
        ("activate e3 a0 r e2x2", "bad_payment", "HX-5.8", "e2x1"),
        ("activate e3 a0 r b", "bad_payment", "HX-5.8", "e2x1"),
        ("pay c", "not_an_action", "HX-7.4", "move activate draw pass"),
    ):
        refused = made.refusal(action)
        assert (refused.reason, refused.rule, " ".join(refused.legal)) == (reason, rule, said), action


def test_one_card_is_searched():
    """HX-8.11: or none; more are refused, and it is said how many it should be."""
    made = QUESTIONS["pick_search"]()
    refused = made.refusal("choose red_hearth red_hearth")
    assert (refused.reason, refused.facts) == ("bad_choice", {"n": 1})


def test_both_targets_must_be_there():
    """HX-6.2: a second target that there is not makes the spell illegal."""
    made = TestTable().put(1, "thorn_boar", "e5").put(1, "red_hearth", "e7").hand(0, "soul_siphon").pool(0, "CV")
    assert "cast" not in made.offered()
    assert made.refusal("cast soul_siphon e5").reason == "no_target"
    assert made.put(0, "red_hearth", "e2").offered("cast", "soul_siphon") == ["e5", "e7"]


def test_which_words_are_payments():
    """HX-5.8: `pay`, and so much from the building on a hex."""
    assert all(is_payment(word) for word in ("pay", "e2x1", "a1x3", "i9x12", "e2x2+e3x1"))
    assert not any(is_payment(word) for word in ("", "e", "e2", "j2x1", "exx1", "2x1", "energy", "counter", "pa"))


def test_basic_buildings():
    """HX-3.1: the hearths and their like, and no energy cards."""
    assert CONTENT.basics
    assert all(CONTENT.cards[w].rarity == "basic" and CONTENT.cards[w].produces for w in CONTENT.basics)


def test_when_a_turn_goes_on():
    """Others are told of a Main Phase when it ends or when they are asked: it goes on once something has been done in it."""
    made = TestTable().put(0, "red_hearth", "e2").put(0, "torchrunner", "e4", die=2).pool(0, "CC")
    made.state.began = False
    assert not RULES.decision(made.state, 0).goes_on
    made.play("0 draw e2 1")
    assert RULES.decision(made.state, 0).goes_on
    made.play("0 move e4 e5")
    assert (made.seat, RULES.decision(made.state, made.seat).goes_on) == (0, False)
    made.play("0 pass")
    assert (made.seat, RULES.decision(made.state, 1).goes_on) == (1, False)
    made.play("1 pass")
    assert (made.asked, RULES.decision(made.state, 0).goes_on) == ("main", True), "the move has been carried out in the same turn"


def test_ending_the_turn_is_of_the_main_phase_and_an_answer_of_priority():
    """HX-7.4, HX-8.4."""
    assert [rule_of(RULES, Decision(kind, (), ""), "pass") for kind in ("main", "respond")] == ["HX-7.4", "HX-8.4"]


def reached(state: Any, card: str, verbs: tuple[str, ...]) -> bool:
    """Whether seat 0 can cast a card after any number of actions of some verbs, found by trying all of them."""
    if RULES.words(state, 0, ("cast", card)):
        return True
    actions = [action for action in legal(RULES, state, 0) if action[0] in verbs and action[:2] != ("discard", card)]
    return any(reached(RULES.apply(state, 0, action).state, card, verbs) for action in dict.fromkeys(actions))


@pytest.mark.parametrize(
    ("buildings", "hand", "cast", "way", "by"),
    [
        ([], ("red_hearth", "red_hearth"), "torchrunner", "never", ()),  # Cards give colourless energy, and it wants red.
        ([("green_glade", 5)], ("moss_troll",), "torchrunner", "never", ()),
        ([("red_hearth", 1)], (), "torchrunner", "last", ("draw",)),
        ([("red_hearth", 2)], ("moss_troll", "moss_troll", "moss_troll"), "gorrak_the_unquenched", "last", ("draw", "discard")),
        ([("red_hearth", 3)], ("moss_troll", "moss_troll", "moss_troll"), "gorrak_the_unquenched", "both", ("discard",)),
        ([], ("moss_troll", "moss_troll", "moss_troll"), "battering_ram", "discard", ("discard",)),
        ([], ("red_energy",), "torchrunner", "cast", ("cast",)),
    ],
)
def test_ways_to_energy_that_are_named_work(buildings, hand, cast, way, by):
    """HX-5.1, HX-5.2, HX-5.3: what the remedy says leads to the price, and nothing that it leaves out does; where nothing would do, that is said."""
    made = TestTable().hand(0, cast, *hand)
    for (card, points), at in zip(buildings, ("e3", "f3"), strict=False):
        made.put(0, card, at, points=points)
    refused = made.refusal(f"cast {cast} e4")
    assert (refused.reason, refused.facts.get("verb")) == ("not_enough_energy", way), refused.facts
    if by == ("cast",):
        made.play("0 cast red_energy", "--")
        assert RULES.words(made.state, 0, ("cast", cast))
        return
    assert reached(made.state, cast, ("draw", "discard")) == bool(by)
    assert not any(reached(made.state, cast, (verb,)) for verb in by if len(by) > 1), "both are needed"
    for language in LANGUAGES:
        assert texts(language, "hexygame").find(f"remedy.not_enough_energy.{way}")
