"""The end of a game on the stage: the planet of whoever won, the moment that decided it, how all came in."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.planetary_conquerors.ground import horizon, piece
from render.planetary_conquerors.icons import figure, mark
from render.planetary_conquerors.planet_headers import crown
from render.planetary_conquerors.side_boxes import FACE
from render.planetary_conquerors.stage_layout import Land
from render.stage import USUAL, WIDTH
from render.text import fitted, laid_out, largest, width
from render.theme import Theme

PLACE, MOMENT = 68, 74
"""How high the lines of the ranking and of the decisive moment are."""
LEAST, LARGEST = 40, 160.0
"""Figures are at least so large, or left out, and at most."""


class BannerKey(NamedTuple):
    """The banner of the end: the winners (seats and names), why, how long it took, and the figures on the planet."""

    seats: tuple[int, ...]
    names: str
    reason: str
    length: str
    figures: tuple[tuple[str, str], ...]


def banner(look: Theme, across: int, down: int, f: float, end: BannerKey) -> Canvas:
    """Draws a planet under the stars with the winner's buildings, and the winner's name above."""
    land = Land(end.seats[0], across, down, round(down * 0.74), round(down * 0.13), down)
    s = piece(look, land, 0, 0, (across, down))
    middle = across / 2
    size = largest(end.names, FACE, tuple(round(n * f) for n in (60, 52, 44, 36, 28)), across - 80)
    y = 16 * f + size / 2
    if down > 360:
        crown(s, middle, 30 * f, 20 * f)
        y += 40 * f
    s.text((middle, y), fitted(end.names, FACE, size, across - 40), size, "ink", "mm", FACE)
    y += size / 2 + 6 * f
    small, lines = laid_out(end.reason, across - 100, round(70 * f), tuple(round(n * f) for n in (30, 26, 22, 20)))
    for row in lines:
        y += small * 0.6
        s.text((middle, y), row, small, "ink")
        y += small * 0.6
    side = min(LARGEST, (across - 60) / (1.18 * max(1, len(end.figures))), land.horizon - y - 8)
    for i, (word, kind) in enumerate(end.figures if side > LEAST else ()):
        x = middle + (i - (len(end.figures) - 1) / 2) * side * 1.18
        figure(s, word, (x, horizon(land, x) - side / 2 + 8), side, f"fig_{kind}")
    s.text((middle, down - 24 * f), end.length, 26 * f, "ink")
    return s


class PlaceKey(NamedTuple):
    """A line of the ranking: place, name, HP of mine and buildings with the goal; a note if the mine has fallen."""

    place: str
    seat: int
    name: str
    mine: int
    buildings: int
    goal: int
    note: str


def place(look: Theme, across: int, down: int, f: float, found: PlaceKey) -> Canvas:
    """Draws a line of the final ranking; what doesn't fit beside the name is left out."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    first = found.place == "1"
    s.shade((0, 0, across, down), ("panel", "page"))
    s.box((3, 3, across - 6, down - 6), 14, None, f"seat{found.seat}" if first else "line", 5 if first else 2)
    y, sizes = down / 2, USUAL.times(f)
    s.text((34 * f, y), f"{found.place}.", sizes.number, "ink", "mm", FACE)
    mark(s, 70 * f, y, 13 * f, found.seat)
    x, size = across - 18 * f, sizes.number if first and across > WIDTH / 2 else sizes.dense
    least = 92 * f + min(width(found.name, "Bold", size), across * 0.36)
    if found.note and x - width(found.note, "Medium", sizes.dense) - 12 > least:
        s.text((x, y), found.note, sizes.dense, "soft", "rm", "Medium")
        x -= width(found.note, "Medium", sizes.dense) + 12
    hp = ((f"{found.buildings}/{found.goal}", "habitat_dome", "fig_building"), (str(found.mine), "mine", "fig_mine"))
    for words, word, role in () if found.note else hp:
        if (after := x - width(words, "Bold", sizes.number) - 50 * f) < least:
            break
        s.text((x, y), words, sizes.number, "ink", "rm")
        figure(s, word, (after + 28 * f, y), 34 * f, role, None)
        x = after
    s.text((92 * f, y), fitted(found.name, "Bold", size, round(x - 94 * f)), size, "soft" if found.note else "ink", "lm")
    return s


def moment(look: Theme, across: int, down: int, f: float, label: str, words: str) -> Canvas:
    """Draws the moment that decided the game."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.box((0, 0, across, down), fill="page")
    s.box((3, 3, across - 6, down - 6), 14, "legal", "legal_line", 4)
    room, small = across - 52, round(21 * f)
    size = largest(words, "Medium", tuple(round(n * f) for n in (30, 28, 26, 24, 21)), room)
    s.text((26, down * 0.29), fitted(label, "Bold", small, room), small, "ink", "lm")
    s.text((26, down * 0.68), fitted(words, "Medium", size, room), size, "ink", "lm", "Medium")
    return s


COLONY = (
    ("orbital_cannon", "building"), ("habitat_dome", "building"), ("heavy_walker", "warrior"), ("command_citadel", "building"), ("mine", "mine"),
    ("trooper", "warrior"), ("solar_array", "building"),
)  # fmt: skip
"""What stands on the cover."""


def cover(look: Theme, across: int, down: int, title: str) -> Canvas:
    """Draws the game's cover: a planet with a colony on it, others in the sky above."""
    land = Land(0, across, down, 262, 120, down, 150)
    s = piece(look, land, 0, 0, (across, down))
    size = largest(title, FACE, (92, 84, 76, 68, 60, 52), across - 60)
    for shift, role in ((4, "seat0"), (0, "ink")):
        s.text((across / 2 + shift, 78 + shift), title, size, role, "mm", FACE)
    for i, (word, kind) in enumerate(COLONY):
        x = across / 2 + (i - 3) * 136
        figure(s, word, (x, horizon(land, x) - 46), 120, f"fig_{kind}")
    return s
