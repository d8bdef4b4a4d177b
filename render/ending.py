"""The banner above the last picture of a game: who has won, and what is to be said of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from render.canvas import PLAIN, Canvas
from render.look import Look
from render.text import fitted, largest
from render.theme import Theme
from rules.game import View

HEIGHT = 212
"""Of the banner."""
SIZES, SMALLER = (52, 44, 36), (32, 28, 25)


def victory(view: View[Any], look: Look) -> str:
    """Who has won a game that is over, or who share the victory."""
    assert view.outcome
    winners = view.outcome.winners
    return look.say("ending.won", n=len(winners), names=" & ".join(look.names[seat] for seat in winners))


def banner(look: Theme, width: int, left: int, won: str, lines: Sequence[str]) -> Canvas:
    """A golden plate with who has `won` and at most two lines; `left` pixels of it stay free for a picture."""
    s = Canvas((width, HEIGHT), look, PLAIN)
    s.box((12, 6, width - 24, HEIGHT - 12), 22, "best_fill", "best", 5)
    left += 44
    room = width - left - 40
    size = largest(won, "Bold", SIZES, room)
    s.text((left, 60), fitted(won, "Bold", size, room), size, "ink", "lm")
    for n, words in enumerate(lines):
        size = largest(words, "Medium", SMALLER, room)
        s.text((left, 120 + 44 * n), fitted(words, "Medium", size, room), size, "soft", "lm", "Medium")
    return s
