"""Pictures of the viewer's hand: its cards with the stored materials, full size or as a low picture."""

from __future__ import annotations

from render.canvas import Rows, Scene
from render.hand_cards import HeldKey, counted_strip, held_strip
from render.look import Look
from render.planetary_conquerors.names import shown
from render.planetary_conquerors.scenes import put_hand
from rules.game import View
from rules.planetary_conquerors.view import BoardView


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards, with what is stored, and the own traps on the planet; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    return put_hand(Rows(), view, look)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture; while they look at other cards, or choose from them, those cards."""
    board = view.board
    if board.hand and board.faces:
        return held_strip([HeldKey(shown(face, look), able=face.word in board.options) for face in board.faces])
    return counted_strip(board.hand, lambda card: HeldKey(shown(card.face, look), able=card.able))
