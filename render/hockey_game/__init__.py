"""Hockey Game's pictures and texts."""

from __future__ import annotations

from render.hockey_game.action_effects import brings
from render.hockey_game.close_up import closer
from render.hockey_game.cover import cover_scene
from render.hockey_game.descriptions import (
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
from render.hockey_game.emblems import seat_colour
from render.hockey_game.hand import hand_scene, hand_strip
from render.hockey_game.motion import blow
from render.hockey_game.scenes import board_scene, decided, table_scene
from render.hockey_game.sprites import draw
from render.painter import CardPainter, HandPainter, Painter
from render.picture_cache import Studio

PAINTER = Painter(
    studio=Studio(draw, "hockey_game"),
    board=board_scene,
    colour=seat_colour,
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    rules_behind=rules_behind,
    choice=table_scene,
    on_board=table_scene,
    closer=closer,
    blow=blow,
    cover=cover_scene,
    hint=hint,
    notes=notes,
    shortcut=shortcut,
    decided=decided,
    brings=brings,
    counted=lambda view: [side.goals for side in view.board.sides],
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip),
    cards=CardPainter(page=card_page, words=card_text, rules=card_rules, now=now_lines),
)
