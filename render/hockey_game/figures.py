"""Players as figures of table hockey, in their team's colours: a skater with the puck, a goalkeeper; and the lamp behind a goal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import Canvas, Point
from render.hockey_game.emblems import EMBLEMS


class Limb(NamedTuple):
    """A round line from point to point, in a role's colour: a leg, an arm, a head where both are the same."""

    role: str
    width: float
    points: Sequence[Point]


class Cloth(NamedTuple):
    """A figure with corners in a role's colour."""

    role: str
    points: Sequence[Point]


JERSEY, TRIM = "jersey", "trim"
Parts = tuple[tuple[Limb | Cloth, ...], ...]
"""Groups of parts, the hindmost first; each has a dark edge around it."""
_LEGS = (
    Limb("pants", 0.32, ((-0.16, 0.24), (-0.42, 0.46))),
    Limb(TRIM, 0.24, ((-0.42, 0.5), (-0.78, 0.72))),
    Limb("edge", 0.15, ((-0.94, 0.74), (-0.72, 0.86))),
    Limb("pants", 0.36, ((0.04, 0.24), (0.24, 0.42))),
    Limb(TRIM, 0.27, ((0.26, 0.48), (0.12, 0.78))),
    Limb("edge", 0.16, ((0.04, 0.9), (0.34, 0.9))),
)
_BODY = (
    Cloth(JERSEY, ((-0.12, -0.5), (0.2, -0.52), (0.38, -0.34), (0.3, 0.28), (-0.36, 0.3), (-0.36, -0.14))),
    Cloth(TRIM, ((-0.36, 0.12), (0.32, 0.1), (0.3, 0.28), (-0.36, 0.3))),
    Limb("skin", 0.42, ((0.38, -0.6), (0.38, -0.6))),
    Limb(TRIM, 0.4, ((0.26, -0.74), (0.36, -0.76))),
    Limb("edge", 0.07, ((0.4, -0.6), (0.58, -0.6))),
)
SKATER: Parts = (
    (Limb("stick", 0.1, ((0.3, 0.02), (0.82, 0.84), (1.12, 0.88))), *_LEGS, *_BODY),
    (Limb(JERSEY, 0.24, ((0.06, -0.26), (-0.04, 0.04), (0.24, 0.08))), Limb("edge", 0.2, ((0.34, 0.08), (0.38, 0.1)))),
)
"""To the right, with the puck before him; a figure is 2 high."""
KEEPER: Parts = (
    (
        Limb("stick", 0.12, ((0.66, 0.0), (0.6, 0.86), (0.2, 0.92))),
        Limb("plate", 0.4, ((-0.28, 0.36), (-0.44, 0.78))),
    ),
    (Limb("plate", 0.4, ((0.26, 0.36), (0.4, 0.78))),),
    (
        Limb(JERSEY, 0.32, ((-0.4, -0.26), (-0.68, 0.02))),
        Limb(JERSEY, 0.32, ((0.4, -0.26), (0.64, 0.02))),
        Cloth(JERSEY, ((-0.5, -0.42), (0.5, -0.42), (0.46, 0.36), (-0.46, 0.36))),
        Cloth(TRIM, ((-0.48, 0.12), (0.48, 0.12), (0.46, 0.3), (-0.46, 0.3))),
        Limb(TRIM, 0.56, ((0, -0.66), (0, -0.62))),
        Limb("plate", 0.36, ((0, -0.6), (0, -0.56))),
        Limb("edge", 0.05, ((-0.16, -0.62), (0.16, -0.62))),
        Limb("edge", 0.05, ((-0.14, -0.5), (0.14, -0.5))),
        Limb("edge", 0.05, ((0, -0.7), (0, -0.42))),
    ),
    (
        Limb("leather", 0.4, ((-0.78, 0.0), (-0.74, 0.08))),
        Limb("leather", 0.34, ((0.68, 0.02), (0.68, 0.14))),
    ),
)
CHEERING: Parts = (
    (Limb("stick", 0.1, ((-0.5, -0.5), (-0.62, -1.5), (-0.4, -1.62))), *_LEGS),
    (
        Cloth(JERSEY, ((-0.3, -0.5), (0.2, -0.5), (0.3, 0.28), (-0.36, 0.3))),
        Cloth(TRIM, ((-0.34, 0.12), (0.29, 0.1), (0.3, 0.28), (-0.36, 0.3))),
        Limb(JERSEY, 0.28, ((-0.22, -0.36), (-0.5, -0.78))),
        Limb(JERSEY, 0.28, ((0.14, -0.36), (0.5, -0.84))),
        Limb("edge", 0.24, ((-0.52, -0.9), (-0.54, -0.98))),
        Limb("edge", 0.24, ((0.54, -0.96), (0.56, -1.02))),
    ),
    (
        Limb("skin", 0.42, ((0, -0.7), (0, -0.7))),
        Limb(TRIM, 0.4, ((-0.06, -0.84), (0.06, -0.84))),
        Limb("edge", 0.06, ((0.02, -0.58), (0.14, -0.6))),
    ),
)
"""With both arms up."""
RIM, WIDEST = 0.1, 4.5
"""How far a figure's dark edge reaches, as a share of its half height, and in pixels at most."""


def tilted(parts: Parts, degrees: int) -> Parts:
    """A figure that falls over in the way it faces by so many degrees."""
    on, down = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turned(part: Limb | Cloth) -> Limb | Cloth:
        return part._replace(points=[(x * on - y * down, x * down + y * on) for x, y in part.points])

    return tuple(tuple(turned(part) for part in group) for group in parts)


def player(s: Canvas, place: tuple[float, float, float], team: str, parts: Parts = SKATER, forward: int = 1, rim: str = "edge") -> None:
    """A player of a team, his middle and half of his height at `place`, to the right (`forward` 1) or to the left (-1)."""
    x, y, r = place
    ground, trim, _ = EMBLEMS.get(team, ("grey", "edge", ()))
    cloth = {JERSEY: ground, TRIM: trim}

    def placed(points: Sequence[Point]) -> list[Point]:
        return [(x + dx * r * forward, y + dy * r) for dx, dy in points]

    for n, group in enumerate(parts):
        wide = min(RIM * r, WIDEST) * (0.5 if n else 1)
        for role, more in (("edge" if n else rim, wide), ("", 0.0)):
            for part in group:
                points, colour = placed(part.points), role or cloth.get(part.role, part.role)
                if isinstance(part, Limb):
                    _round(s, points, colour, part.width * r + 2 * more)
                else:
                    s.polygon(points, colour)
                    if more:
                        _round(s, [*points, points[0]], colour, 2 * more)


def _round(s: Canvas, points: Sequence[Point], role: str, width: float) -> None:
    """A line with round ends and joints."""
    s.line(list(points), role, width)
    for point in points:
        s.ellipse(point, width / 2, role)


def puck(s: Canvas, at: Point, r: float) -> None:
    """The puck, seen from a little above, on a golden ground."""
    x, y = at
    _round(s, [(x - r * 0.4, y), (x + r * 0.4, y)], "gold", r * 2.1)
    _round(s, [(x - r * 0.4, y + r * 0.1), (x + r * 0.4, y + r * 0.1)], "edge", r * 1.5)
    _round(s, [(x - r * 0.4, y - r * 0.12), (x + r * 0.4, y - r * 0.12)], "pants", r * 0.8)


def lamp(s: Canvas, at: Point, r: float) -> None:
    """The red lamp behind a goal, alight."""
    x, y = at
    for i in range(12):
        dx, dy = math.cos(math.pi * i / 6), math.sin(math.pi * i / 6)
        s.line([(x + r * 1.25 * dx, y + r * 1.25 * dy), (x + r * 1.75 * dx, y + r * 1.75 * dy)], "lamp", r * 0.2)
    s.ellipse(at, r, "red", "edge", r * 0.12)
    s.ellipse((x - r * 0.28, y - r * 0.3), r * 0.24, "plate")


def red_light(s: Canvas, at: Point, r: float) -> None:
    """The light of that lamp around the goal."""
    x, y = at
    for i in range(16):
        angles = [math.pi * (i + part) / 8 for part in (0, 0.5)]
        s.polygon([at, *((x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles)], "lamp")
    s.ellipse(at, r * 0.62, "lamp", "red", 5)
