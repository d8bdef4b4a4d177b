"""Pictures of HexKnight, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Picture, Studio
from render.hexknight.scenes import board_scene, card_scene, hand_scene, turn_scene
from render.hexknight.sprites import draw
from render.hexknight.words import card_lines, card_rules, card_text, describe, describe_hand, hint, narrate, notes, now_lines, rules_now, shortcut
from render.look import Look
from render.painting import Painting, going_on, label, paint_closer
from rules.cards import Face

STUDIO = Studio(draw, "hexknight")
_PAINTING = Painting(STUDIO, board_scene, hand_scene, turn_scene)
paint, paint_hand, paint_choice = _PAINTING.paint, _PAINTING.paint_hand, _PAINTING.paint_choice


def paint_card(face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
    """What can be looked up, as a picture; `now` says how it stands in a game."""
    return STUDIO.paint(card_scene(face, look, card_lines(face, look), now), look.theme)


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
