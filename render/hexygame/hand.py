"""The viewer's hand: its cards with the energy that is missing for them, and the same as a low picture."""

from __future__ import annotations

from render.canvas import Rows, Scene
from render.cards import WIDTH, put_line
from render.hand_cards import held_strip
from render.hexygame.scenes import held_cards, put_hand
from render.look import Look
from rules.game import View
from rules.hexygame.view import BoardView


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    rows = Rows()
    put_line(rows, "hand", look.say("hx.your_hand"), strong=True)
    put_hand(rows, view, look)
    return Scene((WIDTH, rows.y), rows.items)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture; None if it is empty."""
    cards = held_cards(view, look)
    return held_strip(cards) if cards else None
