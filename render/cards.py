"""Cards as pictures: in a hand, whole, and decks as lists. What a game draws in its own way is its `Art`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from render.canvas import PLAIN, Canvas, Item, Key, Point, Rows, Scene
from render.look import Look
from render.text import fitted, largest, wrapped
from render.theme import Theme
from rules.parts.cards import Face

TEXT_ONLY = 1
"""How much sprites of text and straight lines are enlarged: not at all, letters are smooth by themselves."""
WIDTH, LINE = 1000, 50
"""The width of all pictures of card games, and the height of a line of text."""
CARD, NOTE = 500, 30
"""The width of a card in a hand, and the height of a note on it."""
PLAIN_WIDTH = 720
"""The width of the page of a thing that is no card."""
FULL = (720, 800)
"""The size of a whole card."""
TEXT, TEXT_TOP = 24, 118
"""The size of a card's text in a hand, and where it begins."""
DEAREST = 7
"""Cards that cost so much or more share a bar in the curve of a deck."""


class Shown(NamedTuple):
    """A card in the reader's language: the colour it has in the data, name, cost, type, numbers and text."""

    colour: str
    name: str
    price: str
    kind: str
    numbers: tuple[tuple[str, int], ...]
    text: tuple[str, ...]


class RowKey(NamedTuple):
    """A card in a list: the colour it has in the data, how many there are, its name and cost."""

    colour: str
    n: int
    name: str
    price: str


class Art(NamedTuple):
    """How a game draws its cards: the role of a colour, the parts of a cost, one part in a disc, one number."""

    role: Callable[[str], str]
    parts: Callable[[str], list[str]]
    part: Callable[[Canvas, float, float, float, str], None]
    sign: Callable[[Canvas, float, float, float, str, int], None]

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

    def card(self, look: Theme, width: int, height: int, shown: Shown, note: str, able: bool) -> Canvas:
        """A card in a hand: name and cost on its colour, type, numbers, text."""
        colour, name, price, kind, numbers, text = shown
        s = Canvas((width, height), look, PLAIN)
        s.box((4, 4, width - 8, height - 8), 16, "panel", "legal_line" if able else "line", 6 if able else 2)
        s.box((10, 10, width - 20, 46), 12, self.role(colour))
        parts = len(self.parts(price))
        s.text((24, 33), fitted(name, "Bold", 28, width - 60 - 38 * parts), 28, "plate", "lm")
        self.cost_on(s, width - 20, 33, 16, price)
        s.text((24, 78), fitted(kind, "Medium", 23, width - 40 - 44 * len(numbers)), 23, "soft", "lm", "Medium")
        for i, (what, n) in enumerate(reversed(numbers)):
            self.sign(s, width - 34 - 46 * i, 80, 17, what, n)
        paragraphs(s, text, (24, TEXT_TOP), width - 48, TEXT, 9)
        if note:
            s.text((24, height - 28), fitted(note, "Medium", 22, width - 48), 22, "accent", "lm", "Medium")
        return s

    def full(self, look: Theme, shown: Shown, labels: tuple[str, ...], now: tuple[str, ...], code: str) -> Canvas:
        """A whole card: large, with its numbers and their `labels`, its text, and how it stands in a game."""
        width, height = FULL
        colour, name, price, kind, numbers, text = shown
        s = Canvas(FULL, look, PLAIN)
        role = self.role(colour)
        s.box((8, 8, width - 16, height - 16), 28, "panel", role, 8)
        s.box((24, 24, width - 48, 84), 18, role)
        parts = len(self.parts(price))
        room = width - 110 - 58 * parts
        size = largest(name, "Bold", (42, 36, 31), room)
        s.text((46, 66), fitted(name, "Bold", size, room), size, "plate", "lm")
        self.cost_on(s, width - 44, 66, 25, price)
        s.text((46, 142), fitted(kind, "Medium", 30, width - 92), 30, "soft", "lm", "Medium")
        y = 206.0
        if numbers:
            step = (width - 80) / len(numbers)
            for i, ((what, n), label) in enumerate(zip(numbers, labels, strict=True)):
                x = 40 + step * (i + 0.5)
                self.sign(s, x, y, 30, what, n)
                s.text((x, y + 54), fitted(label, "Medium", 24, round(step) - 6), 24, "soft", "mm", "Medium")
            y += 112
        y = paragraphs(s, text, (46, y), width - 92, 30, 9) + 16
        if now:
            s.line([(40, y), (width - 40, y)], "line", 3)
            paragraphs(s, now, (46, y + 30), width - 92, 28, 6)
        s.text((width - 40, height - 36), code, 24, "soft", "rm", "Medium")
        return s

    def row(self, look: Theme, width: int, height: int, listed: RowKey) -> Canvas:
        """A line of a deck list."""
        colour, n, name, price = listed
        s = Canvas((width, height), look, PLAIN)
        s.box((8, 3, width - 16, height - 6), 10, "panel", self.role(colour), 3)
        s.text((44, height / 2), f"{n}×", 27, "ink")
        parts = len(self.parts(price))
        s.text((80, height / 2), fitted(name, "Bold", 26, width - 116 - 34 * parts), 26, "ink", "lm")
        self.cost(s, width - 24, height / 2, 15, price)
        return s


def paragraphs(s: Canvas, lines: Sequence[str], at: Point, width: int, size: int, most: int) -> float:
    """Paragraphs, at most so many lines; returns where they end."""
    x, y = at
    rows = [row for line in lines for row in wrapped(line, "Medium", size, width)]
    for i, row in enumerate(rows[:most]):
        words = row + (" …" if i + 1 == most and len(rows) > most else "")
        s.text((x, y + i * size * 1.25), words, size, "ink", "lm", "Medium")
    return y + min(most, len(rows)) * size * 1.25


def line(look: Theme, width: int, height: int, words: str, strong: bool) -> Canvas:
    """A line of text."""
    s = Canvas((width, height), look, TEXT_ONLY)
    weight = "Bold" if strong else "Medium"
    s.text((18, height / 2), fitted(words, weight, 28, width - 36), 28, "ink" if strong else "soft", "lm", weight)
    return s


def header(look: Theme, width: int, height: int, words: str, title: bool) -> Canvas:
    """The game's name at the left, or the turn and the phase at the right."""
    s = Canvas((width, height), look, TEXT_ONLY)
    if title:
        s.text((18, height / 2), words, 34, "ink", "lm")
    else:
        s.text((width - 18, height / 2), fitted(words, "Medium", 29, width - 24), 29, "soft", "rm", "Medium")
    return s


def curve(look: Theme, width: int, height: int, bars: tuple[tuple[str, int], ...], label: str) -> Canvas:
    """The curve of costs: a bar for each cost with the number of cards."""
    s = Canvas((width, height), look, PLAIN)
    s.text((24, 26), label, 26, "soft", "lm", "Medium")
    most = max([n for _, n in bars] or [1])
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


def put_header(rows: Rows, title: str, phase: str, width: int, height: int) -> None:
    """The game's name in so much of the width, and the turn and the phase in the rest; sprites of the key `header`."""
    rows.items["title"] = Item(("header", width, height, title, True), 0, rows.y)
    rows.items["phase"] = Item(("header", WIDTH - width, height, phase, False), width, rows.y)
    rows.y += height


def put_cards(rows: Rows, cards: Sequence[tuple[Shown, bool, str]]) -> None:
    """Cards with whether they can be chosen and a note, two in a row, each row as high as its texts need."""
    for i in range(0, len(cards), 2):
        pair = cards[i : i + 2]
        height = max(_text_end(shown.text) + (NOTE if note else 0) for shown, _, note in pair)
        for n, (shown, able, note) in enumerate(pair):
            rows.items[("card", i + n)] = Item(("card", CARD, height, shown, note, able), n * CARD, rows.y)
        rows.y += height


def _text_end(text: Sequence[str]) -> int:
    """How high a card in a hand must be for its text."""
    lines = sum(len(wrapped(line, "Medium", TEXT, CARD - 48)) for line in text)
    return TEXT_TOP + round(lines * TEXT * 1.25) + 6


def card_scene(shown: Shown, labels: Mapping[str, str], now: Sequence[str], code: str) -> Scene:
    """A whole card; `labels` name its numbers, `now` says how it stands in a game."""
    key: Key = ("full", shown, tuple(labels[what] for what, _ in shown.numbers), tuple(now), code)
    return Scene(FULL, {"card": Item(key, 0, 0)})


def plain_scene(key: Key, size: tuple[int, int], name: str, lines: Sequence[str], now: Sequence[str] = ()) -> Scene:
    """A thing that can be looked up: its own sprite, its name, and what there is to say about it. Needs the sprite `line`."""
    rows = Rows()
    rows.y = 20
    rows.items["thing"] = Item(key, (PLAIN_WIDTH - size[0]) // 2, rows.y)
    rows.y += size[1] + 12
    put = [(name, True), *((line, False) for line in (*lines, *now))]
    for n, (words, strong) in enumerate(put):
        for m, row in enumerate(wrapped(words, "Bold" if strong else "Medium", 28, PLAIN_WIDTH - 36)):
            rows.items[("line", n, m)] = Item(("line", PLAIN_WIDTH, LINE - 8, row, strong), 0, rows.y)
            rows.y += LINE - 8
    return Scene((PLAIN_WIDTH, rows.y + 16), rows.items)


def deck_scene(
    deck: Mapping[str, int], faces: Mapping[str, Face], total: Callable[[str], int], name: Callable[[str, Look], str], look: Look, texts: str
) -> Scene:
    """A deck: the curve of costs, whose sum `total` gives, and its cards in the order of the data. `texts` begins the keys of its texts."""
    rows = Rows()
    put_line(rows, "size", look.say(f"{texts}.deck.size", n=sum(deck.values())), strong=True)
    totals = [0] * (DEAREST + 1)
    for word, n in deck.items():
        totals[min(total(faces[word].cost), DEAREST)] += n
    bars = tuple((f"{i}{'+' if i == DEAREST else ''}", n) for i, n in enumerate(totals))
    rows.put("curve", ("curve", WIDTH, 300, bars, look.say(f"{texts}.deck.curve")), 300)
    width, height = WIDTH // 2, 58
    listed: list[tuple[str, Any]] = [(word, deck[word]) for word in faces if deck.get(word)]
    half = -(-len(listed) // 2)
    for i, (word, n) in enumerate(listed):
        key = ("row", width, height, RowKey(faces[word].color, n, name(word, look), faces[word].cost))
        rows.items[("row", i)] = Item(key, (i // half) * width, rows.y + (i % half) * height)
    rows.y += half * height + 6
    return Scene((WIDTH, rows.y), rows.items)
