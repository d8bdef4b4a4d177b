"""A card in the low picture of a hand: its name and cost on its colour, its picture, its numbers, and as much of its text as there is room for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from render.art import mask
from render.canvas import PLAIN, Box, Canvas, Key, Point, Scene
from render.cards import LEADING, Art, ShownCard
from render.hand_strip import strip
from render.stage import factor_in
from render.text import fitted, font, largest, named, wrapped
from render.text import width as width_of
from render.theme import Theme

C = TypeVar("C", bound=Hashable)

HEAD = 42
NAMES, TWO_LINES = (24, 22, 20), (20, 19, 18, 17, 16, 15)
"""The sizes of a name in one line, and in two."""
NUMBERS = ((86, 60), (72, 50), (58, 40), (46, 30), (38, 26))
"""The size of a number, and those where there would else be too little room for the text or a note."""
FEW_ZOOM = 1.8
"""How many times as large all is on one or two cards in a low picture."""
LEAST = 2
"""So many lines of the text are there in any case, in a hand of a few cards."""
TEXT, NOTE, NOTED = 20, (20, 18, 16), 1.3
"""The size of a text, those of a note, and how many times as large that is at most."""
ROW, ROW_NAME, ROW_NAMES, ROW_ROOM = (60, 400), 28, (26, 24, 22, 20, 18, 16, 14), 150
"""A row that is lower than that, or shorter, has no numbers and no text; how high the line of the name is, its sizes, and how wide its room at least
beside numbers."""
ROW_TEXT, ROW_LEADING = (24, 22, 20), 1.14
"""The sizes of a text in a row, of which the last one is that of the number of copies, and how far its lines are apart, in that."""
PICTURES = (0.34, 0.25, 0)
"""How much of a card's width its picture has: less where else its text would be cut."""
SHARES = (1.6, 1.4, 1.2, 1, 0.85, 0.7)
"""How large a text is beside its usual size."""


class HeldKey(NamedTuple):
    """So many of a card; whether it can be played now (`able`), cannot (`off`), or that is not the question; which of its numbers counts now; and a
    note, such as what is lacking for it."""

    shown: ShownCard
    n: int = 1
    able: bool = False
    off: bool = False
    wanted: str = ""
    note: str = ""


def held(art: Art, look: Theme, width: int, height: int, card: HeldKey, zoom: float = 1) -> Canvas:
    """A card that is held; all on it is `zoom` times as large."""
    shown, role = card.shown, art.role(card.shown.colour)
    if card.off:
        art = art._replace(numbers=dict.fromkeys(art.numbers, art.off))
    s = Canvas((width, height), look, PLAIN, grows=zoom == 1)
    head = min(HEAD * zoom, height * 0.4)
    s.box((3, 3, width - 6, height - 6), 14, "panel", "legal_line" if card.able else "line", 6 if card.able else 3)
    if card.off:
        s.box((9, 9, width - 18, head), 10, art.off)
    else:
        s.shade((9, 9, width - 18, head), (role, f"{role}_deep"), 10)
    begin = 9 + 9 * zoom + _copies(s, card.n, (9 + 9 * zoom, 9 + head / 2), round(NAMES[0] * zoom))
    room = round(width - 9 - 9 * zoom - begin - 32 * zoom * len(art.parts(shown.price)))
    two = tuple(size for size in times(TWO_LINES, zoom) if size * 2.1 <= head) or (round(head / 2.1),)
    size, rows = named(shown.name, "Bold", _larger_than(two[0], times(NAMES, zoom)), two, room)
    s.lines((begin, 9 + head / 2), rows, (size, size * 1.08), "plate", "lm")
    if shown.numbers or shown.text:
        art.cost_on(s, width - 9 - 8 * zoom, 9 + head / 2, 13 * zoom, shown.price)
    top, low = head + 14, height - 11
    bare = not (shown.numbers or shown.text)
    costs = len(art.parts(shown.price))
    sides = [min(round(width * share), low - top) for share in ((0.45 if costs < 2 else PICTURES[0],) if bare else PICTURES)]
    ways = [(side, (22.0 + side if side else 18, top, width - (34.0 + side if side else 36), low - top)) for side in sides]
    laid = ((side, box, _told(s.theme, card, box, zoom)) for side, box in ways)
    first = next(laid)
    side, beside, told = first if not first[2].cut else next((way for way in laid if not way[2].cut), first)
    left = 12 if not bare or shown.price else (width - side) / 2
    if side and card.off:
        s.box((left, top, side, low - top), 10, art.off)
        s.figure(mask(art.game, shown.word), (left + side / 2, (top + low) / 2), min(side, low - top) * 0.8, "plate")
    elif side:
        art.picture(s, (left, top, side, low - top), shown)
    if bare and shown.price:  # In the middle of what is left.
        r = min((low - top) / 2 - 4, 46 * zoom, (width - left - side - 24) / (2.2 * costs + 0.4))
        art.cost(s, (left + side + width + costs * (2 * r + 4)) / 2 - 6, (top + low) / 2, r, shown.price)
    _beside(s, art, card, beside, told, zoom)
    return s


def _copies(s: Canvas, n: int, at: Point, size: int, role: str = "plate") -> float:
    """Draws how many of a card there are, before its name, as lists of decks do; returns how wide that is: nothing for a single one."""
    if n < 2:
        return 0
    s.text(at, f"{n}×", size, role, "lm")
    return width_of(f"{n}×", "Bold", size) + size * 0.35


def times(sizes: tuple[int, ...], zoom: float) -> tuple[int, ...]:
    """Sizes in pixels, each so many times as large."""
    return tuple(round(size * zoom) for size in sizes)


def _larger_than(least: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of a name in one line, with those below them that are larger than it would be in two."""
    return (*sizes, *range(sizes[-1] - 1, least, -1))


class _Told(NamedTuple):
    """What stands beside a picture: the size of numbers, where the text below them begins, its lines and their size; whether it is `cut`."""

    number: tuple[float, float]
    y: float
    lines: Sequence[str]
    text: int
    cut: bool


def _told(look: Theme, card: HeldKey, box: Box, zoom: float) -> _Told:
    """Numbers, and as many lines of text as fit in a box below them, above a note."""
    _, top, width, height = box
    low = top + height - (28 * min(zoom, NOTED) if card.note else 0)
    for text in _texts(look, zoom):
        lines = [line for words in card.shown.text for line in wrapped(words, "Medium", text, round(width))]
        ways = room_for_text(card, top, low, width, zoom, text)
        if text > TEXT * zoom:  # Numbers come before letters that are larger than usual.
            ways = [way for way in ways if way[0][0] >= NUMBERS[2][0] * zoom]
        if whole := [way for way in ways if len(lines) <= way[2] and not any(line.endswith("…") for line in lines)]:
            number, y, _ = whole[0]
            return _Told(number, y, lines, text, False)
    number, y, fits = max(ways, key=lambda way: way[2])  # Numbers are smaller before letters are left out.
    if fits < LEAST:  # What is broken off after a word or two says nothing.
        return _Told(*ways[0][:2], (), text, True)
    fits = min(fits, len(lines))  # All of them have room where a word alone is too long for its line.
    return _Told(number, y, [*lines[: fits - 1], _broken_off(lines[fits - 1], round(width), text)], text, True)


def _beside(s: Canvas, art: Art, card: HeldKey, box: Box, told: _Told, zoom: float) -> None:
    """Draws what is right of the picture: numbers, then the lines of text, a note at the foot."""
    left, top, width, height = box
    number, y = told.number, told.y
    if card.note:
        size = largest(card.note, "Medium", times(NOTE, min(zoom, NOTED)), round(width))
        s.text((left, top + height - 14 * min(zoom, NOTED)), fitted(card.note, "Medium", size, round(width)), size, "accent", "lm", "Medium")
    across = _across(width, number, len(card.shown.numbers))
    for n, (what, value) in enumerate(card.shown.numbers):
        at = (left + n % across * (number[0] + 4), top + n // across * (number[1] + 4))
        if card.wanted == what and value:
            s.box((at[0] - 3, at[1] - 3, number[0] + 6, number[1] + 6), 11, "gold")
        art.number(s, (*at, *number), what, value)
    for line in told.lines:
        s.text((left, y), line, told.text, "soft" if card.off else "ink", "lm", "Medium")
        y += told.text * LEADING


def _across(width: float, number: tuple[float, float], count: int) -> int:
    """How many of so many numbers, each of the size `number`, stand beside each other in a width: in as few rows as they fit in, which are about as
    long as each other."""
    most = max(1, int((width + 4) // (number[0] + 4)))
    rows = max(1, -(-count // most))
    return max(1, -(-count // rows))


def _texts(look: Theme, zoom: float) -> list[int]:
    """The sizes of a text, the largest first: it is larger than usual where all of it has room, and smaller where it would be cut, but never smaller
    than on a card that is not enlarged."""
    least = round(TEXT * factor_in(look)) if zoom > 1 else TEXT
    return [*(size for share in SHARES if (size := round(TEXT * zoom * share)) > least), least]


def room_for_text(
    card: HeldKey, top: float, low: float, width: float, zoom: float = 1, text: int = TEXT
) -> list[tuple[tuple[float, float], float, int]]:
    """For each size of numbers that has room: the size, the middle of the first line of text below them, and how many lines there is room for."""
    found = []
    for plate, gap in zip(NUMBERS, (16, 15, 14, 10, 10), strict=True):
        number = plate[0] * zoom, plate[1] * zoom
        count = len(card.shown.numbers)
        below = top + -(-count // _across(width, number, count)) * (number[1] + 4)
        if below - 4 <= low or plate == NUMBERS[-1]:
            first = max(gap * zoom, text * 0.6)
            found.append((number, below + first, max(0, int((low - below - first + text * 0.6) // (text * LEADING)))))
    return found


def _broken_off(line: str, width: int, size: int) -> str:
    """A line of a text that goes on, as many whole words as there is room for."""
    words = line.removesuffix("…").split()
    while len(words) > 1 and font("Medium", size).getlength(" ".join([*words, "…"])) > width:
        words.pop()
    return fitted(" ".join([*words, "…"]), "Medium", size, width)


def held_row(art: Art, look: Theme, width: int, height: int, card: HeldKey, f: float) -> Canvas:
    """A card in one of many rows: its picture, its name and its cost; in a row that is not low also its numbers, beside the name or else below it,
    and as much of its text as there is room for below that."""
    s, shown, role = Canvas((width, height), look, PLAIN, grows=False), card.shown, "soft" if card.off else "ink"
    s.box((3, 3, width - 6, height - 6), 10, "panel", "legal_line" if card.able else "line", 5 if card.able else 2)
    side, low = height - 14, height < ROW[0] * f or width < ROW[1]
    s.box((7, 7, side, side), 8, art.off if card.off else f"{art.role(shown.colour)}_deep")
    s.figure(mask(art.game, shown.word), (7 + side / 2, height / 2), side * 0.86, "plate")
    left, right, copies = 15.0 + side, width - 9.0, width_of(f"{card.n}×", "Bold", round(ROW_TEXT[-1] * f)) * (card.n > 1)
    told, size = ((), 0) if low else _told_below(shown, round(right - left - 6), height - 15 - ROW_NAME * f, times(ROW_TEXT, f))
    plates = [] if low else [(what, value, (56 if value > 9 else 50) * f) for what, value in shown.numbers]
    wide, costs = sum(plate + 4 for *_, plate in plates), len(art.parts(shown.price)) * (26 * f + 6) + 2
    beside = right - costs - left - copies - wide >= ROW_ROOM * f
    high = bool(told or (plates and not beside))
    y = 7 + ROW_NAME * f / 2 if high else height / 2
    art.cost_on(s, right, y, 13 * f, shown.price)
    right -= costs + wide * beside
    x, top = (right, y - 14 * f) if beside else (left, 9 + ROW_NAME * f)
    for what, value, plate in plates if beside or not told else ():
        art.number(s, (x, top, plate, 28 * f), what, value)
        x += plate + 4
    begin = left + _copies(s, card.n, (left, y), round(ROW_TEXT[-1] * f), "ink")
    sizes, most = times(ROW_NAMES, f), ROW_NAME * f if high else height - 6
    two = tuple(size for size in sizes if size * 2.1 <= most) or (round(most / 2.1),)
    name, rows = named(shown.name, "Bold", tuple(size for size in sizes if size >= two[0]), two, round(right - begin - 6))
    s.lines((begin, y), rows, (name, name * 1.04), role, "lm")  # Two lines before small letters.
    for n, line in enumerate(told):
        s.text((left, 6 + ROW_NAME * f + size * (0.6 + n * ROW_LEADING)), line, size, role, "lm", "Medium")
    return s


def _told_below(shown: ShownCard, width: int, room: float, sizes: tuple[int, ...]) -> tuple[Sequence[str], int]:
    """The lines of a card's text in a room of a height, and their size: the first in which they are whole; none where they would be cut in the first
    line."""
    for size in sizes:
        lines = [line for words in shown.text for line in wrapped(words, "Medium", size, width)]
        fits = int((room / size + ROW_LEADING - 1) / ROW_LEADING)
        if len(lines) <= fits:
            return lines, size
    return ([*lines[: fits - 1], _broken_off(lines[fits - 1], width, size)] if fits >= LEAST else ()), size


def more(look: Theme, width: int, height: int, words: str) -> Canvas:
    """Draws the number of cards that have no place."""
    s = Canvas((width, height), look, PLAIN)
    s.text((width / 2, height / 2), words, 40, "soft")
    return s


def held_strip(cards: Sequence[HeldKey]) -> Scene:
    """A hand as a low picture; needs the sprites `held` and `more`."""

    zoom = FEW_ZOOM if len(cards) <= 2 else 1

    def key(card: HeldKey, width: int, height: int) -> Key:
        return ("held", width, height, card, zoom)

    return strip([partial(key, card) for card in cards], lambda width, height, words: ("more", width, height, words), wide=True)


def counted(hand: Iterable[C], shown: Callable[[C], HeldKey]) -> list[HeldKey]:
    """A hand as it is drawn, with equal cards counted."""
    return [shown(card)._replace(n=n) for card, n in Counter(hand).items()]


def counted_strip(hand: Iterable[C], shown: Callable[[C], HeldKey]) -> Scene | None:
    """A seat's hand as a low picture, with equal cards counted; None if it is empty."""
    return held_strip(cards) if (cards := counted(hand, shown)) else None
