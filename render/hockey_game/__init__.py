"""Pictures of Hockey Game, and the same in words."""

from __future__ import annotations

from render.canvas import Studio
from render.hockey_game.action_effects import brings
from render.hockey_game.emblems import seat_colour
from render.hockey_game.scenes import board_scene, decided, hand_scene, hand_strip, table_scene, turn_scene
from render.hockey_game.sprites import draw
from render.hockey_game.words import (
    card_page,
    card_rules,
    card_text,
    describe,
    describe_hand,
    hint,
    narrate,
    notes,
    now_lines,
    rules_behind,
    rules_now,
    shortcut,
)
from render.painter import CardPainter, HandPainter, Painter, same_panel

PAINTER = Painter(
    studio=Studio(draw, "hockey_game"),
    board=board_scene,
    colour=seat_colour,
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    rules_behind=rules_behind,
    choice=same_panel(turn_scene),
    on_board=same_panel(table_scene),
    hint=hint,
    notes=notes,
    shortcut=shortcut,
    decided=decided,
    brings=brings,
    counted=lambda view: [side.goals for side in view.board.sides],
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip),
    cards=CardPainter(page=card_page, words=card_text, rules=card_rules, now=now_lines),
)
