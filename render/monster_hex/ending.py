"""What is said of a game that is over: who has won, how long it took, the stone that brought most."""

from __future__ import annotations

from render.ending import victory
from render.look import Look
from rules.game import View
from rules.monster_hex.capture import COLOUR_BONUS
from rules.monster_hex.view import BoardView, StoneView


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """Who has won, and lines about the game. Only for a game that is over."""
    assert view.outcome
    say, board, winners = look.say, view.board, view.outcome.winners
    lines = [say("mh.end.rounds", n=board.round)]
    gains = [(points, stone.label, slot) for stone in board.stones for slot, points in _gains(stone).items() if slot < len(look.names)]
    if gains:
        points, label, slot = max(gains, key=lambda gain: (gain[0], gain[2] in winners))
        lines.append(say("mh.end.best", stone=label.upper(), who=look.names[slot], n=points))
    return victory(view, look), tuple(lines)


def _gains(stone: StoneView) -> dict[int, int]:
    """What each slot has scored at a stone (MH-4.6)."""
    found: dict[int, int] = {}
    for value in stone.values:
        if value.taken is not None:
            found[value.taken] = found.get(value.taken, 0) + value.value + (COLOUR_BONUS if value.slot == value.taken else 0)
    return found
