"""Pictures of cards: a hand, a single card, a deck as a list. What a game draws in its own way is its `Art`."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from render.art import mask
from render.canvas import PLAIN, Box, Canvas, Item, Point, Rows, Scene
from render.look import Look
from render.painter import Trait
from render.text import fitted, font, largest, wrapped
from render.theme import Theme, theme
from rules.printed_cards import Face

TEXT_ONLY = 1
"""How much sprites of text and straight lines are enlarged: not at all, letters are smooth by themselves."""
WIDTH, LINE = 1000, 50
"""The width of all pictures of card games, and the height of a line of text."""
CARD, NOTE = 500, 30
"""The width of a card in a hand, and the height of a note on it."""
TEXT, SMALL = 24, 22
"""The sizes of a card's text in a hand, and of its type."""
SIDE = 156
"""Where the text of a card in a hand begins, right of its picture."""
DEAREST = 7
"""Cards that cost so much or more share a bar in the curve of a deck."""
LEADING, GAP = 1.27, 8
"""The height of a line of text as a share of its size, and what is between paragraphs."""

# A whole card
FULL, EDGE = 720, 36
"""Its width, and what its parts keep from the sides."""
TITLE, KIND, FIGURES = 104, 56, 122
"""The heights of its name with its cost, its type, and its numbers."""
WHOLE = 1000
"""How high it is, unless it has more to say, or nothing."""
PICTURE = (340, 700)
"""The least and the greatest height of its picture."""
NAMES, TEXTS = (46, 40, 36, 32), (38, 36, 34, 32, 30, 28, 26)
"""The sizes of its name and its text, best first."""


class ShownCard(NamedTuple):
    """A card in the reader's language: its word, colour, rarity and type in the data; name, cost, type, numbers and text."""

    word: str
    colour: str
    rarity: str
    type: str
    name: str
    price: str
    kind: str
    numbers: tuple[tuple[str, int], ...]
    text: tuple[str, ...]


class RowKey(NamedTuple):
    """A card in a list: its word and the colour it has in the data, how many there are, its name and cost."""

    word: str
    colour: str
    n: int
    name: str
    price: str


class Art(NamedTuple):
    """How a game draws its cards: its key, for pictures; the role of a colour; the parts of a cost, and one part in a disc; the roles of numbers,
    whose pictures have their names; the ground behind the picture by the type of the card; the role of the frame by rarity; that of a card in a hand
    that cannot be played now, in games that show it so."""

    game: str
    role: Callable[[str], str]
    parts: Callable[[str], list[str]]
    part: Callable[[Canvas, float, float, float, str], None]
    numbers: Mapping[str, str]
    grounds: Mapping[str, str]
    frames: Mapping[str, str]
    off: str = "grey"

    def sprites(self) -> dict[str, Callable[..., Canvas]]:
        """The sprites of this page, for a game's own table of sprites."""
        return {"card": self.card, "full": self.full, "row": self.row, "curve": curve, "line": line}

    def cost(self, s: Canvas, right: float, y: float, r: float, text: str) -> None:
        """A cost, its last part at `right`."""
        for i, part in enumerate(reversed(self.parts(text))):
            self.part(s, right - r - i * (2 * r + 4), y, r, part)

    def cost_on(self, s: Canvas, right: float, y: float, r: float, text: str) -> None:
        """A cost on a coloured ground: each part on a light disc."""
        for i, part in enumerate(reversed(self.parts(text))):
            x = right - r - i * (2 * r + 6)
            s.ellipse((x, y), r + 2, "plate")
            self.part(s, x, y, r, part)

    def picture(self, s: Canvas, box: Box, shown: ShownCard | RowKey, ground: str = "") -> None:
        """A card's picture: light in its colour, the ground of its type, the figure with its shadow."""
        left, top, width, height = box
        role = self.role(shown.colour)
        s.glow(box, (f"{role}_deep", role, f"{role}_glow"), min(16, width / 8))
        if ground:
            GROUNDS[ground](s, box, f"{role}_deep")
        size = min(width * 0.8, height * 0.84)
        s.figure(mask(self.game, shown.word), (left + width / 2, top + height / 2), size, "plate", "edge")

    def number(self, s: Canvas, box: Box, what: str, n: int) -> None:
        """A number with its picture, on a plate of its colour."""
        left, top, width, height = box
        s.box(box, height * 0.24, self.numbers[what])
        size = min(height * 0.62, width * 0.43)
        s.figure(mask(self.game, what), (left + width * 0.3, top + height / 2), size, "plate")
        s.text((left + width * 0.75, top + height / 2), str(n), min(height * 0.62, width * 0.48), "plate")

    def card(self, look: Theme, width: int, height: int, shown: ShownCard, note: str, able: bool | None) -> Canvas:
        """A card in a hand: name and cost on its colour, picture, type, numbers, text; its frame says whether it can be played, and where that is not
        the question (`able` is None) how rare it is."""
        s = Canvas((width, height), look, PLAIN)
        role = self.role(shown.colour)
        frame = self.frames.get(shown.rarity, "line") if able is None else "legal_line" if able else "line"
        s.box((4, 4, width - 8, height - 8), 16, "panel", frame, 6 if able else 3)
        s.shade((11, 11, width - 22, 48), (role, f"{role}_deep"), 11)
        room = width - 60 - 38 * len(self.parts(shown.price))
        size = largest(shown.name, "Bold", (28, 26, 24, 22, 20), room)
        s.text((24, 35), fitted(shown.name, "Bold", size, room), size, "plate", "lm")
        self.cost_on(s, width - 20, 35, 16, shown.price)
        self.picture(s, (13, 66, SIDE - 26, height - 80), shown)
        y = 82.0
        for row in wrapped(shown.kind, "Medium", SMALL, width - SIDE - 18):
            s.text((SIDE, y), row, SMALL, "soft", "lm", "Medium")
            y += SMALL * LEADING
        for i, (what, n) in enumerate(shown.numbers):
            self.number(s, (SIDE + 65 * i, y - 10, 60, 46), what, n)
        text = round(TEXT * look.letters)
        paragraphs(s, shown.text, (SIDE, y + (58 if shown.numbers else 4) + (text - TEXT) / 2), width - SIDE - 18, text)
        if note:
            size = largest(note, "Medium", (22, 20, 18), width - SIDE - 18)
            s.text((SIDE, height - 28), fitted(note, "Medium", size, width - SIDE - 18), size, "accent", "lm", "Medium")
        return s

    def full(self, look: Theme, m: Measures, shown: ShownCard, labels: tuple[str, ...], now: tuple[str, ...], code: str) -> Canvas:
        """A whole card: its picture, its numbers with their `labels`, its text, and how it stands in a game."""
        role, inner, height = self.role(shown.colour), FULL - 2 * EDGE, m.whole + below(now)
        s = Canvas((FULL, height), look, PLAIN)
        s.box((6, 6, FULL - 12, m.whole - 12), 34, self.frames.get(shown.rarity, "line"))
        s.shade((16, 16, FULL - 32, m.whole - 32), (role, f"{role}_deep"), 26)
        self._title(s, shown)
        y = 16.0 + TITLE
        self.picture(s, (EDGE, y, inner, m.picture), shown, self.grounds.get(shown.type, ""))
        y += m.picture + 10
        s.box((EDGE, y, inner, KIND), 14, "edge")
        size = largest(shown.kind, "Medium", (30, 28, 26, 24, 22), inner - 150)
        s.text((EDGE + 22, y + KIND / 2), fitted(shown.kind, "Medium", size, inner - 44), size, "plate", "lm", "Medium")
        s.text((FULL - EDGE - 22, y + KIND / 2), code, 22, "plate", "rm", "Medium")
        y += KIND + 10
        if shown.text:
            s.box((EDGE, y, inner, m.writing), 14, "panel")
            paragraphs(s, shown.text, (EDGE + 22, y + 16 + m.text * LEADING / 2), inner - 44, m.text)
            y += m.writing + 10
        step = inner / max(3, len(labels))
        for i, ((what, n), label) in enumerate(zip(shown.numbers, labels, strict=True)):
            left = EDGE + step * i + (inner - step * len(labels)) / 2
            self.number(s, (left + 5, y + 4, step - 10, 68), what, n)
            size = largest(label, "Medium", (23, 21, 19, 17), round(step) - 4)
            s.text((left + step / 2, y + 94), fitted(label, "Medium", size, round(step)), size, "plate", "mm", "Medium")
        if now:
            s.box((6, m.whole + 8, FULL - 12, height - m.whole - 14), 20, "panel", "line", 2)
            paragraphs(s, now, (EDGE, m.whole + 44), inner, NOW)
        return s

    def _title(self, s: Canvas, shown: ShownCard) -> None:
        """The name and the cost of a whole card; a long name has two lines."""
        middle = 16 + TITLE / 2
        room = FULL - 2 * EDGE - 10 - 60 * len(self.parts(shown.price))
        size = largest(shown.name, "Bold", NAMES, room)
        rows: Sequence[str] = (shown.name,)
        if font("Bold", size).getlength(shown.name) > room:
            size = next(n for n in (32, 29, 26, 1) if len(rows := wrapped(shown.name, "Bold", n, room)) <= 2)
        s.lines((EDGE + 8, middle + 2), rows, (size, size * 1.16), "edge")
        s.lines((EDGE + 6, middle), rows, (size, size * 1.16), "plate")
        self.cost_on(s, FULL - EDGE - 2, middle, 26, shown.price)

    def row(self, look: Theme, width: int, height: int, listed: RowKey) -> Canvas:
        """A line of a deck list."""
        s = Canvas((width, height), look, PLAIN)
        s.box((8, 3, width - 16, height - 6), 10, "panel", self.role(listed.colour), 3)
        side = height - 14
        self.picture(s, (15, 7, side, side), listed)
        s.text((68 + side, height / 2), f"{listed.n}×", 26, "ink", "rm")
        room = width - 116 - side - 34 * len(self.parts(listed.price))
        size = 26 if font("Bold", 26).getlength(listed.name) <= room else 22  # The longest ones have two lines.
        rows = wrapped(listed.name, "Bold", size, room)[:2]
        s.lines((78 + side, height / 2 - 2 * (len(rows) - 1)), rows, (size, size), "ink")
        self.cost(s, width - 24, height / 2, 15, listed.price)
        return s


# The ground behind a picture, by what a card is


def _bottom(box: Box, line: Sequence[Point]) -> list[Point]:
    """The polygon below a line, given in shares of the box from left to right, with the box's round lower corners."""
    left, top, width, height = box
    low = top + height
    corners = [
        (left + width, low - 12),
        (left + width - 4, low - 4),
        (left + width - 12, low),
        (left + 12, low),
        (left + 4, low - 4),
        (left, low - 12),
    ]
    return [*((left + width * x, top + height * y) for x, y in line), *corners]


def _arc(x: float, y: float, wide: float, high: float) -> list[Point]:
    """The upper half of an ellipse around a point, from left to right, as shares."""
    return [(x - wide * math.cos(math.pi * i / 16), y - high * math.sin(math.pi * i / 16)) for i in range(17)]


def _land(s: Canvas, box: Box, role: str) -> None:
    """Draws hills, the ground behind the picture of a card that walks."""
    s.polygon(_bottom(box, _arc(0.5, 0.86, 0.5, 0.12)), role)


def _town(s: Canvas, box: Box, role: str) -> None:
    """Draws roofs and towers, the ground behind the picture of a card that is built."""
    line = [(0, 0.7), (0.06, 0.7), (0.06, 0.6), (0.13, 0.6), (0.13, 0.74), (0.2, 0.74), (0.2, 0.82), (0.8, 0.82), (0.8, 0.72), (0.86, 0.72)]
    s.polygon(_bottom(box, [*line, (0.86, 0.56), (0.9, 0.5), (0.94, 0.56), (0.94, 0.68), (1, 0.68)]), role)


def _rays(s: Canvas, box: Box, role: str) -> None:
    """Draws rays, the ground behind the picture of a card that is cast and discarded."""
    left, top, width, height = box
    for i in range(14):
        angle = 2 * math.pi * (i + 0.5) / 14
        ends = [(math.cos(angle + turn) * far, math.sin(angle + turn) * far) for turn, far in ((0, 0.3), (-0.07, 0.49), (0.07, 0.49))]
        s.polygon([(left + width * (0.5 + x), top + height * (0.5 + y)) for x, y in ends], role)


def _rings(s: Canvas, box: Box, role: str) -> None:
    """Draws rings, the ground behind the picture of a card that stays attached to something."""
    left, top, width, height = box
    for share in (0.34, 0.41, 0.48):
        s.ellipse((left + width / 2, top + height / 2), height * share, None, role, 5)


def _works(s: Canvas, box: Box, role: str) -> None:
    """Draws the grid of a plan, the ground behind the picture of a card that is made."""
    left, top, width, height = box
    for i in range(1, 12):
        s.line([(left + width * i / 12, top + 6), (left + width * i / 12, top + height - 6)], role, 2)
    for i in range(1, 7):
        s.line([(left + 6, top + height * i / 7), (left + width - 6, top + height * i / 7)], role, 2)


def _teeth(s: Canvas, box: Box, role: str) -> None:
    """Draws spikes, the ground behind the picture of a trap."""
    left, top, width, height = box
    s.polygon(_bottom(box, [(i / 18, 0.82 if i % 2 else 0.93) for i in range(19)]), role)
    hanging = [(left + width * i / 18, top + height * (0.18 if i % 2 else 0.07)) for i in range(1, 18)]
    s.polygon([(left + 14, top), *hanging, (left + width - 14, top)], role)


GROUNDS: dict[str, Callable[[Canvas, Box, str], None]] = {
    "land": _land, "town": _town, "rays": _rays, "rings": _rings, "works": _works, "teeth": _teeth
}  # fmt: skip


# Text


class Measures(NamedTuple):
    """The parts of a whole card: the height of its picture, the size of its text and the height of its box, the height of all."""

    picture: int
    text: int
    writing: int
    whole: int


NOW = 28
"""The size of the lines that say how a card stands in a game."""


@lru_cache(512)
def measured(text: tuple[str, ...], figures: bool, letters: float) -> Measures:
    """How the room of a whole card is shared: text as large as leaves the picture its least height, the picture what is left."""
    rest = 16 + TITLE + 10 + KIND + 10 + (FIGURES if figures else 0) + 26
    size, writing = TEXTS[0], 0
    for size in [round(size * letters) for size in TEXTS] if text else ():
        writing = round(tall(text, FULL - 2 * EDGE - 44, size)) + 32 + 10
        if WHOLE - rest - writing >= PICTURE[0]:
            break
    picture = min(PICTURE[1], max(PICTURE[0], WHOLE - rest - writing))
    return Measures(picture, size, max(0, writing - 10), rest + writing + picture)


def tall(lines: Sequence[str], width: int, size: int) -> float:
    """The height of paragraphs at a width and letter size, in pixels."""
    rows = sum(len(wrapped(line, "Medium", size, width)) for line in lines)
    return rows * size * LEADING + GAP * (len(lines) - 1 if lines else 0)


def paragraphs(s: Canvas, lines: Sequence[str], at: Point, width: int, size: int) -> None:
    """Draws paragraphs in full, wrapped to `width`; `at` is the left middle of the first line."""
    x, y = at
    for words in lines:
        for row in wrapped(words, "Medium", size, width):
            s.text((x, y), row, size, "ink", "lm", "Medium")
            y += size * LEADING
        y += GAP


def line(look: Theme, width: int, height: int, words: str, strong: bool) -> Canvas:
    """A line of text."""
    s = Canvas((width, height), look, TEXT_ONLY)
    weight = "Bold" if strong else "Medium"
    s.text((18, height / 2), fitted(words, weight, 28, width - 36), 28, "ink" if strong else "soft", "lm", weight)
    return s


def curve(look: Theme, width: int, height: int, bars: tuple[tuple[str, int], ...], label: str) -> Canvas:
    """The curve of costs: a bar for each cost with the number of cards."""
    s = Canvas((width, height), look, PLAIN)
    s.text((24, 26), label, 26, "soft", "lm", "Medium")
    most = max([1, *(n for _, n in bars)])
    step = (width - 48) / max(1, len(bars))
    for i, (name, n) in enumerate(bars):
        x = 24 + step * (i + 0.5)
        tall = (height - 130) * n / most
        if n:
            s.box((x - step * 0.32, height - 48 - tall, step * 0.64, tall), 6, "defense")
        s.text((x, height - 66 - tall), str(n), 26, "ink")
        s.text((x, height - 24), name, 26, "soft", "mm", "Medium")
    return s


# Scenes


def put_line(rows: Rows, place: Hashable, words: str, strong: bool = False) -> None:
    """A line of text below what is there."""
    rows.put(place, ("line", WIDTH, LINE, words, strong), LINE)


def put_cards(rows: Rows, cards: Sequence[tuple[ShownCard, bool | None, str]], look: Look) -> None:
    """Cards with whether they can be chosen, if that is the question, and a note, two in a row, each row as high as its texts need, which may be of
    large type."""
    text = round(TEXT * theme(look.theme).letters)
    for i in range(0, len(cards), 2):
        pair = cards[i : i + 2]
        height = max(_height(shown, text) + (NOTE if note else 0) for shown, _, note in pair)
        for n, (shown, able, note) in enumerate(pair):
            rows.items[("card", i + n)] = Item(("card", CARD, height, shown, note, able), n * CARD, rows.y)
        rows.y += height


def _height(shown: ShownCard, size: int) -> int:
    """How high a card in a hand must be for its type, numbers and text in a size."""
    room = CARD - SIDE - 18
    above = 82 + tall((shown.kind,), room, SMALL) + (58 if shown.numbers else 4)
    return max(66 + 126, round(above + tall(shown.text, room, size)) + (size - TEXT) // 2 + 6)


def card_scene(shown: ShownCard, labels: Mapping[str, str], now: Sequence[str], code: str, letters: float = 1) -> Scene:
    """A whole card; `labels` name its numbers, `now` says how it stands in a game, its text is so many times as large as usual."""
    named = tuple(labels[what] for what, _ in shown.numbers)
    m = measured(shown.text, bool(named), letters)
    return Scene((FULL, m.whole + below(now)), {"card": Item(("full", m, shown, named, tuple(now), code), 0, 0)})


def below(now: Sequence[str]) -> int:
    """The extra height that a whole card needs for the lines `now` on its state in a game; 0 without any."""
    return round(tall(now, FULL - 2 * EDGE, NOW)) + 60 if now else 0


def sheet_scene(cards: Sequence[tuple[ShownCard, str]], look: Look) -> Scene:
    """Cards beside each other, each with a note."""
    rows = Rows()
    put_cards(rows, [(shown, None, note) for shown, note in cards], look)
    return Scene((WIDTH, rows.y), rows.items)


def cost_trait(total: int) -> Trait:
    """The trait of a card's total cost, as the curve of a deck counts it."""
    dear = total >= DEAREST
    return Trait("cost", str(min(total, DEAREST)), f"{DEAREST}+" if dear else str(total))


def deck_scene(
    deck: Mapping[str, int], faces: Mapping[str, Face], total: Callable[[str], int], name: Callable[[str, Look], str], look: Look, texts: str
) -> Scene:
    """A deck: the curve of costs, whose sum `total` gives, and its cards in the order of that. `texts` begins the keys of its texts."""
    rows = Rows()
    put_line(rows, "size", f"{look.say('title')} · {look.say(f'{texts}.deck.size', n=sum(deck.values()))}", strong=True)
    totals = [0] * (DEAREST + 1)
    for word, n in deck.items():
        totals[min(total(faces[word].cost), DEAREST)] += n
    bars = tuple((f"{i}{'+' if i == DEAREST else ''}", n) for i, n in enumerate(totals))
    rows.put("curve", ("curve", WIDTH, 300, bars, look.say(f"{texts}.deck.curve")), 300)
    width, height = WIDTH // 2, 58
    ordered = sorted((word for word in faces if deck.get(word)), key=lambda word: total(faces[word].cost))
    listed: list[tuple[str, Any]] = [(word, deck[word]) for word in ordered]
    half = -(-len(listed) // 2)
    for i, (word, n) in enumerate(listed):
        key = ("row", width, height, RowKey(word, faces[word].color, n, name(word, look), faces[word].cost))
        rows.items[("row", i)] = Item(key, (i // half) * width, rows.y + (i % half) * height)
    rows.y += half * height + 6
    return Scene((WIDTH, rows.y), rows.items)
