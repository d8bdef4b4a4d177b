"""Draws the ice: scratches, lines, circles and creases within boards, nets behind them, people in the stands.

It is drawn once for each theme and kept as pixels of the final size, a byte each; the tiles of the rink are cut from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from random import Random

from PIL import Image

from render.canvas import Box, Canvas, Point
from render.hockey_game.stage_layout import Rink
from render.theme import Theme

SCRATCHES = 80
"""How many traces skates have left."""
FAN, ROW = 26, 17
"""How far apart heads in the stands are, beside each other and above each other."""
FANS = ("fan_1", "fan_2", "fan_1", "fan_3")
DIM = {"ice": "dim", "ice_edge": "dim", "ice_mark": "dim_mark", "plate": "dim", "red": "dim_mark", "blue": "dim_mark", "crease": "dim_mark"}
"""The colours of a rink of which only some fields can be chosen."""
CIRCLES = {(2, 0): "red", (2, 4): "red", (14, 0): "red", (14, 4): "red", (8, 2): "blue"}
"""Fields on which faceoffs are held, with the colours of their circles."""
FIELDS = ((2, 0), (6, 0), (10, 0), (14, 0), (4, 2), (8, 2), (12, 2), (2, 4), (6, 4), (10, 4), (14, 4))
"""All fields but the creases."""


@lru_cache(12)
def ground(look: Theme, rink: Rink, dim: bool = False, bare: bool = False) -> Image.Image:
    """The whole rink without what changes; `dim`: only some fields can be chosen; `bare`: only ice and boards."""
    s = Canvas((rink.width, rink.height), look, ground="stands", grows=False)

    def role(name: str) -> str:
        return DIM.get(name, name) if dim else name

    people(s, (rink.width, rink.height))
    left, top, width, height = rink.ice
    corner = height * 0.27
    for inset, name in ((-10, "rail"), (-7, "boards"), (-2, "kick")):
        s.box((left + inset, top + inset, width - 2 * inset, height - 2 * inset), corner - inset, name)
    if dim:
        s.box((left, top, width, height), corner, "dim")
    else:
        s.glow((left, top, width, height), ("ice_edge", "ice_3", "ice_2", "ice_1", "ice"), round(corner), (0.5, 0.4))
    _scratches(s, rink, role("ice_mark"))
    if not bare:
        _lines(s, rink, role)
    return look.quantise(s.reduced())


def people(s: Canvas, size: tuple[int, int]) -> None:
    """Draws people in the stands, over so much from the top left corner."""
    rng = Random(5)
    for row in range(-(-size[1] // ROW)):
        for n in range(size[0] // FAN + 1):
            x, y = (n + row % 2 / 2) * FAN + rng.randint(-3, 3), row * ROW + 8 + rng.randint(-2, 2)
            role = rng.choice(FANS)
            s.ellipse((x, y + 14), 12, role)
            s.ellipse((x, y), 7, role)


def _scratches(s: Canvas, rink: Rink, role: str) -> None:
    """Draws traces of skates: long arcs."""
    rng = Random(3)
    left, top, width, height = rink.ice
    for _ in range(SCRATCHES):
        x, y, r = left + rng.random() * width, top + rng.random() * height, rng.randint(30, 190)
        first, turn = rng.random() * 2 * math.pi, rng.random() * 0.9 + 0.2
        arc = [(x + r * math.cos(first + turn * n / 8), y + r * 0.7 * math.sin(first + turn * n / 8)) for n in range(9)]
        if all(left + 14 < px < left + width - 14 and top + 8 < py < top + height - 8 and not _in_corner(rink, px, py) for px, py in arc):
            s.line(arc, role, rng.choice((0.7, 1, 1.4)))


def _in_corner(rink: Rink, x: float, y: float) -> bool:
    """Whether a point lies in a round corner of the boards, or near."""
    left, top, width, height = rink.ice
    corner = height * 0.27 + 4
    dx, dy = max(left + corner - x, x - (left + width - corner)), max(top + corner - y, y - (top + height - corner))
    return dx > 0 and dy > 0 and math.hypot(dx, dy) > corner - 10


def _lines(s: Canvas, rink: Rink, role: Callable[[str], str]) -> None:
    """Draws lines, circles, creases and nets."""
    _, top, _, height = rink.ice
    low = top + height
    for x, name in ((4, "blue"), (8, "red"), (12, "blue")):
        at = rink.centre(x, 0)[0]
        s.box((at - 5, top, 10, height), 0, role(name))
        if name == "red":
            for n in range(0, height, 26):
                s.box((at - 2, top + n + 6, 4, 12), 0, role("ice"))
    for side, x in ((-1, 0), (1, 16)):
        cx, cy = rink.centre(x, 2)
        goal = cx + side * (rink.margin - 40)
        short = height * 0.27 * 0.42
        s.line([(goal, top + short), (goal, low - short)], role("red"), 4)
        _crease(s, (goal, cy), -side, rink, role)
        _net(s, (goal, cy), side, role)
    for field in FIELDS:
        middle = rink.centre(*field)
        if field in CIRCLES:
            s.ellipse(middle, rink.radius + 9, role("ice"), role(CIRCLES[field]), 4)
        if role("ice") == "ice":
            s.ellipse(middle, rink.radius, "plate")


def _crease(s: Canvas, at: Point, forward: int, rink: Rink, role: Callable[[str], str]) -> None:
    """Draws the blue half circle before a goal."""
    x, y = at
    r = rink.radius + 14
    arc = [(x + forward * r * math.sin(math.pi * n / 16), y - r * math.cos(math.pi * n / 16)) for n in range(17)]
    s.polygon(arc, role("crease"))
    s.line(arc, role("red"), 4)


def _net(s: Canvas, at: Point, side: int, role: Callable[[str], str]) -> None:
    """Draws a goal: red posts, a white net behind them."""
    x, y = at
    box: Box = (x - (18 if side < 0 else 0), y - 34, 18, 68)
    s.box(box, 6, role("plate"), role("red"), 4)
    for n in range(1, 5):
        s.line([(box[0] + 3, y - 34 + n * 13.6), (box[0] + 15, y - 34 + n * 13.6)], role("ice_mark"), 1.5)
    s.line([(box[0] + 9, y - 30), (box[0] + 9, y + 30)], role("ice_mark"), 1.5)
