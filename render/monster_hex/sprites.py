"""How everything of Monster Hex looks: hexes, monsters, stones, and the parts of a faction's box."""

from __future__ import annotations

import math
from typing import Any

from render import cards
from render.canvas import PLAIN, Canvas, Key
from render.hexgrid import outline, sprite_size, towards
from render.text import fitted
from render.theme import Theme

WIDTH = 1000
HEADER = 64
BOX = 104
PAD = 12
GAP = 1.5

MARKS = {"ember": "triangle", "tide": "circle", "moss": "square", "dune": "diamond"}
"""Each faction has a shape beside its colour, so that nobody needs to tell colours apart."""


# Sprites


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


def _hex(look: Theme, radius: float) -> tuple[Canvas, float, float]:
    size = sprite_size(radius)
    sketch = Canvas(size, look)
    x, y = size[0] / 2, size[1] / 2
    # Sprites lie on whole pixels: a place must be a little smaller than its hex, or two would share pixels.
    sketch.clip(outline(radius - 1.2, x, y))
    return sketch, x, y


def _body(sketch: Canvas, radius: float, x: float, y: float, fill: str, edge: str, width: float) -> None:
    """A hex with an edge inside it."""
    sketch.polygon(outline(radius - GAP, x, y), fill)
    sketch.polygon(outline(radius - GAP - width * 0.6, x, y), outline=edge, width=width)


def _mark(sketch: Canvas, shape: str, x: float, y: float, radius: float, role: str) -> None:
    r = radius
    if shape == "triangle":
        sketch.polygon([(x, y - r * 1.15), (x + r * 1.12, y + r * 0.8), (x - r * 1.12, y + r * 0.8)], role)
    elif shape == "circle":
        sketch.ellipse(x, y, r * 0.98, role)
    elif shape == "square":
        sketch.box(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, r * 0.15, role)
    else:
        sketch.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role)


def _empty(look: Theme, radius: float, label: str, start: bool, legal: bool) -> Canvas:
    sketch, x, y = _hex(look, radius)
    fill = "legal" if legal else "start_fill" if start else "cell"
    edge = "legal_line" if legal else "start" if start else "cell_line"
    _body(sketch, radius, x, y, fill, edge, 4 if legal or start else 2)
    if start:
        sketch.ellipse(x, y - radius * 0.48, radius * 0.13, "start")
    sketch.text(x, y + (radius * 0.08 if start else 0), label, radius * 0.46, "ink" if legal else "cell_ink", weight="Bold" if legal else "Medium")
    return sketch


def _monster(look: Theme, radius: float, faction: str, powers: tuple[int, ...], rank: str, champion: bool, last: bool) -> Canvas:
    sketch, x, y = _hex(look, radius)
    sketch.polygon(outline(radius - GAP, x, y), faction)
    if last:
        sketch.polygon(outline(radius - GAP - 2.5, x, y), outline="last", width=6)
    reach = radius * ROOT * (0.70 if last else 0.74)
    for direction, power in enumerate(powers):
        dx, dy = towards(direction, reach)
        sketch.text(x + dx, y + dy, str(power), radius * 0.43, faction + "_ink")
    shape = MARKS[faction]
    _mark(sketch, shape, x, y, radius * 0.27, faction + "_ink")
    sketch.text(x, y + (radius * 0.05 if shape == "triangle" else 0), "S" if champion else rank, radius * 0.32, faction)
    if champion:
        sketch.line([(x - radius * 0.14, y + radius * 0.19), (x + radius * 0.14, y + radius * 0.19)], faction, 3)
    return sketch


ROOT = math.sqrt(3) / 2


def _stone(
    look: Theme,
    radius: float,
    label: str,
    large: bool,
    values: tuple[tuple[int, str | None, str | None], ...],
    totals: tuple[tuple[str, int], ...],
    done: bool,
    choosing: bool,
) -> Canvas:
    """`values` are (value, faction of the colour, faction of the taker); `totals` (faction, power)."""
    sketch, x, y = _hex(look, radius)
    body, ink = ("done", "done_ink") if done else ("stone", "stone_ink")
    _body(sketch, radius, x, y, body, "accent" if choosing else "stone_line", 5 if choosing else 2)
    sketch.text(x, y - radius * 0.77, label, radius * 0.25, ink, weight="Medium")
    width = radius * 0.54
    left = x - width * (len(values) - 1) / 2
    top = y - radius * (0.34 if totals else 0.1)
    for i, (value, colour, taker) in enumerate(values):
        cx = left + i * width
        owner = taker or (None if done else colour)
        low = 0.0
        if owner:
            shape = MARKS[owner]
            _mark(sketch, shape, cx, top, radius * (0.26 if shape == "diamond" else 0.27), owner)
            low = radius * 0.05 if shape == "triangle" else 0
        sketch.text(cx, top + low, str(value), radius * (0.35 if owner else 0.42), owner + "_ink" if owner else ink)
        if taker:
            sketch.line([(cx - radius * 0.25, top + radius * 0.27), (cx + radius * 0.25, top - radius * 0.27)], ink, 3)
    rows = [totals] if len(totals) <= 2 else [totals[:2], totals[2:]]
    for n, row in enumerate(rows):
        cy = y + radius * ((0.12 if len(rows) > 1 else 0.32) + n * 0.35)
        for i, (faction, power) in enumerate(row):
            cx = x + (i - (len(row) - 1) / 2) * radius * 0.8
            _mark(sketch, MARKS[faction], cx - radius * 0.18, cy, radius * 0.14, faction if done else "stone_ink")
            _mark(sketch, MARKS[faction], cx - radius * 0.18, cy, radius * 0.105, faction)
            sketch.text(cx - radius * 0.01, cy, str(power), radius * 0.32, ink, "lm")
    return sketch


def _header(look: Theme, title: str, right: str) -> Canvas:
    sketch = Canvas((WIDTH, HEADER), look, PLAIN)
    sketch.text(PAD * 2, HEADER / 2 + 4, fitted(title, "Bold", 36, 620), 36, "ink", "lm")
    sketch.text(WIDTH - PAD * 2, HEADER / 2 + 4, fitted(right, "Medium", 32, 340), 32, "soft", "rm", "Medium")
    return sketch


def _frame(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool) -> Canvas:
    """The part of a faction's box that lies at `spot` (left, top, width, height); the box is `whole` wide."""
    left, top, width, height = spot
    sketch = Canvas((width, height), look, PLAIN)
    sketch.panel(-left, -top, whole, BOX, "accent" if active else "")
    return sketch


def _emblem(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, faction: str) -> Canvas:
    """The faction's shape."""
    sketch = _frame(look, spot, whole, active)
    if faction:
        _mark(sketch, MARKS[faction], 56, BOX / 2, 28, faction)
    return sketch


def _name(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, name: str, best: bool, gone: bool) -> Canvas:
    """Who plays the faction."""
    sketch = _frame(look, spot, whole, active)
    words = fitted(("▶ " if active else "★ " if best else "") + name, "Bold", 36, spot[2] - 8)
    sketch.text(102 - spot[0], 38, words, 36, "soft" if gone else "ink", "lm")
    return sketch


def _detail(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, detail: str, tag: str) -> Canvas:
    """Hand and stack, and an ability at the right."""
    sketch = _frame(look, spot, whole, active)
    left, top, width, _ = spot
    sketch.text(102 - left, 76 - top, fitted(detail, "Medium", 28, width - (176 if tag else 8)), 28, "soft", "lm", "Medium")
    if tag:
        sketch.text(width - 28, BOX - 24 - top, fitted(tag, "Medium", 24, 160), 24, "soft", "rm", "Medium")
    return sketch


def _score(look: Theme, spot: tuple[int, int, int, int], whole: int, active: bool, score: str, raised: bool) -> Canvas:
    """The points, a little higher where an ability stands below."""
    sketch = _frame(look, spot, whole, active)
    sketch.text(spot[2] - 28, BOX / 2 - (12 if raised else 0), score, 54, "ink", "rm")
    return sketch


def _caption(look: Theme, width: int, height: int, words: str, strong: bool) -> Canvas:
    sketch = Canvas((width, height), look, PLAIN)
    sketch.text(width / 2, height / 2, fitted(words, "Bold" if strong else "Medium", 32, width - 8), 32, "ink" if strong else "soft")
    return sketch


_SPRITES: dict[str, Any] = {
    "line": cards.line,
    "empty": _empty,
    "monster": _monster,
    "stone": _stone,
    "header": _header,
    "emblem": _emblem,
    "name": _name,
    "detail": _detail,
    "score": _score,
    "caption": _caption,
}
