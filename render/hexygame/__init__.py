"""Pictures of HexyGame, and the same in words."""

from __future__ import annotations

from render.canvas import Studio
from render.hexygame.scenes import board_scene, card_scene, choice_scene, deck_scene, hand_scene
from render.hexygame.sprites import draw
from render.hexygame.words import card_rules, card_text, describe, describe_hand, hint, label, narrate, notes, now_lines, rules_now, shortcut
from render.painting import CardPainting, going_on, paint_closer

STUDIO = Studio(draw, "hexygame")
_PAINTING = CardPainting(STUDIO, board_scene, hand_scene, choice_scene, card_scene, deck_scene)
paint, paint_hand, paint_choice = _PAINTING.paint, _PAINTING.paint_hand, _PAINTING.paint_choice
paint_card, paint_deck = _PAINTING.paint_card, _PAINTING.paint_deck


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
    "paint_deck",
    "paint_hand",
    "rules_now",
    "shortcut",
]
