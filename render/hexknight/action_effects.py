"""The effects of an action, as text for its button: the movement points it takes and leaves, or that the turn ends with it."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.hexknight.view import BoardView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The points that are spent in the movement, and where a discovery stops it; that declining a fight ends the turn;
    nothing of what lies in the fog."""
    if action == ("decline",):
        return look.say("hk.brings_end") if after.decision is None else ""
    spent = before.board.points - after.board.points
    if action[0] not in ("travel", "step") or before.seat != after.seat or spent <= 0:
        return ""
    price, left = look.say("hk.hint.points", n=spent), after.board.points
    at = next((hero.hex for hero in after.board.heroes if hero.seat == after.seat), "")
    if action[0] == "travel" and at and at != action[1] and before.board.turn:
        whole = look.say("hk.hint.points", n=dict(before.board.turn.reach).get(action[1], spent))
        return look.say("hk.brings_stop", whole=whole, n=spent, hex=at.upper(), left=left)
    return look.say("hk.brings", what=price, left=left)
