"""Draws the places of HexKnight's island, with the same pictures as on their cards."""

from __future__ import annotations

from PIL import Image

from render.art import mask, resized
from render.canvas import Canvas, Point
from render.hexknight.vegetation import put, shadow

COLOURED = frozenset({"castle", "village", "monastery", "tomb", "ruins", "orc_camp"})
"""Features with a picture in colours."""
ROLES = {"portal": ("plate", "card_blue"), "dragon_lair": ("stone", "edge"), "tower": ("plate", "edge")}
"""The colours of others, and of their shadows."""
FLAT = 0.66
"""How high something round is that lies on the ground, as a share of its width."""


def feature(s: Canvas, word: str, at: Point, size: float, night: bool, shade: str) -> None:
    """A feature in a box of a size; `shade` is the role of its shadow."""
    x, y = at
    if word in COLOURED:
        put(s, word, at, size, night, shade)
    elif word == "magic_circle":
        _circle(s, at, size)
    else:
        role, behind = ROLES[word]
        shadow(s, x + size * 0.06, y + size * 0.42, size * 0.5, shade)
        if word == "portal":
            s.ellipse(at, size * 0.4, "edge")
            s.ellipse(at, size * 0.37, behind)
        s.figure(mask("hexknight", word), at, size * 0.9, role, behind if word != "portal" else "edge")


def _circle(s: Canvas, at: Point, size: float) -> None:
    """Draws the magic circle, as it lies on the ground."""
    side = round(size * s.scale)
    flat, wide = (side, round(side * FLAT)), round(side * 0.86)
    star = resized(mask("hexknight", "magic_circle"), wide).resize((wide, round(wide * FLAT)), Image.Resampling.BICUBIC)
    left, top = round(at[0] * s.scale - flat[0] / 2), round(at[1] * s.scale - flat[1] / 2)
    s.pen.ellipse((left, top, left + flat[0], top + flat[1]), fill=s.theme["edge"])
    inner = round(side * 0.04)
    s.pen.ellipse((left + inner, top + inner, left + flat[0] - inner, top + flat[1] - inner), fill=s.theme["meditation"])
    s.image.paste(s.theme["plate"], (round(at[0] * s.scale - star.width / 2), round(at[1] * s.scale - star.height / 2)), star)
