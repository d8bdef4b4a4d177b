"""Draws the players in pictures of tournaments: a mark that is the same everywhere, and medals for the first three."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas, Point
from render.text import fitted, font, named
from render.theme import Theme
from rules.parts.lazy import once

WIDTH, EDGE = 1000, 20
"""The width of all pictures of tournaments, and what their parts keep from the sides."""
COLOURS = 7
"""So many colours marks have; the next players have the same ones in another shape."""
METALS = {1: "gold", 2: "silver", 3: "bronze"}
"""What the medals of the first three places are made of."""
LEADING = 1.12
"""The height of a line of a name as a share of its size."""
TWO_LINES = (27, 24)
"""The sizes of names in two lines: a longer one is cut, for smaller letters cannot be read on a phone, which shows them at two fifths."""
TITLE, BELOW = 84, 40
"""Heights of a picture's title, and of a line below it."""
UNKNOWN = -1
"""The number of who is not known yet."""


class Player(NamedTuple):
    """A player's number, which determines their mark, and their name. One who is not known yet has the number UNKNOWN."""

    number: int
    name: str


def initials(name: str) -> str:
    """One letter of a name, or two where it has several words or ends with a number."""
    words = [word for word in name.replace("-", " ").replace("_", " ").split() if word[0].isalnum()]
    if not words:
        return name.strip()[:1]
    return (words[0][0] + (words[-1][-2:] if words[-1].isdigit() else words[-1][0] if len(words) > 1 else "")).upper()


def mark(s: Canvas, player: Player, centre: Point, size: float) -> None:
    """Draws a player's mark: initials on a disc, a square, a hexagon or a diamond of their colour; an empty ring for an unknown one."""
    x, y = centre
    r = size / 2
    if player.number < 0:
        s.ellipse(centre, r - 1, None, "line", max(2, size / 16))
        return
    role, shape = f"mark{player.number % COLOURS}", player.number // COLOURS % 4
    roles, light = (f"{role}_deep", role, f"{role}_glow"), (0.38, 0.3)
    if shape < 2:
        s.glow((x - r, y - r, size, size), roles, r if shape == 0 else size / 6, light)
    else:
        s.glow(_corners(centre, r * 1.08, 6 if shape == 2 else 4), roles, 0, light)
    letters = fitted(initials(player.name), "Bold", 20, WIDTH)
    s.text((x, y), letters, round(size * (0.54, 0.46, 0.38)[min(len(letters), 3) - 1]), "mark_ink")


@once
def _turns(corners: int) -> tuple[Point, ...]:
    return tuple((math.sin(2 * math.pi * n / corners), -math.cos(2 * math.pi * n / corners)) for n in range(corners))


def _corners(centre: Point, radius: float, corners: int) -> list[Point]:
    return [(centre[0] + radius * x, centre[1] + radius * y) for x, y in _turns(corners)]


def medal(s: Canvas, place: int, centre: Point, radius: float, ribbon: bool = False) -> None:
    """Draws the medal of one of the first three places, with its number; with a `ribbon` once it is won."""
    x, y = centre
    metal = METALS[place]
    if ribbon:
        for side in (-1, 1):
            top, out, below = y - radius * 1.75, radius * 0.95, radius * 0.34
            s.polygon([(x + side * out, top), (x + side * (out - below * 1.7), top), (x - side * below, y), (x + side * below, y)], f"ribbon{place}")
    s.ellipse(centre, radius, f"{metal}_deep")
    inner = radius * 0.86
    s.glow((x - inner, y - inner, 2 * inner, 2 * inner), (metal, f"{metal}_glow"), inner, (0.36, 0.3))
    s.ellipse(centre, inner * 0.84, None, metal, max(1.5, radius / 14))
    s.text(centre, str(place), round(radius * 1.15), "medal_ink")


def trophy(s: Canvas, centre: Point, size: float) -> None:
    """Draws a winner's cup."""
    s.figure(mask("tournament", "trophy"), centre, size, "gold", "gold_deep")


def rows(s: Canvas, at: Point, name: tuple[int, tuple[str, ...]], role: str, weight: str = "Bold", anchor: str = "lm") -> None:
    """Draws a name laid out by `render.text.named`, with the middle of its lines at this height."""
    size, lines = name
    s.lines(at, lines, (size, size * LEADING), role, anchor, weight)


def crossed(s: Canvas, at: Point, name: tuple[int, tuple[str, ...]], weight: str) -> None:
    """Draws a line through each line of a name laid out at the left."""
    size, lines = name
    for n, words in enumerate(lines):
        y = at[1] + (n - (len(lines) - 1) / 2) * size * LEADING
        s.line([(at[0] - 4, y), (at[0] + font(weight, size).getlength(words) + 4, y)], "soft", 3)


def head_height(below: str) -> int:
    """The height of a picture's head with a line below its title."""
    return TITLE - 8 + BELOW * len(_below(below)[1]) if below else TITLE


def head(look: Theme, title: str, below: str) -> Canvas:
    """Draws the head of a picture: the tournament's name, and below it what the picture shows."""
    s = Canvas((WIDTH, head_height(below)), look, PLAIN)
    rows(s, (EDGE + 4, TITLE / 2), named(title, "Bold", (40, 36, 32), (30, 27, 24), WIDTH - 2 * EDGE - 8), "ink")
    if below:
        size, lines = _below(below)
        for n, words in enumerate(lines):
            s.text((EDGE + 4, TITLE + BELOW * (n + 0.5) - 12), words, size, "soft", "lm", "Medium")
    return s


def _below(words: str) -> tuple[int, tuple[str, ...]]:
    return named(words, "Medium", (27, 26, 25, 24), (26, 24), WIDTH - 2 * EDGE - 8)
