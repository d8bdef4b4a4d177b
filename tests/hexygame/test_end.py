"""Destruction, abilities, and how a game ends (sections 11 and 12)."""

from __future__ import annotations

import pytest

from rules.game import Refused
from rules.hexygame.card_vocabulary import Swap
from rules.hexygame.changes import Run
from rules.hexygame.effects import do
from rules.hexygame.state import Item, Resolving, Target
from tests.hexygame.questions import QUESTIONS
from tests.hexygame.table import CONTENT, FILLER, RULES, TestTable


def test_activated_abilities():
    """HX-11.2: paid at once, on the stack, without need of their source; sorcery speed needs its time."""
    table = TestTable().put(0, "goblin_sapper", "e4").put(1, "blue_jetty", "e5").put(0, "trade_harbour", "e2").pool(0, "CCC")
    table.play("0 activate e4 a0 e5")
    assert (table.at("e4"), table.stack) == (None, ["ability goblin_sapper"])
    assert table.refusal("activate e2 a0").facts["need"] == "empty_stack"
    table.play("--")
    assert table.at("e5") is None
    table.play("0 activate e2 a0", "--")
    assert len(table.state.sides[0].hand) == 1
    assert table.pool(0, "CCC").refusal("activate e2 a0").reason == "limit_reached"
    assert table.refusal("activate e2 a7").reason == "no_ability"


def test_spending_an_action():
    """HX-11.2: it needs a usable die, and no further energy."""
    table = TestTable().put(0, "sapling_keeper", "e3", die=1).put(0, "green_glade", "e2")
    table.play("0 activate e3 a0 e2", "--")
    assert (table.points("e2"), table.die("e3")) == (4, 0)
    tired = TestTable().put(0, "sapling_keeper", "e3", die=6).put(0, "green_glade", "e2")
    assert tired.refusal("activate e3 a0 e2").reason == "no_action_left"


def test_triggered_abilities():
    """HX-11.3: they fire by themselves; the controller chooses targets when they are placed; without a target they are dropped."""
    table = TestTable().put(0, "volcano_heart", "d4").put(1, "thorn_boar", "e5").put(1, "moss_troll", "d5").turn_begins()
    assert (table.seat, table.asked, table.state.phase) == (0, "trigger_target", "potency"), "even in a phase without priority"
    assert table.offered("choose") == ["d5", "e5"]
    assert table.refusal("choose e2").reason == "bad_choice"
    table.play("0 choose d5")
    assert table.stack == ["trigger volcano_heart", "draw"]
    alone = TestTable().put(0, "volcano_heart", "d4").turn_begins()
    assert alone.stack == ["draw"]


def test_where_a_source_was_last():
    """HX-8.6, HX-11.3: while something waits, what is near a source that has gone is near the hex where it stood."""
    table = TestTable().put(0, "volcano_heart", "f5", points=1).put(1, "thorn_boar", "e5").put(1, "reef_guard", "g5").put(1, "goblin_sapper", "f6")
    table.pool(1, "R").hand(1, "war_drums").turn_begins().play("0 choose e5", "0 pass", "1 activate f6 a0 f5", "--")
    assert table.at("f5") is None
    table.play("0 pass", "1 cast war_drums e5", "--", "--")
    assert (table.points("e5"), table.all("fizzled")) == (2, [])


def test_what_has_changed_is_seen_at_once():
    """HX-1.6: in the middle of an item, too, where realities stand and what numbers they have are those of now."""
    table = TestTable().put(0, "torchrunner", "e4")
    run = Run(CONTENT, table.state.copy())
    run.change(run.field.at["e4"], hex="e3", attack=5)
    assert {at: run.field.numbers[r.uid].attack for at, r in run.field.at.items()} == {"e3": 6}


def test_what_is_sacrificed_is_ones_own():
    """HX-11.1: and nothing that is no creature."""
    table = QUESTIONS["pick_sacrifice"]()
    assert (table.seat, table.offered("choose")) == (1, ["e5", "f4"]), "in rising order; the last one only after these"
    assert [w.text for w in RULES.words(table.state, 1, ("choose", "e5"))] == ["f4", "g5"]


def test_effects_on_counters():
    """HX-11.4, HX-R41: damage ignores defense, healing stops at the printed number, adding does not."""
    table = TestTable().put(1, "shield_bearer", "e5").put(0, "town_militia", "e4", points=1).put(0, "green_glade", "e2", points=9)
    table.hand(0, "spark_lance", "mend", "verdant_surge").pool(0, "RYG")
    table.play("0 cast spark_lance e5", "--", "0 cast mend e4", "--", "0 cast verdant_surge e2", "--")
    assert (table.points("e5"), table.points("e4"), table.points("e2")) == (1, 2, 12)


def test_destruction():
    """HX-11.5, HX-R44: all together, each with what lies under it, to the owners' graveyards."""
    table = TestTable().put(1, "town_militia", "e5", under=[("curse_of_chains", 0), ("blessed_arms", 1)]).hand(0, "spark_lance").pool(0, "R")
    table.play("0 cast spark_lance e5", "--")
    assert table.state.sides[1].graveyard == ["blessed_arms", "town_militia"]
    assert table.state.sides[0].graveyard == ["spark_lance", "curse_of_chains"], "a notion goes as the last step of resolving"


def test_saved_within_an_item():
    """HX-11.5: between the effects of one item a reality may stand at 0."""
    table = TestTable().put(1, "blue_jetty", "e8", points=1).put(0, "black_obelisk", "e5").turn_begins().play("--")
    assert (table.at("e8"), table.points("e5")) == (None, 6)
    work = Run(CONTENT, TestTable().put(0, "red_hearth", "e2", points=1).state.copy())
    reality = next(iter(work.state.realities.values()))
    work.damage(reality, 1)
    assert work.state.realities[reality.uid].points == 0, "it goes when the item has resolved"


def test_a_new_object():
    """HX-11.6, HX-R44: back in the hand it forgets changes, dice and counters; enchantments go to the graveyard."""
    table = TestTable().put(1, "moss_troll", "e7", points=2, die=1, attack=2, under=[("bark_skin", 1)]).put(1, "green_glade", "e8")
    table.hand(0, "back_to_the_foam").pool(0, "CCB").play("0 cast back_to_the_foam e7", "--")
    assert (table.state.sides[1].hand, table.state.sides[1].graveyard) == (["moss_troll"], ["bark_skin"])
    table.play("0 pass", "1 pass", "--", "--", "--", "--")
    table.pool(1, "CCCG").play("1 cast moss_troll e7", "--")
    assert (table.points("e7"), table.at("e7").die, table.at("e7").attack, table.at("e7").under) == (5, 0, 0, ())


def test_static_abilities_end_with_their_source():
    """HX-11.7."""
    table = TestTable().put(0, "pack_mother", "e3").put(0, "thorn_boar", "e4").hand(1, "back_to_the_foam").pool(1, "CCB")
    assert table.numbers("e4").attack == 3
    table.play("0 pass", "1 cast back_to_the_foam e3", "--")
    assert table.numbers("e4").attack == 2


# The end


def test_flag_by_casting():
    """HX-12.1, HX-6.4, HX-R32: entering from the stack wins as well, before triggers and anything else."""
    table = TestTable().put(0, "red_hearth", "e7").hand(0, "tide_adept").pool(0, "CCB").dice(1, 11).play("0 cast tide_adept e8", "--")
    assert (table.state.over, table.state.winner, table.state.reason) == (True, 0, "flag")
    assert not table.all("triggered")


def test_flag_by_the_opponents_hand():
    """HX-12.1: by any effect, no matter whose. No card of this pool moves onto a Flag, so the change is made by hand."""
    table = TestTable().put(1, "gull_scout", "e3")
    run = Run(CONTENT, table.state.copy())
    run.put(next(iter(run.state.realities.values())), "e2", "shifted")
    assert (run.state.over, run.state.winner) == (True, 1)
    own = TestTable().put(0, "gull_scout", "e3", die=1).pool(0, "C").play("0 move e3 e2", "--")
    assert not own.state.over, "the own Flag wins nothing"


@pytest.mark.parametrize("active", [0, 1])
def test_flags_by_changing_places(active):
    """HX-12.1, HX-12.6: no card of this pool swaps what stands on a Flag. Should both reach one at once, the active seat wins."""

    def swapped(*standing: tuple[int, str]) -> int:
        table = TestTable(active)
        for seat, at in standing:
            table.put(seat, "gull_scout", at)
        run = Run(CONTENT, table.state.copy())
        targets = tuple(Target("reality", r.uid, r.hex) for r in run.state.realities.values())
        do(run, Resolving(Item(99, "spell", 0, card="mirror_current", targets=targets), good=(True, True)), Swap("t1", "t2"))
        return run.state.winner

    assert swapped((0, "e7"), (1, "e8")) == 0
    assert swapped((1, "e8"), (0, "e7")) == 0
    assert swapped((0, "e2"), (1, "e3")) == 1
    assert swapped((0, "e2"), (1, "e8")) == active
    assert swapped((0, "e2"), (0, "e3")) == -1


def test_winning_dice():
    """HX-12.2, HX-R2: at 12 at once; a Clock of Hours takes it down, not below 1."""
    table = TestTable().put(0, "moss_troll", "e5").dice(0, 11).play("0 pass", "1 pass", "--")
    outcome = RULES.outcome(table.state)
    assert (outcome.reason, outcome.rule, outcome.places, outcome.scores) == ("centre", "HX-12.2", ((0,), (1,)), (12, 1))
    down = TestTable().put(0, "clock_of_hours", "e2").pool(0, "CCCC").play("0 activate e2 a1", "--")
    assert (down.state.sides[1].dice, down.at("e2")) == (1, None)
    down = TestTable().put(0, "clock_of_hours", "e2").pool(0, "CCCC").dice(1, 7).play("0 activate e2 a1", "--")
    assert down.state.sides[1].dice == 6


def test_an_empty_library_does_not_lose():
    """HX-12.3, HX-R38."""
    table = TestTable().library(0).put(0, "red_hearth", "e2").hand(0, "deep_study", "tide_adept").pool(0, "CCB")
    table.play("0 cast deep_study", "--")
    assert (table.asked, table.state.over) == ("main", False)
    table.turn_begins()
    assert table.points("e2") == 3


def test_conceding_and_draws():
    """HX-12.4: at any time, by either seat."""
    table = TestTable()
    step = RULES.concede(table.state, 1)
    assert RULES.outcome(step.state).winners == (0,)
    assert RULES.asides(table.state, 1) == (("offer_draw",),)
    offered = RULES.apply(table.state, 1, ("offer_draw",)).state
    assert RULES.asides(offered, 1) == ()
    assert RULES.to_act(offered) == (0,), "the game goes on"
    with pytest.raises(Refused):
        RULES.apply(offered, 1, ("accept_draw",))
    outcome = RULES.outcome(RULES.apply(offered, 0, ("accept_draw",)).state)
    assert (outcome.places, outcome.reason) == (((0, 1),), "agreed")


def test_an_offer_ends_when_the_offering_seat_acts():
    """HX-12.4: passing does not end it, since the bot passes for people."""
    table = TestTable().hand(0, "red_energy", "meteor")
    table.state = RULES.apply(table.state, 0, ("offer_draw",)).state
    table.play("0 cast red_energy")
    assert table.state.offer == -1
    table.state = RULES.apply(table.state, 0, ("offer_draw",)).state
    table.play("--")
    assert RULES.asides(table.state, 1) == (("accept_draw",),)


def quiet_turns(table: TestTable, turns: int) -> TestTable:
    """Everybody passes through so many turns."""
    last = table.state.turn + turns
    while not table.state.over and table.state.turn < last:
        table.play(f"{table.seat} pass")
    return table


def test_exhaustion():
    """HX-12.5, HX-R45: ten quiet turns with both libraries empty; the higher Winning Dice wins, then more counters, then nobody."""
    table = TestTable().library(0).library(1).dice(1, 3)
    quiet_turns(table, 9)
    assert not table.state.over
    quiet_turns(table, 2)
    assert (table.state.reason, table.state.winner) == ("exhaustion", 1)
    counters = quiet_turns(TestTable().library(0).library(1).put(0, "barricade", "e3"), 11)
    assert counters.state.winner == 0
    equal = quiet_turns(TestTable().library(0).library(1), 11)
    assert RULES.outcome(equal.state).places == ((0, 1),)


def test_what_is_not_quiet():
    """HX-12.5: a spell, a point, a counter lost; and with cards in a library nobody counts."""
    table = quiet_turns(TestTable().library(0).library(1).hand(0, "red_energy").put(0, "moss_troll", "e4"), 8)
    while table.asked != "main":
        table.play(f"{table.seat} pass")
    table.play("0 cast red_energy")
    assert table.state.quiet == -1
    quiet_turns(table, 10)
    assert not table.state.over
    full = quiet_turns(TestTable().library(0).library(1, *[FILLER] * 30), 12)
    assert (full.state.over, full.state.quiet) == (False, 0)


def test_turn_160():
    """HX-12.5."""
    table = TestTable(turn=159).library(0, *[FILLER] * 5).dice(0, 4)
    quiet_turns(table, 2)
    assert (table.state.over, table.state.turn, table.state.winner) == (True, 160, 0)


def test_both_at_once():
    """HX-12.6: only one item resolves at a time, and the first win is final."""
    run = Run(CONTENT, TestTable().state.copy())
    run.win(0, "flag", "HX-12.1")
    run.win(1, "centre", "HX-12.2")
    assert (run.state.winner, [e.kind for e in run.events]) == (0, ["over"])
