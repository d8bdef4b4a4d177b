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
FLIGHT = ((0.12, 0, 0.22), (0.36, 0, 0.22), (0.6, 12, 0.22), (0.82, 34, 0.22), (1, 68, 0.7))
"""Frames of a shot: how far the puck has come into the net, by how many degrees the goalkeeper has thrown himself over, for how many seconds it is
seen."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The puck on its way past the goalkeeper, if there is a goal among `events`: the board itself cries then; fireworks beside the final score."""
    if view.outcome:
        return Blow(("end",), rockets=ROCKETS)
    if not any(event.kind == "goal" for event in events):
        return None
    shots = [(shot_scene(view, look.in_pictures, share, dive), seconds) for share, dive, seconds in FLIGHT]
    shown = [(scene, seconds) for scene, seconds in shots if scene is not None]
    return Blow((), before=tuple(scene for scene, _ in shown), seconds=tuple(seconds for _, seconds in shown)) if shown else None
