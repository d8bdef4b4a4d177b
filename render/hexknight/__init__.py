"""Pictures of HexKnight, and the same in words."""

from __future__ import annotations

from render.canvas import Studio
from render.hexknight.scenes import board_scene, hand_scene, turn_scene
from render.hexknight.sprites import draw
from render.hexknight.words import describe, describe_hand, hint, narrate, notes, rules_now, shortcut
from render.painting import Painting, going_on, label, paint_closer

STUDIO = Studio(draw, "hexknight")
_PAINTING = Painting(STUDIO, board_scene, hand_scene, turn_scene)
paint, paint_hand, paint_choice = _PAINTING.paint, _PAINTING.paint_hand, _PAINTING.paint_choice

__all__ = [
    "STUDIO",
    "board_scene",
    "describe",
    "describe_hand",
    "draw",
    "going_on",
    "hint",
    "label",
    "narrate",
    "notes",
    "paint",
    "paint_choice",
    "paint_closer",
    "paint_hand",
    "rules_now",
    "shortcut",
]
