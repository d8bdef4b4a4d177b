"""What is shown in motion: where units and buildings have just been destroyed (HX-11.5)."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hexygame.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The hexes on which these events destroyed something."""
    fallen = tuple(("hex", event.facts["hex"]) for event in events if event.kind == "destroyed" and "hex" in event.facts)
    return Blow(fallen) if fallen else None
