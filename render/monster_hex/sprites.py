"""Draws all sprites of Monster Hex, the simple ones here; says which function draws which."""

from __future__ import annotations

from typing import Any

from render.canvas import PLAIN, Canvas, Key
from render.hexgrid import HexLayout, outline
from render.monster_hex.capture_box import capture_box
from render.monster_hex.card_pages import whole
from render.monster_hex.choice_boxes import held, question, scores, values
from render.monster_hex.cover import cover
from render.monster_hex.ground import around, field, lay
from render.monster_hex.side_boxes import ending, header, panel
from render.monster_hex.stones import stone
from render.monster_hex.tiles import GAP, Cut, FreeKey, hexagon, mark, monster
from render.stage import Sizes
from render.text import fitted, largest
from render.theme import Theme
from rules.parts.hexes import Hex

WIDTH = 1000
HEADER = 64
SMALLER = 0.83
"""A label is so large beside a number in one place with others."""
PAD = 12

# Sprites


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


def _empty(look: Theme, sizes: Cut, free: FreeKey, corner: tuple[int, int]) -> Canvas:
    """A hex without a tile: the ground shines through it; a gem where a game may begin, a golden ground where the tile may lie, with the figure that
    is chosen for it."""
    label, start, legal, chosen = free
    radius = sizes.radius
    s, x, y = hexagon(look, sizes)
    lay(s, corner, dim=True)
    if legal:
        s.polygon(outline(radius - GAP, x, y, sizes.flat), "legal")
    edge = "legal_line" if legal else "start" if start else "cell_line"
    width = 4 if legal or start else 2
    s.polygon(outline(radius - GAP - width * 0.6, x, y, sizes.flat), outline=edge, width=width)
    size, middle = max(round(radius * 0.42), sizes.label if sizes.ranked else sizes.power), y + (radius * 0.1 if start else 0)
    if chosen:
        size = max(round(radius * 0.36), sizes.label if sizes.ranked else round(sizes.power * SMALLER))
        middle = y + radius * 0.48
        s.sign("monster_hex", chosen, (x, y - radius * 0.2), radius * 0.86, "ink")
    elif start:
        mark(s, "diamond", x, y - radius * 0.48, radius * 0.18, "start")
    s.text((x, middle), label, size, "ink" if legal else "cell_ink", weight="Bold" if legal else "Medium")
    return s


def _flower(look: Theme, size: tuple[int, int], layout: HexLayout, spots: tuple[Hex, ...], ground: tuple[int, int]) -> Canvas:
    """The ground around a hex and its neighbours; where its corner lies in the whole ground."""
    s = Canvas(size, look, PLAIN)
    lay(s, ground, dim=True)
    s.mask = around(size, layout, spots)
    return s


def _title(look: Theme, size: tuple[int, int], sizes: Sizes, words: str) -> Canvas:
    """Draws a line of text in the middle of a sprite."""
    s = Canvas(size, look, PLAIN, grows=False)
    room = size[0] - 24
    fits = largest(words, "Bold", (round(sizes.label * 1.3), sizes.dense, sizes.label), room)
    s.text((size[0] / 2, size[1] / 2), fitted(words, "Bold", fits, room), fits, "ink")
    return s


def _heading(look: Theme, title: str, right: str) -> Canvas:
    s = Canvas((WIDTH, HEADER), look, PLAIN)
    s.text((PAD * 2, HEADER / 2 + 4), fitted(title, "Bold", 36, 620), 36, "ink", "lm")
    s.text((WIDTH - PAD * 2, HEADER / 2 + 4), fitted(right, "Medium", 32, 340), 32, "soft", "rm", "Medium")
    return s


def _caption(look: Theme, width: int, height: int, words: str, strong: bool, size: int = 0) -> Canvas:
    """Draws a line below something, in a size of letters, or as large as it has room."""
    s = Canvas((width, height), look, PLAIN, grows=not size)
    weight = "Bold" if strong else "Medium"
    size = size or largest(words, weight, (32, 27, 23), width - 24)
    s.text((width / 2, height / 2), fitted(words, weight, size, width - 24), size, "ink" if strong else "soft", weight=weight)
    return s


_SPRITES: dict[str, Any] = {
    "ground": field,
    "flower": _flower,
    "header": header,
    "seat": panel,
    "ending": ending,
    "capture": capture_box,
    "title": _title,
    "question": question,
    "scores": scores,
    "held": held,
    "values": values,
    "cover": cover,
    "whole": whole,
    "empty": _empty,
    "monster": monster,
    "stone": stone,
    "heading": _heading,
    "caption": _caption,
}
