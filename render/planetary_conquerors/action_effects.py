"""What playing a card costs, for its button: what leaves the stores, and what is left there."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.planetary_conquerors.view import BoardView

MATERIALS = ("gold", "cosmium", "electricity")


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """Each material of the viewer that becomes less, with the rest of it."""
    if before.seat is None:
        return ""
    then, now = (view.board.sides[before.seat].stock for view in (before, after))
    spent = [(material, was - left, left) for material, was, left in zip(MATERIALS, then, now, strict=True) if left < was]
    return ", ".join(look.say("pc.brings", what=look.say(f"pc.material.{material}", n=n), n=n, left=left) for material, n, left in spent)
