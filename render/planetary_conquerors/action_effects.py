"""The effects of an action, as text for its button: what an attack leaves of its target, and the materials spent and left."""

from __future__ import annotations

from collections.abc import Sequence

from render.look import Look
from render.planetary_conquerors.names import place_name
from rules.game import Action, View
from rules.planetary_conquerors.view import BoardView

MATERIALS = ("gold", "cosmium", "electricity")


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The effect of an attack or a block, if nobody answers it; and each material of the viewer that becomes less, with what is left."""
    if before.seat is None:
        return ""
    then, now = (view.board.sides[before.seat].stock for view in (before, after))
    spent = [(material, was - left, left) for material, was, left in zip(MATERIALS, then, now, strict=True) if left < was]
    paid = "; ".join(look.say("pc.brings", what=look.say(f"pc.material.{material}", n=n), n=n, left=left) for material, n, left in spent)
    return " · ".join(filter(None, (_fight(before.board, after.board, look, action), paid)))


def _fight(board: BoardView, after: BoardView, look: Look, action: Action) -> str:
    """What is left of the target, or of both who fight, by attack less shielding; with their names where several are attacked."""
    if action[0] == "attack":
        pairs = [(attacker, target) for attacker, target in (*board.picks, action[1:3]) if target == action[2]]
    elif action == ("confirm",):
        pairs = [*board.picks] or [(t.word, t.target) for side in after.sides for t in side.things if t.target]
    elif action[0] == "block":
        attacker, blocker = (_left(board, word, [other]) for word, other in (action[1:], action[:0:-1]))
        return look.say("pc.brings.block", own=blocker, other=attacker) if attacker and blocker else ""
    else:
        return ""
    struck = {target: _left(board, target, [a for a, t in pairs if t == target]) for target in dict.fromkeys(t for _, t in pairs)}
    told = [f"{place_name(board, target, look.in_short)} {left}" if len(struck) > 1 else left for target, left in struck.items() if left]
    return look.say("pc.brings.attack", what=", ".join(told)) if told else ""


def _left(board: BoardView, word: str, others: Sequence[str]) -> str:
    """The HP of a thing before and after the damage of others; empty if one of them is missing."""
    thing, dealing = board.thing(word), [board.thing(other) for other in others]
    if thing is None or None in dealing:
        return ""
    return f"{thing.hp} → {max(0, thing.hp - sum(max(0, other.attack - thing.shielding) for other in dealing if other))}"
