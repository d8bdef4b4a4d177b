"""The worked examples of the specification. The first one, the sample round of the booklet, has its exact figures and cards.

Where the teams of `data/` have other attributes than the specification, the dice make up for it, so that all values are the same.
"""

from __future__ import annotations

from tests.hockey_game.table import CONTENT, RULES, TestTable


def word(card: str) -> str:
    return CONTENT.ids[card].word


def test_example_1_the_sample_round_of_the_booklet():
    """HG-5.13, HG-7.4, HG-6.1: 23, then 20, against 18."""
    assert [word(c) for c in ("CZE-B03", "CZE-B11", "SWE-B05")] == ["+2", "speed+3r", "+2r"]
    table = TestTable("cze", "swe").side(0, hand="+2 speed+3r +1 +1 +1", heroes="jakub").side(1, hand="+2r +1 +1 +1 +1", heroes="erik")
    table.attack(0, "n1").dice(4, 4, 4, 3).referee("home_ice", "stretcher")
    table.act("go_on", "speed b1", "bonus +2", "bonus speed+3r")
    assert table.parts(0) == [
        ("dice", "", 8),
        ("attribute", "attack", 2),
        ("attribute", "speed", 2),
        ("hero", "jakub", 3),
        ("field", "n1", 3),
        ("lines", "2", -2),
        ("bonus", "+2", 2),
        ("bonus", "speed+3r", 3),
        ("referee", "home_ice", 2),
    ]
    table.act("finish")
    assert table.total(0) == 23
    table.act("go_on", "bonus +2r")
    assert table.total(0) == 20
    assert table.parts(1) == [
        ("dice", "", 7),
        ("attribute", "defence", 3),
        ("attribute", "speed", 2),
        ("hero", "erik", 4),
        ("bonus", "+2r", 2),
    ]
    assert table.total(1) == 18
    hands = [len(side.hand) for side in table.state.sides]
    table.act("finish")
    assert table.last("moved")["values"] == [20, 18]
    assert "jakub" in table.state.sides[0].discard
    assert (table.state.puck, table.seat, table.stage, table.state.clock) == ("b1", 0, "attack_open", 2)
    assert [len(side.hand) for side in table.state.sides] == hands, "nobody refills"


def test_example_2_a_tie():
    """HG-5.16, HG-6.3."""
    table = TestTable("sui", "can").side(0, hand="+1 +1").side(1, hand="+1 +1").attack(0, "c").dice(3, 4, 4, 4)
    table.round("pass bb")
    assert (table.total(0), table.total(1)) == (11, 11)
    assert (table.state.puck, table.seat, table.stage) == ("c", 1, "attack_open")
    assert [len(side.hand) for side in table.state.sides] == [5, 2]


def test_example_3_offside():
    """HG-3.3, HG-2.7."""
    table = TestTable().attack(0, "n3")
    table.act("go_on")
    refused = table.refusal("pass b1")
    assert (refused.reason, refused.rule, refused.facts["point"]) == ("offside", "HG-3.3", "bb")
    lines = {(t.move, t.field): t.lines for t in RULES.view(table.state, 0).board.targets}
    assert lines["pass", "bb"] == 0
    table.attack(0, "bb")
    table.act("go_on", "pass b2")
    assert ("field", "bb", 3) in table.parts(0)


def test_example_4_from_the_own_zone():
    """HG-3.1, HG-3.2, HG-3.3, HG-3.4, HG-2.6: what may be declared from A2, and what it costs."""
    table = TestTable().attack(0, "a2")
    table.act("go_on")
    prices = {(t.move, t.field): -t.price for t in RULES.view(table.state, 0).board.targets}
    assert prices == {
        ("speed", "n2"): -1, ("speed", "n4"): -2, ("speed", "b2"): -3,
        ("strength", "ga"): 0, ("strength", "ba"): 0,
        ("pass", "a1"): 0, ("pass", "ga"): 0, ("pass", "ba"): 0, ("pass", "n1"): -1, ("pass", "n2"): -1, ("pass", "c"): -1,
        ("pass", "n3"): -2, ("pass", "n4"): -2, ("pass", "bb"): -2,
        ("shot", ""): -6,
    }  # fmt: skip
    assert {" ".join(filter(None, key)) for key in prices} <= set(table.legal())


def test_example_5_a_goal_that_a_hero_prevents():
    """HG-3.6, HG-5.16, HG-6.2."""

    def shot(heroes: str) -> TestTable:
        table = TestTable("svk", "cze").side(0, hand="+1 +1").side(1, hand="+1", heroes=heroes).attack(0, "b1").dice(2, 2, 3, 4)
        return table.round("shot")

    saved = shot("krystof")
    assert saved.last("missed")["values"] == [17, 17]
    assert (saved.stage, saved.seat) == ("restart_choice", 1)
    goal = shot("")
    assert goal.last("goal")["values"] == [17, 13]
    assert goal.state.score == (1, 0)
    assert goal.state.puck == "c"
    assert [len(side.hand) for side in goal.state.sides] == [5, 5]


def test_example_6_restart_from_the_crease():
    """HG-6.4, HG-2.8."""
    table = TestTable("svk", "cze").side(1, heroes="krystof").attack(0, "b1").dice(2, 2, 3, 4).round("shot")
    assert table.legal() == ["restart b1", "restart b2", "restart gb"]
    table.side(0, hand="+1")
    table.act("restart gb")
    assert (table.seat, table.state.puck, len(table.state.sides[0].hand)) == (1, "gb", 5)
    table.dice(2, 3, 2, 4).round("pass c")
    assert table.last("moved")["values"] == [8, 6]
    assert ("lines", "1", -1) in table.parts(1)
    assert ("crease", "gb", 0) in table.parts(0)
    assert table.state.puck == "c"


def test_example_7_lost_in_front_of_the_goal():
    """HG-6.5, HG-2.8."""
    table = TestTable("fin", "usa").attack(0, "ga").dice(2, 2, 3, 3).round("strength a1")
    assert table.last("lost")["values"] == [8, 9]
    assert (table.seat, table.state.puck) == (1, "ga")
    table.dice(2, 3, 2, 3).round("shot")
    assert table.last("goal")["values"] == [12, 9]
    assert table.state.score == (0, 1)


def test_example_8_deploying_costs_the_hand():
    """HG-5.2, HG-8.1."""
    table = TestTable("ger", "swe").side(0, hand="falk strength+2r +1").attack(0, "n2").dice(3, 4)
    table.act("deploy falk", "strength c")
    assert table.total(0) == 19
    refused = table.refusal("bonus +1")
    assert (refused.reason, refused.rule, refused.facts["hero"]) == ("hero_deployed", "HG-5.2", "falk")
    assert any(action.startswith("time") for action in table.legal())


def test_example_9_six_referee_cards():
    """HG-9.1, HG-9.2, HG-6.6."""
    table = TestTable("sui", "can").side(0, hand="pass+3r +1", heroes="urs").side(1, hand="+2r +1", heroes="beau")
    table.attack(0, "c").dice(6, 6, 1, 1).referee("good_bounce", "play_on")
    table.state.clock = 4
    table.act("go_on", "pass bb", "bonus pass+3r")
    assert table.state.clock == 5
    table.act("finish", "go_on", "bonus +2r")
    assert table.state.clock == 6
    table.act("finish")
    assert table.last("moved")["target"] == "bb"
    assert (table.state.period, table.state.clock, table.state.puck) == (2, 0, "c")
    assert [side.heroes for side in table.state.sides] == [[], []]
    assert [len(side.hand) for side in table.state.sides] == [5, 5]


def test_example_10_power_play_by_the_defender():
    """HG-7.2, HG-5.15."""
    table = TestTable("usa", "sui").side(0, hand="+1").side(1, hand="+2r").attack(0, "c").dice(6, 6, 5, 5).referee("power_play")
    table.act("go_on", "pass n1", "finish")
    assert table.total(0) == 15
    table.act("go_on")
    assert table.total(1) == 13
    table.act("bonus +2r")
    assert (table.total(1), table.total(0)) == (17, 13)
    table.act("finish")
    assert table.last("lost")["values"] == [13, 17]


def test_example_11_body_check():
    """HG-10.1, HG-5.15."""
    table = TestTable("swe", "can").side(0, heroes="ludde").side(1, hand="body_check +1").attack(0, "c").dice(4, 4)
    table.act("go_on", "pass n1", "finish")
    assert table.total(0) == 16
    table.act("special body_check")
    assert table.total(0) == 12
    assert table.state.sides[0].heroes == ["ludde"]


def test_example_12_time_and_an_empty_pile():
    """HG-8.2, HG-1.5."""
    table = TestTable().side(0, hand="+1 +2 +2 +3 +3", deck="pass+3r", discard=" ".join(["+1"] * 8)).attack(0, "c")
    table.act("time +1 +2")
    side = table.state.sides[0]
    assert len(side.hand) == 5
    assert "pass+3r" in side.hand
    assert (len(side.deck), side.discard) == (9, [])
