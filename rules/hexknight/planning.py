"""The turn that a seat may draft while others play: its beginning, as far as the seat can foresee it."""

from __future__ import annotations

from rules.game import Seat
from rules.hexknight import combat, game_flow
from rules.hexknight.changes import Run

SHOWS = frozenset({"revealed", "turned_up", "selected", "over"})
"""What brings hidden things to light: hexes and monsters in the fog, a soldier's face, the next card of the offer, all of it at the end. There a
draft stops."""


def come(run: Run, seat: Seat) -> bool:
    """Advances to a seat's next turn, in place; returns whether there is one in this phase with something to decide (HK-4.3, HK-4.5)."""
    state = run.state
    if state.step == "over" or state.active == seat or state.heroes[seat].finished:
        return False
    combat.take_all_back(run)
    game_flow.begin_turn(run, seat)
    while state.step != "end" and not game_flow.enterable(run):
        game_flow.move_on(run)
    return state.step != "end"
