"""Orders that would at once do again what their seat takes back."""

from __future__ import annotations

from typing import Any

from rules.game import Action, Rules, Seat
from rules.parts.ahead import giving


def lifting(rules: Rules[Any], state: Any, seat: Seat) -> Action | None:
    """What a seat says that wants to be asked in a state: all its standing orders but those that would answer in its place. None where none would."""
    given = left = rules.given(state, seat)
    while (answer := rules.standing(state, seat, left)) is not None and answer != rules.standing(state, seat, frozenset()):
        left -= {next((order for order in sorted(left) if rules.standing(state, seat, left - {order}) != answer), min(left))}
    return None if left == given else giving(rules.orders, left)
