"""Phases, the stack and priority (sections 7 and 8)."""

from __future__ import annotations

import pytest

from rules.hexygame import priority
from rules.hexygame.changes import Run
from tests.hexygame.table import CONTENT, RULES, TestTable


def test_potency_phase():
    """HX-7.1: one potency a building, more by its cards, no limit, skipped whole with an empty library."""
    table = TestTable().put(0, "elder_grove", "e2", points=19).put(0, "heartwood", "e3").put(0, "green_glade", "d3").put(1, "blue_jetty", "e8")
    table.turn_begins()
    assert (table.points("e2"), table.points("e3"), table.points("d3"), table.points("e8")) == (22, 6, 5, 3)
    assert table.last("potency_placed") == {"seat": 0, "n": 6, "buildings": 3}


def test_actions_phase():
    """HX-7.2, HX-9.6, HX-R8: all own dice go, also a counterstrike's, and new ones come; the opponent's stay."""
    table = TestTable().put(0, "cinder_hound", "e3", die=6).put(0, "red_hearth", "e2").put(1, "thorn_boar", "e7", die=6).turn_begins()
    assert (table.die("e3"), table.die("e2"), table.die("e7")) == (2, 0, 6)


def test_draw_phase():
    """HX-7.3, HX-R25, HX-R46: triggers and Regeneration, then the draw; both may respond between."""
    table = TestTable().put(0, "field_hospital", "e3").put(0, "moss_troll", "e4", points=2).hand(1, "spark_lance").pool(1, "R").turn_begins()
    assert table.stack == ["trigger field_hospital", "regeneration moss_troll", "draw"]
    table.play("--")
    assert (table.points("e4"), table.seat) == (3, 0)
    table.play("0 pass", "1 cast spark_lance e4", "--", "--", "--")
    assert (table.points("e4"), len(table.state.sides[0].hand), table.state.phase) == (2, 1, "draw")
    table.play("--")
    assert table.asked == "main"


def test_draw_phase_with_nothing_on_the_stack():
    """HX-7.3, HX-12.3: a phase of priority all the same."""
    table = TestTable().library(0).put(0, "red_hearth", "e2").turn_begins()
    assert (table.stack, table.asked, table.state.phase) == ([], "respond", "draw")
    table.play("--")
    assert table.asked == "main"


def test_main_phase():
    """HX-7.4, HX-R28, HX-R30: both pass to end it; if the other acts, the stack is played out and the active seat goes on."""
    table = TestTable().put(0, "cinder_hound", "e3", die=1).hand(1, "blue_energy").play("0 pass")
    assert (table.seat, table.window) == (1, "end_main")
    assert table.refusal("attack e3 e2").facts["need"] == "own_turn"
    table.play("1 cast blue_energy", "--")
    assert (table.seat, table.asked, table.energy(1)) == (0, "main", "BB")
    table.play("0 pass", "1 pass")
    assert table.state.phase == "end"


def test_cleanup_phase():
    """HX-7.5, HX-R27: the active seat's dice go, its triggers come, the other's counterstrike dice stay."""
    table = TestTable().put(0, "cinder_hound", "e3", die=2).put(0, "clock_of_hours", "e2").put(1, "thorn_boar", "e7", die=6)
    table.play("0 pass", "1 pass")
    assert (table.die("e3"), table.die("e7")) == (0, 6)
    assert table.stack == ["trigger clock_of_hours", "centre"]


def test_end_phase():
    """HX-7.6, HX-R3, HX-R4: end triggers, then the Centre for the active seat alone, looked at when it resolves."""
    table = TestTable().put(0, "plague_bearer", "e4").put(1, "moss_troll", "e5").play("0 pass", "1 pass")
    assert table.stack == ["trigger plague_bearer", "centre"]
    table.play("--")
    assert table.points("e5") == 4
    table.play("--")
    assert [s.dice for s in table.state.sides] == [1, 1], "the opponent stands there, and scores nothing"
    table.play("--")
    assert (table.state.active, table.state.turn) == (1, 4)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "change", [{"attack": 1}, {"attack": -1}, {"defense": 2}, {"defense": -2}, {"keywords": ("haste",)}, {"forbidden": ("move",)}, {"used": ("a0",)}]
)
def test_each_change_ends_with_its_turn(seat, change):
    """HX-7.7, HX-R40: whosever turn it is, and whether or not there is another one."""
    table = TestTable().put(seat, "shield_bearer", "e3", **change).play("--", "--", "--")
    assert table.state.active == 1
    (field,) = change
    assert not getattr(table.at("e3"), field)


def test_a_turn_ends():
    """HX-7.7, HX-R40: changes of this turn end with the End Phase, limits begin anew."""
    table = TestTable().put(0, "prism", "e3", used=("a0", "a0", "a0")).put(0, "thorn_boar", "e4").hand(0, "might_of_the_bear").pool(0, "CG")
    table.play("0 cast might_of_the_bear e4", "--")
    assert (table.numbers("e4").attack, table.numbers("e4").defense, "reach" in table.numbers("e4").keywords) == (4, 2, True)
    table.play("0 pass", "1 pass", "--")
    assert table.numbers("e4").attack == 4, "still, in the End Phase"
    table.play("--")
    assert (table.numbers("e4").attack, "reach" in table.numbers("e4").keywords, table.at("e3").used) == (2, False, ())


def test_no_limits():
    """HX-7.8: neither of hands nor of buildings a turn."""
    table = TestTable().hand(0, *["red_hearth"] * 12).pool(0, "C" * 6)
    table.play("0 cast red_hearth e2", "--", "0 cast red_hearth e3", "--", "0 cast red_hearth e4", "--")
    assert len(table.state.sides[0].hand) == 9
    table.play("0 pass", "1 pass", "--", "--")
    assert len(table.state.sides[0].hand) == 9


def test_what_is_possible_in_draw_and_end_phase():
    """HX-7.9."""
    table = TestTable().put(0, "trade_harbour", "e2").put(0, "forge_camp", "e3").put(0, "torchrunner", "e4").hand(0, "war_drums", "meteor")
    table.pool(0, "RRR").turn_begins().pool(0, "RRRR")
    assert table.state.phase == "draw"
    assert table.offered() == ["cast", "activate", "draw", "discard", "pass"]
    assert table.offered("cast") == ["war_drums"]
    assert table.offered("activate") == ["e2", "e3"]
    assert table.offered("activate", "e2") == ["i0"]
    assert table.refusal("activate e2 a0").facts["need"] == "main_phase"
    assert table.refusal("move e4 e5").facts["need"] == "main_phase"


# The stack


def test_only_the_top_resolves_last_in_first_out():
    """HX-8.1, HX-8.4, HX-R29, HX-R42: after every push and every resolution the active seat has priority first."""
    table = TestTable().put(1, "cinder_hound", "e6").hand(0, "spark_lance").hand(1, "mist_veil", "mend").pool(0, "R").pool(1, "BY")
    table.play("0 cast spark_lance e6")
    assert table.seat == 0
    table.play("0 pass", "1 cast mist_veil e6")
    assert (table.seat, table.stack) == (0, ["spell mist_veil", "spell spark_lance"])
    table.play("0 pass", "1 cast mend e6", "--")
    assert (table.seat, table.stack) == (0, ["spell mist_veil", "spell spark_lance"])
    table.play("--", "--")
    assert table.at("e6") is None, "damage ignores defense"


def test_what_does_not_use_the_stack():
    """HX-8.2: energy, counterstrikes, prices, destruction."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "moss_troll", "e5").put(1, "red_hearth", "e8", points=1).pool(0, "CC").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 draw e8 1", "1 counterstrike e4 energy")
    assert (table.stack, table.at("e8")) == (["attack cinder_hound"], None)
    assert table.last("destroyed")["card"] == "red_hearth"


def test_settling_of_a_position():
    """HX-8.3: realities without counters go together, then triggers are placed, then the active seat has priority."""
    table = TestTable().put(0, "mausoleum", "e2").put(0, "torchrunner", "e4", points=1).put(1, "grave_rat", "e5").put(1, "mausoleum", "e8")
    table.hand(0, "fire_rain").pool(0, "CCRR").play("0 cast fire_rain e5", "--")
    kinds = [e.kind for e in table.events if e.kind in ("destroyed", "triggered")]
    assert kinds[:2] == ["destroyed", "destroyed"], "both at once, before any trigger"
    assert table.stack == ["trigger mausoleum"] * 2 + ["trigger grave_rat"] + ["trigger mausoleum"] * 2
    assert [i.seat for i in reversed(table.state.stack)] == [0, 0, 1, 1, 1]
    assert table.seat == 0


def test_batches():
    """HX-8.5, HX-R43: the active seat's first, then by arrival, the first of them uppermost."""
    table = TestTable(active=1).put(0, "mausoleum", "e2").put(1, "mausoleum", "e8").put(1, "mausoleum", "e7").put(0, "grave_rat", "e5")
    table.hand(1, "spark_lance").pool(1, "R").play("1 cast spark_lance e5", "--")
    items = [(i.seat, i.card) for i in reversed(table.state.stack)]
    assert items == [(1, "mausoleum"), (1, "mausoleum"), (0, "mausoleum"), (0, "grave_rat")]
    table.play("--")
    assert (table.points("e8"), table.points("e7")) == (4, 3)


def test_fizzling():
    """HX-8.6: nothing happens if all targets are gone; only what concerns a lost one is left out otherwise."""
    table = TestTable().put(1, "gull_scout", "e6").put(0, "violet_crypt", "e2").hand(0, "soul_siphon").pool(0, "CV").hand(1, "back_to_the_foam")
    table.pool(1, "CCB").play("0 cast soul_siphon e6 e2", "0 pass", "1 cast back_to_the_foam e6", "--", "--")
    assert table.points("e2") == 4, "the building is still there"
    table = TestTable().put(1, "gull_scout", "e6").hand(0, "spark_lance").pool(0, "R").hand(1, "back_to_the_foam").pool(1, "CCB")
    table.play("0 cast spark_lance e6", "0 pass", "1 cast back_to_the_foam e6", "--", "--")
    assert table.last("fizzled")["card"] == "spark_lance"
    damaged = TestTable().put(1, "moss_troll", "e6", points=4).hand(0, "knife_in_the_dark").pool(0, "CCV").hand(1, "mend").pool(1, "Y")
    damaged.play("0 cast knife_in_the_dark e6", "0 pass", "1 cast mend e6", "--", "--")
    assert damaged.at("e6") is not None, "it no longer fits: it is not damaged"


def test_choices_while_resolving():
    """HX-8.7: by the seat the effect names, before anything else, without priority."""
    table = TestTable().hand(0, "dark_whisper").pool(0, "V").hand(1, "meteor", "spark_lance").play("0 cast dark_whisper", "--")
    assert (table.seat, table.asked) == (1, "pick_discard")
    assert table.offered() == ["choose"]
    assert table.refusal("choose unspeak").reason == "bad_choice"
    table.play("1 choose meteor")
    assert (table.state.sides[1].hand, table.seat, table.asked) == (["spark_lance"], 0, "main")


def test_triggers_of_filling_wait():
    """HX-8.8: they are held until the seat's next action on the stack, above it, or its pass, which then only releases them."""
    table = TestTable().put(0, "mausoleum", "e2", points=1).put(0, "mausoleum", "e3").put(0, "red_hearth", "d2", points=1)
    table.put(0, "goblin_sapper", "e4").hand(0, "war_drums").put(1, "blue_jetty", "f4").pool(0, "R")
    table.play("0 draw e2 1")
    assert (table.at("e2"), table.stack) == (None, []), "a building is no creature: nothing fires"
    # A creature dies by a price while the pool is filled: no card of this pool does that, so the trigger is put there by hand.
    held = TestTable().put(0, "mausoleum", "e3").put(0, "cinder_hound", "d4").put(0, "torchrunner", "d3").hand(0, "war_drums").pool(0, "R")
    run = Run(CONTENT, held.state.copy())
    run.destroy([r for r in run.state.realities.values() if r.card == "torchrunner"])
    priority.filled(run)
    held.state = run.state
    assert held.stack == []
    passing = TestTable()
    passing.state = held.state.copy()
    held.play("0 cast war_drums d4")
    assert held.stack == ["trigger mausoleum", "spell war_drums"]
    passing.play("0 pass")
    assert (passing.stack, passing.seat, passing.state.phase) == (["trigger mausoleum"], 0, "main")


def test_after_combat_window():
    """HX-8.9, HX-9.11, HX-R31: only fast things, until both pass on an empty stack; also after a fizzled attack, not after a cancelled one."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(0, "red_hearth", "e2").put(1, "moss_troll", "e5").hand(0, "torchrunner", "red_energy")
    table.pool(0, "CCR").play("0 attack e4 e5", "--")
    assert (table.state.after_combat, table.asked) == (True, "respond")
    assert table.refusal("cast torchrunner e3").facts["need"] == "no_window"
    assert table.refusal("move e4 d4").facts["need"] == "no_window"
    table.play("0 cast red_energy", "--")
    assert table.state.after_combat
    table.play("--")
    assert (table.asked, table.energy(0)) == ("main", "CRRR")
    cancelled = TestTable().put(0, "cinder_hound", "e4", die=2).put(1, "moss_troll", "e5").pool(0, "C").hand(1, "white_flag").pool(1, "CY")
    cancelled.play("0 attack e4 e5", "0 pass", f"1 cast white_flag s{cancelled_id(cancelled)}", "--")
    assert (cancelled.state.after_combat, cancelled.asked) == (False, "main")


def cancelled_id(table: TestTable) -> int:
    """The id that the next item will have."""
    return table.state.count + 1


def test_refusals_change_nothing():
    """HX-8.10."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).pool(0, "C").play("0 move e4 e5", "0 pass")
    before = RULES.dump(table.state)
    for text in ("pass now", "cast", "move e4 e5", "keep", "counterstrike e4 energy", "choose e4", "", "explode"):
        table.refusal(text)
    assert RULES.dump(table.state) == before
    assert RULES.to_act(table.state) == (1,)


def test_choices_without_an_alternative():
    """HX-8.11: they are not asked, except for a search."""
    table = TestTable().hand(0, "dark_whisper", "dark_whisper").pool(0, "VV").hand(1, "meteor").play("0 cast dark_whisper", "--")
    assert (table.asked, table.state.sides[1].hand) == ("main", [])
    table.play("0 cast dark_whisper", "--")
    assert table.asked == "main", "with nothing to take nothing happens"
    table = TestTable().hand(0, "call_the_masons").pool(0, "CY").play("0 cast call_the_masons", "--")
    assert (table.asked, table.offered("choose")) == ("pick_search", ["none"])
    table.play("0 choose none")
    assert table.energy(0) == "Y"
    trigger = TestTable().put(0, "blue_jetty", "e3").put(1, "gull_scout", "e8").hand(0, "gulf_leviathan").pool(0, "CCCCBB")
    trigger.play("0 cast gulf_leviathan e4", "--")
    assert trigger.stack == ["trigger gulf_leviathan"], "one possible target: not asked"
