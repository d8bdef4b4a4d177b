"""The sketches of the rulebook of Hockey Game."""

from __future__ import annotations

from data.sketch import Sketch
from tests.hockey_game.table import TestTable
from tests.sketches import Sketches, at


def offside() -> Sketch:
    table = TestTable().attack(0, "n3")
    table.act("go_on")
    return at(table, choice=True, prefix="pass")


def own_zone() -> Sketch:
    table = TestTable().attack(0, "a2")
    table.act("go_on")
    return at(table, choice=True)


SKETCHES: Sketches = {
    "HG-1.3": Sketch(card="cze"),
    "HG-2.1": Sketch(page=4),
    "HG-5.7": Sketch(card="pass+3r"),
    "HG-5.9": Sketch(card="jakub"),
    "HG-7.2": Sketch(card="power_play"),
    "HG-E3": offside,
    "HG-E4": own_zone,
}
