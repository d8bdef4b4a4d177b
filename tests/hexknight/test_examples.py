"""The worked examples of the specification, with their exact figures (on the fixed map)."""

from __future__ import annotations

from rules.hexknight.ending import outcome
from tests.hexknight.table import RULES, TestTable, cards


def at_portal(**zones) -> TestTable:
    table = TestTable()
    return table.hero(1, "c12").hero(0, "c13", **{"deck": "4*sp", **zones})


def test_example_1_spending_movement_cards():
    """HK-6.1, HK-6.4, HK-6.6: cards are spent in the order played, the excess stays as residue."""
    table = at_portal(hand="sa pr 2*wc sp")
    table.hero(1, "c11").turn(0)
    table.act("confirm")
    assert table.step == "movement"
    table.act("play sa", "step d13")
    assert (table.own.discard, table.state.residue) == (cards("sa"), 0)
    table.act("play pr", "play sp", "step d12")
    assert (table.own.discard, table.state.residue) == (cards("sa pr sp"), 1)
    table.act("play wc", "step e13")
    assert (table.own.discard, table.state.residue) == (cards("sa pr sp wc"), 0)
    table.act("confirm")
    assert table.own.hand == cards("wc")
    assert sum(e["cost"] for e in table.all("moved")) == 7


def test_example_2_taking_back():
    """HK-6.6, HK-6.2: an unspent card may be taken back; a step needs its points. HK-R13."""
    table = at_portal(hand="pr sp").night()
    table.hero(1, "d12").turn(0)
    table.act("confirm", "play pr", "play sp", "step d13")
    assert table.own.play == cards("sp")
    assert table.refusal("take_back pr").reason == "not_in_play"
    table.act("take_back sp")
    assert (table.own.hand, table.own.play, table.state.residue) == (cards("sp"), [], 0)

    other = at_portal(hand="pr sp").night()
    other.hero(1, "d12").turn(0)
    other.act("confirm", "play pr", "play sp", "step c12")
    refused = other.refusal("step c11")
    assert (refused.reason, refused.facts["need"], refused.facts["have"]) == ("needs_points", 5, 2)


def test_example_3_fog():
    """HK-2.3, HK-6.7, HK-13.2: what the portal reveals, where one can travel, and that nothing is said of the rest. HK-R12, HK-R29."""
    table = TestTable().dark().hero(0, hand="2*pursuit sa", deck="sa").turn(0)
    seen = {h.label for h in RULES.view(table.state, None).board.hexes}
    ring = {"b12", "b13", "c12", "c14", "d12", "d13"}
    far = {"a12", "a13", "a14", "b11", "b14", "c11", "d11", "d14", "e13", "e14"}
    assert seen == {"c13"} | ring | far
    table.play("2*pursuit sa")
    assert table.costs() == {"c12": 2, "d13": 2, "d12": 3, "e13": 4, "c11": 5, "d11": 6}
    refused = table.refusal("travel f13")
    assert (refused.reason, refused.facts) == ("not_explored", {"hex": "f13"})
    by_night = TestTable().dark().night().turn(0)
    assert {h.label for h in RULES.view(by_night.state, None).board.hexes} == {"c13"} | ring


def test_example_4_guarded_passage():
    """HK-6.3, HK-R10: no sliding along a monster; to it and away from it is free."""

    def standing(at: str) -> TestTable:
        table = TestTable().monsters(e11="marauder", f11="marauder").night()
        return table.hero(0, at, hand="5*pursuit", deck="sa").turn(0).play("5*pursuit")

    standing("d12").act("step e12")
    table = standing("e12")
    assert [table.refusal(f"step {there}").facts["monster"] for there in ("f12", "d11")] == ["f11", "e11"]
    assert {"step d12", "step e13"} <= set(table.legal("step"))
    standing("e13").act("step f12", "step g13")


def test_example_5_a_fight():
    """HK-7.1, HK-7.4, HK-7.6, HK-7.7, HK-7.10, HK-8.4: block, strike, level, selection, rest. HK-R18."""
    table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="pr sp shield wc", deck="3*sa")
    table.turn(0).act("confirm", "confirm", "provoke e11")
    table.act("play pr", "play sp", "play shield", "block")
    assert table.last("blocked")["cards"] == cards("pr sp")
    assert "shield" in table.own.hand
    table.act("play wc", "strike")
    assert table.own.experience == 3
    assert table.step == "selection"
    chosen = table.state.offer[1]
    table.act(f"select {chosen}")
    assert table.own.deck[0] == chosen
    assert len(table.state.offer) == 3
    assert table.own.hand == ["shield"]
    assert table.step == "rest"
    assert table.island.grid.labels[table.own.at] == "e12"
    table.act("play shield", "confirm")


def test_example_6_wounds():
    """HK-7.5, HK-4.3, HK-9.2, HK-9.4: an impossible defence resolves by itself, the attack is skipped. HK-R17, HK-R20, HK-R31."""
    table = TestTable().monsters(e11="red_dragon").hero(0, "e12", hand="2*wc sp", deck="4*sa")
    table.turn(0).act("confirm", "confirm", "provoke e11")
    assert table.last("wounded")["n"] == 4
    assert table.last("stays")["monster"] == "red_dragon"
    assert len(table.own.hand) == 7
    assert table.step == "rest"
    assert table.refusal("heal").reason == "no_healing"
    table.act("play sp", "heal", "confirm")
    assert sorted(table.state.heroes[0].hand) == sorted(cards("2*wc 3*w"))
    assert table.last("refilled") == {"seat": 0, "n": 0}


def test_example_7_level_jump():
    """HK-8.2, HK-8.3, HK-R22: every line crossed counts."""
    hand = "3*plate_armour 2*sacrifice"
    table = TestTable().monsters(e11="red_dragon").hero(0, "e12", hand=hand, deck="4*sa", experience=2)
    table.turn(0).act("confirm", "confirm", "provoke e11").__len__()
    table.play("2*plate_armour").act("block")
    table.play("2*sacrifice").act("strike")
    assert table.own.experience == 10
    assert [e["level"] for e in table.all("level")] == [1, 2]
    assert table.own.due == 1
    assert RULES.content.level(10).armour == 3


def test_example_8_castle_by_night():
    """HK-2.6, HK-7.9, HK-10.1: provoked, beaten, entered, healed in, slept in. HK-R24, HK-R27."""
    table = TestTable().monsters(i12="archer").night().hero(0, "h12", hand="fortress pr sa w", deck="10*sa")
    table.turn(0)
    assert table.at("i12") in table.state.down
    table.act("confirm", "provoke i12")
    assert table.last("turned_up") == {"hex": "i12", "monster": "archer"}
    table.play("fortress pr").act("block")
    assert table.last("blocked")["cards"] == ["fortress", "protection"]
    table.play("sa").act("strike", f"select {table.state.offer[0]}")
    assert table.island.grid.labels[table.own.at] == "i12"
    view = RULES.view(table.state, 0).board
    assert (view.turn.step, view.turn.points) == ("rest", 1)
    assert view.heroes[0].hand_size == 6
    table.act("heal", "confirm")
    assert len(table.state.heroes[0].hand) == 6


def test_example_9_exchange_with_a_short_deck():
    """HK-5.2, HK-R9: all go down first, then the same number is drawn."""
    table = circle().hero(0, hand="w pr sp", deck="wc")
    table.turn(0).act("play w", "play pr", "play sp", "confirm")
    assert sorted(table.own.hand) == sorted(cards("wc w pr"))
    assert table.own.deck == cards("sp")


def circle() -> TestTable:
    """A hero on a magic circle of the random map."""
    table = TestTable("random")
    where = table.island.feature.index("magic_circle")
    return table.hero(0, table.island.grid.labels[where])


def test_example_10_healing():
    """HK-9.1, HK-9.3, HK-9.4, HK-9.5: points from place, idleness and cards; what was used cannot be taken back."""
    table = TestTable().hero(0, "g6", hand="oasis 4*w", deck="4*sa").turn(0)
    table.act("confirm", "confirm")
    assert RULES.view(table.state, 0).board.turn.points == 2
    table.act("play oasis", "heal", "heal", "heal")
    refused = table.refusal("take_back oasis")
    assert (refused.reason, refused.rule) == ("points_below_zero", "HK-9.5")
    table.act("confirm")
    assert table.state.heroes[0].discard == ["oasis"]
    assert table.state.heroes[0].wounds == 1
    assert table.last("rested") == {"seat": 0, "cards": ["oasis"], "n": 3}


def test_example_11_last_round():
    """HK-4.5, HK-4.7, HK-11.2, HK-11.4, HK-11.5: who declares, who still plays, who begins. HK-R3, HK-R5, HK-R6."""
    table = TestTable().hero(0, "c13", hand="2*sa", deck="sa", discard="13*wc").hero(1, "d12", deck="11*sa", hand="5*pr")
    table.turn(0).pass_turn()
    assert (len(table.state.heroes[0].hand), table.state.last_round) == (3, False)
    table.pass_turn()
    table.act("confirm", "play sa", "play sa", "confirm")
    assert table.last("last_round") == {"seat": 0, "left": [1]}
    assert table.state.heroes[0].finished
    assert table.seat == 1
    table.pass_turn()
    assert (table.state.phase, table.state.day, table.seat) == (2, False, 0)
    assert [len(hero.hand) for hero in table.state.heroes] == [5, 5]
    assert not any(hero.finished for hero in table.state.heroes)


def test_example_11_on_a_tomb():
    """HK-11.1, HK-R26: the tomb's wound comes before the refill, so that nothing is declared."""
    table = TestTable("random")
    where = table.island.feature.index("tomb")
    table.hero(0, table.island.grid.labels[where], hand="sa", deck="").turn(0)
    table.pass_turn()
    assert table.state.heroes[0].hand == cards("sa w")
    assert not table.state.last_round


def test_example_12_score():
    """HK-12.1, HK-12.2, HK-R35: the score line by line."""
    table = TestTable()
    table.hero(0, experience=26, ruins=2, deck="18*sa w", hand="").hero(1, experience=27, deck="18*sa", hand="")
    table.state.step = "over"
    assert [hero.score for hero in table.state.heroes] == [28, 29]
    assert outcome(table.state).winners == (1,)
    table.state.heroes[1].deck.append("wound")
    assert [hero.score for hero in table.state.heroes] == [28, 27]
    assert outcome(table.state).winners == (0,)
