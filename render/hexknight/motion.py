"""Finds what a message of HexKnight animates: a monster that has been beaten, or a castle that has been conquered (HK-7.7, HK-7.9)."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hexknight.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the hexes where `events` tell of a victory; None without one."""
    won = {event.facts["hex"] for event in events if event.kind in ("beaten", "castle")}
    return Blow(tuple((h.x, h.y) for h in view.board.hexes if h.label in won)) if won else None
