"""What a move brings, for its button: the values of both sides before dice and cards."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.hockey_game.view import BoardView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """One's own value and the other one; dice and what anybody plays come to them."""
    aim = (*action, "")[:2]  # A shot has no target to choose.
    target = next((t for t in before.board.targets if (t.move, t.field) == aim), None)
    return look.say("hg.brings", own=target.own, other=target.other) if target else ""
