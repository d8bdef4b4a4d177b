"""Planetary Conquerors' pictures and texts."""

from __future__ import annotations

from render.painter import CardPainter, DeckPainter, HandPainter, Painter
from render.picture_cache import Studio
from render.planetary_conquerors.action_effects import brings
from render.planetary_conquerors.board import board_scene, cover_scene
from render.planetary_conquerors.descriptions import (
    card_rules,
    card_text,
    decided,
    describe,
    describe_hand,
    going_on,
    hint,
    label,
    notes,
    now_lines,
    planets,
    rules_now,
    shortcut,
)
from render.planetary_conquerors.event_texts import narrate
from render.planetary_conquerors.hand import hand_scene, hand_strip
from render.planetary_conquerors.motion import blow
from render.planetary_conquerors.names import price
from render.planetary_conquerors.scenes import (
    card_scene,
    choice_scene,
    deck_scene,
    sheet_scene,
    table_scene,
    traits,
)
from render.planetary_conquerors.sprites import draw

PAINTER = Painter(
    studio=Studio(draw, "planetary_conquerors"),
    board=board_scene,
    colour=lambda view, seat: f"seat{seat}",
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    choice=choice_scene,
    on_board=table_scene,
    hint=hint,
    label=label,
    notes=notes,
    shortcut=shortcut,
    going_on=going_on,
    closer=planets,
    blow=blow,
    cover=cover_scene,
    decided=decided,
    brings=brings,
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip),
    cards=CardPainter(page=card_scene, words=card_text, rules=card_rules, now=now_lines, price=price),
    deck=DeckPainter(scene=deck_scene, sheet=sheet_scene, traits=traits),
)
