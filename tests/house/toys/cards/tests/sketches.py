"""The sketches of the rulebook of the toy game with cards."""

from __future__ import annotations

from data.sketch import Sketch
from tests.sketches import Sketches

SKETCHES: Sketches = {
    "TC-1.1": Sketch(page=1),
    "TC-1.2": Sketch(page=0, choice=True, prefix=("deck",)),
    "TC-2.1": Sketch(card="heart"),
    "TC-2.2": Sketch(card="club"),
    "TC-E1": Sketch(page=3),
}
