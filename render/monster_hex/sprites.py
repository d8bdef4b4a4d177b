"""How everything of Monster Hex looks: hexes, monsters, stones, and the parts of a faction's box."""

from __future__ import annotations

from typing import Any, NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas, Frame, Key, Point
from render.ending import HEIGHT, banner
from render.hexgrid import outline
from render.monster_hex.pages import whole
from render.monster_hex.tiles import GAP, GROUNDS, MARKS, SHADOWS, hexagon, mark, monster
from render.text import fitted, font, largest, named
from render.theme import Theme

WIDTH = 1000
HEADER = 64
BOX = 104
PAD = 12

# Sprites


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


def _body(s: Canvas, radius: float, at: Point, fill: str, edge: str, width: float) -> None:
    """A hex with an edge inside it."""
    x, y = at
    s.polygon(outline(radius - GAP, x, y), fill)
    s.polygon(outline(radius - GAP - width * 0.6, x, y), outline=edge, width=width)


def _empty(look: Theme, radius: float, label: str, start: bool, legal: bool) -> Canvas:
    s, x, y = hexagon(look, radius)
    fill = "legal" if legal else "start_fill" if start else "cell"
    edge = "legal_line" if legal else "start" if start else "cell_line"
    _body(s, radius, (x, y), fill, edge, 4 if legal or start else 2)
    if start:
        s.ellipse((x, y - radius * 0.48), radius * 0.13, "start")
    s.text((x, y + (radius * 0.08 if start else 0)), label, radius * 0.46, "ink" if legal else "cell_ink", weight="Bold" if legal else "Medium")
    return s


class StoneKey(NamedTuple):
    """A stone: `values` are (value, faction of the colour, faction of the taker), `totals` (faction, power). `new`: it has just been captured."""

    label: str
    values: tuple[tuple[int, str | None, str | None], ...]
    totals: tuple[tuple[str, int], ...]
    done: bool
    choosing: bool
    new: bool


def _stone(look: Theme, radius: float, stone: StoneKey) -> Canvas:
    """A stone with its values, those that are taken crossed out, and the power of the factions around it; grey once nobody has a value to take."""
    label, values, totals, captured, choosing, new = stone
    done = captured and not choosing
    s, x, y = hexagon(look, radius)
    body, ink = ("done", "done_ink") if done else ("stone", "stone_ink")
    _body(s, radius, (x, y), body, "accent" if choosing else "best" if new else "stone_line", 5 if choosing or new else 2)
    s.text((x, y - radius * 0.77), label, radius * 0.25, ink, weight="Medium")
    width = radius * 0.54
    left = x - width * (len(values) - 1) / 2
    top = y - radius * (0.34 if totals else 0)
    large = 0.42 if totals or len(values) > 1 else 0.8
    for i, (value, colour, taker) in enumerate(values):
        cx = left + i * width
        owner = taker or (None if done else colour)
        low = 0.0
        if owner:
            shape = MARKS[owner]
            mark(s, shape, cx, top, radius * (0.26 if shape == "diamond" else 0.27), owner)
            low = radius * 0.05 if shape == "triangle" else 0
        s.text((cx, top + low), str(value), radius * (0.37 if owner else large), owner + "_ink" if owner else ink)
        if taker:
            s.line([(cx - radius * 0.25, top + radius * 0.27), (cx + radius * 0.25, top - radius * 0.27)], ink, 3)
    rows = [totals] if len(totals) <= 2 else [totals[:2], totals[2:]]
    for n, row in enumerate(rows):
        cy = y + radius * ((0.12 if len(rows) > 1 else 0.32) + n * 0.35)
        for i, (faction, power) in enumerate(row):
            cx = x + (i - (len(row) - 1) / 2) * radius * 0.8
            mark(s, MARKS[faction], cx - radius * 0.18, cy, radius * 0.14, faction if done else "stone_ink")
            mark(s, MARKS[faction], cx - radius * 0.18, cy, radius * 0.105, faction)
            s.text((cx - radius * 0.01, cy), str(power), radius * 0.32, ink, "lm")
    return s


def _header(look: Theme, title: str, right: str) -> Canvas:
    s = Canvas((WIDTH, HEADER), look, PLAIN)
    s.text((PAD * 2, HEADER / 2 + 4), fitted(title, "Bold", 36, 620), 36, "ink", "lm")
    s.text((WIDTH - PAD * 2, HEADER / 2 + 4), fitted(right, "Medium", 32, 340), 32, "soft", "rm", "Medium")
    return s


def _part(look: Theme, width: int, height: int, frame: Frame) -> Canvas:
    """A part of a faction's box."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    return s


def _emblem(look: Theme, width: int, height: int, frame: Frame, faction: str) -> Canvas:
    """The faction's shape."""
    s = _part(look, width, height, frame)
    if faction:
        mark(s, MARKS[faction], 56, BOX / 2, 28, faction)
    return s


def _name(look: Theme, width: int, height: int, frame: Frame, name: str, gone: bool) -> Canvas:
    """Who plays the faction."""
    s = _part(look, width, height, frame)
    size, lines = named(name, "Bold", (36, 32, 28), (24, 22, 20), width - 8)
    s.lines((102 - frame.left, 38 if len(lines) == 1 else 35), lines, (size, size * 1.06), "soft" if gone else "ink")
    return s


def _detail(look: Theme, width: int, height: int, frame: Frame, detail: str, tag: str) -> Canvas:
    """Hand and stack, and an ability at the right."""
    s = _part(look, width, height, frame)
    left, top = frame.left, frame.top
    room = width - 8
    if tag:
        small = largest(tag, "Medium", (24, 22, 20), 160)
        s.text((width - 28, BOX - 24 - top), fitted(tag, "Medium", small, 170), small, "soft", "rm", "Medium")
        room = width - 48 - round(font("Medium", small).getlength(tag))
    size = largest(detail, "Medium", (28, 26, 24, 22, 20), room)
    s.text((102 - left, 76 - top), fitted(detail, "Medium", size, room), size, "soft", "lm", "Medium")
    return s


def _score(look: Theme, width: int, height: int, frame: Frame, score: str, raised: bool) -> Canvas:
    """The points, a little higher where an ability stands below."""
    s = _part(look, width, height, frame)
    s.text((width - 28, BOX / 2 - (12 if raised else 0)), score, 54, "ink", "rm")
    return s


def _caption(look: Theme, width: int, height: int, words: str, strong: bool) -> Canvas:
    s = Canvas((width, height), look, PLAIN)
    weight = "Bold" if strong else "Medium"
    size = largest(words, weight, (32, 27, 23), width - 24)
    s.text((width / 2, height / 2), fitted(words, weight, size, width - 24), size, "ink" if strong else "soft", weight=weight)
    return s


def _ending(look: Theme, width: int, faction: str, won: str, lines: tuple[str, ...]) -> Canvas:
    """The end of a game, with the strongest monster of the faction that has won."""
    s = banner(look, width, HEIGHT - 24 if faction else 0, won, lines)
    if faction:
        middle = (PAD + HEIGHT / 2, HEIGHT / 2)
        s.glow(outline(HEIGHT * 0.4, *middle), GROUNDS[faction], light=(0.5, 0.5))
        s.figure(mask("monster_hex", f"{faction}.m01"), middle, HEIGHT * 0.5, f"{faction}_ink", SHADOWS[faction])
    return s


_SPRITES: dict[str, Any] = {
    "ending": _ending,
    "whole": whole,
    "empty": _empty,
    "monster": monster,
    "stone": _stone,
    "header": _header,
    "emblem": _emblem,
    "name": _name,
    "detail": _detail,
    "score": _score,
    "caption": _caption,
}
