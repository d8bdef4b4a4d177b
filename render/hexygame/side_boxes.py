"""Beside the map: seats with their energy and their way to victory, and the end; the turn is in `turn_box`, acts are in `act_boxes`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import PLAIN, Canvas, Frame, Point
from render.hexgrid import outline
from render.hexygame.ground import ROUND
from render.hexygame.icons import bolt, energy, figure, flag, mark, picture, star
from render.stage import TURN, USUAL, WAITS, factor_in
from render.text import balanced, fitted, font, largest, width, wrapped
from render.theme import Theme

WINNING = 12
MASKS = 32
"""So many panels and parts of panels are kept, with nothing on them, which have the same places on all stages; and so many of their masks."""
NAMES = (28, 26, 24, 22)
"""Of a seat's name in one line; else it has two of the least size."""
TWO_ROWS, BORDER = 53, 6
"""How much of a panel two rows of numbers take at most, and how wide its frame is, which nothing may touch."""
ZONE = ("hand", "library", "grave")
"""The pictures of a seat's zones."""
CENTRE = "centre"
"""The sign of the Centre, which is a star as on the map."""
CAPITAL = 0.85
"""How high a row of numbers is at least beside the size of its letters."""
LEADING = 1.22
"""From line to line, as a share of the size."""


def canvas(look: Theme, size: tuple[int, int], frame: Frame | None = None, scale: int = PLAIN) -> Canvas:
    """A panel with round corners, or a part of one."""
    return _panel(look, size, frame, scale).copy()


@lru_cache(MASKS)
def _panel(look: Theme, size: tuple[int, int], frame: Frame | None, scale: int) -> Canvas:
    s = Canvas(size, look, scale, grows=False)
    of = frame or Frame(0, 0, size)
    s.mask = _rounded(size, (-of.left, -of.top, of.size[0] - of.left - 1, of.size[1] - of.top - 1))
    if frame:
        s.part(frame)
    return s


@lru_cache(MASKS)
def _rounded(size: tuple[int, int], box: tuple[int, int, int, int]) -> Image.Image:
    """A mask of the part of a box with round corners that lies in a picture."""
    found = Image.new("1", size)
    ImageDraw.Draw(found).rounded_rectangle(box, ROUND, fill=1)
    return found


# A seat


class Head(NamedTuple):
    """The head of a seat's panel: the seat, its name whole and in short, its Winning Dice where they are there; the sign for the turn, or for who has
    won; and the size of letters of the whole name, 0 for as large as it has room."""

    seat: int
    names: tuple[str, str]
    dice: int
    sign: str
    size: int = 0


def alike(heads: Sequence[Head], wide: int, k: float) -> list[Head]:
    """The heads of both panels with names in one size: whole, or all in short, if they have room in one line so."""
    for form in (0, 1):
        fits = [[n for n in NAMES if width(head.names[form], "Bold", round(n * k)) <= _name_room(head, wide, k)] for head in heads]
        if all(fits):
            size = round(min(map(max, fits)) * k)
            return [head._replace(names=(head.names[form],) * 2, size=size) for head in heads]
    return list(heads)


def _name_room(of: Head, wide: int, k: float) -> int:
    """How wide a name in the head of a panel can be."""
    dice = _dice_width(k, of.dice) + 8 if of.dice else 0
    return round(wide - 12 - dice - (68 if of.sign else 44) * k)


def head(look: Theme, wide: int, high: int, frame: Frame, of: Head) -> Canvas:
    """The head of a seat's panel: its mark, the sign of the turn, its name, and the Winning Dice."""
    k = factor_in(look)
    s = canvas(look, (wide, high), frame)
    inner = 6
    lit = f"seat{of.seat}" if of.sign else f"seat{of.seat}_deep"  # Whose turn it is not stands back.
    s.glow((inner, inner, wide - 2 * inner, high + inner), [f"seat{of.seat}_deep", lit], 11, light=(0.9, 0.4))
    y = (high + inner / 2) / 2
    mark(s, 25 * k, y, 11 * k, of.seat)
    left = 44 * k
    if of.sign:
        _sign(s, (left + 8 * k, y), 10 * k, of.sign)
        left += 24 * k
    if of.dice:
        _dice(s, wide - 12.0, (inner + 6, high - 2 * inner - 6), k, of.dice)
    rows: tuple[str, ...] = of.names[:1]
    size = of.size
    for name in () if size else of.names:
        size, rows = _named(name, k, _name_room(of, wide, k), high)
        if not rows[-1].endswith("…"):
            break
    s.lines((left, y), rows, (size, size * LEADING), "plate")
    return s


def _named(name: str, k: float, room: int, high: int) -> tuple[int, tuple[str, ...]]:
    """The size and the lines of a name in the head of a panel."""
    size = largest(name, "Bold", tuple(round(n * k) for n in NAMES), room)
    rows = wrapped(name, "Bold", size, room)
    if len(rows) > 1 or rows[0].endswith("…"):
        size = round(USUAL.label * k)
        rows = two_rows(name, size, room) if 2 * size * LEADING < high else (fitted(name, "Bold", size, room),)
    return size, rows


def _dice(s: Canvas, right: float, box: tuple[float, float], k: float, n: int) -> float:
    """The Winning Dice, in a box that ends at a place to the right, from a top on so high; returns how wide it is."""
    number, wide, (top, high) = round(USUAL.headline * k), _dice_width(k, n), box
    face = wide - 42 * k
    s.box((right - wide, top, wide, high), 10, "gold")
    y = top + high / 2
    star(s, right - wide + 19 * k, y, 15 * k, "edge")
    s.text((right - 8 * k - face / 2, y), str(n), number, "edge")
    return wide


def _dice_width(k: float, n: int) -> float:
    """The width of the box of the Winning Dice."""
    return 42 * k + width(str(n), "Bold", round(USUAL.headline * k))


def two_rows(name: str, size: int, room: int) -> tuple[str, ...]:
    """A name in at most two lines: what has no room in them is cut with an ellipsis."""
    rows = wrapped(name, "Bold", size, room)
    return rows if len(rows) < 3 else (rows[0], fitted(" ".join((rows[1].rstrip("…"), *rows[2:])), "Bold", size, room))


def _sign(s: Canvas, at: Point, r: float, sign: str) -> None:
    """A filled triangle for whom the game waits for, an empty one for who has the turn, a star for who has won."""
    x, y = at
    corners = [(x - 0.75 * r, y - r), (x + r, y), (x - 0.75 * r, y + r)]
    if sign == WAITS:
        s.polygon(corners, "plate", "plate", 2.2)
    elif sign == TURN:
        s.polygon(corners, None, "plate", 2.2)
    else:
        star(s, x, y, r * 1.15, "gold")


def zones(look: Theme, wide: int, high: int, frame: Frame, counts: tuple[int, ...], dice: int) -> Canvas:
    """Draws the numbers of cards in a seat's hand, library and graveyard, as far as they fit beside the Winning Dice, if that is here."""
    k = factor_in(look)
    s = canvas(look, (wide, high), frame)
    right, high = wide - 14.0, min(high, round(TWO_ROWS * k))
    if dice:
        right -= _dice(s, right, (6, high - 8), k, dice) + 6
    size, rows = round(USUAL.number * k), 2 if high > 2 * USUAL.number * k * CAPITAL else 1
    step = (wide - 20) / len(counts)
    for i, (zone, n) in enumerate(zip(ZONE, counts, strict=True)):
        x, y = 12 + step * (i // rows), high * (i % rows + 0.5) / rows + 2
        if zone == "grave" and not n:
            continue
        if x + 36 * k + width(str(n), "Bold", size) <= right:
            picture(s, x + 16 * k, y, 30 * k, zone, "soft")
            s.text((x + 35 * k, y), str(n), size, "ink", "lm")
    return s


class Energy(NamedTuple):
    """The energy of a seat, as letters: what its buildings could give, and what is in its pool."""

    sources: str
    pool: str


def energies(look: Theme, wide: int, high: int, frame: Frame, given: Energy) -> Canvas:
    """A seat's energy: its sources at the left, its pool at the right; where there are too many colours for the room, how much it is in all."""
    k = factor_in(look)
    s = canvas(look, (wide, high), frame)
    y, room, most = (high - BORDER) / 2 + 1, wide - 24 * k, high - 1.5 * BORDER
    wells, held = _counted(given.sources), _counted(given.pool)
    for found in ((wells, held), (_sum(wells), held), (_sum(wells), _sum(held))):
        wells, held = found
        if sum(map(_wide, wells)) + sum(map(_wide, held)) + (36 if wells else 0) + (40 if held else 0) <= room / k:
            break
    if wells:
        picture(s, 28 * k, y, min(28 * k, most), "potency", "soft")
        _chips(s, 44 * k, y, k, wells, "ink")
    if held:
        box = (sum(map(_wide, held)) + 36) * k
        left = wide - 14 - box
        tall = min(35 * k, most)
        s.box((left, y - tall / 2, box, tall), tall / 2, "edge", "plate", 2)
        bolt(s, left + 16 * k, y, 12 * k, "plate")
        _chips(s, left + 29 * k, y, k, held, "plate")
    return s


def _counted(letters: str) -> list[tuple[str, int]]:
    return [(c, letters.count(c)) for c in dict.fromkeys(letters)]


def _sum(counted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """All of it, of no colour."""
    return [("", sum(n for _, n in counted))] if counted else []


def _wide(one: tuple[str, int]) -> float:
    """The width of an energy sign with its number; a single one has no number."""
    letter, n = one
    return (35 if letter else 0) + (font("Bold", USUAL.dense).getlength(str(n)) + 6 if n > 1 or not letter else 0)


def _chips(s: Canvas, x: float, y: float, k: float, counted: list[tuple[str, int]], role: str) -> None:
    for letter, n in counted:
        if letter:
            energy(s, x + 15.8 * k, y, min(15.8 * k, s.size[1] / 2 - 0.75 * BORDER), letter, USUAL.label * k)
        if n > 1 or not letter:
            s.text((x + (34 if letter else 0) * k, y), str(n), round(USUAL.dense * k), role, "lm")
        x += _wide((letter, n)) * k


def track(look: Theme, wide: int, high: int, frame: Frame, n: int) -> Canvas:
    """Draws how far a seat is on its way to twelve."""
    s = canvas(look, (wide, high), frame)
    step = (wide - 28) / WINNING
    for i in range(WINNING):
        done = i < n
        s.box((14 + step * i + 1, high / 2 - 11, step - 2, 18), 5, "gold" if done else None, "edge" if done else "soft", 1.5)
    return s


# Words in boxes


def kept(rows: list[str], most: int, weight: str, size: int, room: int) -> list[str]:
    """So many of the lines, the last one with an ellipsis where more of them would follow."""
    return rows if len(rows) <= most else [*rows[: most - 1], fitted(" ".join(rows[most - 1 :]), weight, size, room)] if most > 0 else []


def letters(k: float) -> tuple[int, ...]:
    """The sizes of letters of what is told, the largest first."""
    return (*((30, 28) if k == 1 else ()), *(round(n * k) for n in (26, 24, 22, USUAL.label)))


def line_height(size: int) -> float:
    """From line to line of what has just happened."""
    return round(size * LEADING)


# The end


LEAST_ART, MOST_ART = 104, 190
"""How large the picture of what decided the game is."""


class End(NamedTuple):
    """The end: whose seat has won, None for a draw; the picture of what decided it, and whether that is a card on the map; who has won, with the name
    whole and in short, and why."""

    seat: int | None
    sign: str
    stands: bool
    titles: tuple[str, ...]
    why: str


def banner(look: Theme, wide: int, high: int, end: End) -> Canvas:
    """The end: what decided it, who has won, and why."""
    k = factor_in(look)
    s = canvas(look, (wide, high))
    roles = (f"seat{end.seat}_deep", f"seat{end.seat}") if end.seat is not None else ("grey_deep", "grey")
    s.glow((0, 0, wide, high), roles, ROUND, light=(0.5, 0.2))
    s.box((0, 0, wide, high), ROUND, None, "gold", 5)
    room, free = wide - 36, high - 30
    found = [_title(title, k, (room, free * 0.42)) for title in end.titles]
    face, size, rows = next((title for title in found if title[0] == "Inscription"), found[-1])
    free -= round(len(rows) * size * LEADING)
    for label in letters(k):
        said = list(balanced(end.why, "Medium", label, room))
        if len(said) * label * LEADING <= free - LEAST_ART / k and not any(row.endswith("…") for row in said):
            break
    said = kept(said, int(free / (label * LEADING)), "Medium", label, room)
    free -= round(len(said) * label * LEADING)
    art = min(free, MOST_ART)
    y = 15 + (free - art) / 2
    if art >= 40:
        _decided(s, (wide / 2, y + art / 2), art, end)
        y += art
    for row in rows:
        s.text((wide / 2, y + size * 0.6), row, size, "plate", weight=face)
        y += size * LEADING
    for row in said:
        s.text((wide / 2, y + label * 0.6), row, label, "plate", weight="Medium")
        y += label * LEADING
    return s


def _decided(s: Canvas, at: Point, size: float, end: End) -> None:
    """Draws what decided the game: a card on its hex beside the Flag that it has taken, or a sign."""
    if not end.stands:
        emblem(s, at, size * 0.94, end.sign, "gold")
        return
    s.polygon(outline(size / 2, *at), "edge", "gold", 5)
    figure(s, *at, size * 0.7, end.sign, "plate")
    if end.seat is not None:
        flag(s, at[0] + size * 0.34, at[1] + size * 0.34, size * 0.15, f"seat{1 - end.seat}_glow", 2)


def emblem(s: Canvas, at: Point, size: float, sign: str, role: str) -> None:
    """Draws the picture of a card or a sign; of the Centre a star, as on the map."""
    if sign == CENTRE:
        star(s, *at, size / 2, role)
    else:
        figure(s, *at, size, sign, role)


def _title(title: str, k: float, box: tuple[float, float]) -> tuple[str, int, tuple[str, ...]]:
    """The face, the size and the lines of a title in a box: as large as it fits into two lines; a long name into three."""
    words = title.split()
    room, high = round(box[0]), box[1]
    for size in (round(n * k) for n in (44, 40, 36, 32, 28)):
        for n in range(len(words), len(words) // 2 - 1, -1):
            rows = tuple(" ".join(row) for row in (words[:n], words[n:]) if row)
            if len(rows) * size * LEADING <= high and all(width(row, "Inscription", size) <= room for row in rows):
                return "Inscription", size, rows
    for size in (round(n * k) for n in (28, 26, 24, 22)):
        rows = wrapped(title, "Bold", size, room)
        if len(rows) <= 3 and len(rows) * size * LEADING <= high and not any(row.endswith("…") for row in rows):
            return "Bold", size, rows
    size = round(USUAL.label * k)
    return "Bold", size, tuple(kept(list(wrapped(title, "Bold", size, room)), min(3, int(high / (size * LEADING))), "Bold", size, room))
