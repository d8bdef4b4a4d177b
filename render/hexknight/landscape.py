"""What lies on HexKnight's island: a pattern for each terrain, a drawing for each feature."""

from __future__ import annotations

import math
from collections.abc import Callable

from render.canvas import Canvas

# Terrain: a colour and a pattern each


def _plains(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.5, -0.35), (0.35, -0.5), (0.62, 0.1), (-0.65, 0.25), (0.2, 0.55), (-0.25, 0.62)):
        cx, cy = x + dx * r, y + dy * r
        s.line([(cx - 0.08 * r, cy - 0.1 * r), (cx, cy + 0.04 * r), (cx + 0.08 * r, cy - 0.1 * r)], role, r * 0.04)


def _forest(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.42, -0.42), (0.42, -0.45), (0.68, 0.12), (-0.68, 0.12), (0.36, 0.55), (-0.36, 0.55), (0.0, -0.62)):
        cx, cy = x + dx * r, y + dy * r
        s.polygon([(cx, cy - 0.2 * r), (cx + 0.15 * r, cy + 0.12 * r), (cx - 0.15 * r, cy + 0.12 * r)], role)


def _arid(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.5, -0.4), (0.45, -0.42), (0.6, 0.3), (-0.55, 0.35), (0.0, 0.62)):
        cx, cy = x + dx * r, y + dy * r
        for ex, ey in ((0.0, -0.13), (0.13, 0.08), (-0.13, 0.08)):
            s.line([(cx, cy), (cx + ex * r, cy + ey * r)], role, r * 0.045)


def _hills(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.42, -0.38), (0.42, -0.42), (0.55, 0.3), (-0.52, 0.34), (0.02, 0.62)):
        cx, cy = x + dx * r, y + dy * r
        arc = [(cx + 0.2 * r * math.cos(math.pi * (1 + i / 8)), cy + 0.2 * r * math.sin(math.pi * (1 + i / 8))) for i in range(9)]
        s.line(arc, role, r * 0.06)


def _desert(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.35, -0.5), (0.3, -0.3), (-0.45, 0.2), (0.4, 0.35), (-0.1, 0.62)):
        cx, cy = x + dx * r, y + dy * r
        wave = [(cx + (i / 8 - 0.5) * 0.5 * r, cy + 0.05 * r * math.sin(math.pi * i / 4)) for i in range(9)]
        s.line(wave, role, r * 0.045)


def _swamp(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.45, -0.4), (0.4, -0.45), (0.6, 0.2), (-0.6, 0.25), (0.05, 0.6)):
        cx, cy = x + dx * r, y + dy * r
        s.line([(cx - 0.16 * r, cy), (cx + 0.16 * r, cy)], role, r * 0.05)
        for ex in (-0.07, 0.05):
            s.line([(cx + ex * r, cy), (cx + ex * r, cy - 0.17 * r)], role, r * 0.04)


def _mountain(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy, size in ((-0.36, 0.1, 0.42), (0.34, 0.2, 0.36), (0.02, -0.22, 0.5)):
        cx, cy, w = x + dx * r, y + dy * r, size * r
        s.polygon([(cx, cy - w * 0.8), (cx + w, cy + w * 0.6), (cx - w, cy + w * 0.6)], role)
        s.polygon([(cx, cy - w * 0.8), (cx + w * 0.32, cy - w * 0.35), (cx, cy - w * 0.2), (cx - w * 0.32, cy - w * 0.35)], "plate")


def _sea(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    for dx, dy in ((-0.4, -0.42), (0.36, -0.2), (-0.42, 0.22), (0.3, 0.45)):
        cx, cy = x + dx * r, y + dy * r
        wave = [(cx + (i / 12 - 0.5) * 0.6 * r, cy + 0.06 * r * math.cos(math.pi * i / 3)) for i in range(13)]
        s.line(wave, role, r * 0.05)


TERRAIN: dict[str, Callable[[Canvas, float, float, float, str], None]] = {
    "plains": _plains,
    "forest": _forest,
    "arid": _arid,
    "hills": _hills,
    "desert": _desert,
    "swamp": _swamp,
    "mountain": _mountain,
    "sea": _sea,
}
"""What draws the pattern of each terrain around a point, in the colour of a role."""


# Features


def _shape(s: Canvas, points: list[tuple[float, float]], fill: str, width: float) -> None:
    s.polygon(points, fill, "edge", width)


def _portal(s: Canvas, x: float, y: float, r: float) -> None:
    s.ellipse((x, y), r, "edge")
    s.ellipse((x, y), r * 0.84, "meditation")
    s.ellipse((x, y), r * 0.56, "plate")
    s.ellipse((x, y), r * 0.3, "meditation")


def _village(s: Canvas, x: float, y: float, r: float) -> None:
    for dx, size in ((-0.45, 0.75), (0.45, 0.95)):
        cx, w = x + dx * r, size * r * 0.55
        _shape(s, [(cx - w, y), (cx + w, y), (cx + w, y + w * 1.4), (cx - w, y + w * 1.4)], "plate", r * 0.1)
        _shape(s, [(cx - w * 1.25, y), (cx, y - w * 1.3), (cx + w * 1.25, y)], "attack", r * 0.1)


def _monastery(s: Canvas, x: float, y: float, r: float) -> None:
    _shape(s, [(x - r * 0.8, y - r * 0.05), (x + r * 0.8, y - r * 0.05), (x + r * 0.8, y + r * 0.85), (x - r * 0.8, y + r * 0.85)], "plate", r * 0.1)
    _shape(s, [(x - r * 0.95, y - r * 0.05), (x, y - r * 0.6), (x + r * 0.95, y - r * 0.05)], "meditation", r * 0.1)
    s.line([(x, y + r * 0.12), (x, y + r * 0.72)], "meditation", r * 0.2)
    s.line([(x - r * 0.26, y + r * 0.34), (x + r * 0.26, y + r * 0.34)], "meditation", r * 0.2)


def _castle(s: Canvas, x: float, y: float, r: float) -> None:
    top, bottom = y - r * 0.75, y + r * 0.8
    teeth = ((-0.9, 1), (-0.9, 0), (-0.5, 0), (-0.5, 1), (-0.2, 1), (-0.2, 0), (0.2, 0), (0.2, 1), (0.5, 1), (0.5, 0), (0.9, 0), (0.9, 1))
    wall = [(x + dx * r, top + low * 0.3 * r) for dx, low in teeth]
    _shape(s, [*wall, (x + r * 0.9, bottom), (x - r * 0.9, bottom)], "stone", r * 0.12)
    s.box((x - r * 0.24, y + r * 0.2, r * 0.48, r * 0.6), r * 0.2, "edge")


def _circle(s: Canvas, x: float, y: float, r: float) -> None:
    s.ellipse((x, y), r, "plate", "edge", r * 0.1)
    s.ellipse((x, y), r * 0.82, None, "meditation", r * 0.16)
    star = []
    for i in range(10):
        size = r * (0.62 if i % 2 == 0 else 0.26)
        star.append((x + size * math.sin(math.pi * i / 5), y - size * math.cos(math.pi * i / 5)))
    s.polygon(star, "meditation")


def _ruins(s: Canvas, x: float, y: float, r: float) -> None:
    for dx, height in ((-0.62, 1.3), (0.0, 0.75), (0.62, 1.05)):
        cx = x + dx * r
        base = y + r * 0.75
        top = base - height * r
        _shape(s, [(cx - r * 0.2, base), (cx - r * 0.2, top), (cx + r * 0.2, top + r * 0.25), (cx + r * 0.2, base)], "plate", r * 0.09)
    s.line([(x - r * 0.95, y + r * 0.78), (x + r * 0.95, y + r * 0.78)], "edge", r * 0.16)


def _tomb(s: Canvas, x: float, y: float, r: float) -> None:
    s.box((x - r * 0.62, y - r * 0.85, r * 1.24, r * 1.6), r * 0.55, "stone", "edge", r * 0.12)
    s.line([(x, y - r * 0.5), (x, y + r * 0.35)], "edge", r * 0.17)
    s.line([(x - r * 0.3, y - r * 0.2), (x + r * 0.3, y - r * 0.2)], "edge", r * 0.17)
    s.line([(x - r * 0.9, y + r * 0.75), (x + r * 0.9, y + r * 0.75)], "edge", r * 0.17)


def _camp(s: Canvas, x: float, y: float, r: float) -> None:
    _shape(s, [(x, y - r * 0.75), (x + r * 0.95, y + r * 0.7), (x - r * 0.95, y + r * 0.7)], "speed", r * 0.12)
    s.polygon([(x, y - r * 0.1), (x + r * 0.34, y + r * 0.7), (x - r * 0.34, y + r * 0.7)], "edge")


def _lair(s: Canvas, x: float, y: float, r: float) -> None:
    hill = [(x + r * math.cos(math.pi * (1 + i / 10)), y + r * 0.7 + 1.4 * r * math.sin(math.pi * (1 + i / 10))) for i in range(11)]
    _shape(s, hill, "stone", r * 0.12)
    cave = [(x + 0.5 * r * math.cos(math.pi * (1 + i / 10)), y + r * 0.7 + 0.8 * r * math.sin(math.pi * (1 + i / 10))) for i in range(11)]
    s.polygon(cave, "edge")


def _tower(s: Canvas, x: float, y: float, r: float) -> None:
    wall = ((-0.34, 0.85), (-0.26, -0.45), (0.26, -0.45), (0.34, 0.85))
    _shape(s, [(x + dx * r, y + dy * r) for dx, dy in wall], "stone", r * 0.12)
    _shape(s, [(x - r * 0.48, y - r * 0.45), (x, y - r * 1.0), (x + r * 0.48, y - r * 0.45)], "defence", r * 0.1)


FEATURES: dict[str, Callable[[Canvas, float, float, float], None]] = {
    "portal": _portal,
    "village": _village,
    "monastery": _monastery,
    "castle": _castle,
    "magic_circle": _circle,
    "ruins": _ruins,
    "tomb": _tomb,
    "orc_camp": _camp,
    "dragon_lair": _lair,
    "tower": _tower,
}
"""What draws each feature around a point."""
