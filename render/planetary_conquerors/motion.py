"""What is shown in motion: a mine that has fallen, a building that has been destroyed (PC-14.3, PC-10.7)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from render.look import Look
from render.motion import Blow
from render.planetary_conquerors.board import board_scene
from rules.game import Event, View
from rules.planetary_conquerors.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """Where these events struck: what is left of buildings, or their planet's mine where that has no place; all of a planet that is out."""
    fallen = [event.facts["seat"] for event in events if event.kind == "mine_fell"]
    destroyed = [(event.facts["seat"], event.facts["card"]) for event in events if event.kind == "destroyed"]
    if not fallen and not destroyed:
        return None
    left: dict[Any, Hashable] = {}
    for place, item in board_scene(view, look).items.items():
        key: Any = item.key
        if key[0] == "ghost":
            left[key[1].seat, key[3]] = place
    struck = [left.get(found, ("mine", found[0])) for found in destroyed]
    return Blow(tuple(dict.fromkeys([*struck, *((part, seat) for seat in fallen for part in ("mine", "gone"))])))
