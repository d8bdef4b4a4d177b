"""Pictures of Planetary Conquerors, and the same in words."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from render.canvas import Picture, Studio
from render.look import Look
from render.planetary_conquerors.scenes import board_scene, card_scene, choice_scene, deck_scene, hand_scene, planet_scene
from render.planetary_conquerors.sprites import draw
from render.planetary_conquerors.words import (
    card_text,
    describe,
    describe_hand,
    describe_planet,
    hint,
    label,
    narrate,
    notes,
    now_lines,
    rules_now,
    shortcut,
)
from rules.cards import Face

STUDIO = Studio(draw, "planetary_conquerors")


def paint(view: Any, look: Look, previous: Hashable = None) -> Picture:
    """The table as a picture. `previous` names the series it continues."""
    return STUDIO.paint(board_scene(view, look), look.theme, previous)


def paint_closer(view: Any, look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Picture]]:
    """Each planet close up, in words and as a picture."""
    sides = [side for side in view.board.sides if side.things]
    return [(describe_planet(side, view, look), STUDIO.paint(planet_scene(view, look, side.seat, faces), look.theme)) for side in sides]


def paint_hand(view: Any, look: Look) -> Picture | None:
    """The viewer's hand as cards, or None for somebody without."""
    if view.seat is None or not view.board.hand:
        return None
    return STUDIO.paint(hand_scene(view, look), look.theme)


def paint_choice(view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
    """The table with what may be chosen lit, or the cards to choose among."""
    return STUDIO.paint(choice_scene(view, look, prefix, words), look.theme)


def paint_card(face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
    """A whole card; `now` says how it stands in a game."""
    return STUDIO.paint(card_scene(face, look, now), look.theme)


def paint_deck(deck: Mapping[str, int], faces: Mapping[str, Face], look: Look) -> Picture:
    """A deck with its curve of costs."""
    return STUDIO.paint(deck_scene(deck, faces, look), look.theme)


__all__ = [
    "STUDIO",
    "board_scene",
    "card_text",
    "describe",
    "describe_hand",
    "draw",
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
