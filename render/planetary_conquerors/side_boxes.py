"""Draws what is read on the stage: names, scores, stores, and the story."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from render import art
from render.canvas import PLAIN, Box, Canvas
from render.planetary_conquerors.ground import piece
from render.planetary_conquerors.icons import GAME, ROLE, arrow, figure, mark, material, shield, spark, swords, tag, wrecked
from render.planetary_conquerors.planet_headers import crown
from render.planetary_conquerors.stage_layout import Land
from render.planetary_conquerors.tiles import Place
from render.stage import USUAL, WAITS, WIDTH
from render.text import balanced, fitted, largest, uncut, width
from render.theme import Theme

FACE = "Console"
"""The game's face for titles and headlines."""


class HeadKey(NamedTuple):
    """A seat's name whole and in short, its sign (`render.stage`), HP of all its buildings and how many are needed, whether it leads."""

    names: tuple[str, str]
    sign: str
    buildings: int
    goal: int
    leads: bool


def head(look: Theme, land: Land, place: Place, one: HeadKey) -> Canvas:
    """Draws the sky over a planet with its seat's name and score."""
    s = piece(look, land, place.left, place.top, (place.width, place.height))
    _name(s, land, place, one.names, one.sign, _score(s, place, one))
    return s


def _name(s: Canvas, land: Land, place: Place, names: tuple[str, str], sign: str, right: float) -> None:
    """Draws a seat's mark, sign and name, as far as there is room; names beside each other are of one size."""
    f, y = place.factor, 23 * place.factor
    mark(s, 20 * f, y, 11 * f, land.seat)
    left = 40 * f
    if sign:
        arrow(s, left, y, f, sign == WAITS)
        left += 26 * f
    size = place.sizes.number if land.width > WIDTH / 2 else place.sizes.dense
    s.text((left, y), uncut(names, "Bold", size, round(right - left - 8)), size, "ink", "lm")


def _score(s: Canvas, place: Place, one: HeadKey) -> float:
    """Draws the HP of a seat's buildings and the goal, with a crown if it leads; returns the left edge."""
    f, sizes, x = place.factor, place.sizes, place.width - 10.0
    y = 23 * f
    goal, words = f"/{one.goal}", str(one.buildings)
    s.text((x, y), goal, sizes.dense, "ink", "rm")
    x -= width(goal, "Bold", sizes.dense) + 2
    s.text((x, y), words, sizes.headline, "ink", "rm", FACE)
    x -= width(words, FACE, sizes.headline) + 23 * f
    figure(s, "habitat_dome", (x, y + 7 * f * one.leads), (38 - 8 * one.leads) * f, "fig_building", None)
    if one.leads:
        crown(s, x, y - 13 * f, 10 * f)
    return x - 22 * f


class MinerKey(NamedTuple):
    """A number of equal miners, or one with its letter; `spent`: its effect is used up; `new`: one has just come; the role of its frame."""

    card: str
    n: int
    letter: str
    spent: bool
    new: bool
    frame: str


def miners(look: Theme, land: Land, place: Place, found: Sequence[MinerKey]) -> Canvas:
    """Draws chambers in the rock, each with a miner's sign and their number; "+n" for those that don't fit."""
    s = piece(look, land, place.left, place.top, (place.width, place.height))
    room, zooms = place.width - 12, (place.factor * place.height / CHAMBER, place.factor)
    f = next((f for f in zooms if f >= place.factor and sum(_chamber(one, f) + 6 * f for one in found) <= room), place.factor)
    size, label = round(place.sizes.dense * f / place.factor), round(place.sizes.label * f / place.factor)
    y, high = place.height / 2, min(place.height - 3, 34 * f)
    x = 6.0
    for n, one in enumerate(found):
        across = _chamber(one, f)
        rest = len(found) - n
        if x + across > place.width - (6 if rest == 1 else 52 * f):
            s.text((x + 4, y), f"+{rest}", size, "ink", "lm")
            break
        s.box((x, y - high / 2, across, high), high / 2, "wall", one.frame or f"seat{land.seat}", 3 if one.frame else 2)
        figure(s, one.card, (x + 20 * f, y), high * 0.88, "fig_tired" if one.spent else "fig_miner", None)
        if one.letter:
            tag(s, (x + 50 * f, y), one.letter, label)
        elif one.n > 1:
            s.text((x + 36 * f, y), f"×{one.n}", size, "ink", "lm")
        if one.new:
            spark(s, (x + across - 6 * f, y - high / 2 + 8 * f), 8 * f)
        x += across + 6 * f
    return s


CHAMBER = 38
"""In so high a place chambers are as large as letters need; in a higher one larger, if all have room."""


def _chamber(one: MinerKey, f: float) -> float:
    """How wide the chamber of miners is."""
    return 42 * f + (26 * f if one.letter else width(f"×{one.n}", "Bold", round(USUAL.dense * f)) if one.n > 1 else 0)


class StockKey(NamedTuple):
    """A seat's stores, their limits and latest gains; the numbers of cards in its hand, its deck and its junkyard."""

    stock: tuple[int, ...]
    limits: tuple[int, ...]
    gains: tuple[int, ...]
    counts: tuple[int, int, int]


_LIMITED, _BARE, _COUNT, _ROW, _HELD = 112, 62, 62, 40, 32
"""How wide the place of a material is, with and without its limit, and that of a count of cards at least; how high a row is, which is larger where
there is room; how large the number of a material is where all counts have room."""


def stock(look: Theme, land: Land, place: Place, one: StockKey) -> Canvas:
    """Draws stores and numbers of cards; in little room without the limits, then without some cards."""
    s = piece(look, land, place.left, place.top, (place.width, place.height))
    whole, y = 3 * _LIMITED + 3 * _COUNT, place.height / 2
    f = max(place.factor, min(place.width / whole, place.height / _ROW))
    sizes, limited = USUAL.times(f), place.width >= whole * f
    label, size = sizes.label, sizes.dense
    across = (_LIMITED if limited else _BARE) * f
    count = _COUNT * f if limited else max(_COUNT * f, max(width(str(n), "Bold", size) for n in one.counts) + 34 * f)
    shown = 3 if limited else min(3, int((place.width - 3 * across) / count))
    held = round(_HELD * f) if shown == 3 else sizes.number
    spare = 0 if limited else (place.width - 3 * across - shown * count) / (3 + shown)  # Every place is so much wider.
    across, count = across + spare, count + spare
    for i, (letter, n, most, new) in enumerate(zip("gce", one.stock, one.limits, one.gains, strict=True)):
        x = 11 * f + i * across
        material(s, x, y, 10 * f, letter)
        parts = [(str(n), held, "ink"), *([(f"/{most}", label, "ink")] if limited else []), *([(f"+{new}", size, "fresh")] if new else [])]
        if new and _wide(parts) > across - 32 * f:  # Smaller, so that what is new does not touch the next one.
            parts[0] = (str(n), size, "ink")
        while len(parts) > 1 and _wide(parts) > across - 24 * f:
            del parts[1]
        x += 13 * f
        for words, high, role in parts:
            s.text((x, y), words, high, role, "lm")
            x += width(words, "Bold", high) + 1
    for i, n in enumerate(one.counts[:shown]):
        x = place.width - (shown - i) * count + 14 * f
        if i == 2:
            figure(s, "scavenge", (x, y), 24 * f, "ink", None)
        else:
            for k in range(3):
                shift = (k - 1) * (5 if i == 0 else 2) * f
                s.box((x - 7 * f + shift, y - 11 * f + (abs(k - 1) * 3 if i == 0 else -shift), 15 * f, 21 * f), 3, "trap", "plate", 1.5)
        s.text((x + 16 * f, y), str(n), size, "ink", "lm")
    return s


def _wide(parts: Sequence[tuple[str, int, str]]) -> float:
    """How wide words of several sizes are beside each other."""
    return sum(width(words, "Bold", high) + 1 for words, high, _ in parts)


class Standing(NamedTuple):
    """How a seat stands: its name whole and in short, HP of its mine (0: it is out) and of its buildings, and how many warriors it has."""

    seat: int
    names: tuple[str, str]
    mine: int
    buildings: int
    warriors: int


class HoldingKey(NamedTuple):
    """The head of a seat's hand: what is `asked`, a line on what is beside that, its stores and their limits; in a choice how all seats stand."""

    seat: int
    asked: str
    aside: str
    stock: tuple[int, ...]
    limits: tuple[int, ...]
    field: tuple[Standing, ...] = ()


FIELD = 48
"""How high the row is that tells how all seats stand."""


def holding(look: Theme, across: int, down: int, f: float, one: HoldingKey) -> Canvas:
    """Draws the head of a hand: words to the left, with what is `aside` if they leave a line to it; stores to the right, as headlines; below them how
    all seats stand."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    down -= round(FIELD * f) if one.field else 0
    s.shade((0, 0, across, down), ("panel", "page"))
    for n, standing in enumerate(one.field):
        wide = across / len(one.field)
        _standing(s, (n * wide, down, wide, FIELD * f), f, standing)
    sizes, x, y = USUAL.times(f), across - 14.0, down / 2
    for letter, n, most in reversed(list(zip("gce", one.stock, one.limits, strict=True))):
        limit, held = f"/{most}", str(n)
        s.text((x, y), limit, sizes.dense, "soft", "rm", "Medium")
        x -= width(limit, "Medium", sizes.dense) + 2
        s.text((x, y), held, sizes.headline, "ink", "rm", FACE)
        x -= width(held, FACE, sizes.headline) + 22 * f
        material(s, x, y, 15 * f, letter)
        x -= 32 * f
    mark(s, 24 * f, y, 12 * f, one.seat)
    left = 48 * f
    room = round(x - left)
    size = largest(one.asked, "Bold", (round(32 * f), sizes.number, sizes.dense), room)
    rows = told_lines(one.asked, size, room, 2, "Bold")
    if one.aside and len(rows) == 1:
        small = largest(one.aside, "Medium", (sizes.dense, sizes.label), room)
        below = told_lines(one.aside, small, room, 2 if f == 1 else 1)
        size = size if len(below) == 1 else sizes.dense
        high = size + small * 1.1 * len(below)
        s.text((left, y - (high - size) / 2), rows[0], size, "ink", "lm")
        s.lines((left, y + size / 2 + 2), below, (small, small * 1.1), "soft", "lm", "Medium")
    else:
        s.lines((left, y), rows, (size, size * 1.2), "ink", "lm")
    return s


def _standing(s: Canvas, box: Box, f: float, one: Standing) -> None:
    """Draws how a seat stands: its mark; HP of its mine and, as far as there is room, of its buildings, the number of its warriors, and its name."""
    left, top, width_, height = box
    y, x, size = top + height / 2, left + width_ - 10, USUAL.times(f).number
    s.box((left + 3, top + 2, width_ - 6, height - 4), 10, "panel", f"seat{one.seat}", 2)
    mark(s, left + 22 * f, y, 10 * f, one.seat)
    found = [("mine", "mine", one.mine), ("habitat_dome", "building", one.buildings), ("attack", "warrior", one.warriors)]
    while sum(width(str(n), "Bold", size) + 41 * f for *_, n in found) > width_ - 46 * f:
        found.pop()
    for word, kind, n in reversed(found):
        s.text((x, y), str(n), size, "ink", "rm")
        x -= width(str(n), "Bold", size) + 17 * f
        figure(s, word, (x, y), 28 * f, f"fig_{kind}", None)
        x -= 24 * f
    room = round(x - left - 40 * f)
    if room > 60 * f:
        s.text((left + 38 * f, y), uncut(one.names, "Bold", USUAL.times(f).dense, room), USUAL.times(f).dense, "ink", "lm")


def gone(look: Theme, land: Land, place: Place, names: tuple[str, str], sign: str, words: str) -> Canvas:
    """Draws a planet on which nothing stands but its mine, or its ruin: its seat's name, whole or in short, and sign, and why that is so."""
    s = piece(look, land, 0, 0, (place.width, place.height))
    f = place.factor
    if place.height < 60:  # A line.
        y, size, room = place.height / 2, place.sizes.dense, place.width - 60 - width(words, "Medium", place.sizes.label)
        mark(s, 20, y, 10, land.seat)
        s.text((40, y), uncut(names, "Bold", size, round(room)), size, "ink", "lm")
        s.text((place.width - 10, y), words, place.sizes.label, "ink", "rm", "Medium")
        return s
    _name(s, land, place, names, sign, place.width - 2)
    y = min(place.height - 22 * f, (land.horizon + place.height) / 2 + 20)
    if land.floor < place.height:  # There is room for what is left of it.
        y = (land.floor + place.height) / 2
        side = min(110.0 * f, land.floor - land.horizon - 4)
        shape, role = (wrecked("mine"), "fig_tired") if land.dead else (art.mask(GAME, "mine"), "fig_mine")
        s.figure(shape, (place.width / 2, land.horizon + side / 2 - 14), side, role, "edge")
    s.text((place.width / 2, y), fitted(words, "Bold", round(30 * f), round(place.width - 20)), round(30 * f), "ink")
    return s


def edge(look: Theme, across: int, down: int, role: str) -> Canvas:
    """Draws a side of a planet's frame."""
    s = Canvas((across, down), look, PLAIN)
    s.box((0, 0, across, down), fill=role)
    return s


# What is told


class Fighter(NamedTuple):
    """One side of an assault, or what a sentence is about: its card, type, letter, and seat."""

    card: str
    kind: str
    letter: str
    seat: int


class Telling(NamedTuple):
    """Sentences, and what the first one is about, if it can be shown."""

    words: tuple[str, ...]
    about: Fighter | None


class StoryKey(NamedTuple):
    """The story: sentences, or fewer of them, the fullest form first, and what is told where none of these has room; or the game's `title`, before
    there is any."""

    forms: tuple[Telling, ...]
    title: str = ""
    least: tuple[Telling, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All of the sentences."""
        return self.forms[0].words


TALL = 100
"""So high is a place for sentences under the open sky."""
LEADING, APART = 1.3, 0.4
"""From line to line, and what is more between sentences under the open sky, as shares of the size of letters."""


def story(look: Theme, across: int, down: int, f: float, one: StoryKey) -> Canvas:
    """Draws the story, with the picture of what its first sentence is about; a text that is too long ends with an ellipsis."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    tall = down >= TALL * f
    s.shade((0, 0, across, down), ("sky_high", "sky_low") if tall else ("panel", "page"))
    if one.title:
        title = one.title.split() if tall else [one.title]
        sizes = [n for n in (60, 52, 44, 36, 30, 24, 20) if n * LEADING * len(title) <= down]
        large = min(largest(row, FACE, tuple(sizes), across - 24) for row in title)
        s.lines((across / 2, down / 2), title, (large, large * LEADING), "ink", "mm", FACE)
        return s
    side = min(down - 8, round((110 if tall else 72) * f))
    sizes = [round(n * f) for n in (*((36, 32) if tall else ()), 30, 28, 26, 24)]
    small = [round(n * f) for n in (22, 20)]
    apart = APART if tall else 0
    ways = (*product(one.forms, sizes), *product(one.forms, small), *product(one.least, (*sizes, *small)))
    for form, size in ways:  # Less is said before it is said in small letters.
        left = side + 42 * f if form.about else 18 * f
        room = round((across - left - 10) * 0.98)
        told = [told_lines(words, size, room, 9) for words in form.words]
        if _high(told, size, apart) <= down - 2 * size * apart / 3 and not any(row.endswith("…") for rows in told for row in rows):
            break
    else:  # Each sentence has a line, and the first ones more, as long as there are any.
        form = one.forms[0]
        left = side + 42 * f if form.about else 18 * f
        room = round((across - left - 10) * 0.98)
        lines, told = int(down // (size * LEADING)), []
        for later, words in zip(range(len(one.words) - 1, -1, -1), one.words, strict=True):
            if left_over := lines - sum(map(len, told)):
                told.append(told_lines(words, size, room, max(1, left_over - later)))
        apart = 0
    if form.about:
        role = ROLE[form.about.kind]
        s.glow((6, (down - side) // 2, side, side), (f"{role}_deep", role, f"{role}_glow"), 8)
        figure(s, form.about.card, (6 + side / 2, down / 2), side - 6, "plate")
        mark(s, side + 22 * f, down / 2, 10 * f, form.about.seat)
    y = (down - _high(told, size, apart)) / 2
    for rows in told:
        high = len(rows) * size * LEADING
        s.lines((left, y + high / 2), rows, (size, size * LEADING), "ink", "lm", "Medium")
        y += high + size * apart
    return s


def _high(told: Sequence[Sequence[str]], size: int, apart: float) -> float:
    """How high sentences are in a size of letters."""
    return size * (LEADING * sum(map(len, told)) + apart * (len(told) - 1))


def told_lines(words: str, size: int, room: int, most: int, weight: str = "Medium") -> tuple[str, ...]:
    """A sentence wrapped into at most `most` lines."""
    rows = balanced(words, weight, size, room)
    return rows if len(rows) <= most else (*rows[: most - 1], fitted(" ".join(rows[most - 1 :]), weight, size, room))


class AttackKey(NamedTuple):
    """An attacker in its line, with its blocker and its target.

    `now`: it attacks now; `done`: it has done so; `planned`: it is only declared, perhaps without a target yet.
    """

    line: int
    now: bool
    attacker: Fighter
    blocker: Fighter | None
    target: Fighter | None
    done: bool
    planned: bool


CHIP = 170
"""How wide an assault is."""


def assault(look: Theme, across: int, down: int, f: float, attack: AttackKey) -> Canvas:
    """Draws an attacker with an arrow to its target, and its blocker between them."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.shade((0, 0, across, down), ("panel", "page"))
    frame = "legal_line" if attack.planned else f"seat{attack.attacker.seat}" if attack.now else "line"
    s.box((2, 2, across - 4, down - 4), 10, None, frame, 4 if attack.now or attack.planned else 2)
    y, side = down / 2, 44 * f
    _fighter(s, 8 * f + side / 2, y, side, attack.attacker, f)
    start, end = 8 * f + side + 4, across - side - 14 * f
    role = "legal_line" if attack.planned else "attack"
    s.line([(start, y), (end - 12 * f, y)], role, 5)
    s.polygon([(end, y), (end - 16 * f, y - 11 * f), (end - 16 * f, y + 11 * f)], role)
    middle = (start + end) / 2 - 6 * f
    if attack.blocker:
        shield(s, (middle, y), 24 * f, "hp", "")
        figure(s, attack.blocker.card, (middle, y), 36 * f, "plate")
    elif attack.line and attack.done:
        s.ellipse((middle, y), 15 * f, role, "panel", 2)
        s.line([(middle - 8 * f, y), (middle - 2 * f, y + 6 * f), (middle + 9 * f, y - 7 * f)], "plate", 4)
    elif attack.line:
        swords(s, (middle, y), 16 * f, str(attack.line), round(24 * f))
    if attack.target:
        _fighter(s, across - 8 * f - side / 2, y, side, attack.target, f)
    else:
        s.text((across - 8 * f - side / 2, y), "?", 40 * f, "legal_line")
    return s


def _fighter(s: Canvas, x: float, y: float, side: float, one: Fighter, f: float) -> None:
    """Draws a figure, with its letter and the mark of its seat."""
    figure(s, one.card, (x, y), side, f"fig_{one.kind}")
    if one.letter:
        tag(s, (x - side / 2 + 10 * f, y + side / 2 - 8 * f), one.letter, round(20 * f))
    mark(s, x + side / 2 - 4 * f, y - side / 2 + 6 * f, 7 * f, one.seat)


def rest(look: Theme, across: int, down: int, f: float, n: int) -> Canvas:
    """Draws the number of those that have no place; nothing for 0."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.shade((0, 0, across, down), ("panel", "page"))
    if n:
        s.text((across / 2, down / 2), f"+{n}", round(28 * f), "ink")
    return s
