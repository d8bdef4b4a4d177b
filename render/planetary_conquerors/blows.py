"""What is shown in motion: a mine that has fallen, a building that has been destroyed (PC-14.3, PC-10.7)."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.planetary_conquerors.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The planets that lost something by these events: at their mine, or across all of one that is out."""
    struck = dict.fromkeys(event.facts["seat"] for event in events if event.kind in ("mine_fell", "destroyed"))
    return Blow(tuple((part, seat) for seat in struck for part in ("mine", "gone"))) if struck else None
