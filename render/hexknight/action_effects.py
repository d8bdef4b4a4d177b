"""What an action brings, for its button: the movement points of a step, and how many are left; that the turn ends with it."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.hexknight.view import BoardView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The points that are spent in the movement; that declining a fight ends the turn; nothing of what lies in the fog."""
    if action == ("decline",):
        return look.say("hk.brings_end") if after.decision is None else ""
    spent = before.board.points - after.board.points
    moved = action[0] in ("travel", "step") and before.seat == after.seat and spent > 0
    return look.say("hk.brings", what=look.say("hk.hint.points", n=spent), left=after.board.points) if moved else ""
