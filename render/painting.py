"""What the shell asks of a painter that shows a board, a hand and the panel of a turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from render.canvas import Picture, Scene, Studio
from render.look import Look

Make = Callable[[Any, Look], Scene]


class Painting(NamedTuple):
    """The scenes of a game: the board for all, the viewer's hand, the panel of the seat that is asked."""

    studio: Studio
    board: Make
    hand: Make
    turn: Make

    def paint(self, view: Any, look: Look, previous: Hashable = None) -> Picture:
        """The table as a picture. `previous` names the series it continues."""
        return self.studio.paint(self.board(view, look), look.theme, previous)

    def paint_hand(self, view: Any, look: Look) -> Picture | None:
        """What the viewer holds, or None for somebody without cards in hand."""
        if view.seat is None or not view.board.hand:
            return None
        return self.studio.paint(self.hand(view, look), look.theme)

    def paint_choice(self, view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
        """The panel of the turn; it is the same for all words of a step."""
        return self.studio.paint(self.turn(view, look), look.theme)


def label(view: Any, look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """How a word is shown on a button, where the view knows more than the texts: here never."""
    return None
