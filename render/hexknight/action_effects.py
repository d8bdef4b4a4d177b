"""What a step costs, for its button: movement points, and how many are left."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.hexknight.view import BoardView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The points that are spent in the movement; nothing of what lies in the fog."""
    spent = before.board.points - after.board.points
    moved = action[0] in ("travel", "step") and before.seat == after.seat and spent > 0
    return look.say("hk.brings", what=look.say("hk.hint.points", n=spent), left=after.board.points) if moved else ""
