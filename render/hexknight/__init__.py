"""HexKnight's pictures and texts."""

from __future__ import annotations

from render.hexknight.action_effects import brings
from render.hexknight.cover import cover_scene
from render.hexknight.descriptions import (
    card_page,
    card_rules,
    card_text,
    describe,
    describe_hand,
    hint,
    narrate,
    notes,
    now_lines,
    rules_now,
    shortcut,
)
from render.hexknight.hand import hand_scene, hand_strip
from render.hexknight.last_scene import decided
from render.hexknight.motion import blow
from render.hexknight.scenes import board_scene, closer, table_scene
from render.hexknight.sprites import draw
from render.painter import CardPainter, HandPainter, Painter, same_panel
from render.picture_cache import Studio

PAINTER = Painter(
    studio=Studio(draw, "hexknight"),
    board=board_scene,
    colour=lambda view, seat: f"hero{seat}",
    sign=lambda view, seat: "●■◆"[seat],
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    choice=same_panel(table_scene),
    on_board=same_panel(table_scene),
    hint=hint,
    notes=notes,
    shortcut=shortcut,
    decided=decided,
    brings=brings,
    counted=lambda view: [hero.score for hero in view.board.heroes],
    closer=closer,
    blow=blow,
    cover=cover_scene,
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip),
    cards=CardPainter(page=card_page, words=card_text, rules=card_rules, now=now_lines),
)
