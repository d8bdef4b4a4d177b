"""Draws the boxes around the rink on the stage: seats, clock, benches, both values of a round, and what was declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas
from render.hockey_game.emblems import emblem
from render.hockey_game.icons import badge, card, die, icon, symbol
from render.hockey_game.stage_layout import sizes
from render.stage import WAITS, Sizes
from render.text import fitted, font, largest, uncut, width, wrapped
from render.theme import Theme

FACE = "Scoreboard"
LARGER_CHIPS = (1.4, 1.2, 1)
"""How many times as large as usual parts of a value may be where all have room."""
ROW_OF_CHIPS = 1.2
"""How high a row of them is at least, in the size of their numbers."""


STEP_OF_ATTRIBUTES = 56
"""The room of an attribute in a seat's box, about."""


class SeatKey(NamedTuple):
    """A seat: its sign (WAITS, TURN, or none), the name whole and in short, the team's word, its name, its attributes, whether it lies left of the
    clock; its heroes, if they have no bench, each with whether it helps in the present round."""

    sign: str
    names: tuple[str, str]
    team: str
    called: str
    attributes: tuple[tuple[str, int], ...]
    left: bool
    heroes: tuple[tuple[str, bool], ...] = ()


def seat(look: Theme, wide: int, high: int, key: SeatKey) -> Canvas:
    """Draws a seat's box: crest, name, as many heroes as have room beside its short form, seven attributes."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    strong = "accent" if key.sign == WAITS else ""
    s.panel((0, 0, wide, high), strong)
    row = round((high - 14) * 0.57)
    middle = 7 + row / 2 + 1
    crest = row - 8
    emblem(s, 14 if key.left else wide - 14 - crest, middle - crest / 2, crest, key.team)
    start, end = (crest + 24, wide - 14) if key.left else (18, wide - crest - 24)
    portrait = row - 16
    room = end - start - max(width(key.names[1], "Bold", z.number), width(key.called, "Medium", z.label) + z.dense) - 8
    for word, used in sorted(key.heroes, key=lambda hero: not hero[1])[: max(0, int(room // (portrait + 6)))]:
        end -= portrait
        s.glow((end, middle - portrait / 2, portrait, portrait), ("hero_deep", "hero", "hero_glow"), 7)
        s.figure(mask("hockey_game", word), (end + portrait / 2, middle), portrait - 4, "plate", "edge")
        if used:
            s.box((end, middle - portrait / 2, portrait, portrait), 7, None, "gold", 4)
        end -= 6
    _called(s, (start, end), middle, row, key)
    tight = z.dense > STEP_OF_ATTRIBUTES / 2  # Each sign then stands close to its number, so that both are apart from the next.
    edge = 9 if tight else 14
    step = (wide - 2 * edge) / 7
    line = high - (high - 7 - row) / 2 - 2
    for n, (name, value) in enumerate(key.attributes):
        r, near = (step * 0.18, 4) if tight else (z.dense * 0.48, 5)
        digit = edge + step * n + (2 * r + near + z.dense * 0.3 if tight else step * 0.76)
        badge(s, (digit - z.dense * 0.3 - near - r, line), r * 1.16, name)
        s.text((digit, line), str(value), z.dense, "ink")
    return s


def _called(s: Canvas, between: tuple[float, float], middle: float, row: float, key: SeatKey) -> None:
    """Draws the name, below it the sign and the team."""
    z = sizes(s.theme)
    (start, end), size = between, z.number
    s.text((start, middle - row * 0.2), uncut(key.names, "Bold", size, round(end - start)), size, "ink", "lm")
    x, low = start, middle + row * 0.26
    if key.sign:  # Where it takes no room from the name, which is the same whoever has the turn.
        s.text((x, low), key.sign, z.dense, "accent" if key.sign == WAITS else "best" if key.sign == "★" else "soft", "lm")
        x += z.dense + 2
    s.text((x, low), fitted(key.called, "Medium", z.label, round(end - x)), z.label, "soft", "lm", "Medium")


class ClockKey(NamedTuple):
    """The scoreboard between both seats: the period, goals of both (empty before the match), how many referee cards of the period are turned, and how
    many there are."""

    period: str
    goals: tuple[str, ...]
    gone: int
    of: int


def clock(look: Theme, wide: int, high: int, key: ClockKey) -> Canvas:
    """Draws the scoreboard: the period, the goals as a headline, and a lamp for each referee card of the period, those turned alight."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 12, "board", "board_line", 3)
    room, count = wide - 16, max(key.of, key.gone)
    if not key.goals:
        size = next((n for n in (z.number, z.dense) if max(width(word, "Bold", n) for word in key.period.split()) <= room), z.label)
        s.lines((wide / 2, high / 2), wrapped(key.period, "Bold", size, room)[:2], (size, size * 1.15), "board_ink", "mm")
        return s
    s.text((wide / 2, 8 + z.label / 2), fitted(key.period, "Bold", z.label, room), z.label, "board_ink")
    low = high - 22 if count else high - 4
    size, y = round(z.headline * 1.35), (8 + z.label + low) / 2
    for side, goals in zip((-1, 1), key.goals, strict=True):
        s.text((wide / 2 + side * 0.23 * size, y), goals, size, "led", "rm" if side < 0 else "lm", FACE)
    s.text((wide / 2, y - size * 0.06), ":", round(size * 0.8), "board_soft", "mm", FACE)
    r = min(7.5, (wide - 24) / max(count, 1) / 2 - 3)
    for n in range(count):
        x = wide / 2 + (n - (count - 1) / 2) * (2 * r + 7)
        s.ellipse((x, high - 15), r, "lamp" if n < key.gone else "board", "board_soft", 2)
    return s


class HeroKey(NamedTuple):
    """A hero on the bench: word and name; `state` is "used" or "muted" in the present round, or "dim" if others can be chosen."""

    word: str
    name: str
    attributes: tuple[tuple[str, int], ...]
    state: str = ""


TALL = 100
"""In so high a place a hero is drawn large."""


def hero(look: Theme, wide: int, high: int, key: HeroKey | None) -> Canvas:
    """Draws a place on the bench, with its hero if there is one."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    if key is None:
        thick = min(high / 2 - 6, 30)
        s.box((4, high - 8 - thick, wide - 8, thick), 5, "bench", "bench_line", 2)
        s.line([(10, high - 8 - thick * 0.45), (wide - 10, high - 8 - thick * 0.45)], "bench_line", 2)
        return s
    dim = key.state == "dim"
    frame = "gold" if key.state == "used" else "line"
    s.box((2, 1, wide - 4, high - 3), 9, "grey" if dim else "plate", frame, 5 if key.state == "used" else 2)
    tall = high > TALL
    side = min(high - 16 - z.label * 0.9, wide * 0.53)
    ground = ("hero_deep", "hero", "hero_glow")
    s.glow((7, 6, side, side), ground, 7)
    s.figure(mask("hockey_game", key.word), (7 + side / 2, 6 + side / 2), side - 2, "plate", "edge")
    step, size = (wide - 14 - side) / 2, z.number if tall else z.dense
    for n, (name, value) in enumerate(key.attributes[:2]):  # Below each other where there is room.
        x, y = (14 + side, 6 + side * (0.26 + 0.48 * n)) if tall else (10 + side + step * n, 6 + side / 2)
        icon(s, (x + 11, y), 12 if tall else 10, name)
        s.text((x + (36 if tall else 33), y), str(value), size, "plate_ink")
    called = largest(key.name, "Bold", (z.dense, z.label) if tall else (z.label,), wide - 14)
    s.text((wide / 2, (6 + side + high - 3) / 2), fitted(key.name, "Bold", called, wide - 14), called, "plate_ink")
    if key.state == "muted":
        s.line([(8, 6 + side / 2), (wide - 8, 6 + side / 2)], "red", 4)
    return s


def foot(look: Theme, wide: int, high: int, hand: int, time: bool) -> Canvas:
    """Draws the end of a bench: the number of cards in hand, and a stopwatch for the seat's TIME, which is dark once used."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 9, "board", "board_line", 2)
    card(s, (24, high / 2), high * 0.32)
    s.text((48, high / 2), str(hand), z.dense, "board_ink")
    _stopwatch(s, (wide - 30, high / 2 + 3), high * 0.3, "led" if time else "board_line")
    return s


def _stopwatch(s: Canvas, at: tuple[float, float], r: float, role: str) -> None:
    x, y = at
    s.line([(x, y - r * 1.4), (x, y - r)], role, r * 0.5)
    s.ellipse(at, r, None, role, r * 0.26)
    s.line([(x, y - r * 0.55), (x, y), (x + r * 0.42, y)], role, r * 0.24)


class Chip(NamedTuple):
    """A part of a value: a sign (an attribute, `referee`, `card`, `lines`, or `hero:` and `special:` with a word), or a field's label; how much, as a
    number, or in a word."""

    sign: str
    amount: str
    faded: bool = False


class ValueKey(NamedTuple):
    """A seat's value in a round: what it does, its dice with whether they count, the sum, its parts; whether it lies left of the middle; what the
    seat is `asked` before there is any of that."""

    role: str
    dice: tuple[tuple[int, bool], ...]
    total: str
    chips: tuple[Chip, ...]
    left: bool
    won: bool
    asked: str = ""


def value(look: Theme, wide: int, high: int, key: ValueKey) -> Canvas:
    """Draws one side's value: dice and sum, and the parts of it; what is to come is larger, with blank dice."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "best" if key.won else "accent" if key.asked else "")
    if key.asked:
        most, foot = (1, high * 0.5) if key.chips else (2, high)
        size = next((n for n in (z.number, z.dense) if len(wrapped(key.asked, "Bold", n, wide - 40)) <= most), z.label)
        s.lines((wide / 2, foot / 2 + 3), wrapped(key.asked, "Bold", size, wide - 40)[:most], (size, size * 1.2), "ink", "mm")
        _chips(s, key.chips, (16, foot, wide - 26, high - foot - 7))
        return s
    blank = not key.dice and not key.chips
    words = width(key.role, "Bold", z.label)
    fits = (round(z.headline * n) for n in (1.6, 1.4) if width(key.total, FACE, round(z.headline * n)) + z.headline * n * 1.72 + words + 74 <= wide)
    size = next(fits, round(z.headline * 1.25)) if blank else round(z.headline * 1.2)
    top, side = high / 2 if blank else 10 + size * 0.44, size * 0.86
    ways = 1 if key.left else -1
    near, far = (wide - 16, 18) if key.left else (16, wide - 18)
    s.text((near, top), key.total, size, "ink", "rm" if key.left else "lm", FACE)
    start = near - ways * (width(key.total, FACE, size) + 14)
    for n, (number, counts) in enumerate(key.dice):
        die(s, start - ways * (n * (side + 6)) - (side if key.left else 0), top - side / 2, side, number, counts)
    for n in range(2 * blank):
        s.box((start - ways * (n * (side + 8)) - (side if key.left else 0), top - side / 2, side, side), side * 0.2, None, "soft", 3)
    room = abs(start - far) - (len(key.dice) or 2 * blank) * (side + 8) - 8
    role = largest(key.role, "Bold", (z.dense, z.label), round(room))
    s.text((far, top), fitted(key.role, "Bold", role, round(room)), role, "ink", "lm" if key.left else "rm")
    foot = top + side / 2 + 2
    _chips(s, key.chips, (16, foot, wide - 26, high - foot - 7))
    return s


def _chips(s: Canvas, chips: Sequence[Chip], box: tuple[float, float, float, float]) -> None:
    """Draws the parts of a value in one row or two, as large as all of them have room."""
    left, top, wide, high = box
    for larger in LARGER_CHIPS:
        z = sizes(s.theme).times(larger)
        rows = _rows([(chip, _long(chip, z)) for chip in chips], wide)
        if len(rows) * z.dense * ROW_OF_CHIPS <= high and sum(map(len, rows)) == len(chips):
            break
    for n, row in enumerate(rows):
        x, y = left, top + high * (n + 0.5) / len(rows)
        for chip, long in row:
            _chip(s, chip, (x, y), z)
            x += long


def _rows(longs: Sequence[tuple[Chip, float]], wide: float) -> list[Sequence[tuple[Chip, float]]]:
    """Divides parts among one row, or two of about equal length; parts that don't fit into the second are dropped."""
    whole = sum(long for _, long in longs)
    if whole <= wide:
        return [longs]
    split, length = 0, 0.0
    while length + longs[split][1] <= min(wide, max(whole / 2 + 20, whole - wide)):
        length += longs[split][1]
        split += 1
    second = list(longs[split:])
    while sum(long for _, long in second) > wide:
        second.pop()
    return [longs[:split], second]


def _long(chip: Chip, z: Sizes) -> float:
    """The width of a part of a value, in pixels."""
    return _sign_long(chip, z) + z.dense * 0.17 + font("Bold", _amount_size(chip, z)).getlength(chip.amount) + z.dense * 0.54


def _sign_long(chip: Chip, z: Sizes) -> float:
    return font("Bold", z.label).getlength(chip.sign[6:]) if chip.sign.startswith("field:") else z.dense


def _amount_size(chip: Chip, z: Sizes) -> int:
    """The size of what a part adds: a word is smaller than a number."""
    return z.label if chip.amount.isalpha() else z.dense


def _chip(s: Canvas, chip: Chip, at: tuple[float, float], z: Sizes) -> None:
    x, y = at
    long = _sign_long(chip, z)
    if chip.sign.startswith("field:"):
        s.text((x, y), chip.sign[6:], z.label, "soft", "lm")
    else:
        _sign(s, (x + z.dense / 2, y), z.dense / 2, chip)
    s.text((x + long + z.dense * 0.17, y), chip.amount, _amount_size(chip, z), "soft" if chip.faded else "ink", "lm")
    if chip.faded:
        s.line([(x, y), (x + _long(chip, z) - z.dense * 0.5, y)], "red", 3)


def _sign(s: Canvas, at: tuple[float, float], r: float, chip: Chip) -> None:
    kind, _, word = chip.sign.partition(":")
    x, y = at
    if kind in ("hero", "special"):
        s.box((x - r - 1, y - r - 1, 2 * r + 2, 2 * r + 2), 5, kind)
        s.sign("hockey_game", word, at, 2 * r, "plate")
    elif kind == "referee":
        symbol(s, x, y, r * 0.9)
    elif kind == "card":
        card(s, at, r)
    elif kind == "lines":
        for dx in (-0.4, 0.4):
            s.line([(x + dx * r, y - r * 0.8), (x + dx * r, y + r * 0.8)], "red" if dx < 0 else "blue", r * 0.4)
    elif kind == "crease":
        s.ellipse(at, r * 0.9, "crease", "red", r * 0.2)
    else:
        badge(s, at, r * 1.04, kind)


class DeedKey(NamedTuple):
    """The declared move: sign and name, from where to where, how it ended or what is `asked`, and whether it succeeded."""

    move: str
    name: str
    course: str
    result: str
    won: bool
    asked: bool = False


def deed(look: Theme, wide: int, high: int, key: DeedKey) -> Canvas:
    """Draws the declared move between both values."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 12, "board", "board_line", 3)
    room = wide - 20
    rows = wrapped(key.result, "Bold", z.label, room - 8) if key.result else ()
    wide_course = largest(key.course, "Bold", (round(z.number * 1.3), z.number, z.dense), room)
    move, course, said = z.dense * 1.3 * bool(key.move), wide_course * 1.15 * bool(key.course), z.label * 1.14 * len(rows) + 6 * bool(rows)
    if move + course + said > high - 8:
        move = 0
    y = (high - move - course - said) / 2
    if move:
        size = largest(key.name, "Bold", (z.dense, z.label), room - z.dense - 6)
        long = z.dense + font("Bold", size).getlength(name := fitted(key.name, "Bold", size, room - z.dense - 4)) + 6
        icon(s, ((wide - long) / 2 + z.dense / 2, y + z.dense * 0.6), z.dense * 0.44, key.move, "board", "led")
        s.text(((wide - long) / 2 + z.dense + 6, y + z.dense * 0.6), name, size, "board_ink", "lm")
        y += move
    if key.course:
        s.text((wide / 2, y + course * 0.48), fitted(key.course, "Bold", wide_course, room), wide_course, "board_ink")
        y += course
    if rows:
        if key.won:
            s.box((8, y + 3, wide - 16, high - y - 12), 8, "led")
            s.lines((wide / 2, (y + high - 6) / 2), rows, (z.label, z.label * 1.1), "edge", "mm")
        else:
            s.lines((wide / 2, y + said / 2), rows, (z.label, z.label * 1.14), "led" if key.asked else "board_soft", "mm")
    return s


class QuestionKey(NamedTuple):
    """What a seat is asked: in words, the moves by sign and name, and both sides of a field's values, by team and name, the seat's own first."""

    asked: str
    moves: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]


def question(look: Theme, wide: int, high: int, key: QuestionKey) -> Canvas:
    """Draws what a seat is asked, what the signs of moves mean, and whose the two values of a field are."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "accent")
    first, room = high * (0.32 if key.moves else 0.5), wide - 48
    sides = _sides(s, (wide - 20, first), key.sides, room - round(width(key.asked, "Bold", z.dense))) if key.sides else 0
    size = largest(key.asked, "Bold", (round(z.number * 1.2), z.number, z.dense) if high > z.number * 2.6 else (z.dense,), room - sides)
    s.text((24, first), fitted(key.asked, "Bold", size, room - sides), size, "ink", "lm")
    for larger in (1.5, 1.25, 1.0):
        r, letters, gap = z.dense * 0.56 * larger, round(z.label * larger), 24 * larger
        longs = [2 * r + 8 + width(name, "Medium", letters) + gap for _, name in key.moves]
        if sum(longs) <= room + gap and 2.3 * r <= high * 0.5:
            break
    x = 24.0
    for (move, name), long in zip(key.moves, longs, strict=True):
        badge(s, (x + r, high * 0.7), r, move)
        s.text((x + 2 * r + 8, high * 0.7), name, letters, "ink", "lm", "Medium")
        x += long
    return s


def _sides(s: Canvas, end: tuple[float, float], sides: tuple[tuple[str, str], ...], room: int) -> int:
    """Draws both sides of a field's values up to a right end, each with its crest outside; returns how wide that is."""
    z = sizes(s.theme)
    (x, y), crest, (own, other) = end, z.dense * 1.4, sides
    size = z.dense if sum(width(name, "Bold", z.dense) for _, name in sides) + 2 * crest + 60 <= room else z.label
    half = (room - round(2 * crest) - 60) // 2
    names = [fitted(name, "Bold", size, half) for _, name in sides]
    start = x
    emblem(s, x - crest, y - crest / 2, crest, other[0])
    x -= crest + 8
    for words, role in ((names[1], "ink"), (" : ", "soft"), (names[0], "ink")):
        s.text((x, y), words, size, role, "rm")
        x -= width(words, "Bold", size)
    emblem(s, x - 8 - crest, y - crest / 2, crest, own[0])
    return round(start - x + crest + 28)


def plain(look: Theme, wide: int, high: int) -> Canvas:
    """Draws an empty place."""
    s = Canvas((wide, high), look, PLAIN, grows=False)
    s.panel((0, 0, wide, high))
    return s


SPRITES = {"seat": seat, "clock": clock, "bench": hero, "foot": foot, "value": value, "deed": deed, "question": question, "plain": plain}
