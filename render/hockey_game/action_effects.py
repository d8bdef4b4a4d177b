"""The effects of an action, as text for its button: for a move both values before dice and cards, for cards and heroes the player's new value."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, View
from rules.hockey_game.view import BoardView, TurnView


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """Both sides' values for a move, before dice and cards; once the dice have fallen, the own value before and after, for a hero even if
    unchanged."""
    aim = (*action, "")[:2]  # A shot has no target to choose.
    if target := next((t for t in before.board.targets if (t.move, t.field) == aim), None):
        return look.say("hg.brings", own=target.own, other=target.other)
    was, now = (_turn(view, before.seat) for view in (before, after))
    if was is None or now is None or not was.dice or was.dice != now.dice or (was.total == now.total and action[0] != "hero"):
        return ""
    return f"{was.total} → {now.total}"


def _turn(view: View[BoardView], seat: int | None) -> TurnView | None:
    """A seat's turn in the present round; None without a round or a seat."""
    return view.board.round.turns[seat] if view.board.round is not None and seat is not None else None
