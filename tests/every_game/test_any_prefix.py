"""Whatever words are asked about, said ahead or typed, at positions that are built: everything answers, and every way comes to an end.

`python -m tests.positions` looks at more of them, and tells which questions met which lacks.
"""

from __future__ import annotations

import pytest

from data.content import games
from tests.positions.probing import Probe
from tests.sampled import often

POSITIONS = often(6, 15)
"""So many are looked at."""
every_game = pytest.mark.parametrize("game", games())


@pytest.mark.sampled(0.2)
@every_game
def test_any_prefix_is_answered(game):
    probe = Probe(game, 3)
    for number in range(POSITIONS):
        probe.look(number, "suite")
    assert probe.asked
