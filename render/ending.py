"""The banner above the last picture of a game: who has won, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from render.canvas import PLAIN, Canvas
from render.look import Look
from render.text import fitted, largest, wrapped
from render.theme import Theme
from rules.game import View
from rules.parts.halves import written

HEIGHT = 212
"""Of the banner."""
SIZES, SMALLER = (52, 44, 36), (32, 28)
MIDDLE, STEP, BELOW = 142, 44, 112
"""Where the middle of the lines below lies, how far they are apart at most, and how much room there is for all."""


def victory(view: View[Any], look: Look) -> str:
    """The line that names the winner, or all who share the victory."""
    assert view.outcome
    winners = view.outcome.winners
    return look.say("ending.won", n=len(winners), names=" & ".join(look.names[seat] for seat in winners))


def signed(lead: float) -> str:
    """A lead as a number with its sign; "0" for none."""
    return f"{'+' if lead > 0 else '−'}{written(abs(lead))}" if lead else "0"


def banner(look: Theme, width: int, left: int, won: str, lines: Sequence[str]) -> Canvas:
    """A golden plate with who has `won` and a few lines, long ones in two rows; `left` pixels of it stay free for a picture."""
    s = Canvas((width, HEIGHT), look, PLAIN)
    s.box((12, 6, width - 24, HEIGHT - 12), 22, "best_fill", "best", 5)
    left += 44
    room = width - left - 40
    size = largest(won, "Bold", SIZES, room)
    s.text((left, 60), fitted(won, "Bold", size, room), size, "ink", "lm")
    rows = [(row, size) for words in lines for size in [largest(words, "Medium", SMALLER, room)] for row in wrapped(words, "Medium", size, room)]
    step = min(STEP, BELOW / max(1, len(rows)))
    for n, (words, size) in enumerate(rows):
        s.text((left, MIDDLE + (n - (max(2, len(rows)) - 1) / 2) * step), words, size, "soft", "lm", "Medium")
    return s
