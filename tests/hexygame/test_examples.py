"""The worked examples of the specification (section 19)."""

from __future__ import annotations

from tests.hexygame.table import RULES, TestTable


def test_example_1_opening_turns():
    """HX-E1, HX-3.4, HX-5.2, HX-5.3, HX-5.9, HX-6.3, HX-7.1, HX-7.6, HX-9.1, HX-10.2, HX-R33, HX-R36."""
    table = TestTable(turn=1)
    table.hand(0, "red_hearth", "red_hearth", "red_energy", "torchrunner", "cinder_hound", "spark_lance", "ashfoot_raider", "battering_ram")
    table.play("0 cast red_energy", "--")
    assert table.energy(0) == "RR"
    assert table.state.sides[0].graveyard == ["red_energy"]
    assert table.sphere(0) == ["e2"]
    table.play("0 cast red_hearth e2", "--")
    assert (table.points("e2"), table.energy(0)) == (3, "")
    assert table.refusal("draw e2 1").reason == "settling"
    table.play("0 discard ashfoot_raider", "0 discard battering_ram")
    assert table.energy(0) == "CC"
    assert table.sphere(0) == ["d1", "d2", "e1", "e3", "f1", "f2"]
    table.play("0 cast red_hearth e3", "--")
    assert table.points("e3") == 3
    table.play("0 pass", "1 pass")
    assert table.stack == ["centre"]
    table.play("--")
    assert table.state.sides[0].dice == 1
    table.play("--")
    assert (table.state.active, len(table.state.sides[0].hand)) == (1, 3)

    table.play("--", "--", "--", "--", "--")
    assert (table.state.active, table.state.phase) == (0, "draw")
    assert (table.points("e2"), table.points("e3")) == (4, 4)
    table.play("--")
    assert len(table.state.sides[0].hand) == 4
    table.play("--", "0 draw e3 2")
    assert (table.points("e3"), table.energy(0)) == (2, "RR")
    assert table.offered("cast", "torchrunner") == ["d1", "d2", "d3", "e1", "e4", "f1", "f2", "f3"]
    table.play("0 cast torchrunner e4", "--")
    assert (table.die("e4"), table.energy(0)) == (2, "R")
    table.play("0 move e4 e5")
    assert (table.energy(0), table.die("e4")) == ("", 1)
    table.play("--")
    assert table.at("e5").card == "torchrunner"
    table.play("0 pass", "1 pass")
    assert (table.die("e5"), table.stack) == (0, ["centre"])
    table.play("--")
    assert table.state.sides[0].dice == 2
    table.play("--")
    assert (table.state.active, len(table.state.sides[0].hand)) == (1, 3)


def test_example_2_order_under_the_stack():
    """HX-E2, HX-7.1, HX-7.2, HX-7.3, HX-8.5, HX-10.4, HX-11.3, HX-R25, HX-R26, HX-R43."""
    table = TestTable().put(0, "volcano_heart", "d3", points=4).put(0, "moss_troll", "e4", points=3).put(0, "war_standard", "e3")
    table.put(1, "town_militia", "e6").turn_begins()
    assert table.points("d3") == 5
    assert (table.die("e4"), table.die("e3")) == (2, 2)
    assert table.stack == ["trigger volcano_heart", "trigger war_standard", "regeneration moss_troll", "draw"]
    table.play("--")
    assert table.points("e6") == 1
    table.play("--")
    assert table.die("e4") == 3
    table.play("--")
    assert table.points("e4") == 4
    table.play("--")
    assert (len(table.state.sides[0].hand), table.state.phase) == (1, "draw")
    table.play("--")
    assert (table.asked, table.seat) == ("main", 0)


def duel(price: str) -> TestTable:
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(1, "thorn_boar", "e5").pool(0, "C").pool(1, "C")
    return table.play("0 attack e4 e5", "0 pass", f"1 counterstrike e4 {price}")


def test_example_3_attack_and_counterstrike_at_once():
    """HX-E3, HX-9.2, HX-9.4, HX-9.5, HX-9.6, HX-9.7, HX-9.9, HX-R9, HX-R11."""
    table = duel("energy")
    assert (table.energy(0), table.energy(1), table.die("e4"), table.die("e5")) == ("", "", 1, 6)
    table.play("--")
    assert (table.points("e5"), table.at("e4")) == (1, None)

    table = duel("counter")
    assert (table.points("e5"), table.die("e5"), table.energy(1)) == (2, 6, "C")
    table.play("--")
    assert (table.at("e5"), table.at("e4")) == (None, None)


def test_example_4_ambush():
    """HX-E4, HX-9.3, HX-9.7, HX-9.10, HX-R15, HX-R19."""
    table = TestTable().put(0, "town_militia", "d5", die=1).put(0, "shield_bearer", "d4", die=1).put(0, "sun_lancer", "e4", die=2)
    table.put(1, "moss_troll", "e5").pool(0, "YYY").pool(1, "C")
    table.play("0 attack d5 e5 d4 e4")
    assert (table.energy(0), table.die("d5"), table.die("d4"), table.die("e4")) == ("", 0, 0, 1)
    table.play("0 pass", "1 counterstrike e4 energy", "--")
    assert table.points("e5") == 2
    assert (table.points("d5"), table.points("d4"), table.points("e4")) == (2, 3, 2)
    assert not table.all("split")


def test_example_5_combat_priority():
    """HX-E5, HX-9.10, HX-9.11, HX-10.3, HX-8.9, HX-R13, HX-R31."""
    table = TestTable().put(0, "sun_lancer", "e4", die=2).put(1, "bone_walker", "e5").pool(0, "Y").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--")
    assert table.at("e5") is None
    assert table.stack == ["strike_counter sun_lancer"]
    assert (table.seat, table.asked) == (0, "respond")
    table.play("--")
    assert table.last("fizzled")["what"] == "strike_counter"
    assert (table.points("e4"), table.state.after_combat, table.asked) == (2, True, "respond")
    table.play("--")
    assert (table.asked, table.seat, table.state.after_combat) == ("main", 0, False)


def test_example_6_range_and_flying():
    """HX-E6, HX-9.8, HX-10.1, HX-10.5, HX-R12, HX-R16, HX-R17."""
    table = TestTable().put(0, "storm_kite", "e4", die=3).put(1, "cinder_hound", "e5").pool(0, "B").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass")
    assert "counterstrike" not in table.offered()
    assert table.refusal("counterstrike e4 energy").reason == "flying"
    table.play("1 pass")
    assert table.at("e5") is None

    table = TestTable().put(0, "magma_slinger", "e3", die=1).put(1, "town_militia", "e5").pool(0, "R").pool(1, "C")
    table.play("0 attack e3 e5", "0 pass")
    refusal = table.refusal("counterstrike e3 energy")
    assert (refusal.reason, refusal.facts["n"], refusal.facts["reach"]) == ("out_of_range", 2, 1)
    table.play("1 pass")
    assert table.at("e5") is None


def test_example_7_a_move_that_fizzles():
    """HX-E7, HX-9.1, HX-8.4, HX-R29, HX-R34, HX-R48."""
    table = TestTable(active=1).put(1, "thorn_boar", "e6", die=2).put(0, "gull_scout", "d4").hand(0, "undertow").pool(0, "B").pool(1, "G")
    table.play("1 move e6 e5")
    assert (table.energy(1), table.die("e6")) == ("", 1)
    table.play("1 pass", "0 cast undertow d4 e5")
    assert table.seat == 1, "the active seat has priority, whoever put something on the stack"
    table.play("--")
    assert table.at("e5").card == "gull_scout"
    table.play("--")
    assert table.last("fizzled")["what"] == "move"
    assert (table.at("e6").card, table.die("e6"), table.energy(1)) == ("thorn_boar", 1, "")


def test_example_8_the_centre_item():
    """HX-E8, HX-7.6, HX-12.2, HX-15.1, HX-R3, HX-R4."""
    table = TestTable(active=1).put(1, "moss_troll", "e5").put(0, "blue_jetty", "e2").hand(0, "undertow").dice(1, 11)
    table.play("1 pass", stops=True)
    assert (table.seat, table.window) == (0, "centre"), "nobody passes this for a seat"
    table.play("0 cast undertow e5 f5 e2x1", "--")
    assert table.at("f5").card == "moss_troll"
    table.play("--")
    assert table.state.sides[1].dice == 11
    assert not table.state.over


def test_example_9_shifting_potency():
    """HX-E9, HX-5.7, HX-11.5, HX-6.3."""
    table = TestTable().put(0, "red_hearth", "e2", points=2).put(0, "red_hearth", "e3", points=1)
    table.play("0 activate e2 i0 e3")
    assert table.at("e2") is None
    assert table.energy(0) == ""
    table.play("--")
    assert table.points("e3") == 2
    assert table.sphere(0) == ["d2", "d3", "e2", "e4", "f2", "f3"]
    assert "e2" in RULES._offers(table.state, 0).free


def test_example_10_attack_on_a_building():
    """HX-E10, HX-5.4, HX-5.5, HX-9.5, HX-R21, HX-R49."""
    table = TestTable().put(0, "battering_ram", "e4", die=1).put(1, "blue_jetty", "e5").pool(0, "C")
    table.play("0 attack e4 e5", "0 pass")
    assert table.refusal("counterstrike e4 counter").reason == "no_attack"
    table.play("1 draw e5 2")
    assert (table.points("e5"), table.energy(1)) == (1, "BB")
    table.play("1 pass")
    assert (table.at("e5"), table.energy(1)) == (None, "BB")
    table.play("--", "0 pass", "1 pass")
    assert table.energy(1) == ""


def test_example_11_flag():
    """HX-E11, HX-12.1, HX-15.1, HX-R32."""
    table = TestTable().put(0, "dusk_bat", "e7", die=1).put(1, "violet_crypt", "h5").hand(1, "wither").pool(0, "V").dice(1, 11)
    table.play("0 move e7 e8", stops=True)
    assert (table.seat, table.window) == (1, "move")
    table.play("1 pass")
    assert (table.state.over, table.state.winner) == (True, 0)
    outcome = RULES.outcome(table.state)
    assert (outcome.reason, outcome.rule, outcome.winners) == ("flag", "HX-12.1", (0,))


def test_example_12_empty_library():
    """HX-E12, HX-7.1, HX-7.3, HX-12.3, HX-R38."""
    table = TestTable().put(0, "volcano_heart", "d3", points=4).put(0, "moss_troll", "e4", points=3).put(1, "town_militia", "e6")
    table.library(0).turn_begins()
    assert table.points("d3") == 4
    assert table.die("e4") == 2
    assert table.stack == ["regeneration moss_troll"]
    table.play("--", "--")
    assert (table.points("e4"), table.asked) == (4, "main")
