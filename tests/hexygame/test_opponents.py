"""The computer opponents: what each level sees and overlooks, and that it knows no more than its seat may.

How strong they are against each other is measured by `python -m tests.strength hexygame`.
"""

from __future__ import annotations

import pytest

from rules.game import LEVELS, Budget, computed
from rules.hexygame.features import NAMES
from rules.parts.chance import Chance
from tests.hexygame.table import CONTENT, RULES, TestTable

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
    assert turn(position(), "normal").state.reason == ""


def test_weights_are_those_of_the_features():
    assert CONTENT.judgement.fits(NAMES)
    assert set(LEVELS) <= RULES.opponents.keys()
