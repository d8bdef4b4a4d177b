"""The effects of an action, as text for its button: the damage of a blow by visible numbers, the yield of buildings, the cost to the pool."""

from __future__ import annotations

import re
from collections.abc import Iterator

from render.hexygame.names import energies, place_name, pool_text
from render.look import Look
from rules.game import Action, View
from rules.hexygame.map import FLAGS
from rules.hexygame.view import BoardView, ItemView

SHIFT = "i0"
"""The ability that all buildings have."""
DESTROYS = "destroy(what=t1"
DAMAGES = "damage(to=t1,amount=#"
HARMS = re.compile("|".join(map(re.escape, (DESTROYS, DAMAGES, "bounce(what=t1"))))
"""What does harm to the first target of a spell or an ability, in the words of the cards' data."""


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """That a step onto the opponent's Flag wins (HX-12.1); the blow that is announced, unless it is answered; what becomes of what the viewer draws
    from or gives up; what of the pool is paid with what is left, or what comes to it."""
    if before.seat is None:
        return ""
    known = {item.id for item in before.board.stack}
    announced = next((item for item in after.board.stack if item.id not in known and item.attack), None)
    blow = _blow(before.board, announced, look) if announced else ""
    wins = look.say("hx.wins") if action[0] == "move" and len(action) > 2 and action[2] == FLAGS[1 - before.seat] else ""
    return " · ".join(filter(None, (wins, blow, *_given(before, after, look, action), _paid(before, after, look))))


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
            place = place_name(before.board, reality.hex, look)
            yield look.say("hx.brings.points" if now else "hx.brings.gone", what=place, was=reality.points, now=now)
    known = {item.id for item in before.board.stack}
    new = [item for item in after.board.stack if item.id not in known and item.kind in ("ability", "spell")]
    if action[0] == "activate" and action[2:3] == (SHIFT,) and new:
        more = new[0].lines[0].shape.numbers[-1]
        for reality in after.board.realities:
            if reality.hex in new[0].targets:
                place = place_name(before.board, reality.hex, look)
                yield look.say("hx.brings.points", what=place, was=reality.points, now=reality.points + more)
    yield from _harmed(after.board, new, before.seat, look)


def _harmed(board: BoardView, items: list[ItemView], seat: int | None, look: Look) -> Iterator[str]:
    """A warning that the target of a spell or ability is the viewer's own, if that harms it, and whether it falls."""
    at = {reality.hex: reality for reality in board.realities}
    for item in items:
        own = at.get(item.targets[0]) if item.targets else None
        found = next(((harm, line.shape.numbers) for line in item.lines if (harm := HARMS.search(line.shape.key))), None)
        if own is None or own.owner != seat or found is None:
            continue
        harm, numbers = found
        falls = harm[0] == DESTROYS or (harm[0] == DAMAGES and numbers[harm.string[: harm.end()].count("#") - 1] >= own.points)
        yield look.say("hx.brings.own_falls" if falls else "hx.brings.own_hit", what=place_name(board, own.hex, look))


def _paid(before: View[BoardView], after: View[BoardView], look: Look) -> str:
    """The change of the viewer's pool."""
    assert before.seat is not None
    then, now = (view.board.sides[before.seat].pool for view in (before, after))
    less = pool_text(max(0, was - left) for was, left in zip(then, now, strict=True))
    more = pool_text(max(0, left - was) for was, left in zip(then, now, strict=True))
    if less:
        return look.say("hx.brings.paid", what=energies(less, look, "paid"), left=sum(now))
    return look.say("hx.brings.gained", what=energies(more, look)) if more else ""
