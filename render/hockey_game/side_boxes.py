"""Draws the boxes around the rink on the stage: seats, clock, benches, both values of a round, and what was declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas, Point
from render.hockey_game.emblems import emblem
from render.hockey_game.ice import people
from render.hockey_game.icons import badge, card, die, icon, symbol
from render.hockey_game.stage_layout import sizes
from render.stage import WAITS, Sizes
from render.text import fitted, font, largest, uncut, width, wrapped
from render.theme import Theme

FACE = "Scoreboard"
LARGER_CHIPS = (1.4, 1.2, 1)
"""How many times as large as usual parts of a value may be where all have room."""
LEADING = 1.1
"""From line to line of an order, in the size of its letters."""
ROW_OF_CHIPS = 1.2
"""How high a row of them is at least, in the size of their numbers."""


IN_PLAY = 1.3
"""How many times as large as others an attribute is that decides in the present round."""


class SeatKey(NamedTuple):
    """A seat: its sign (WAITS, TURN, or none), the name whole and in short, the team's word, its attributes, none once the game is over, whether it
    lies left of the clock; the size of its name; attributes that are `in_play` in the present round; its heroes, if they have no bench, each with
    whether it helps there."""

    sign: str
    names: tuple[str, str]
    team: str
    attributes: tuple[tuple[str, int], ...]
    left: bool
    letters: int
    in_play: tuple[str, ...] = ()
    heroes: tuple[tuple[str, bool], ...] = ()


def seat(look: Theme, wide: int, high: int, key: SeatKey) -> Canvas:
    """Draws a seat's box: crest, name, as many heroes as have room beside its short form, a sign, seven attributes."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    strong = "accent" if key.sign == WAITS else ""
    s.panel((0, 0, wide, high), strong)
    row = round((high - 14) * 0.57) if key.attributes else high - 14
    middle = 7 + row / 2 + 1
    crest = min(row - 8, 64)
    emblem(s, 14 if key.left else wide - 14 - crest, middle - crest / 2, crest, key.team)
    start, end = (crest + 24, wide - 14) if key.left else (18, wide - crest - 24)
    if key.sign:
        role = "accent" if key.sign == WAITS else "best" if key.sign == "★" else "soft"
        s.text((end, middle), key.sign, z.dense, role, "rm")
    end -= z.dense + 6  # The name is the same whoever has the turn.
    portrait = row - 16
    room = end - start - width(key.names[1], "Bold", z.number) - 8
    for word, used in sorted(key.heroes, key=lambda hero: not hero[1])[: max(0, int(room // (portrait + 6)))]:
        end -= portrait
        s.glow((end, middle - portrait / 2, portrait, portrait), ("hero_deep", "hero", "hero_glow"), 7)
        s.figure(mask("hockey_game", word), (end + portrait / 2, middle), portrait - 4, "plate", "edge")
        if used:
            s.box((end, middle - portrait / 2, portrait, portrait), 7, None, "gold", 4)
        end -= 6
    s.text((start, middle), uncut(key.names, "Bold", key.letters, round(end - start)), key.letters, "ink", "lm")
    _attributes(s, (8, wide - 8), high - (high - 7 - row) / 2 - 2, key)
    return s


def _attributes(s: Canvas, between: tuple[float, float], line: float, key: SeatKey) -> None:
    """Draws attributes in a row: all alike, or those in play as badges and the others small and faint, if these have room."""
    z, (left, right) = sizes(s.theme), between
    tight = bool(key.in_play) and (right - left) / len(key.attributes) < 2 * z.dense
    shown = [(name, value, name in key.in_play) for name, value in key.attributes if name in key.in_play or not tight]
    step = (right - left) / max(1.0, sum(IN_PLAY if played else 1.0 for *_, played in shown))
    for name, value, played in shown:
        share = IN_PLAY if played else 1.0
        size = min(z.dense * share, z.dense * 1.2)
        r = min(step * 0.2 * share, size * 0.52)
        x = left + (step * share - 2 * r - 4 - size * 0.6) / 2
        if played or not key.in_play:
            badge(s, (x + r, line), r * 1.12, name)
        else:
            icon(s, (x + r, line), r * 0.86, name, "panel", "soft")
        s.text((x + 2 * r + 4 + size * 0.3, line), str(value), size, "ink" if played or not key.in_play else "soft")
        left += step * share


class ClockKey(NamedTuple):
    """The scoreboard between both seats: the period, goals of both (empty before the match), how many referee cards of the period are turned, and how
    many there are."""

    period: str
    goals: tuple[str, ...]
    gone: int
    of: int


def clock(look: Theme, wide: int, high: int, key: ClockKey) -> Canvas:
    """Draws the scoreboard: the period, the goals as a headline, and how many of the period's referee cards are turned."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 12, "board", "board_line", 3)
    room = wide - 16
    if not key.goals:
        size = next((n for n in (z.number, z.dense) if max(width(word, "Bold", n) for word in key.period.split()) <= room), z.label)
        s.lines((wide / 2, high / 2), wrapped(key.period, "Bold", size, room)[:2], (size, size * 1.15), "board_ink", "mm")
        return s
    s.text((wide / 2, 6 + z.label / 2), fitted(key.period, "Bold", z.label, room), z.label, "board_ink")
    low = high - z.dense - 2 if key.of else high - 4
    size, y = round(z.headline * 1.3), (6 + z.label + low) / 2
    for side, goals in zip((-1, 1), key.goals, strict=True):
        s.text((wide / 2 + side * 0.23 * size, y), goals, size, "led", "rm" if side < 0 else "lm", FACE)
    s.text((wide / 2, y - size * 0.06), ":", round(size * 0.8), "board_soft", "mm", FACE)
    if key.of:
        words, r = f"{key.gone}/{key.of}", z.dense * 0.42
        x = (wide - 2 * r - 8 - width(words, "Bold", z.dense)) / 2
        symbol(s, x + r, high - 4 - z.dense / 2, r)
        s.text((x + 2 * r + 8, high - 4 - z.dense / 2), words, z.dense, "lamp" if key.gone == key.of else "board_soft", "lm")
    return s


class HeroKey(NamedTuple):
    """A hero on the bench: word and name; `state` is "used" or "muted" in the present round, or "dim" if others can be chosen."""

    word: str
    name: str
    attributes: tuple[tuple[str, int], ...]
    state: str = ""


HIGHEST, TALL = 140, 100
"""In a place that is higher than that a hero stands above the attributes; in one higher than that beside them."""


def hero(look: Theme, wide: int, high: int, key: HeroKey | None) -> Canvas:
    """Draws a place on the bench, with its hero if there is one; people are seen above a bench that is empty."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    if key is None:
        people(s, (wide, high))
        s.box((4, high - 40, wide - 8, 32), 5, "bench", "bench_line", 2)
        s.line([(10, high - 23), (wide - 10, high - 23)], "bench_line", 2)
        return s
    dim = key.state == "dim"
    frame = "gold" if key.state == "used" else "line"
    s.box((2, 1, wide - 4, high - 3), 9, "grey" if dim else "plate", frame, 5 if key.state == "used" else 2)
    tall, below = high > TALL, high > HIGHEST
    called = largest(key.name, "Bold", (z.dense, z.label), wide - 14)
    side = min(high - 16 - z.dense * 0.9 - (z.number + 10 if below else 0), wide * (0.72 if below else 0.53))
    stacked = side >= 2 * z.dense
    left = (wide - side) / 2 if below else 7
    s.glow((left, 6, side, side), ("hero_deep", "hero", "hero_glow"), 7)
    s.figure(mask("hockey_game", key.word), (left + side / 2, 6 + side / 2), side - 2, "plate", "edge")
    step, size = (wide - 14 - side) / 2, z.number if tall else z.dense
    for n, (name, value) in enumerate(key.attributes[:2]):
        if below:
            x, y = wide / 2 + (n - (len(key.attributes[:2]) - 1) / 2) * 62 - 24, 6 + side + 6 + z.number / 2
        else:
            x, y = (14 + side, 6 + side * (0.26 + 0.48 * n)) if stacked else (10 + side + step * n, 6 + side / 2)
        icon(s, (x + 11, y), 12 if tall else 10, name)
        s.text((x + (36 if tall else 33), y), str(value), size, "plate_ink")
    s.text((wide / 2, high - 9 - z.dense * 0.45), fitted(key.name, "Bold", called, wide - 14), called, "plate_ink")
    if key.state == "muted":
        s.line([(left, 6 + side / 2), (left + side, 6 + side / 2)], "red", 4)
    return s


def foot(look: Theme, wide: int, high: int, hand: int, time: bool) -> Canvas:
    """Draws the end of a bench: the number of cards in hand, and a stopwatch as long as the seat has its TIME."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 9, "board", "board_line", 2)
    card(s, (26 if time else wide / 2 - 18, high / 2), high * 0.34)
    s.text((54 if time else wide / 2 + 14, high / 2), str(hand), z.number, "board_ink")
    if time:
        _stopwatch(s, (wide - 32, high / 2 + 3), high * 0.3, "led")
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
    seat is `asked`, if it is: an order, and what stands below that."""

    role: str
    dice: tuple[tuple[int, bool], ...]
    total: str
    chips: tuple[Chip, ...]
    left: bool
    won: bool
    asked: tuple[str, ...] = ()


def value(look: Theme, wide: int, high: int, key: ValueKey) -> Canvas:
    """Draws one side's value: dice and sum, and the parts of it; what is to come is larger, with blank dice. Whoever is asked has a frame, and the
    order in the place of what it does."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "accent" if key.asked else "best" if key.won else "")
    if key.asked and not key.dice:
        foot = high * 0.68 if key.chips else high - 2
        _order(s, (wide / 2, foot / 2 + 2), (wide - 40, foot - 10), key.asked)
        _chips(s, key.chips, (16, foot, wide - 26, high - foot - 7))
        return s
    blank = not key.dice and not key.chips
    words = width(key.role, "Bold", z.label)
    fits = (round(z.headline * n) for n in (1.6, 1.4) if width(key.total, FACE, round(z.headline * n)) + z.headline * n * 1.72 + words + 74 <= wide)
    size = next(fits, round(z.headline * 1.25)) if blank else round(z.headline * (1.05 if key.asked else 1.2))
    side = size * 0.86
    top = high / 2 if blank else 10 + size * 0.44
    foot = top + side / 2 + 2
    if key.asked:  # It has all the room that the parts leave.
        foot = high - 7 - len(_rows([(chip, _long(chip, z)) for chip in key.chips], wide - 26)) * z.dense * 1.3
        top = foot / 2 + 3
    ways = 1 if key.left else -1
    near, far = (wide - 16, 18) if key.left else (16, wide - 18)
    s.text((near, top), key.total, size, "ink", "rm" if key.left else "lm", FACE)
    start = near - ways * (width(key.total, FACE, size) + 14)
    dice = [thrown for thrown in key.dice if thrown[1] or not key.asked]  # An order takes the place of a die that does not count.
    for n, (number, counts) in enumerate(dice):
        die(s, start - ways * (n * (side + 6)) - (side if key.left else 0), top - side / 2, side, number, counts)
    for n in range(2 * blank):
        s.box((start - ways * (n * (side + 8)) - (side if key.left else 0), top - side / 2, side, side), side * 0.2, None, "soft", 3)
    room = abs(start - far) - (len(dice) or 2 * blank) * (side + 8) - 8
    if key.asked:
        _order(s, ((far + start - ways * (len(dice) * (side + 8))) / 2, foot / 2 + 2), (room, foot - 6), key.asked)
    else:
        role = largest(key.role, "Bold", (z.dense, z.label), round(room))
        s.text((far, top), fitted(key.role, "Bold", role, round(room)), role, "ink", "lm" if key.left else "rm")
    _chips(s, key.chips, (16, foot, wide - 26, high - foot - 7))
    return s


def _order(s: Canvas, middle: Point, room: tuple[float, float], asked: tuple[str, ...]) -> None:
    """Draws an order as large as it has room, and below it, smaller, what goes with it; that alone is left out where there is no room for both."""
    for share, shown in [(share, said) for said in (asked, asked[:1]) for share in (1.4, 1.2, 1.0, 0.86, 0.72)]:
        rows = _order_rows(sizes(s.theme), round(room[0]), share, shown)
        if sum(size for _, size, _ in rows) * LEADING <= room[1] and not any(row.endswith("…") for row, *_ in rows):
            break
    y = middle[1] - sum(size for _, size, _ in rows) * LEADING / 2
    for row, size, role in rows:
        s.text((middle[0], y + size * LEADING / 2), row, size, role)
        y += size * LEADING


def _order_rows(z: Sizes, wide: int, share: float, asked: tuple[str, ...]) -> list[tuple[str, int, str]]:
    """The lines of an order in a size, each with the size of its letters and their role."""
    first = max(z.label, round(z.number * share))
    size = max(z.label, min(round(first * 0.8), z.dense))
    rows = [(row, first, "ink") for row in wrapped(asked[0], "Bold", first, wide)]
    return rows + [(row, size, "soft") for words in asked[1:] for row in wrapped(words, "Bold", size, wide)]


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
    """The declared move: sign and name, from where to where, how it ended, and whether it succeeded."""

    move: str
    name: str
    course: str
    result: str
    won: bool


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
        s.box((8, y + 3, wide - 16, high - y - 12), 8, "led" if key.won else "red")
        s.lines((wide / 2, (y + high - 6) / 2), rows, (z.label, z.label * 1.1), "edge" if key.won else "plate", "mm")
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
    (x, y), crest, (own, other) = end, min(z.dense * 1.4, 2 * end[1] - 16), sides
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
