"""Monster Hex's pictures and texts."""

from __future__ import annotations

from render.monster_hex.action_effects import brings, notes
from render.monster_hex.choices import beside, choice_scene
from render.monster_hex.descriptions import (
    aside,
    card_page,
    card_rules,
    card_text,
    describe,
    describe_hand,
    hint,
    label,
    narrate,
    now_lines,
    rules_now,
)
from render.monster_hex.ending import counted, decided
from render.monster_hex.hand import hand_scene, hand_strip
from render.monster_hex.motion import blow
from render.monster_hex.scenes import (
    board_scene,
    closer_scenes,
    cover_scene,
    seat_colour,
    seat_sign,
)
from render.monster_hex.sprites import draw
from render.painter import CardPainter, HandPainter, Painter
from render.picture_cache import Studio

PAINTER = Painter(
    studio=Studio(draw, "monster_hex"),
    board=board_scene,
    colour=seat_colour,
    sign=seat_sign,
    describe=describe,
    narrate=narrate,
    rules_now=rules_now,
    choice=choice_scene,
    on_board=choice_scene,
    hint=hint,
    label=label,
    aside=aside,
    notes=notes,
    decided=decided,
    counted=counted,
    brings=brings,
    closer=closer_scenes,
    blow=blow,
    cover=cover_scene,
    hand=HandPainter(scene=hand_scene, words=describe_hand, strip=hand_strip, beside=beside),
    cards=CardPainter(page=card_page, words=card_text, rules=card_rules, now=now_lines),
)
