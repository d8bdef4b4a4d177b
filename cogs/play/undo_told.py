"""What everybody is told of an undo: the undone deeds, as told before, and whose answers are gone with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.game import Rules, Seat
from rules.notation import Row, play
from rules.parts.ahead import sealed

MOST = 3
"""So many actions that are taken back are named at most."""


def undone(rules: Rules[Any], before: Any, rows: Sequence[Row], seat: Seat) -> dict[str, Any]:
    """The facts of an undo of `rows` since the state `before`: the public events of the seat's first actions (`what`, a list each), and the other
    seats that have lost something public (`gone`)."""
    what: list[list[list[Any]]] = []
    gone: set[Seat] = set()
    state = before
    for row in rows:
        step = play(rules, state, row)
        state = step.state
        told = [[event.kind, dict(event.facts)] for event in step.events if event.to is None]
        if not told or sealed(row.action):
            continue
        if row.seat != seat:
            gone.add(row.seat)
        elif not row.auto and not gone and len(what) < MOST:
            what.append(told)
    return {"what": what, "gone": sorted(gone)}
