"""By which name a move of long ago is told: of whoever sat there when it was made."""

from __future__ import annotations

from cogs.play.history.earlier_positions import names_before
from data.store.rows import Sitting


def test_whoever_sat_there_until_an_action_has_made_it():
    sittings = [Sitting(0, 4, 0.0, 1, "Anna"), Sitting(0, 7, 0.0, 2, "Bohumil"), Sitting(1, 5, 0.0, 3, "Cecile")]
    told = {number: names_before(sittings, number) for number in (4, 5, 6, 7, 8)}
    assert told == {
        4: {0: "Anna", 1: "Cecile"},
        5: {0: "Bohumil", 1: "Cecile"},
        6: {0: "Bohumil"},
        7: {0: "Bohumil"},
        8: {},
    }
