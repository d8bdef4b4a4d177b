"""The end of a game on the stage: the planet of whoever won, the moment that decided it, how all came in."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.planetary_conquerors.ground import horizon, piece
from render.planetary_conquerors.icons import burst, figure, mark, wrecked
from render.planetary_conquerors.planet_headers import crown
from render.planetary_conquerors.side_boxes import FACE
from render.planetary_conquerors.stage_layout import Land
from render.stage import USUAL, WIDTH
from render.text import balanced, fitted, laid_out, largest, width
from render.theme import Theme

PLACE, MOMENT, LARGE_PLACE, LARGE_MOMENT = 68, 84, 80, 96
"""How high the lines of the ranking and of the decisive moment are, usually and in large type."""
LEAST, LARGEST = 40, 160.0
"""Figures are at least so large, or left out, and at most."""


class BannerKey(NamedTuple):
    """The banner of the end: the winners (seats, and who has `won` in words), why, how long it took if nothing else says it, and the figures on the
    planet."""

    seats: tuple[int, ...]
    won: str
    reason: str
    length: str
    figures: tuple[tuple[str, str], ...]


def banner(look: Theme, across: int, down: int, f: float, end: BannerKey) -> Canvas:
    """Draws a planet under the stars with the winner's buildings, and the winner's name above."""
    land = Land(end.seats[0], across, down, round(down * 0.8), round(down * 0.12), down)
    s = piece(look, land, 0, 0, (across, down))
    middle = across / 2
    marks = 44 * f * len(end.seats)
    size = largest(end.won, FACE, tuple(round(n * f) for n in (60, 52, 44, 36, 28)), round(across - 60 - marks))
    y = 16 * f + size / 2
    if down > 360 * f:
        crown(s, middle, 30 * f, 20 * f)
        y += 40 * f
    won = fitted(end.won, FACE, size, round(across - 40 - marks))
    left = middle - (width(won, FACE, size) + marks) / 2
    for n, seat in enumerate(end.seats):
        mark(s, left + (n + 0.4) * 44 * f, y, 15 * f, seat)
    s.text((left + marks, y), won, size, "ink", "lm", FACE)
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
    if end.length:
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
    """Draws a line of the final ranking; what doesn't fit beside the name is left out, and a broken mine stands for the note."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    first = found.place == "1"
    s.shade((0, 0, across, down), ("panel", "page"))
    s.box((3, 3, across - 6, down - 6), 14, None, f"seat{found.seat}" if first else "line", 5 if first else 2)
    y, sizes = down / 2, USUAL.times(f)
    s.text((34 * f, y), f"{found.place}.", sizes.number, "ink", "mm", FACE)
    mark(s, 70 * f, y, 13 * f, found.seat)
    x, size = across - 18 * f, sizes.number if first and across > WIDTH / 2 else sizes.dense
    least = 92 * f + min(width(found.name, "Bold", size), across * 0.36)
    if found.note and x - width(found.note, "Medium", sizes.dense) - 12 > 94 * f + width(found.name, "Bold", size):
        s.text((x, y), found.note, sizes.dense, "soft", "rm", "Medium")
        x -= width(found.note, "Medium", sizes.dense) + 12
    elif found.note:
        s.figure(wrecked("mine"), (x - 20 * f, y), 40 * f, "fig_tired", "edge")
        x -= 46 * f
    hp = ((f"{found.buildings}/{found.goal}", "habitat_dome", "fig_building"), (str(found.mine), "mine", "fig_mine"))
    for words, word, role in () if found.note else hp:
        if (after := x - width(words, "Bold", sizes.number) - 50 * f) < least:
            break
        s.text((x, y), words, sizes.number, "ink", "rm")
        figure(s, word, (after + 28 * f, y), 34 * f, role, None)
        x = after
    s.text((92 * f, y), fitted(found.name, "Bold", size, round(x - 94 * f)), size, "soft" if found.note else "ink", "lm")
    return s


class Strike(NamedTuple):
    """The blow that ended a game: of which card and type, how many HP it took, whose mine it struck."""

    card: str
    kind: str
    n: int
    seat: int


class MomentKey(NamedTuple):
    """The moment that decided a game: its title, what happened in words, how long the game took, and the blow if it was one."""

    title: str
    words: str
    length: str
    strike: Strike | None


def moment(look: Theme, across: int, down: int, f: float, told: MomentKey) -> Canvas:
    """Draws the moment that decided the game: who struck, and the mine that has fallen, beside its words."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.box((0, 0, across, down), fill="page")
    s.box((3, 3, across - 6, down - 6), 14, "legal", "legal_line", 4)
    left = 26.0
    if told.strike:
        side, y = down - 22.0, down / 2
        ends, middle = (left + side / 2, left + side * 2.75), left + side * 1.6
        figure(s, told.strike.card, (ends[0], y), side, f"fig_{told.strike.kind}" if told.strike.kind in FIGURES else "ink")
        s.figure(wrecked("mine"), (ends[1], y), side, "fig_tired", "edge")
        mark(s, ends[1] + side * 0.42, y - side * 0.34, 9 * f, told.strike.seat)
        s.line([(left + side * 1.06, y), (left + side * 2.1, y)], "attack", 5)
        s.polygon([(left + side * 2.24, y), (left + side * 2.02, y - 11 * f), (left + side * 2.02, y + 11 * f)], "attack")
        burst(s, (middle, y), 24 * f, f"−{told.strike.n}", "attack", round(USUAL.dense * f))
        left += side * 3.4
    room, small = round(across - 26 - left), round(21 * f)
    size = largest(told.words, "Medium", tuple(round(n * f) for n in (30, 28, 26, 24, 21)), room)
    if width(told.words, "Medium", size) > room:  # Two lines, without a title.
        rows = balanced(told.words, "Medium", size, room)
        s.lines((left, down / 2), (*rows[:1], fitted(" ".join(rows[1:]), "Medium", size, room)), (size, size * 1.2), "ink", "lm", "Medium")
        return s
    s.text((across - 26, down * 0.29), told.length, small, "ink", "rm")
    title = fitted(told.title, "Bold", small, room - round(width(told.length, "Bold", small)) - 16)
    s.text((left, down * 0.29), title, small, "ink", "lm")
    s.text((left, down * 0.67), told.words, size, "ink", "lm", "Medium")
    return s


FIGURES = ("building", "warrior", "miner", "mine")
"""The types of cards that have a role for their figures."""
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
