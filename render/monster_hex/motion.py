"""Finds what a message of Monster Hex animates: stones that have just been captured (MH-4.1), and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.monster_hex.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the stones that `events` captured; fireworks over the board at the end; None if no stone was captured."""
    if view.outcome:
        return Blow(("ground",), festive=True)
    taken = tuple(str(event.facts["hex"]) for event in events if event.kind == "captured")
    return Blow(taken) if taken else None
