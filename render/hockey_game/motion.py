"""Finds what a message of Hockey Game animates: a goal (HG-6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hockey_game.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The cry *GOAL!* across the moving picture if there is a goal among `events`; None without one."""
    return Blow((), look.say("hg.goal").upper(), "Scoreboard") if any(event.kind == "goal" for event in events) else None
