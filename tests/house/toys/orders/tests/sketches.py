"""The sketches of the rulebook of toy Orders."""

from __future__ import annotations

import msgspec

from data.content import build
from data.sketch import Sketch
from tests.sketches import Sketches


def five_beans() -> Sketch:
    rules = build("toy_orders")
    state = rules.setup(2, {}, 1).state
    for seat, taken in ((0, "3"), (1, "3"), (0, "3"), (1, "1")):
        state = rules.apply(state, seat, ("take", taken)).state
    return Sketch(choice=True, prefix=("take",), state=msgspec.Raw(rules.dump(state)))


SKETCHES: Sketches = {
    "TO-1.1": Sketch(page=0),
    "TO-2.1": Sketch(page=1),
    "TO-3.1": Sketch(page=2),
    "TO-R1": Sketch(page=3),
    "TO-E1": five_beans,
}
