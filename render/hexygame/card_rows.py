"""Cards as rows beside the map, where several are held: name, cost, and what lacks for a card, or its numbers."""

from __future__ import annotations

from render.art import mask
from render.canvas import PLAIN, Box, Canvas, Point
from render.cards import Art
from render.hand_cards import HeldKey, times
from render.text import fitted, largest, named, wrapped
from render.text import width as width_of
from render.theme import Theme

ONE_ROW, PICTURE = 64, 0.24
"""Up to this height a row has neither note nor numbers below its name; how much of its width its picture has at most."""
NAMES, COPIES, NOTE = (26, 24, 22, 20, 18, 16, 14), 20, (20, 18, 16)
"""The sizes of a name, of a number of copies, and of a note."""
NUMBER = 58
"""How wide a number is at most."""


def card_row(art: Art, look: Theme, width: int, height: int, card: HeldKey, f: float) -> Canvas:
    """A card in a row: its picture, its name, and its cost; where it is high enough below these its note, or its numbers, as far as
    they have room, and the cost there where it has none beside the name."""
    s = Canvas((width, height), look, PLAIN, grows=False)
    s.box((3, 3, width - 6, height - 6), 10, "panel", "legal_line" if card.able else "line", 5 if card.able else 2)
    side, shown = min(height - 14.0, width * PICTURE), card.shown
    s.box((7, 7, side, height - 14), 8, art.off if card.off else f"{art.role(shown.colour)}_deep")
    s.figure(mask(art.game, shown.word), (7 + side / 2, height / 2), side * 0.86, "plate")
    left, r = 15.0 + side, min(13 * f, 0.21 * height)
    costs = len(art.parts(shown.price)) * (2 * r + 6)
    copies = width_of(f"{card.n}×", "Bold", round(COPIES * f)) + 8 if card.n > 1 else 0.0
    room, sizes = width - left - 12, times(NAMES, f)
    high, y, at = float(height), height / 2, height / 2
    if height > ONE_ROW:
        beside = copies + width_of(shown.name, "Bold", round(COPIES * f)) <= room - costs
        note = _note_rows(card.note, (room - costs, height * 0.45), f)
        if card.note or shown.numbers or not beside:
            high, y, at = height * 0.5, height * 0.31, height * 0.69
            sizes = tuple(size for size in sizes if size <= high * 0.85)
        if card.note:
            beside = not note[1]
            note = note if note[1] else _note_rows(card.note, (room, height * 0.45), f)
            rows = note[1] or (fitted(card.note, "Medium", note[0], round(room)),)
            s.lines((left, at), rows, (note[0], note[0] * 1.05), "accent", "lm", "Medium")
        elif shown.numbers and beside:
            _numbers(s, art, card, (left, at - 0.19 * height, room, 0.38 * height), f)
        at = y if beside else at
        costs = costs if beside else 0
    if copies:
        s.text((left, y), f"{card.n}×", round(COPIES * f), "ink", "lm")
    two = tuple(size for size in sizes if size * 2.1 <= high - 6) or (round((high - 6) / 2.1),)
    one = tuple(size for size in sizes if size >= two[0])  # Two lines before small letters.
    size, rows = named(shown.name, "Bold", one, two, round(room + 2 - copies - costs))
    s.lines((left + copies, y), rows, (size, size * 1.04), "soft" if card.off else "ink", "lm")
    art.cost_on(s, width - 9, at, r, shown.price)
    return s


def _note_rows(note: str, room: Point, f: float) -> tuple[int, tuple[str, ...]]:
    """The size and the lines of a note, none where it has no room."""
    size = largest(note, "Medium", times(NOTE, f), round(room[0]))
    rows = wrapped(note, "Medium", size, round(room[0]))
    return size, rows if len(rows) * size * 1.05 <= room[1] and not any(row.endswith("…") for row in rows) else ()


def _numbers(s: Canvas, art: Art, card: HeldKey, box: Box, f: float) -> None:
    """Draws the numbers of a card in a row."""
    left, top, width, high = box
    wide = min(NUMBER * f, (width + 4) / len(card.shown.numbers) - 4)
    for n, (what, value) in enumerate(card.shown.numbers):
        art.number(s, (left + n * (wide + 4), top, wide, high), what, value)
