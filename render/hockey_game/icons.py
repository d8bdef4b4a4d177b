"""The signs of attributes as on cards (`render.art.hockey_plays`), the referee and the puck, drawn around a point with a radius."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.canvas import Canvas, Point

Pen = Callable[[Canvas, float, float, float, str, str], None]


def _stick(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    s.line([(x + r * 0.75, y - r * 0.9), (x - r * 0.2, y + r * 0.6), (x - r * 0.85, y + r * 0.6)], role, r * 0.34)


def _shield(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    points = [(-0.75, -0.8), (0.75, -0.8), (0.75, 0.05), (0, 0.95), (-0.75, 0.05)]
    s.polygon([(x + dx * r, y + dy * r) for dx, dy in points], role)


def _chevrons(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    for dx in (-0.55, 0.15):
        s.line([(x + dx * r, y - r * 0.7), (x + (dx + 0.55) * r, y), (x + dx * r, y + r * 0.7)], role, r * 0.34)


def _weight(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    s.line([(x - r, y), (x + r, y)], role, r * 0.24)
    for side in (-1, 1):
        for dx, wide, high in ((0.42, 0.3, 0.82), (0.76, 0.24, 0.5)):
            s.box((x + side * r * dx - r * wide / 2, y - r * high, r * wide, r * high * 2), r * 0.1, role)


def _handover(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    s.ellipse((x - r * 0.6, y + r * 0.35), r * 0.34, role)
    s.line([(x - r * 0.3, y + r * 0.15), (x + r * 0.6, y - r * 0.45)], role, r * 0.24)
    s.polygon([(x + r * 0.95, y - r * 0.68), (x + r * 0.3, y - r * 0.72), (x + r * 0.66, y - r * 0.1)], role)


def _target(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    s.ellipse((x, y), r * 0.9, role)
    s.ellipse((x, y), r * 0.6, ground)
    s.ellipse((x, y), r * 0.3, role)


def _mask(s: Canvas, x: float, y: float, r: float, role: str, ground: str) -> None:
    s.sign("hockey_game", "goalie", (x, y), 2.2 * r, role)


ICONS: dict[str, Pen] = {
    "attack": _stick,
    "defence": _shield,
    "speed": _chevrons,
    "strength": _weight,
    "pass": _handover,
    "shot": _target,
    "goalie": _mask,
}


def icon(s: Canvas, at: Point, r: float, name: str, ground: str = "plate", role: str = "") -> None:
    """The sign of an attribute, in its colour unless another is given."""
    ICONS[name](s, *at, r, role or name, ground)


def badge(s: Canvas, at: Point, r: float, name: str) -> None:
    """The sign of an attribute in its colour, as on the ice, on a light disc that stands out from any ground."""
    s.ellipse(at, r, "plate")
    icon(s, at, r * (0.78 if name == "attack" else 0.7), name)


def symbol(s: Canvas, x: float, y: float, r: float) -> None:
    """The referee's sign: a striped disc."""
    s.ellipse((x, y), r, "plate", "edge", r * 0.16)
    for dx in (-0.48, 0.0, 0.48):
        half = r * math.sqrt(1 - dx * dx) * 0.86
        s.line([(x + dx * r, y - half), (x + dx * r, y + half)], "edge", r * 0.24)


def puck(s: Canvas, x: float, y: float, r: float) -> None:
    """The puck, seen from a little above."""
    s.ellipse((x, y), r + 4, "gold")
    s.ellipse((x, y), r, "edge")
    s.ellipse((x, y - r * 0.12), r * 0.62, None, "grey", r * 0.12)


def cross(s: Canvas, x: float, y: float, r: float, role: str, width: float) -> None:
    """An X."""
    for side in (-1, 1):
        s.line([(x - r, y - side * r), (x + r, y + side * r)], role, width)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(s: Canvas, x: float, y: float, size: float, number: int, counts: bool) -> None:
    """A die from its top left corner; one that does not count is crossed out."""
    s.box((x, y, size, size), size * 0.2, "plate", "edge" if counts else "grey", size * 0.06)
    for dx, dy in _PIPS[number]:
        s.ellipse((x + size / 2 + dx * size * 0.26, y + size / 2 + dy * size * 0.26), size * 0.09, "edge" if counts else "grey")
    if not counts:
        cross(s, x + size / 2, y + size / 2, size * 0.36, "red", size * 0.1)


def card(s: Canvas, at: Point, r: float) -> None:
    """A card."""
    x, y = at
    s.box((x - r * 0.72, y - r, r * 1.44, r * 2), r * 0.24, "plate", "edge", r * 0.18)
    s.polygon([(x, y - r * 0.5), (x + r * 0.34, y), (x, y + r * 0.5), (x - r * 0.34, y)], "bonus")
