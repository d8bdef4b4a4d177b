"""The end of a game: the planet of whoever won, how all came in, the moment that decided it."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.planetary_conquerors.icons import figure, mark, named, progress
from render.planetary_conquerors.planet_headers import crown
from render.planetary_conquerors.planets import stars
from render.text import laid_out, wrapped
from render.theme import Theme

BANNER, PLACE = 450, 84
MOMENT = 28


class BannerKey(NamedTuple):
    """The banner of the end: who has won (seats and names), why, how long it took, and which figures stand on the planet."""

    seats: tuple[int, ...]
    names: str
    reason: str
    length: str
    figures: tuple[tuple[str, str], ...]


def banner(look: Theme, width: int, height: int, end: BannerKey) -> Canvas:
    """A planet under the stars with the winner's buildings on it, and over it who has won."""
    s = Canvas((width, height), look, PLAIN)
    seat = end.seats[0]
    s.shade((0, 0, width, height), ("sky_high", "sky_low", f"haze{seat}"))
    for sky in range(3):
        stars(s, 0, 10 + sky, 240, (90, 62, width - 180, 146))
    centre, radius = (width / 2, 1745.0), 1400.0
    s.ellipse(centre, radius + 12, f"haze{seat}")
    s.ellipse(centre, radius, f"seat{seat}")
    s.ellipse(centre, radius - 8, "rock")
    for i, (word, kind) in enumerate(end.figures):
        across = width / 2 + (i - (len(end.figures) - 1) / 2) * 128
        top = centre[1] - (radius**2 - (across - centre[0]) ** 2) ** 0.5
        figure(s, word, (across, top - 44), 104, f"fig_{kind}")
    crown(s, width / 2, 40, 28)
    named(s, end.names, (40, 66, width - 80, 76), "ink", (64, 56, 48, 40, 34, 30, 26))
    size, lines = laid_out(end.reason, width - 120, 80, (32, 30, 28, 26, 24))
    for i, row in enumerate(lines):
        s.text((width / 2, 168 + i * size * 1.15), row, size, "ink")
    s.text((width / 2, height - 26), end.length, 30, "ink")
    return s


class PlaceKey(NamedTuple):
    """How a seat came in: its place, name, HP of mine and planet; a note where its mine has fallen."""

    place: str
    seat: int
    name: str
    mine: int
    most: int
    buildings: int
    goal: int
    note: str


def place(look: Theme, width: int, height: int, found: PlaceKey) -> Canvas:
    """A line of the final ranking."""
    s = Canvas((width, height), look, PLAIN)
    first = found.place == "1"
    s.box((8, 4, width - 16, height - 8), 14, "panel", f"seat{found.seat}" if first else "line", 5 if first else 2)
    y = height / 2
    s.text((44, y), f"{found.place}.", 36, "ink" if first else "soft")
    mark(s, 94, y, 16, found.seat)
    size, lines = laid_out(found.name, 306, height - 20, (32, 29, 26, 23, 20, 18, 16))
    s.lines((124, y), lines, (size, size * 1.04), "ink")
    if found.note:
        s.text((width - 30, y), found.note, 28, "soft", "rm", "Medium")
        return s
    progress(s, (458, width - 28), y, found.seat, ((found.mine, found.most), (found.buildings, found.goal)))
    return s


def moment_rows(words: str) -> tuple[str, ...]:
    """The sentence about the decisive moment, as lines."""
    return wrapped(words, "Medium", MOMENT, 900)


def moment(look: Theme, width: int, height: int, label: str, words: str) -> Canvas:
    """The lines on what decided the game."""
    s = Canvas((width, height), look, PLAIN)
    s.box((8, 4, width - 16, height - 8), 14, "legal", "legal_line", 4)
    s.text((34, 32), label, 28, "ink", "lm")
    for i, row in enumerate(moment_rows(words)):
        s.text((34, 72 + i * 36), row, MOMENT, "ink", "lm", "Medium")
    return s
