"""Pictures of HexKnight, and the same in words."""

from __future__ import annotations

from render.canvas import Studio
from render.hexknight.scenes import board_scene, hand_scene, turn_scene
from render.hexknight.sprites import draw
from render.hexknight.words import card_page, card_rules, card_text, describe, describe_hand, hint, narrate, notes, now_lines, rules_now, shortcut
from render.painting import Painting, going_on, label, paint_closer

STUDIO = Studio(draw, "hexknight")
_PAINTING = Painting(STUDIO, board_scene, hand_scene, turn_scene, card_page)
paint, paint_hand, paint_choice, paint_card = _PAINTING.paint, _PAINTING.paint_hand, _PAINTING.paint_choice, _PAINTING.paint_card

__all__ = [
    "STUDIO",
    "board_scene",
    "card_rules",
    "card_text",
    "describe",
    "describe_hand",
    "draw",
    "going_on",
    "hint",
    "label",
    "narrate",
    "notes",
    "now_lines",
    "paint",
    "paint_card",
    "paint_choice",
    "paint_closer",
    "paint_hand",
    "rules_now",
    "shortcut",
]
