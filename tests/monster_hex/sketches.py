"""The sketches of the rulebook of Monster Hex."""

from __future__ import annotations

from data.sketch import Sketch
from tests.monster_hex.table import TestTable
from tests.sketches import Sketches, at


def full_ring() -> Sketch:
    table = TestTable("two")
    table.play("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4", "1 m03 c3 r1")
    return at(table)


def tie_with_somebody_behind() -> Sketch:
    table = TestTable("four")
    table.lay("0 m07 d3 r0", "1 m02 c4 r1", "2 m10 e4 r1", "3 m06 c5 r3", "0 m09 e5 r1")
    table.state = table.state.copy()
    table.state.turn = 1
    table.play("1 m01 d5 r1")
    return at(table)


def nothing_matches() -> Sketch:
    table = TestTable("two")
    table.hold(1, "m05", "m07", "m09")
    table.play("0 m01 c1 r0")
    return at(table, choice=True, prefix="place m05")


SKETCHES: Sketches = {
    "MH-1.1": Sketch(page=1),
    "MH-1.3": Sketch(card="m01"),
    "MH-3.3": Sketch(page=2, choice=True, prefix=("place", "m04", "d1")),
    "MH-4.5": Sketch(page=5),
    "MH-E3": full_ring,
    "MH-E6": tie_with_somebody_behind,
    "MH-E10": nothing_matches,
}
