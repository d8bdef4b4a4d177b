"""The sketches of the rulebook of HexyGame."""

from __future__ import annotations

from data.sketch import Sketch
from tests.hexygame.table import TestTable
from tests.sketches import Sketches, at


def ambush() -> Sketch:
    table = TestTable().put(0, "town_militia", "d5", die=1).put(0, "shield_bearer", "d4", die=1).put(0, "sun_lancer", "e4", die=2)
    table.put(1, "moss_troll", "e5").pool(0, "YYY").pool(1, "C")
    return at(table.play("0 attack d5 e5 d4 e4"))


SKETCHES: Sketches = {
    "HX-2.1": Sketch(page=9),
    "HX-4.2": Sketch(card="cinder_hound"),
    "HX-5.9": Sketch(card="red_hearth"),
    "HX-6.3": Sketch(page=6, choice=True, prefix=("cast", "gorrak_the_unquenched")),
    "HX-9.10": Sketch(card="sun_lancer"),
    "HX-10.1": Sketch(card="storm_kite"),
    "HX-10.2": Sketch(card="torchrunner"),
    "HX-10.4": Sketch(card="moss_troll"),
    "HX-10.5": Sketch(card="magma_slinger"),
    "HX-E4": ambush,
}
