"""What stands beside a board of which something is chosen: what is asked, the values of a stone with their points, and the scores."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.canvas import PLAIN, Box, Canvas, Point
from render.monster_hex.ground import hex_mask
from render.monster_hex.side_boxes import portrait
from render.monster_hex.tiles import plate
from render.stage import Sizes
from render.text import balanced, font, wrapped
from render.theme import Theme

EDGE, GAP = 8, 6
"""The margin of a box, and what is left between plates, in pixels."""
ROW = 1.4
"""How high a row of scores is, beside the size of its letters."""
WIDE = 1.9
"""How wide the widest score is, a half point among two digits, beside the size of its letters."""
LEADING = 1.12
"""From one line of a question to the next, beside the size of its letters."""
VALUE = 150
"""How high the place of a value is at most."""
CHOOSER = 116
"""How high the place of who chooses one is, above them."""

Lying = tuple[tuple[int, int], str]
"""The corner of a tile in a hand, and its name, or "" where that is left out."""


def question_height(words: str, width: int, sizes: Sizes) -> int:
    """How high the box of a question is: two lines of large letters, or as many small ones as it needs."""
    return round(max(2 * sizes.number, len(wrapped(words, "Bold", sizes.label, width - 24)) * sizes.label) * LEADING + 18)


def question(look: Theme, size: tuple[int, int], sizes: Sizes, words: str) -> Canvas:
    """Draws what is asked on a plate of the colour of what can be chosen."""
    s = Canvas(size, look, PLAIN, grows=False)
    width, height = size
    s.box((3, 3, width - 6, height - 6), 14, "legal", "legal_line", 4)
    room = width - 24
    tries = sizes.number, sizes.dense, sizes.label
    fits = next((n for n in tries if not _cut(words, n, room) and len(wrapped(words, "Bold", n, room)) * n * LEADING <= height - 12), sizes.label)
    s.lines((width / 2, height / 2), balanced(words, "Bold", fits, room), (fits, fits * LEADING), "ink", "mm")
    return s


def _cut(words: str, size: int, room: int) -> bool:
    """Whether a word is too long for a line."""
    return any(row.endswith("…") for row in wrapped(words, "Bold", size, room))


def _columns(count: int, width: int, sizes: Sizes) -> int:
    """How many scores have room beside each other, in rows of equal length."""
    most = max(1, int((width - 2 * EDGE + GAP) // (sizes.number * WIDE + GAP)))
    return -(-count // -(-count // most))


def scores_height(count: int, width: int, sizes: Sizes) -> int:
    """How high the box for so many scores is."""
    rows = -(-count // _columns(count, width, sizes)) if count else 0
    return round(rows * sizes.number * ROW + (rows - 1) * GAP + 2 * EDGE) if rows else 0


def scores(look: Theme, size: tuple[int, int], sizes: Sizes, found: tuple[tuple[str, str], ...], own: str) -> Canvas:
    """Draws the score of each faction on a plate in its colour and its shape, framed for the viewer's `own` one."""
    s = Canvas(size, look, PLAIN, grows=False)
    s.panel((0, 0, *size))
    columns, high = _columns(len(found), size[0], sizes), sizes.number * ROW
    wide = (size[0] - 2 * EDGE - GAP * (columns - 1)) / columns
    for n, (faction, score) in enumerate(found):
        x, y = EDGE + n % columns * (wide + GAP), EDGE + n // columns * (high + GAP)
        plate(s, faction, (x + 6, y + 5, wide - 12, high - 8), faction or "stone")
        if faction and faction == own:
            plate(s, faction, (x + 6, y + 5, wide - 12, high - 8), "ink", 4)
        s.text((x + wide / 2, y + high / 2), score, sizes.number, f"{faction or 'stone'}_ink")
    return s


def held(look: Theme, size: tuple[int, int], sizes: Sizes, hexes: tuple[float, bool], lies: tuple[Lying, ...], room: Box) -> Canvas:
    """Draws the box of a hand around tiles on `hexes` of a radius, which may be flat; the names of those that have one lie in a `room` from their
    corners on."""
    s = Canvas(size, look, PLAIN, grows=False)
    s.panel((0, 0, *size))
    s.mask = Image.new("1", size, 1)
    left, top, wide, high = room
    letters = next((n for n in (sizes.number, sizes.dense) if not any(_cut(name, n, round(wide)) for _, name in lies)), sizes.label)
    for (x, y), name in lies:
        s.mask.paste(0, (x, y), hex_mask(*hexes))
        rows = balanced(name, "Bold", letters, round(wide)) if name else ()
        s.lines((x + left + wide / 2, y + top + high / 2), rows, (letters, letters * LEADING), "ink", "mm")
    return s


class Chooser(NamedTuple):
    """Who takes a value: its faction, and the strengths around the stone by faction, the highest first."""

    faction: str
    strengths: tuple[tuple[str, int], ...]


def values(look: Theme, size: tuple[int, int], sizes: Sizes, found: tuple[tuple[int, str, int], ...], chooser: Chooser) -> Canvas:
    """Draws who chooses, with the strengths around the stone, and the values that can be taken below each other: each on a plate of its colour, if it
    has one, beside it the points that it brings."""
    s = Canvas(size, look, PLAIN, grows=False)
    width, height = size
    s.panel((0, 0, width, height), "legal_line")
    _chooser(s, (width * 0.27, EDGE + CHOOSER / 2), sizes, chooser)
    top = EDGE + CHOOSER
    high = min(VALUE, (height - top - EDGE) / len(found))
    letters = round(min(sizes.headline * 1.3, high * 0.5, width * 0.26))
    for n, (value, faction, points) in enumerate(found):
        y = (top + height - EDGE) / 2 + (n - (len(found) - 1) / 2) * high
        side = letters * 1.3
        plate(s, faction, (width * 0.27 - side / 2, y - side / 2, side, side), faction or "stone_deep")
        s.text((width * 0.27, y), str(value), letters, f"{faction or 'stone'}_ink")
        words, small = f"+{points}", min(letters, 44)
        wide = font("Bold", small).getlength(words) + small * 0.5
        s.box((width * 0.7 - wide / 2, y - small * 0.64, wide, small * 1.28), small * 0.3, "best_fill", "best", 3)
        s.text((width * 0.7, y), words, small, "ink")
    return s


def _chooser(s: Canvas, at: Point, sizes: Sizes, chooser: Chooser) -> None:
    """Draws the portrait of who chooses around a point, and right of it the two highest strengths, its own one framed."""
    art = min(CHOOSER - 8.0, s.size[0] * 0.44)
    portrait(s, at, art, chooser.faction)
    high, x, wide = (CHOOSER - 2 * GAP) / 2, s.size[0] * 0.7, s.size[0] * 0.32
    for n, (faction, strength) in enumerate(chooser.strengths[:2]):
        y = at[1] + (n - (len(chooser.strengths[:2]) - 1) / 2) * high
        box = (x - wide / 2, y - high * 0.38, wide, high * 0.76)
        plate(s, faction, box, faction or "stone")
        if faction == chooser.faction:
            plate(s, faction, box, "ink", 4)
        s.text((x, y), str(strength), min(sizes.number, round(high * 0.7)), f"{faction or 'stone'}_ink")
