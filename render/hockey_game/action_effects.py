"""The effects of an action, as text for its button: for a move both values before dice and cards, for cards and heroes the player's new value."""

from __future__ import annotations

from render.hockey_game.names import signed
from render.look import Look
from rules.game import Action, View
from rules.hockey_game.content import MOVES
from rules.hockey_game.view import BoardView, TurnView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """Both values for a move, before dice and cards; of a hero to deploy, what he adds to the best on the table, as only one helps (HG-5.9). After
    the dice, the viewer's value before and after, for a hero even if unchanged."""
    aim = (*action, "")[:2]  # A shot has no target to choose.
    if action[0] == "deploy" and len(action) == 2:
        return _deployed(before.board, after.board, look, action[1], before.seat)
    if target := next((t for t in before.board.targets if (t.move, t.field) == aim), None):
        return look.say("hg.brings", own=target.own, other=target.other)
    was, now = (_turn(view, before.seat) for view in (before, after))
    if was is None or now is None or not was.dice or was.dice != now.dice or (was.total == now.total and action[0] != "hero"):
        return ""
    return f"{was.total} → {now.total}"


def _deployed(before: BoardView, after: BoardView, look: Look, hero: str, seat: int | None) -> str:
    """What a hero adds to a defence, or to each kind of move that may be declared; if nothing, who helps already."""
    if before.sure is not None and after.round is not None and seat is not None:
        parts = after.round.turns[seat].parts
        more = sum(part.n for part in parts if part.source != "dice") - before.sure
        helper = next((part for part in parts if part.source == "hero" and part.name != hero), None)
        if more == 0 and helper is not None:
            return look.say("hg.brings.helped", name=look.say(f"word.{helper.name}"), amount=signed(helper.n))
        return look.say("hg.brings.hero", amount=f"+{more}")
    best = [{target.move: target.own for target in sorted(board.targets, key=lambda t: t.own)} for board in (before, after)]
    gains = [f"{look.say(f'word.{move}')} +{best[1][move] - best[0][move]}" for move in MOVES if best[1].get(move, 0) > best[0].get(move, 0)]
    return ", ".join(gains) or look.say("hg.brings.hero", amount="+0") if best[1] else ""


def _turn(view: View[BoardView], seat: int | None) -> TurnView | None:
    """A seat's turn in the present round; None without a round or a seat."""
    return view.board.round.turns[seat] if view.board.round is not None and seat is not None else None
