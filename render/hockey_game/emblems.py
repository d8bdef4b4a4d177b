"""The emblems of the teams: crests of our own, no flags. Each has a figure that no other has, so that nobody needs to tell their colours apart."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.canvas import Canvas, Point
from rules.game import Seat, View
from rules.hockey_game.view import BoardView

Shape = tuple[Point, ...]
"""The corners of a figure: so far to the right and down from its middle, 1 to its edge."""


def _even(*right: Point) -> Shape:
    """A figure that is the same at both sides, by its right half from the top to the bottom."""
    return (*right, *((-x, y) for x, y in reversed(right)))


def _arc(x: float, y: float, wide: float, high: float, first: int, last: int) -> Shape:
    """A part of an ellipse, in steps of 5 degrees, 0 at the right, clockwise."""
    angles = [math.radians(a) for a in range(first, last + 1, 5)]
    return tuple((x + wide * math.cos(a), y + high * math.sin(a)) for a in angles)


SHIELD = _even((0.9, -0.98), *_arc(-0.9, 0.02, 1.8, 1.12, 0, 60))
FOOT = tuple((0.8 * x, 0.8 * y) for x, y in _even(*_arc(-0.9, 0.02, 1.8, 1.12, 30, 60)))
"""The lower end of a crest, within its rim."""
CASTLE = _even(
    (0, -0.95), (0.3, -0.5), (0.3, -0.1), (0.5, -0.1), (0.5, -0.45), (0.73, -0.8), (0.96, -0.45), (0.96, 0.75), (0.24, 0.75), (0.24, 0.35), (0, 0.15)
)  # fmt: skip
HULL = _even((0, 0.22), (0.66, 0.22), (0.8, -0.24), (1, -0.3), (0.94, 0.34), (0.62, 0.7), (0, 0.74))
SAIL = ((-0.46, -0.86), (0.46, -0.86), *_arc(0.5, -0.4, 0.16, 0.46, 270, 450), *_arc(-0.5, -0.4, 0.16, 0.46, 90, 270))
MAST = ((-0.06, -1), (0.06, -1), (0.06, 0.3), (-0.06, 0.3))
FIR = _even((0, -1.05), (0.5, -0.35), (0.28, -0.35), (0.7, 0.2), (0.42, 0.2), (0.88, 0.68), (0.16, 0.68), (0.16, 1))
MAPLE = _even(
    (0, -1), (0.16, -0.67), (0.21, -0.66), (0.37, -0.75), (0.27, -0.23), (0.32, -0.2), (0.53, -0.43), (0.58, -0.31), (0.62, -0.29), (0.89, -0.34),
    (0.8, -0.06), (0.81, -0.02), (0.92, 0.03), (0.45, 0.41), (0.44, 0.45), (0.5, 0.61), (0.08, 0.53), (0.06, 0.58), (0.07, 1),
)  # fmt: skip
STAR = tuple((r * math.sin(math.pi * i / 5), -r * math.cos(math.pi * i / 5)) for i, r in enumerate((1.0, 0.42) * 5))
PAD = _even((0, 0.02), *_arc(0.06, 0.42, 0.52, 0.4, 270, 450))
TOE = _arc(0, 0, 0.22, 0.3, 0, 355)
PEAK = ((-0.72, 0.34), (-0.42, 0.02), (-0.3, 0.12), (0.1, -0.7), (0.36, -0.1), (0.46, -0.18), (0.72, 0.34), *FOOT)
SNOW = ((-0.2, -0.08), (0.1, -0.7), (0.36, -0.1), (0.42, 0.28), (0.24, 0.02), (0.12, 0.3), (0, 0.04), (-0.14, 0.22))
OAK = _even(
    (0, -1), (0.2, -0.9), (0.2, -0.7), (0.46, -0.66), (0.42, -0.38), (0.68, -0.28), (0.56, 0), (0.66, 0.22), (0.4, 0.34), (0.34, 0.56), (0.09, 0.6),
    (0.09, 1),
)  # fmt: skip
VEIN = ((-0.03, -0.7), (0.03, -0.7), (0.05, 0.62), (-0.05, 0.62))


class Part(NamedTuple):
    """A figure on a crest in the colour of a role: where its middle lies and how large it is, in shares of the crest."""

    shape: Shape
    role: str
    x: float = 0
    y: float = -0.08
    size: float = 0.62


TOES = ((-0.47, -0.12), (-0.17, -0.42), (0.17, -0.42), (0.47, -0.12))
"""Where the toes of a paw lie."""
EMBLEMS: dict[str, tuple[str, str, tuple[Part, ...]]] = {
    "cze": ("team_blue", "team_red", (Part(CASTLE, "team_white"),)),
    "swe": ("team_sky", "team_gold", tuple(Part(shape, "team_gold", size=0.68) for shape in (HULL, SAIL, MAST))),
    "fin": ("team_white", "team_sky", (Part(FIR, "team_blue", size=0.66),)),
    "can": ("team_white", "team_red", (Part(MAPLE, "team_red", size=0.7),)),
    "usa": ("team_blue", "team_red", (Part(STAR, "team_white", y=-0.06, size=0.74),)),
    "svk": ("team_red", "team_white", (Part(PAD, "team_white", size=0.72), *(Part(TOE, "team_white", x, y, 0.72) for x, y in TOES))),
    "sui": ("team_red", "team_gold", (Part(PEAK, "team_black", y=0, size=1), Part(SNOW, "team_white", y=0, size=1))),
    "ger": ("team_gold", "team_black", (Part(OAK, "team_black", size=0.72), Part(VEIN, "team_gold", size=0.72))),
}
"""Of each team the ground of its crest, the rim, and what stands on it: a castle, a longship, a fir, a maple leaf, a star, a
bear's paw, a peak, an oak leaf."""
RIM = 0.86
"""How large the ground is within the rim."""


def seat_colour(view: View[BoardView], seat: Seat) -> str | None:
    """The role of a seat's colour: the ground of its team's crest, or the rim where the ground is white; none before it has a team."""
    team = view.board.sides[seat].team
    return next((role for role in EMBLEMS[team][:2] if role != "team_white"), None) if team in EMBLEMS else None


def emblem(s: Canvas, x: float, y: float, size: float, team: str) -> None:
    """A team's crest in a square, from its top left corner; a question mark before a team is chosen."""
    if team not in EMBLEMS:
        s.box((x, y, size, size), size * 0.16, "page", "line", 3)
        s.text((x + size / 2, y + size / 2), "?", size * 0.6, "soft")
        return
    ground, rim, parts = EMBLEMS[team]
    whole = (Part(SHIELD, "edge", 0, 0, 1), Part(SHIELD, rim, 0, 0, 0.95), Part(SHIELD, ground, 0, 0, 0.95 * RIM))
    r = size / 2
    for part in (*whole, *parts):
        s.polygon([(x + r * (1 + part.x + dx * part.size), y + r * (1 + part.y + dy * part.size)) for dx, dy in part.shape], part.role)
