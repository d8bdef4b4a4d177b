"""The sketches of the rulebook of Planetary Conquerors."""

from __future__ import annotations

from data.sketch import Sketch
from tests.planetary_conquerors.test_examples import lines as attack_in_lines
from tests.sketches import Sketches, at


def lines_of_attack() -> Sketch:
    return at(attack_in_lines())


SKETCHES: Sketches = {
    "PC-1.4": Sketch(page=14),
    "PC-13.2": Sketch(page=1, choice=True),
    "PC-13.5": Sketch(card="bulwark"),
    "PC-13.6": Sketch(card="grudge_bearer"),
    "PC-E5": lines_of_attack,
}
