"""The attack in lines, and traps in columns (sections 11 and 12)."""

from __future__ import annotations

from tests.planetary_conquerors.table import RULES, TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


def test_who_may_attack():
    """PC-11.1, PC-R1, PC-R53: battle-ready warriors without "cannot attack"; nobody must, and without any the phase is skipped."""
    t = TestTable().put(0, "wall_drone").put(0, "trooper", exhausted=True).put(0, "recruit").put(0, "raider").put(1, "recruit", "other").play("0 end")
    assert t.offered("attack") == [f"c{t.names['recruit']}", f"c{t.names['raider']}"]
    for text, reason in (("wall_drone", "cannot_attack"), ("trooper", "exhausted"), ("other", "not_yours")):
        assert t.refusal(f"attack {text} m2").reason == reason
    t.play("0 none")
    assert (t.asked, t.all("attack")) == ("trap", [])
    t = TestTable().put(0, "wall_drone").play("0 end")
    assert t.asked == "trap"


def test_targets_are_private_until_confirmed():
    """PC-11.2, PC-18.1: any building or mine of any opponent; others see nothing before the attack is confirmed."""
    t = TestTable(3).put(0, "trooper").put(0, "raider").put(1, "outpost").put(2, "bulwark").put(0, "outpost", "own")
    t.play("0 end")
    assert t.offered("attack", "trooper") == ["m2", f"c{t.names['outpost']}", "m3", f"c{t.names['bulwark']}"]
    assert t.refusal("attack trooper own").reason == "bad_target"
    before = RULES.view(t.state, 1)
    t.play("0 attack trooper m3")
    assert RULES.view(t.state, 1) == before
    assert RULES.view(t.state, 0).board.picks == ((f"c{t.names['trooper']}", "m3"),)
    assert t.refusal("attack trooper m2").reason == "has_target"
    assert RULES.redact(("attack", "c1", "m3")) == RULES.redact(("reset",)) == ()
    t.play("0 reset", "0 attack raider outpost", "0 confirm")
    assert [(a["card"], a["target"]) for a in t.last("attack")["attackers"]] == [("raider", f"c{t.names['outpost']}")]
    assert not t.thing("trooper").exhausted


def test_lines_are_given_once():
    """PC-11.3, PC-R22: the k-th on a target is in line k; nobody moves up."""
    t = TestTable().put(0, "recruit", "one").put(0, "trooper", "two").put(1, "turret_nest", hp=5).put(0, "raider", "three")
    t.play("0 end", "0 attack one turret_nest", "0 attack two turret_nest", "0 attack three m2", "0 confirm")
    assert [a["line"] for a in t.last("attack")["attackers"]] == [1, 2, 1]
    if t.asked == "order":
        t.play("0 next " + t.offered("next")[0])
    assert t.hp("turret_nest") == 5 - 1 - 2
    assert t.hp("m2") == 11


def test_the_attack_triggers_run_before_the_lines():
    """PC-11.3: exhausted at the same time, then triggers as one batch."""
    t = TestTable().put(0, "drill_sergeant").put(0, "recruit").put(0, "trooper").play("0 end")
    t.play("0 attack recruit m2", "0 attack drill_sergeant m2", "0 confirm")
    assert t.hp("m2") == 15 - 2 - 2
    assert t.thing("recruit").exhausted
    assert not t.thing("trooper").exhausted


def test_blocks():
    """PC-11.4, PC-16.2, PC-R20: one blocker an attacker, one attacker a blocker, own things only, not the unblockable."""
    t = TestTable(3).put(0, "trooper").put(0, "raider").put(0, "glider_scout").put(0, "recruit")
    t.put(1, "wall_drone").put(1, "shieldbearer").put(1, "outpost").put(2, "ironclad_guard").play("0 end")
    t.play("0 attack trooper m2", "0 attack raider outpost", "0 attack glider_scout m3", "0 attack recruit m3", "0 confirm")
    assert t.seat == 1
    assert set(t.offered("block")) == {f"c{t.names['trooper']}", f"c{t.names['raider']}"}
    assert t.refusal("block glider_scout wall_drone").reason == "cannot_be_blocked"
    assert t.refusal("block trooper ironclad_guard").reason == "cannot_block"
    t.play("1 block trooper wall_drone")
    assert t.offered("block") == [f"c{t.names['raider']}"]
    assert t.offered("block", "raider") == [f"c{t.names['shieldbearer']}"]
    t.play("1 done")
    assert t.hp("outpost") is None
    assert t.seat == 2, "the scout of line 1 cannot be blocked, the recruit of line 2 can"
    assert t.hp("m3") == 13
    t.play("2 block recruit ironclad_guard")
    assert t.thing("recruit") is None


def test_the_window_of_a_line():
    """PC-11.4 b, PC-R9: once for each line, after the blocks, before the fights."""
    t = TestTable(loud=True).stock(1, **RICH).hand(1, "rally", "patch_up").put(0, "trooper").put(0, "raider").put(1, "ironclad_guard")
    t.play("0 end", "--", "0 attack trooper m2", "0 attack raider m2", "0 confirm", "1 block trooper ironclad_guard")
    assert (t.window, t.hp("trooper")) == ("line", 3)
    t.play("1 play rally", "--", "1 choose ironclad_guard", "--")
    assert t.thing("trooper") is None, "the guard hit with four"
    t.play("1 done")
    assert t.window == "line"
    t.play("1 pass")
    assert t.hp("m2") == 11


def test_what_everybody_sees_of_an_attack():
    """PC-11.4, PC-12.5: targets, lines, blockers and who has struck; of a trap that was turned over, whom it met."""
    t = TestTable(3).put(0, "trooper").put(0, "raider").put(0, "recruit").put(1, "wall_drone").put(2, "outpost").trap("m3", "spike_pit")
    t.stock(2, 1).hand(2, "rally").put(2, "trooper", "other", exhausted=True)
    t.play("0 end", "0 attack recruit m2", "0 attack trooper m2", "0 attack raider m3", "0 confirm", "1 block recruit wall_drone")

    def seen(name: str) -> tuple[object, ...]:
        thing = RULES.view(t.state, None).board.thing(f"c{t.names[name]}")
        return thing.target, thing.line, thing.blocker, thing.done

    blocker = f"c{t.names['wall_drone']}"
    assert (t.seat, t.window) == (2, "line")
    assert [seen(n) for n in ("recruit", "trooper", "raider")] == [("m2", 1, blocker, False), ("m2", 2, "", False), ("m3", 1, "", False)]
    assert seen("wall_drone") == ("", 0, "", False)
    t.play("2 pass")
    assert t.window == "trap"
    assert [(a.card, a.attacker, a.thing) for a in RULES.view(t.state, None).board.acts] == [("spike_pit", f"c{t.names['raider']}", "")]
    t.play("2 pass")
    assert (t.seat, t.asked) == (1, "block"), "of the second line"
    assert t.thing("raider") is None
    assert [seen("trooper"), seen("recruit")] == [("m2", 2, "", False), ("", 0, "", False)]


def test_step_by_step():
    """PC-11.4, PC-R21, PC-R24: fights, then traps, then strikes of the whole line at the same time; a lost target is not replaced."""
    t = TestTable().put(0, "heavy_walker", "one").put(0, "heavy_walker", "two").put(1, "outpost").put(1, "bunker_link")
    t.play("0 end", "0 attack one outpost", "0 attack two outpost", "0 confirm", "1 decline")
    assert t.thing("outpost") is None
    assert (t.hp("bunker_link"), t.hp("m2")) == (6, 15), "the second walker had lost its target"
    assert t.thing("two").exhausted


def test_who_stops_attacking():
    """PC-11.5: removed from the attack, or stolen; it stays exhausted."""
    t = TestTable().put(0, "trooper").stock(1, 1, 1).hand(1, "pull_back").stops(1, "pass_attack").play("0 end", "0 attack trooper m2", "0 confirm")
    t.play("1 play pull_back")
    assert (t.hp("m2"), t.thing("trooper").exhausted) == (15, True)
    t = TestTable().put(0, "trooper").trap("m2", "turncoat_chip").play("0 end", "0 attack trooper m2", "0 confirm")
    assert (t.thing("trooper").controller, t.hp("m2")) == (1, 15)


def test_blocking_does_not_exhaust():
    """PC-11.6, PC-R19, PC-R51: the same warrior blocks in every line."""
    t = TestTable().put(0, "recruit", "one").put(0, "recruit", "two").put(1, "wall_drone").play("0 end")
    t.play("0 attack one m2", "0 attack two m2", "0 confirm", "1 block one wall_drone", "1 block two wall_drone")
    assert (t.hp("m2"), t.hp("wall_drone"), t.thing("wall_drone").exhausted) == (15, 4, False)


def test_a_blocker_that_leaves():
    """PC-11.7, PC-R23: the attacker stays blocked, fights nobody and leaves the attack."""
    t = (
        TestTable()
        .put(0, "trooper")
        .put(1, "wall_drone")
        .stock(0, 0, 2)
        .hand(0, "emergency_recall")
        .play("0 end", "0 attack trooper m2", "0 confirm")
    )
    t.play("1 block trooper wall_drone", "0 play emergency_recall", "0 choose wall_drone")
    assert (t.hp("m2"), t.hp("trooper"), t.side(1).hand) == (15, 3, ["wall_drone"])
    t = TestTable().put(0, "trooper").put(1, "wall_drone").stock(1, 0, 2).hand(1, "emergency_recall").stops(1, "pass_attack")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "1 block trooper wall_drone", "1 play emergency_recall", "1 choose trooper")
    assert t.hp("wall_drone") == 6
    assert "trooper" in t.side(0).hand


def test_too_late_to_block():
    """PC-11.8: who comes in the window of a line blocks in later lines only."""
    t = TestTable().put(0, "recruit", "one").put(0, "recruit", "two").stock(1, 1, 1, 1).hand(1, "ambusher").stops(1, "pass_attack")
    t.play("0 end", "0 attack one m2", "0 attack two m2", "0 confirm", "1 play ambusher")
    assert t.hp("m2") == 14
    t.play("1 block two ambusher")
    assert (t.hp("m2"), t.thing("two")) == (14, None)


def test_after_the_attack():
    """PC-11.9, PC-R51: nobody attacks any more; a warrior made ready does not attack twice."""
    t = TestTable().put(0, "trooper").stock(0, 1, 1).hand(0, "rearm").stops(0, "ask_own_trap")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "0 play rearm")
    assert not t.thing("trooper").exhausted
    assert t.state.attack is None
    assert t.asked == "trap"


# Traps (section 12)


def test_placing():
    """PC-12.1, PC-12.2, PC-12.4, PC-R25, PC-18.1: once a turn, face down, before the mine or a building, at any position."""
    t = TestTable().hand(0, "spike_pit", "net_launcher", "recruit").put(0, "outpost").put(1, "outpost", "other").trap("m1", "land_mine").play("0 end")
    assert set(t.offered("place")) == {"spike_pit", "net_launcher"}
    assert t.offered("place", "spike_pit") == ["m1", f"c{t.names['outpost']}"]
    assert t.offered("place", "spike_pit", "m1") == ["1", "2"]
    assert t.refusal("place spike_pit other 1").reason == "no_such_column"
    assert t.refusal("place spike_pit m1 3").reason == "no_such_position"
    assert t.refusal("place recruit m1 1").reason == "not_a_trap"
    t.play("0 place spike_pit m1 2")
    assert t.column("m1") == ["land_mine", "spike_pit"]
    assert t.refusal("place net_launcher m1 1").reason == "once_a_turn"
    assert "card" not in t.last("placed")
    mine = {seat: RULES.view(t.state, seat).board.sides[0].mine for seat in (0, 1, None)}
    assert mine[0].traps == ("land_mine", "spike_pit")
    assert mine[1].traps == mine[None].traps == ("", "")
    assert RULES.redact(("place", "spike_pit", "m1", "2")) == ("place", "m1", "2")


def test_moving():
    """PC-12.3, PC-R26, PC-R27: once a turn, to another column, in either order with placing; it stays face down."""
    t = TestTable().hand(0, "spike_pit").put(0, "outpost").trap("m1", "land_mine", "net_launcher").play("0 end")
    assert t.offered("move", "m1.2") == [f"c{t.names['outpost']}"], "not within its own column"
    t.play("0 move m1.2 outpost 1")
    assert t.column("outpost") == ["net_launcher"]
    assert t.refusal("move m1.1 outpost 1").reason == "once_a_turn"
    assert set(t.last("moved")) == {"seat", "origin", "at", "on", "position"}
    t.play("0 place spike_pit outpost 1")
    assert t.column("outpost") == ["spike_pit", "net_launcher"]
    assert (t.state.active, t.asked) == (1, "kuk"), "placed and moved: nothing is left to be decided"
    t = TestTable().trap("m1", "land_mine").play("0 end")
    assert t.offered("move") == []
    assert t.refusal("move m1.1 m1 1").reason == "no_such_trap"


def test_going_through_a_column():
    """PC-12.5, PC-R28: one after another, as it lay when the attacker set out; what comes meanwhile waits for the next one."""
    t = TestTable().put(0, "heavy_walker").put(0, "trooper").trap("m2", "spike_pit", "tripwire_alarm").deck(1, "recruit", "trooper")
    t.stock(1, 1, 1).hand(1, "trap_cache").stops(1, "pass_attack", "pass_line", "pass_damage")
    t.play("0 end", "0 attack heavy_walker m2", "0 attack trooper m2", "0 confirm")
    assert (t.seat, t.window) == (1, "trap")
    t.play("1 play trap_cache", "1 place spike_pit m2 1", "--")
    while t.asked == "react":
        t.play("--")
    assert t.hp("heavy_walker") == 7 - 2 - 1, "the pit that came back was not met"
    assert t.hp("trooper") == 1, "the next attacker meets it"
    assert t.hp("m2") == 15 - 6 - 2
    assert t.side(1).hand == ["recruit"]
    places = [(e["card"], e["place"]) for e in t.all("trap")]
    assert places == [("spike_pit", "m2.1"), ("tripwire_alarm", "m2.2"), ("spike_pit", "m2.1")], "the pit that came back lies in front"


def test_the_active_player_says_who_goes_first():
    """PC-11.4 d, PC-16.1: each goes through its whole column first."""
    t = TestTable().put(0, "trooper").put(0, "raider").put(1, "outpost").trap("m2", "spike_pit").trap("outpost", "net_launcher")
    t.play("0 end", "0 attack trooper m2", "0 attack raider outpost", "0 confirm")
    assert (t.seat, t.asked) == (0, "advance")
    t.play("0 advance raider")
    assert [e["card"] for e in t.all("trap")] == ["net_launcher", "spike_pit"]
    assert (t.hp("outpost"), t.hp("m2")) == (4, 13)


def test_ignoring_traps():
    """PC-12.6: no trap is activated, and they stay."""
    t = TestTable().put(0, "tunneler").trap("m2", "land_mine").play("0 end", "0 attack tunneler m2", "0 confirm")
    assert (t.hp("m2"), t.column("m2"), t.hp("tunneler")) == (12, ["land_mine"], 3)


def test_a_trap_without_its_attacker():
    """PC-12.7, PC-6.6: what concerns the attacker is skipped, the rest takes place."""
    t = TestTable().put(0, "trooper").trap("m2", "salvage_pit", "spike_pit").stock(0, 0, 2).hand(0, "emergency_recall").put(0, "recruit")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "0 pass", "0 play emergency_recall", "0 choose trooper")
    assert t.has(1) == "2/0/0"
    assert t.column("m2") == ["spike_pit"], "nobody goes on"
    t = TestTable().put(0, "trooper").trap("m2", "energy_drain").stock(0, 1, 3, 2).hand(0, "emergency_recall")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "0 pass", "0 play emergency_recall")
    assert t.has(0) == "1/1/2"
    assert t.has(1) == "0/1/0"


def test_traps_of_a_building_that_goes():
    """PC-12.8, PC-18.2: to their owner's junkyard, face up, without effect."""
    t = (
        TestTable()
        .stock(0, 3, 2)
        .hand(0, "demolition_charge")
        .put(1, "outpost")
        .trap("outpost", "land_mine", "spike_pit")
        .play("0 play demolition_charge")
    )
    assert t.side(1).junkyard == ["land_mine", "spike_pit", "outpost"]
    assert [e["card"] for e in t.all("trap_lost")] == ["land_mine", "spike_pit"]


def test_a_trap_is_answered():
    """PC-7.1, PC-6.8: its window opens after it was turned over; it cannot be cancelled."""
    t = TestTable().put(0, "trooper").trap("m2", "land_mine").stock(0, 2, 4, 1).hand(0, "short_circuit", "denial_order", "iron_skin")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "0 pass")
    assert t.window == "trap"
    assert t.side(1).junkyard == ["land_mine"]
    assert t.offered("play") == ["iron_skin"]
    t.play("0 play iron_skin", "0 choose trooper", "--", "--")
    assert t.hp("trooper") == 1


def test_no_trap_for_the_blocked():
    """PC-12.5, PC-11.4: a trap that blocks ends the way through the column."""
    t = TestTable().put(0, "trooper").put(1, "ironclad_guard").trap("m2", "ambush_post", "land_mine")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "1 done")
    assert (t.hp("trooper"), t.hp("ironclad_guard"), t.column("m2"), t.hp("m2")) == (1, 5, ["land_mine"], 15)
    assert t.thing("trooper").exhausted
