"""Pictures of Hockey Game, and the same in words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from render.canvas import Picture, Studio
from render.hockey_game.scenes import board_scene, hand_scene, turn_scene
from render.hockey_game.sprites import draw
from render.hockey_game.words import describe, describe_hand, hint, narrate, notes, rules_now, shortcut
from render.look import Look

STUDIO = Studio(draw, "hockey_game")


def paint(view: Any, look: Look, previous: Hashable = None) -> Picture:
    """The table as a picture. `previous` names the series it continues."""
    return STUDIO.paint(board_scene(view, look), look.theme, previous)


def paint_hand(view: Any, look: Look) -> Picture | None:
    """What the viewer holds, or None for somebody without cards in hand."""
    if view.seat is None or not view.board.hand:
        return None
    return STUDIO.paint(hand_scene(view, look), look.theme)


def paint_choice(view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
    """The panel of the turn; it is the same for all words of a step."""
    return STUDIO.paint(turn_scene(view, look), look.theme)


__all__ = [
    "STUDIO",
    "board_scene",
    "describe",
    "describe_hand",
    "draw",
    "hint",
    "narrate",
    "notes",
    "paint",
    "paint_choice",
    "paint_hand",
    "rules_now",
    "shortcut",
]
