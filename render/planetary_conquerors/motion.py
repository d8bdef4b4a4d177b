"""Finds what a message of Planetary Conquerors animates: a fallen mine, a destroyed building (PC-14.3, PC-10.7), or the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.planetary_conquerors.view import BoardView


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on what is left of destroyed buildings, or on their planet's mine where they have no place, and on the whole planet of an eliminated
    seat; fireworks over the winner's."""
    if view.outcome:
        return Blow(("banner",), festive=True)
    fallen = [event.facts["seat"] for event in events if event.kind == "mine_fell"]
    destroyed = [(event.facts["card"], event.facts["seat"]) for event in events if event.kind == "destroyed"]
    if not fallen and not destroyed:
        return None
    places = [(("ghost", card), seat) for card, seat in destroyed] + [(part, seat) for seat in fallen for part in ("mine", "gone")]
    return Blow(tuple(dict.fromkeys(places)), otherwise=tuple(dict.fromkeys(("mine", seat) for _, seat in destroyed)))
