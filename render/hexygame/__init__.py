"""Pictures of HexyGame, and the same in words."""

from __future__ import annotations

from render.hexygame.action_effects import brings
from render.hexygame.descriptions import (
    card_rules,
    card_text,
    decided,
    describe,
    describe_hand,
    hint,
    label,
    narrate,
    notes,
    now_lines,
    rules_now,
    shortcut,
)
from render.hexygame.hand import hand_scene, hand_strip
from render.hexygame.motion import blow
from render.hexygame.scenes import (
    board_scene,
    card_scene,
    choice_scene,
    closer,
    cover_scene,
    deck_scene,
    sheet_scene,
    table_scene,
    traits,
)
from render.hexygame.sprites import draw
from render.painter import CardPainter, DeckPainter, HandPainter, Painter
from render.picture_cache import Studio

PAINTER = Painter(
    studio=Studio(draw, "hexygame"),
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
    decided=decided,
    brings=brings,
    counted=lambda view: [side.dice for side in view.board.sides],
    closer=closer,
    blow=blow,
    cover=cover_scene,
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip),
    cards=CardPainter(page=card_scene, words=card_text, rules=card_rules, now=now_lines),
    deck=DeckPainter(scene=deck_scene, sheet=sheet_scene, traits=traits),
)
