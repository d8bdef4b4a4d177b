"""Draws the places of HexKnight's island, with the same pictures as on their cards."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageFilter

from render.art import filled, mask, resized
from render.canvas import PLAIN, Canvas, Point
from render.hexknight.vegetation import prop, put, shadow

COLOURED = frozenset({"castle", "village", "monastery", "tomb", "ruins", "orc_camp"})
"""Features with a picture in colours."""
ROLES = {"portal": ("plate", "card_blue"), "dragon_lair": ("stone", "edge"), "tower": ("plate", "edge")}
"""The colours of others, and of their shadows."""
STONE, LIT = frozenset({"tower"}), 0.6
"""Features of stone, and how much of their width lies in the light."""
FLAT = 0.66
"""How high something round is that lies on the ground, as a share of its width."""
RIM = 0.03
"""How wide the rim around a feature is, as a share of its size."""
SPECKS = 3
"""How large parts of a picture are at least that have a rim; stars above a camp have none."""


def feature(s: Canvas, word: str, at: Point, size: float, night: bool, shade: str) -> None:
    """A feature in a box of a size, with a rim that stands out from the ground; `shade` is the role of its shadow."""
    x, y = at
    rim = "plate" if night else "edge"
    if word == "magic_circle":
        _circle(s, at, size, rim)
        return
    if word == "portal":
        for share, role in ((0.4, rim), (0.37, ROLES[word][1])):
            s.ellipse(at, size * share, role)
        s.figure(mask("hexknight", word), at, size * 0.9, ROLES[word][0], "edge")
        return
    shadow(s, x + size * 0.07, y + size * 0.43, size * 0.48, shade)
    side = round(size * s.scale)
    around = _around(word, side, night)
    s.image.paste(s.theme[rim], tuple(round(v * s.scale - around.width / 2) for v in at), around)  # type: ignore[arg-type]
    if word in COLOURED:
        put(s, word, at, size, night)
        return
    role, behind = ROLES[word]
    s.figure(mask("hexknight", word), at, side / s.scale, role, behind)
    if word in STONE:
        _shaded(s, word, at, side)


@lru_cache(64)
def _around(word: str, side: int, night: bool) -> Image.Image:
    """The mask of a feature in a size, with its rim: that is found in a smaller one."""
    shape = prop(word, side, night).getchannel("A") if word in COLOURED else filled(resized(mask("hexknight", word), side))
    wide = max(1, round(side / PLAIN * RIM))
    grown = Image.new("L", (side // PLAIN + 4 * wide,) * 2)
    grown.paste(shape.resize((side // PLAIN,) * 2, Image.Resampling.BOX), (2 * wide, 2 * wide))
    grown = grown.filter(ImageFilter.MinFilter(SPECKS)).filter(ImageFilter.MaxFilter(2 * wide + SPECKS))
    return grown.resize((grown.width * PLAIN,) * 2, Image.Resampling.BILINEAR)


def _shaded(s: Canvas, word: str, at: Point, side: int) -> None:
    """Draws the part of something of stone that lies in the shade."""
    shape, lit = resized(mask("hexknight", word), side), round(side * LIT)
    left, top = (round(v * s.scale - side / 2) for v in at)
    s.image.paste(s.theme["stone"], (left + lit, top), shape.crop((lit, 0, side, side)))


def _circle(s: Canvas, at: Point, size: float, rim: str) -> None:
    """Draws the magic circle, as it lies on the ground."""
    side = round(size * s.scale)
    flat, wide = (side, round(side * FLAT)), round(side * 0.86)
    star = resized(mask("hexknight", "magic_circle"), wide).resize((wide, round(wide * FLAT)), Image.Resampling.BICUBIC)
    left, top = round(at[0] * s.scale - flat[0] / 2), round(at[1] * s.scale - flat[1] / 2)
    s.pen.ellipse((left, top, left + flat[0], top + flat[1]), fill=s.theme[rim])
    inner = round(side * 0.04)
    s.pen.ellipse((left + inner, top + inner, left + flat[0] - inner, top + flat[1] - inner), fill=s.theme["meditation"])
    s.image.paste(s.theme["plate"], (round(at[0] * s.scale - star.width / 2), round(at[1] * s.scale - star.height / 2)), star)
