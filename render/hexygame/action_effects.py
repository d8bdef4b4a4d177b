"""What an action brings, for its button: the damage of a blow by the numbers that are seen, and what leaves or enters the pool."""

from __future__ import annotations

from render.hexygame.names import energies, pool_text
from render.look import Look
from rules.game import Action, View
from rules.hexygame.view import BoardView, ItemView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The blow that is announced, unless it is answered; what of the pool is paid with what is left, or what comes to it."""
    if before.seat is None:
        return ""
    known = {item.id for item in before.board.stack}
    announced = next((item for item in after.board.stack if item.id not in known and item.attack), None)
    return " · ".join(filter(None, (_blow(before.board, announced, look) if announced else "", _paid(before, after, look))))


def _blow(board: BoardView, item: ItemView, look: Look) -> str:
    """Attack less defense, and whether what is struck falls."""
    assert item.attack is not None
    attack, defense = item.attack
    damage = max(0, attack - defense)
    struck = next((reality for reality in board.realities if reality.hex == item.hex), None)
    key = "hx.brings.falls" if struck is not None and damage >= struck.points else "hx.brings.blow"
    return look.say(key, attack=attack, defense=defense, damage=damage)


def _paid(before: View[BoardView], after: View[BoardView], look: Look) -> str:
    """How the viewer's pool changes."""
    assert before.seat is not None
    then, now = (view.board.sides[before.seat].pool for view in (before, after))
    less = pool_text(max(0, was - left) for was, left in zip(then, now, strict=True))
    more = pool_text(max(0, left - was) for was, left in zip(then, now, strict=True))
    if less:
        return look.say("hx.brings.paid", what=energies(less, look), left=sum(now))
    return look.say("hx.brings.gained", what=energies(more, look)) if more else ""
