"""The worked examples of section 21, with their figures."""

from __future__ import annotations

from tests.planetary_conquerors.table import TestTable


def test_e1_mining_and_limits():
    """PC-2.2, PC-5.4, PC-8.4: gold above the limit is lost, and no order is asked."""
    t = TestTable().stock(0, 5, 2, 0)
    for card in ("gold_miner", "gold_miner", "deep_driller", "collector_of_cosmium"):
        t.put(0, card)
    t.phase("mining")
    assert t.has(0) == "6/3/0"
    assert [e["lost"] for e in t.all("gained")] == [[3, 0, 0]]
    assert t.asked == "kuk", "nobody was asked for the order"


def test_e2_conversion():
    """PC-2.4, PC-R14."""
    t = TestTable().stock(0, 1, 6, 2).play("0 convert")
    assert t.has(0) == "1/2/3"
    assert t.refusal("convert").reason == "once_a_turn"
    t = TestTable().stock(0, 1, 6, 3)
    assert t.refusal("convert").reason == "storage_full"
    assert t.refusal("convert").facts["n"] == 3


def dome() -> TestTable:
    t = TestTable(loud=True).stock(0, 2, 5, 0).stock(1, 0, 0, 1).hand(0, "habitat_dome", "short_circuit").hand(1, "surge_strike")
    return t.put(0, "outpost").put(0, "command_citadel").put(0, "habitat_dome")


def test_e3_reactions_to_reactions_and_the_win_of_30():
    """PC-7.3, PC-7.4, PC-6.5, PC-6.8, PC-14.2, PC-R5, PC-R13."""
    t = dome().play("0 play habitat_dome")
    assert t.has(0) == "0/3/0"
    t.play("0 pass", "1 play surge_strike")
    assert t.has(1) == "0/0/0"
    t.play("0 play short_circuit")
    assert t.has(0) == "0/0/0"
    assert t.state.over, "nobody can do anything more by public facts, so the windows close by themselves"
    assert t.state.places == ((0,), (1,))
    assert t.state.reason == "planet"
    assert t.side(1).junkyard == ["surge_strike"]
    assert [e["card"] for e in t.all("aimed")] == ["short_circuit"], "Surge Strike never chose a target"


def test_e3_without_the_answer():
    t = dome().hand(0, "habitat_dome").play("0 play habitat_dome")
    t.play("1 play surge_strike", "1 choose outpost")
    assert t.thing("outpost") is None
    assert sum(x.hp for x in t.state.things.values() if x.card in ("command_citadel", "habitat_dome")) == 26
    assert not t.state.over


def test_e4_replacement_inside_a_spell():
    """PC-9.1, PC-R39: Topdecker is drawn again by the spell that sacrificed it."""
    t = TestTable().stock(0, 0, 1).hand(0, "worthy_sacrifice").put(0, "topdecker").deck(0, "quick_peek", *["recruit"] * 5)
    t.play("0 play worthy_sacrifice")
    assert sorted(t.side(0).hand) == ["quick_peek", "topdecker"]
    assert t.side(0).junkyard == ["worthy_sacrifice"]
    assert not t.all("died")


def lines() -> TestTable:
    t = TestTable().put(0, "trooper").put(0, "raider").put(0, "heavy_walker").put(1, "ironclad_guard").put(1, "outpost").trap("m2", "spike_pit")
    t.play("0 end")
    return t.play("0 attack trooper m2", "0 attack raider m2", "0 attack heavy_walker outpost", "0 confirm")


def test_e5_lines_block_trap():
    """PC-11.3, PC-11.4, PC-11.6, PC-11.9, PC-12.5, PC-R19, PC-R21."""
    t = lines()
    assert [(a["card"], a["line"]) for a in t.last("attack")["attackers"]] == [("trooper", 1), ("raider", 2), ("heavy_walker", 1)]
    t.play("1 block heavy_walker ironclad_guard")
    assert t.hp("heavy_walker") == 5
    assert t.hp("ironclad_guard") == 1
    assert t.hp("trooper") == 1
    assert t.hp("m2") == 13
    t.play("1 block raider ironclad_guard")
    assert t.thing("raider") is None
    assert t.thing("ironclad_guard") is None
    assert (t.hp("m2"), t.hp("outpost")) == (13, 4)
    assert t.thing("trooper").exhausted
    assert t.thing("heavy_walker").exhausted
    assert t.state.attack is None


def test_e6_shielding_per_source():
    """PC-13.5, PC-R35."""
    t = TestTable().put(0, "trooper", "one").put(0, "trooper", "two").put(1, "bulwark").stock(0, 0, 0, 1).hand(0, "surge_strike")
    t.stops(0, "ask_own_trap").play("0 end", "0 attack one bulwark", "0 attack two bulwark", "0 confirm")
    assert [e["left"] for e in t.all("damaged")] == [3, 2]
    assert t.hp("bulwark") == 2
    t.play("0 play surge_strike", "0 choose bulwark")
    assert t.thing("bulwark") is None


def test_e6_the_same_source_once_more():
    t = TestTable().put(0, "trooper").put(1, "bulwark").phase("main")
    number = t.thing("trooper").source
    t.put(1, "bulwark", "hit", absorbed=((number, 1),))
    t.play("0 end", "0 attack trooper hit", "0 confirm")
    assert t.hp("hit") == 2


def grudge() -> TestTable:
    t = TestTable().put(0, "grudge_bearer").put(1, "trooper").hand(1, "iron_skin").play("0 end")
    return t.play("0 attack grudge_bearer m2", "0 confirm")


def test_e7_final_hit():
    """PC-13.6."""
    t = grudge().play("1 block grudge_bearer trooper")
    assert t.thing("grudge_bearer") is None
    assert t.thing("trooper") is None


def test_e7_final_hit_answered():
    """PC-7.1, PC-10.5: the window `damage` opens before the last blow."""
    t = grudge().stock(1, 0, 1).play("1 block grudge_bearer trooper", "1 pass")
    assert t.window == "damage"
    assert t.hp("trooper") == 1
    t.play("1 play iron_skin", "1 choose trooper")
    assert t.hp("trooper") == 1


def test_e8_order_and_depth_of_triggers():
    """PC-8.2, PC-8.3, PC-R29, PC-R30."""
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(0, "martyr", "mine_martyr").put(0, "habitat_dome")
    t.put(1, "martyr", "other").put(1, "bomb_carrier").put(1, "outpost")
    t.play("0 play orbital_bombardment")
    assert t.asked == "order"
    assert t.hp("outpost") == 1
    assert t.side(0).junkyard == ["orbital_bombardment"]
    t.play("0 next bomb_carrier.a0", "1 choose mine_martyr")
    drew = [e["seat"] for e in t.all("drew")]
    assert drew[-2:] == [0, 1], "the trigger of the Martyr that just died runs before the one that waited"
    assert t.asked == "main"


def test_e9_illusion_copy():
    """PC-13.9, PC-9.6, PC-R38."""
    t = TestTable().stock(0, 0, 3).hand(0, "mirror_image").put(0, "topdecker").put(1, "ironclad_guard")
    t.play("0 play mirror_image", "0 choose topdecker")
    copy = t.thing("new_topdecker")
    assert (copy.card, copy.illusion, copy.exhausted) == ("topdecker", True, False)
    deck = len(t.side(0).library)
    t.play("0 end", "0 attack new_topdecker m2", "0 confirm", "1 block new_topdecker ironclad_guard")
    assert t.thing("new_topdecker") is None
    assert t.hp("ironclad_guard") == 4
    assert t.side(0).vanished == ["topdecker"]
    assert not t.all("died")
    assert len(t.side(0).library) == deck - 1, "only the draw of the trap phase"


def test_e10_deck_out_with_a_tie():
    """PC-14.5, PC-R3, PC-R4."""
    t = TestTable(3).mine(0, 10).mine(1, 14).put(0, "command_citadel").put(1, "command_citadel").put(2, "fusion_reactor")
    t.deck(0, "recruit").play("0 end")
    assert t.state.over
    assert t.state.places == ((1,), (0,), (2,))
    assert t.state.reason == "deck_out"


def test_e11_elimination_in_the_middle_of_an_attack():
    """PC-11.5, PC-15.3, PC-15.1."""
    t = TestTable(3).mine(1, 5).put(0, "heavy_walker").put(0, "trooper").put(0, "raider").put(1, "outpost")
    t.play("0 end", "0 attack heavy_walker m2", "0 attack trooper m2", "0 attack raider m3", "0 confirm")
    assert t.side(1).out == 1
    assert t.hp("m3") == 11
    assert "outpost" in t.side(1).vanished
    assert t.thing("m2") is None
    assert t.asked == "trap"
    assert not t.state.over


def test_e12_redirection():
    """PC-9.3, PC-9.5, PC-13.5."""
    t = TestTable().put(0, "raider", "one").put(0, "raider", "two").put(1, "outpost").put(1, "bunker_link").put(1, "shield_generator")
    t.trap("bunker_link", "net_launcher")
    t.play("0 end", "0 attack one outpost", "0 attack two outpost", "0 confirm", "1 replace bunker_link.a0")
    assert (t.hp("outpost"), t.hp("bunker_link")) == (4, 3)
    t.play("1 replace bunker_link.a0")
    assert t.thing("bunker_link") is None
    assert t.hp("outpost") == 4
    assert t.side(1).junkyard == ["net_launcher", "bunker_link"]
    assert t.asked == "trap"
