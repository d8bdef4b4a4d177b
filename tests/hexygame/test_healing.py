"""Healing, at every number of points that a reality may have."""

from __future__ import annotations

import pytest

from tests.hexygame.table import CONTENT, TestTable


@pytest.mark.parametrize("points", [1, 2, 3, 4, 5, 6, 9])
def test_healing_goes_up_to_the_printed_number_and_takes_nothing_away(points):
    """HX-11.4: what has more than is printed keeps it."""
    t = TestTable().put(0, "red_hearth", "e3").put(1, "blue_jetty", "e8").put(1, "moss_troll", "e6", points=points)
    printed = CONTENT.cards["moss_troll"].points
    t.hand(0, "mend").pool(0, "CCCCYYYY").play("0 cast mend e6", "--")
    assert t.points("e6") == max(points, min(points + 3, printed))
