"""Pictures of Monster Hex, and the same in words (MH-9.7)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from render.canvas import Picture, Studio
from render.look import Look
from render.monster_hex.scenes import board_scene, choice_scene, hand_scene, holding
from render.monster_hex.sprites import draw
from render.monster_hex.words import card_page, card_rules, card_text, describe, describe_hand, hint, narrate, notes, now_lines, rules_now, shortcut
from render.painting import going_on, label, paint_closer
from rules.parts.cards import Face

STUDIO = Studio(draw, "monster_hex")


def paint(view: Any, look: Look, previous: Hashable = None) -> Picture:
    """The table as a picture. `previous` names the series it continues."""
    return STUDIO.paint(board_scene(view, look), look.theme, previous)


def paint_hand(view: Any, look: Look) -> Picture | None:
    """What the viewer holds, the shared tile too, or None for somebody without a tile."""
    return STUDIO.paint(hand_scene(view, look), look.theme) if holding(view, look)[0] else None


def paint_choice(view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
    """A private picture for the next word of an action: the hand for tiles, the board for hexes, close-ups for rotations."""
    return STUDIO.paint(choice_scene(view, look, prefix, words), look.theme)


def paint_card(face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
    """A tile as it is printed; `now` says where it lies in a game."""
    return STUDIO.paint(card_page(face, look, now), look.theme)


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
