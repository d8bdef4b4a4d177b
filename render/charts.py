"""The curve of a rating: a line through the games, with a band that says how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from render.canvas import PLAIN, Canvas, Item, Key, Picture, Scene, Studio
from render.text import fitted
from render.theme import Theme

WIDTH, HEIGHT = 1000, 560
LEFT, RIGHT, TOP, BOTTOM = 110, 30, 90, 60
MOST = 120
"""At most so many points are drawn, evenly chosen; more would stand closer than pixels."""

Point = tuple[int, int]
"""A rating as shown, and how unsure it is."""


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key."""
    return _SPRITES[str(key[0])](look, *key[1:])


def paint_curve(points: Sequence[Point], title: str, below: str, theme: str) -> Picture:
    """A rating after each game, the first one first; `title` stands above, `below` under the line of games. Needs one point at least."""
    step = max(1, -(-len(points) // MOST))
    kept = (*points[:-1:step], points[-1])
    return STUDIO.paint(Scene((WIDTH, HEIGHT), {"curve": Item(("curve", kept, title, below), 0, 0)}), theme)


def _curve(look: Theme, points: tuple[Point, ...], title: str, below: str) -> Canvas:
    s = Canvas((WIDTH, HEIGHT), look, PLAIN)
    low = min(n - unsure for n, unsure in points)
    high = max(n + unsure for n, unsure in points)
    grid = _grid(low, high)
    low, high = grid[0], grid[-1]

    def x(i: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (i / (len(points) - 1) if len(points) > 1 else 0.5)

    def y(n: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - n) / (high - low)

    s.text((24, 44), fitted(title, "Bold", 34, WIDTH - 48), 34, "ink", "lm")
    band: list[Any] = [(x(i), y(n + unsure)) for i, (n, unsure) in enumerate(points)]
    band += [(x(i), y(n - unsure)) for i, (n, unsure) in reversed(list(enumerate(points)))]
    if len(points) > 1:
        s.polygon(band, "panel")
    for n in grid:
        s.line([(LEFT, y(n)), (WIDTH - RIGHT, y(n))], "line", 2)
        s.text((LEFT - 14, y(n)), str(n), 26, "soft", "rm", "Medium")
    if len(points) > 1:
        s.line([(x(i), y(n)) for i, (n, _) in enumerate(points)], "accent", 6)
    else:
        n, unsure = points[0]
        s.line([(x(0), y(n - unsure)), (x(0), y(n + unsure))], "soft", 4)
    s.ellipse((x(len(points) - 1), y(points[-1][0])), 11, "accent")
    s.text(((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 28), fitted(below, "Medium", 27, WIDTH - LEFT - RIGHT), 27, "soft", "mm", "Medium")
    return s


def _grid(low: int, high: int) -> list[int]:
    """Round numbers for horizontal lines, four to eight of them, that hold both ends."""
    step = next(n for n in (25, 50, 100, 200, 500, 1000) if (high - low) / n <= 6)
    first = low // step * step
    return list(range(first, first + step * (-(-(high - first) // step) + 1), step))


_SPRITES: dict[str, Any] = {"curve": _curve}
STUDIO = Studio(draw, "house")
