"""The rating chart: a player's games as points on a line, with values, dates and a band of uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from render.canvas import Canvas, Item, Key, Scene
from render.canvas import Point as Spot
from render.picture_cache import Picture, Studio
from render.text import font, largest, named
from render.theme import Theme

WIDTH, HEIGHT = 1000, 640
LEFT, RIGHT, TOP, BOTTOM = 110, 40, 100, 130
MOST = 120
"""At most so many points are drawn, evenly chosen; more would stand closer than pixels."""
APART = 13
"""Games are points of their own where they are so many pixels apart."""
DATE = 210
"""What a date takes up below the curve."""
LABEL = 46
"""Height of a label beside a point."""

Point = tuple[int, int]
"""A rating as shown, and how unsure it is."""


class Curve(NamedTuple):
    """A rating after each game, the first one first, and the day of each; needs one game at least. `title` stands above, `below` under the days.
    `best` is what the best rating is called, `now` the present one, or both where they are one."""

    title: str
    below: str
    points: Sequence[Point]
    days: Sequence[str]
    best: str
    now: str


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key."""
    return _SPRITES[str(key[0])](look, *key[1:])


def paint_curve(curve: Curve, theme: str) -> Picture:
    """A curve; of very many games the best one and as many others as there is room for."""
    step = max(1, -(-len(curve.points) // MOST))
    best = _best(curve.points)
    kept = [n for n in range(len(curve.points)) if n % step == 0 or n in (best, len(curve.points) - 1)]
    shown = curve._replace(points=tuple(curve.points[n] for n in kept), days=tuple(curve.days[n] for n in kept))
    return STUDIO.paint(Scene((WIDTH, HEIGHT), {"curve": Item(("curve", shown), 0, 0)}), theme)


def _best(points: Sequence[Point]) -> int:
    """The latest game after which a rating was at its best."""
    return max(range(len(points)), key=lambda n: (points[n][0], n))


def _curve(look: Theme, curve: Curve) -> Canvas:
    s = Canvas((WIDTH, HEIGHT), look)
    points = curve.points
    grid = _grid(min(n - unsure for n, unsure in points), max(n + unsure for n, unsure in points))
    low, high = grid[0], grid[-1]

    def x(i: int) -> float:
        return LEFT + 14 + (WIDTH - LEFT - RIGHT - 28) * (i / (len(points) - 1) if len(points) > 1 else 0.5)

    def y(n: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - n) / (high - low)

    size, lines = named(curve.title, "Bold", (38, 34, 30), (28, 26), WIDTH - 48)
    s.lines((24, 46), lines, (size, size * 1.12), "ink", "lm")
    band: list[Any] = [(x(i), y(n + unsure)) for i, (n, unsure) in enumerate(points)]
    band += [(x(i), y(n - unsure)) for i, (n, unsure) in reversed(list(enumerate(points)))]
    if len(points) > 1:
        s.polygon(band, "panel")
        for edge in (band[: len(points)], band[len(points) :]):
            s.line(edge, "line", 2)
    for n in grid:
        s.line([(LEFT, y(n)), (WIDTH - RIGHT, y(n))], "line", 2)
        s.text((LEFT - 14, y(n)), str(n), 28, "soft", "rm", "Medium")
    _days(s, curve.days, [x(i) for i in range(len(points))])
    spots = [(x(i), y(n)) for i, (n, _) in enumerate(points)]
    if len(points) > 1:
        s.line(spots, "accent", 5)
    else:
        n, unsure = points[0]
        s.line([(x(0), y(n - unsure)), (x(0), y(n + unsure))], "soft", 4)
    if len(points) == 1 or spots[1][0] - spots[0][0] >= APART:
        for spot in spots:
            s.ellipse(spot, 7, "page")
            s.ellipse(spot, 5.5, "accent")
    _labelled(s, curve, spots)
    size, lines = named(curve.below, "Medium", (27, 26, 25, 24), (24, 22), WIDTH - 48)
    s.lines((WIDTH / 2, HEIGHT - 36), lines, (size, size * 1.12), "soft", "mm", "Medium")
    return s


def _days(s: Canvas, days: Sequence[str], across: Sequence[float]) -> None:
    """The axis of games, with as many days as there is room for, each once."""
    bottom = HEIGHT - BOTTOM
    s.line([(LEFT, bottom), (WIDTH - RIGHT, bottom)], "soft", 3)
    s.line([(LEFT, TOP), (LEFT, bottom)], "soft", 3)
    room = max(1, int((WIDTH - LEFT - RIGHT) / DATE))
    wanted = {round(n * (len(days) - 1) / room) for n in range(room + 1)}
    taken: list[tuple[float, float]] = []
    told: set[str] = set()
    for n in (0, len(days) - 1, *sorted(wanted)):
        wide = font("Medium", 26).getlength(days[n])
        at = min(max(across[n], wide / 2 + 8), WIDTH - wide / 2 - 8)
        if days[n] in told or any(at - wide / 2 < right + 24 and left - 24 < at + wide / 2 for left, right in taken):
            continue
        s.line([(across[n], bottom), (across[n], bottom + 10)], "soft", 3)
        s.text((at, bottom + 32), days[n], 26, "soft", "mm", "Medium")
        told.add(days[n])
        taken.append((at - wide / 2, at + wide / 2))


def _labelled(s: Canvas, curve: Curve, spots: Sequence[Spot]) -> None:
    """The best and the present rating, each a point with a label that lies above it, or below where the other one is near."""
    best, last = _best(curve.points), len(spots) - 1
    s.ellipse(spots[last], 13, "page")
    s.ellipse(spots[last], 11, "accent")
    if best == last:
        s.ellipse(spots[last], 13, None, "best", 4)
        _label(s, spots[last], curve.now, "best", above=True)
        return
    s.ellipse(spots[best], 13, "page")
    s.ellipse(spots[best], 11, "best")
    _label(s, spots[best], curve.best, "best", above=True)
    _label(s, spots[last], curve.now, "accent", above=spots[last][1] < spots[best][1])


def _label(s: Canvas, at: Spot, words: str, role: str, above: bool) -> None:
    size = largest(words, "Bold", (27, 25, 23, 21), WIDTH // 2)
    wide = font("Bold", size).getlength(words) + 32
    left = min(max(at[0] - wide / 2, LEFT + 8), WIDTH - 12 - wide)
    top = at[1] - LABEL - 20 if above else at[1] + 20
    top = min(max(top, TOP - LABEL / 2), HEIGHT - BOTTOM - LABEL - 6)
    s.box((left, top, wide, LABEL), 12, "page", role, 3)
    s.text((left + wide / 2, top + LABEL / 2), words, size, "ink")


def _grid(low: int, high: int) -> list[int]:
    """Round numbers for horizontal lines, four to eight of them, that hold both ends."""
    step = next(n for n in (25, 50, 100, 200, 500, 1000) if (high - low) / n <= 6)
    first = low // step * step
    return list(range(first, first + step * (-(-(high - first) // step) + 1), step))


_SPRITES: dict[str, Any] = {"curve": _curve}
STUDIO = Studio(draw, "house")
