"""Everything around the map: seats with their energy and their way to victory, the stack, what has just happened, and the end."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Frame
from render.cards import TEXT_ONLY
from render.hexygame.icons import bolt, energy, figure, mark, picture, star
from render.text import fitted, font, largest, named
from render.theme import Theme

NAME, ZONES, ENERGY, TRACK = 66, 44, 48, 30
"""The heights of the parts of a seat's panel."""
DICE = 124
"""The width of the Winning Dice at the end of its head."""
WINNING = 12
SIZES, TWO_LINES = (32, 29, 26, 24), (22, 20, 18, 16)
"""Of a seat's name in one line, and in two."""
ZONE = ("hand", "library", "grave")
"""The pictures of a seat's zones."""
PICTURE = 132
"""The width of the part of an item of the stack that shows its card and whose it is."""
LINE = 25
"""The size of a line about what has just happened."""
SIGN = 66
"""How wide the sign beside it is."""
SAID = 27
"""The size of the lines below who has won."""


class Head(NamedTuple):
    """The head of a seat's panel: the seat, its name, and whether it is their turn."""

    seat: int
    words: str
    active: bool


def head(look: Theme, width: int, height: int, frame: Frame, whose: Head) -> Canvas:
    """The head of a seat's panel: mark and name, on the seat's colour while it is its turn."""
    seat, words, active = whose
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    if active:
        s.shade((6, 6, width + 20, height - 8), (f"seat{seat}", f"seat{seat}_deep"), 11)
    mark(s, 36, height / 2, 15, seat)
    size, lines = named(words, "Bold", SIZES, TWO_LINES, width - 70)
    s.lines((64, height / 2), lines, (size, size * 1.12), "plate" if active else "ink")
    return s


def dice(look: Theme, width: int, height: int, frame: Frame, active: int | None, n: int) -> Canvas:
    """The Winning Dice, at the end of the head of a seat's panel; `active` is the seat while it is its turn."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    if active is not None:
        s.shade((-30, 6, width + 24, height - 8), (f"seat{active}", f"seat{active}_deep"), 11)
    s.box((0, 11, width - 18, height - 20), 12, "gold")
    star(s, 32, height / 2 + 1, 18, "edge")
    s.text((width - 54, height / 2 + 2), str(n), 38, "edge")
    return s


def zones(look: Theme, width: int, height: int, frame: Frame, counts: tuple[int, ...]) -> Canvas:
    """How many cards a seat has in its hand, its library and its graveyard."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    step = (width - 40) / len(counts)
    for i, (zone, n) in enumerate(zip(ZONE, counts, strict=True)):
        x = 40 + step * i
        picture(s, x, height / 2, 32, zone, "soft")
        s.text((x + 26, height / 2), str(n), 28, "ink", "lm")
    return s


class Energy(NamedTuple):
    """The energy of a seat: what its buildings could give, as letters, and what is in its pool; `none` says that there is neither."""

    sources: str
    pool: str
    none: str


def energies(look: Theme, width: int, height: int, frame: Frame, given: Energy) -> Canvas:
    """A seat's energy: its sources at the left, its pool at the right."""
    sources, pool, none = given
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    y = height / 2
    if not sources and not pool:
        s.text((24, y), fitted(none, "Medium", 24, width - 40), 24, "soft", "lm", "Medium")
        return s
    room = width - 40
    wells, held = _counted(sources), _counted(pool)
    needed = sum(_wide(n) for _, n in wells) + (40 if wells else 0) + (sum(_wide(n) for _, n in held) + 54 if held else 0)
    k = min(1.0, room / needed)
    x = 22.0
    if wells:
        picture(s, x + 18 * k, y, 32 * k, "potency", "soft")
        x = _chips(s, x + 40 * k, y, k, wells)
    if held:
        wide = (sum(_wide(n) for _, n in held) + 44) * k
        left = width - 18 - wide
        s.box((left, y - 20, wide, 40), 20, "legal", "gold", 2.5)
        bolt(s, left + 22 * k, y, 16 * k, "gold")
        _chips(s, left + 40 * k, y, k, held)
    return s


def _counted(letters: str) -> list[tuple[str, int]]:
    return [(c, letters.count(c)) for c in dict.fromkeys(letters)]


def _wide(n: int) -> int:
    """How wide an energy with its number is; one alone goes without."""
    return 36 if n == 1 else 60 if n < 10 else 74


def _chips(s: Canvas, x: float, y: float, k: float, counted: list[tuple[str, int]]) -> float:
    for letter, n in counted:
        energy(s, x + 15 * k, y, 15 * k, letter)
        if n > 1:
            s.text((x + 33 * k, y), str(n), 26 * k, "ink", "lm")
        x += _wide(n) * k
    return x


def track(look: Theme, width: int, height: int, frame: Frame, n: int) -> Canvas:
    """How far a seat is on its way to twelve."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    step = (width - 44) / WINNING
    for i in range(WINNING):
        s.box((22 + step * i + 2, 4, step - 4, 12), 5, "gold" if i < n else "line")
    return s


# The stack, and what has just happened


def shown(look: Theme, width: int, height: int, place_of: tuple[int, int], seat: int, word: str) -> Canvas:
    """An item of the stack: its place among how many (1 resolves next), whose it is, and its picture."""
    place, of = place_of
    s = Canvas((width, height), look, PLAIN)
    s.box((12, 3, width + 40, height - 6), 12, "panel", f"seat{seat}", 5 if place == 1 else 2)
    side = height - 20
    s.box((24, 10, side, side), 10, f"seat{seat}")
    figure(s, 24 + side / 2, height / 2, side * 0.8, word, "plate")
    if of > 1:
        s.text((width - 24, height / 2), str(place), 30, "ink")
    else:
        mark(s, width - 24, height / 2, 12, seat)
    return s


def item(look: Theme, width: int, height: int, first: bool, seat: int, lines: tuple[str, str]) -> Canvas:
    """The text of an item of the stack, in one line or two."""
    words, more = lines
    s = Canvas((width, height), look, TEXT_ONLY)
    s.box((-40, 3, width + 27, height - 7), 0, "panel", f"seat{seat}", 5 if first else 2)
    room = width - 34
    size = largest(words, "Bold", (28, 26, 24, 22, 20), room)
    s.text((8, height * (0.32 if more else 0.5)), fitted(words, "Bold", size, room), size, "ink", "lm")
    if more:
        small = largest(more, "Medium", (25, 23, 21, 20), room)
        s.text((8, height * 0.7), fitted(more, "Medium", small, room), small, "soft", "lm", "Medium")
    return s


def told(look: Theme, width: int, height: int, words: str, last: bool) -> Canvas:
    """A line about what has just happened."""
    s = Canvas((width, height), look, TEXT_ONLY)
    s.text((0, height / 2), words, LINE, "ink" if last else "soft", "lm", "Medium")
    return s


def sign(look: Theme, width: int, height: int, word: str, last: bool) -> Canvas:
    """The sign for the kind of an event, beside its line."""
    s = Canvas((width, height), look, PLAIN)
    picture(s, 36, height / 2, 30, word, "accent" if last else "soft")
    return s


def caption(look: Theme, width: int, height: int, words: str) -> Canvas:
    """The caption of a part of the picture."""
    s = Canvas((width, height), look, TEXT_ONLY)
    s.text((18, height / 2), words, 26, "soft", "lm", "Medium")
    s.line([(18 + font("Medium", 26).getlength(words) + 16, height / 2), (width - 18, height / 2)], "line", 2)
    return s


# The end


def banner(look: Theme, width: int, height: int, seat: int | None, sign: str, words: tuple[str, ...]) -> Canvas:
    """The banner of the end: who has won, why, and how long it took; no seat for a draw."""
    title, *lines = words
    s = Canvas((width, height), look, PLAIN)
    roles = (f"seat{seat}_deep", f"seat{seat}") if seat is not None else ("grey_deep", "grey")
    s.glow((8, 4, width - 16, height - 8), roles, 22, light=(0.16, 0.5))
    s.box((8, 4, width - 16, height - 8), 22, None, "gold", 5)
    figure(s, 158, height / 2, height * 0.78, sign, "gold")
    room = width - 330
    size = largest(title, "Bold", (64, 56, 48, 42, 36, 30, 26, 22), room)
    below = len(lines) * 36
    y = (height - below - size) / 2
    s.text((298, y + size / 2), fitted(title, "Bold", size, room), size, "plate", "lm")
    for i, line in enumerate(lines):
        s.text((298, y + size + 26 + 36 * i), line, SAID, "plate", "lm", "Medium")
    return s
