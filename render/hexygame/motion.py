"""Finds what a message of HexyGame animates: units and buildings that have just been destroyed (HX-11.5), and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hexygame.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the hexes where `events` destroyed something; fireworks over the map at the end; None if nothing was destroyed."""
    if view.outcome:
        return Blow(("frame",), festive=True)
    fallen = tuple(("hex", event.facts["hex"]) for event in events if event.kind == "destroyed" and "hex" in event.facts)
    return Blow(fallen) if fallen else None
