"""The computer opponents: what each level sees and overlooks, and that it knows no more than its seat may.

How strong they are against each other is measured by `python -m tests.tools.strength hexygame`.
"""

from __future__ import annotations

import pytest

from rules.computer_levels import LEVELS, computed
from rules.game import Budget
from rules.hexygame.computer.evaluation import NAMES
from rules.randomness import Chance
from tests.hexygame.table import RULES, TestTable
from tests.tools.strength import RANDOM, play

NODES = 300


def wish(table: TestTable, opponent: str = "hard") -> str:
    return " ".join(computed(RULES, table.state, table.seat, opponent, Chance.of(3), Budget(NODES)))


def turn(table: TestTable, opponent: str) -> TestTable:
    """Plays the rest of the active seat's turn; default stops answer as at a table, and the other seat passes."""
    active, number = table.state.active, table.state.turn
    while not table.state.over and table.state.turn == number:
        seat = table.seat
        answer = RULES.standing(table.state, seat, frozenset()) or ("pass",)
        table.play(
            f"{seat} {wish(table, opponent) if seat == active and RULES.standing(table.state, seat, frozenset()) is None else ' '.join(answer)}"
        )
    return table


def drums() -> TestTable:
    """Before a guarded Flag: a blow that destroys the guard only with more attack leaves an action to enter."""
    table = TestTable().put(0, "red_hearth", "e2", points=5).put(1, "blue_jetty", "e8", points=4).put(1, "blue_jetty", "c6")
    return table.put(0, "cinder_hound", "e7", die=2).hand(0, "war_drums", "red_hearth")


def stampede() -> TestTable:
    """Two beasts that need one action more each: one clears the Flag, the other enters."""
    table = TestTable().put(0, "green_glade", "e2", points=12).put(1, "blue_jetty", "e8", points=4).put(1, "blue_jetty", "c6")
    return table.put(0, "thorn_boar", "d7", die=1).put(0, "moss_troll", "e6", die=1).hand(0, "stampede", "green_glade")


@pytest.mark.parametrize("position", [drums, stampede])
def test_hard_finds_what_takes_several_cards_and_steps(position):
    assert turn(position(), "hard").state.reason == "flag"


def test_normal_sees_one_step_and_not_two():
    assert turn(stampede(), "normal").state.reason == ""


def test_weights_are_those_of_the_features():
    assert RULES.judgement.fits(NAMES)
    assert set(LEVELS) <= RULES.opponents.keys()


def test_hard_keeps_an_enemy_from_scoring_the_last_point():
    """At the centre item: what stands on the Centre can be moved away before it counts (HX-7.6)."""
    table = TestTable().put(0, "red_hearth", "e2").put(1, "blue_jetty", "e8").put(1, "blue_jetty", "d7").put(0, "cinder_hound", "e5")
    table.dice(0, 11).hand(1, "undertow", "mend").play("0 pass", "1 pass", "0 pass")
    assert table.window == "centre"
    assert wish(table).startswith("cast undertow e5")


def test_hard_aims_at_what_is_about_to_happen_though_other_targets_look_better():
    """Four others of the enemy could be moved away as well, and farther (HX-7.6)."""
    table = TestTable().put(0, "red_hearth", "e2").put(1, "blue_jetty", "e8").put(1, "blue_jetty", "d7").put(0, "cinder_hound", "e5")
    for at in ("g6", "g3", "f4", "d3"):
        table.put(0, "moss_troll", at)
    table.dice(0, 11).hand(1, "undertow").play("0 pass", "1 pass", "0 pass")
    assert table.window == "centre"
    assert wish(table).startswith("cast undertow e5")


def test_hard_gives_up_a_building_to_pay_for_what_saves_the_game():
    """Each of its buildings has its last potency (HX-5.2): one is drawn, and then undertow is cast."""
    table = TestTable().put(0, "red_hearth", "e2").put(1, "blue_jetty", "e8", points=1).put(1, "blue_jetty", "d7", points=1)
    table.put(0, "cinder_hound", "e5").dice(0, 11).hand(1, "undertow").play("0 pass", "1 pass", "0 pass")
    assert table.window == "centre"
    assert wish(table).startswith("draw")
    assert wish(table, "normal") == "pass"
    table.play(f"1 {wish(table)}")
    assert wish(table).startswith("cast undertow e5")


def flag_struck() -> TestTable:
    """The guard of a Flag will be destroyed by one point, and the Flag entered then; a building beside it could give that point (HX-5.7)."""
    table = TestTable().put(0, "red_hearth", "e2").put(1, "red_hearth", "e8", points=2).put(1, "red_hearth", "d8", points=3)
    return table.put(0, "cinder_hound", "e7", die=2).pool(0, "CC").play("0 attack e7 e8", "0 pass")


def test_hard_shifts_potency_to_the_guard_of_its_flag():
    assert wish(flag_struck()) == "activate d8 i0 e8"


def test_shifting_is_nothing_that_looks_good_at_first_sight():
    assert wish(flag_struck(), "normal") == "pass"


def test_hard_discards_to_strike():
    """Without a building a card alone pays (HX-5.3): who stands before the Flag has to be struck down."""
    table = TestTable().put(1, "blue_jetty", "e8").put(1, "gull_scout", "f2").put(0, "cinder_hound", "e3", die=1).hand(0, "war_drums")
    assert wish(table) == "discard war_drums"


def test_hard_strikes_back_where_that_destroys_the_attacker():
    table = TestTable().put(0, "red_hearth", "e2").put(1, "blue_jetty", "e8").put(0, "cinder_hound", "e4", die=2).put(1, "moss_troll", "e5")
    table.pool(0, "CC").play("0 attack e4 e5", "0 pass")
    assert wish(table).startswith("counterstrike e4")


def test_hard_knows_no_more_than_its_seat():
    """HX-13.1: it decides alike when the opponent's hidden cards differ."""

    def dealt(*cards: str) -> TestTable:
        table = TestTable().put(0, "red_hearth", "e2", points=5).put(1, "blue_jetty", "e8").put(1, "gull_scout", "e5").hand(1, *cards)
        return table.put(0, "cinder_hound", "e3", die=2).hand(0, "torchrunner", "spark_lance", "red_hearth")

    assert wish(dealt("undertow", "mend")) == wish(dealt("meteor", "wither"))


def test_nothing_is_thought_about_where_a_table_would_not_ask():
    """A window that default stops pass has one candidate only."""
    table = TestTable().put(0, "red_hearth", "e2").put(1, "blue_jetty", "e8").put(0, "cinder_hound", "e4", die=2)
    table.hand(0, "war_drums").hand(1, "undertow").pool(0, "RRR").play("0 move e4 d4")
    assert "war_drums" in table.offered("cast")
    assert RULES.standing(table.state, 0, frozenset()) == ("pass",)
    assert RULES.opponents["hard"].weigh(RULES, lambda chance: table.state, 0, Chance.of(1), Budget(NODES))[0].looks == 0


@pytest.mark.parametrize("level", ["easy", "hard:8"])
def test_every_level_beats_random_play(level):
    assert sum(play("hexygame", level, RANDOM, seed).won for seed in range(2)) == 2


@pytest.mark.deep
def test_each_level_beats_the_one_below():
    assert 0.75 <= sum(play("hexygame", "normal", "easy", seed).won for seed in range(100)) / 100 <= 0.95
    assert sum(play("hexygame", "hard:100", "normal", seed).won for seed in range(40)) / 40 >= 0.75
