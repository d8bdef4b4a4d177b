"""What the builders of all games share."""

from __future__ import annotations

from typing import Any

from rules.game import Action, Refused


def refusal(rules: Any, state: Any, seat: int, action: Action) -> Refused:
    """The refusal of an action; fails if it is accepted or if it changes anything."""
    before = rules.dump(state)
    try:
        rules.apply(state, seat, action)
    except Refused as error:
        assert rules.dump(state) == before
        return error
    raise AssertionError(f"{action} was accepted")
