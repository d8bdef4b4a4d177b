"""Finds what a message of Hockey Game animates: a goal (HG-6.2), or the end of a match."""

from __future__ import annotations

from collections.abc import Sequence

from render.hockey_game.scenes import shot_scene
from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hockey_game.view import BoardView

ROCKETS = ((0.1, 0.42, 0), (0.9, 0.36, 0), (0.06, 0.66, 1), (0.94, 0.62, 1))
"""The fireworks, as in `render.motion`: beside the score, above what decided the match."""
FLIGHT = (0.4, 0.75, 1)
"""How far the puck has come in the frames before the cry, as shares of its way to the goal."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The puck on its way, and the cry *GOAL!* across the moving picture, if there is a goal among `events`; fireworks beside the final score."""
    if view.outcome:
        return Blow(("end",), rockets=ROCKETS)
    if not any(event.kind == "goal" for event in events):
        return None
    shots = [shot_scene(view, look.in_pictures, share) for share in FLIGHT]
    return Blow((), look.say("hg.goal").upper(), "Scoreboard", before=tuple(scene for scene in shots if scene is not None))
