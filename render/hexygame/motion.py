"""Finds what a message of HexyGame animates: units and buildings that have just been destroyed (HX-11.5)."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hexygame.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the hexes where `events` destroyed something; None if they destroyed nothing."""
    fallen = tuple(("hex", event.facts["hex"]) for event in events if event.kind == "destroyed" and "hex" in event.facts)
    return Blow(fallen) if fallen else None
