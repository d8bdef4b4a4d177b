"""Whose a move of long ago is, and what it was said ahead by: of whoever sat there when it was made."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.history.earlier_positions import Retrospect, names_before
from cogs.play.history.record_replay import Stage
from data.store.rows import Sitting
from rules.notation import Row


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


@pytest.mark.parametrize(("number", "seen"), [(6, "nothing"), (7, "nothing"), (8, "said")])
def test_what_somebody_said_ahead_is_not_shown_to_whoever_has_their_seat_now(monkeypatch, number, seen):
    """Up to the last action of their time, and that one as well."""
    monkeypatch.setattr("cogs.play.history.earlier_positions.unsaid", lambda state, seat: "nothing")
    past: Any = SimpleNamespace(view=lambda stage, seat: stage.state)
    found = Retrospect(past, None, {}, {}, [Sitting(0, 7, 0.0, 1, "Anna")], ())
    view: Any = found.view(Stage(Row(number, 0, ("place",)), "said", ()), 0)
    assert view == seen
