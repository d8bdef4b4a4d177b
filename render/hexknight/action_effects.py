"""The effects of an action, as text for its button: the points that a card gives, those that a way takes and leaves, or that it ends the turn."""

from __future__ import annotations

from render.hexknight.scenes import figure
from render.look import Look
from rules.game import Action, View
from rules.hexknight.view import BoardView, TurnView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The values of a card that is taken; the points of the cards laid out, before and after one is laid out or taken back; the points spent on
    movement, and where a discovery stops it; that declining a fight ends the turn. Tells nothing of what lies in the fog."""
    if action[0] in ("play", "take_back"):
        return _laid_out(before.board.turn, after.board.turn, look)
    if action[0] == "select":
        card = next((card for card in before.board.offer if card.kind == action[1]), None)
        values = {name: getattr(card, name) for name in ("attack", "defence", "speed", "meditation")} if card else {}
        return look.say("hk.values", **values).replace(" · ", ", ") if card else ""
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


def _laid_out(was: TurnView | None, now: TurnView | None, look: Look) -> str:
    """The points before and after a card is laid out or taken back, as the question counts them; "" where it changes nothing."""
    if was is None or now is None or was.step != now.step:
        return ""
    if now.step == "exchange":
        return f"{len(was.play)} → {look.say('hk.note.exchange', n=len(now.play))}"
    if was.points == now.points:
        return ""
    if now.step in ("defence", "attack"):
        return look.say("hk.brings_laid", was=was.points, now=now.points, need=now.need)
    return f"{was.points} → {figure(now, look) or now.points}"
