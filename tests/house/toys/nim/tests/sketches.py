"""The sketches of the rulebook of toy Nim."""

from __future__ import annotations

import msgspec

from data.content import build
from data.sketch import Sketch
from tests.sketches import Sketches


def five_beans() -> Sketch:
    rules = build("toy_nim")
    state = rules.setup(2, {}, 1).state
    for seat, taken in ((0, "3"), (1, "3"), (0, "3"), (1, "1")):
        state = rules.apply(state, seat, ("take", taken)).state
    return Sketch(choice=True, prefix=("take",), state=msgspec.Raw(rules.dump(state)))


SKETCHES: Sketches = {
    "TN-1.1": Sketch(page=0),
    "TN-2.1": Sketch(page=1),
    "TN-3.1": Sketch(page=2),
    "TN-R1": Sketch(page=3),
    "TN-E1": five_beans,
}
