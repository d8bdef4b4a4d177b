"""The sketches of the rulebook of HexKnight."""

from __future__ import annotations

from data.sketch import Sketch
from tests.hexknight.table import TestTable
from tests.sketches import Sketches, at


def guarded_passage() -> Sketch:
    table = TestTable().monsters(e11="marauder", f11="marauder").night()
    return at(table.hero(0, "e12", hand="7*sp", deck="sa").turn(0).play("7*sp"), choice=True)


SKETCHES: Sketches = {
    "HK-1.2": Sketch(card="surprise_attack"),
    "HK-1.5": Sketch(card="wound"),
    "HK-1.8": Sketch(card="red_dragon"),
    "HK-2.2": Sketch(page=8),
    "HK-8.4": Sketch(page=6, choice=True),
    "HK-10.1": Sketch(card="village"),
    "HK-E3": Sketch(page=0),
    "HK-E4": guarded_passage,
}
