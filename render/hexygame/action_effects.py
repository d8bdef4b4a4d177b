"""What an action brings, for its button: the damage of a blow by the numbers that are seen, what buildings give, what the pool pays or gets."""

from __future__ import annotations

from collections.abc import Iterator

from render.hexygame.names import energies, hex_name, pool_text
from render.look import Look
from rules.game import Action, View
from rules.hexygame.view import BoardView, ItemView

SHIFT = "i0"
"""The ability that all buildings have."""


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The blow that is announced, unless it is answered; what becomes of what the viewer draws from or gives up; what of the pool is paid with what
    is left, or what comes to it."""
    if before.seat is None:
        return ""
    known = {item.id for item in before.board.stack}
    announced = next((item for item in after.board.stack if item.id not in known and item.attack), None)
    blow = _blow(before.board, announced, look) if announced else ""
    return " · ".join(filter(None, (blow, *_given(before, after, look, action), _paid(before, after, look))))


def _blow(board: BoardView, item: ItemView, look: Look) -> str:
    """Attack less defense, and whether what is struck falls."""
    assert item.attack is not None
    attack, defense = item.attack
    damage = max(0, attack - defense)
    struck = next((reality for reality in board.realities if reality.hex == item.hex), None)
    key = "hx.brings.falls" if struck is not None and damage >= struck.points else "hx.brings.blow"
    return look.say(key, attack=attack, defense=defense, damage=damage)


def _given(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> Iterator[str]:
    """The points that are taken from the viewer's realities as a price, the last of which destroys them (HX-5.2), and those that the ability of all
    buildings is to move (HX-5.7)."""
    if action[0] not in ("draw", "activate", "cast"):
        return
    left = {reality.uid: reality.points for reality in after.board.realities}
    for reality in before.board.realities:
        now = left.get(reality.uid, 0)
        if reality.owner == before.seat and now < reality.points:
            yield look.say("hx.brings.points" if now else "hx.brings.gone", hex=hex_name(reality.hex), was=reality.points, now=now)
    known = {item.id for item in before.board.stack}
    new = [item for item in after.board.stack if item.id not in known and item.kind == "ability"]
    if action[0] == "activate" and action[2:3] == (SHIFT,) and new:
        more = new[0].lines[0].shape.numbers[-1]
        for reality in after.board.realities:
            if reality.hex in new[0].targets:
                yield look.say("hx.brings.points", hex=hex_name(reality.hex), was=reality.points, now=reality.points + more)


def _paid(before: View[BoardView], after: View[BoardView], look: Look) -> str:
    """How the viewer's pool changes."""
    assert before.seat is not None
    then, now = (view.board.sides[before.seat].pool for view in (before, after))
    less = pool_text(max(0, was - left) for was, left in zip(then, now, strict=True))
    more = pool_text(max(0, left - was) for was, left in zip(then, now, strict=True))
    if less:
        return look.say("hx.brings.paid", what=energies(less, look), left=sum(now))
    return look.say("hx.brings.gained", what=energies(more, look)) if more else ""
