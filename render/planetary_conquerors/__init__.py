"""Pictures of Planetary Conquerors, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from render.canvas import Picture, Studio
from render.look import Look
from render.painting import CardPainting
from render.planetary_conquerors.scenes import board_scene, card_scene, choice_scene, deck_scene, hand_scene, planet_scene
from render.planetary_conquerors.sprites import draw
from render.planetary_conquerors.words import (
    card_rules,
    card_text,
    describe,
    describe_hand,
    describe_planet,
    going_on,
    hint,
    label,
    narrate,
    notes,
    now_lines,
    rules_now,
    shortcut,
)
from rules.parts.cards import Face

STUDIO = Studio(draw, "planetary_conquerors")
_PAINTING = CardPainting(STUDIO, board_scene, hand_scene, choice_scene, card_scene, deck_scene)
paint, paint_hand, paint_choice = _PAINTING.paint, _PAINTING.paint_hand, _PAINTING.paint_choice
paint_card, paint_deck = _PAINTING.paint_card, _PAINTING.paint_deck


def paint_closer(view: Any, look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Picture]]:
    """Each planet close up, in words and as a picture."""
    sides = [side for side in view.board.sides if side.things]
    return [(describe_planet(side, view, look), STUDIO.paint(planet_scene(view, look, side.seat, faces), look.theme)) for side in sides]


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
