"""Draws the boxes around the rink on the stage: seats, clock, benches, both values of a round, and what was declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Box, Canvas
from render.hockey_game.emblems import emblem
from render.hockey_game.ice import people
from render.hockey_game.icons import badge, card, die, icon, symbol
from render.hockey_game.stage_layout import sizes
from render.stage import WAITS, Sizes
from render.text import fitted, font, largest, uncut, width, wrapped
from render.theme import Theme

FACE = "Scoreboard"
WON = "★"
"""The sign of a winner."""
LARGER_CHIPS = (1.4, 1.2, 1)
"""How many times as large as usual parts of a value may be where all have room."""
GAP = 0.5
"""The room between parts of a value, in the size of their numbers."""
ROW_OF_CHIPS = 1.2
"""How high a row of them is at least, in the size of their numbers."""


class SeatKey(NamedTuple):
    """A seat: its sign (WAITS, TURN, WON, or none), the name whole and in short, the team's word, its attributes with their values and names, none
    once the game is over; whether it lies left of the clock; the size of its name; attributes that are `in_play` in the present round; its heroes, if
    they have no bench, each with whether it helps there."""

    sign: str
    names: tuple[str, str]
    team: str
    attributes: tuple[tuple[str, int, str], ...]
    left: bool
    letters: int
    in_play: tuple[str, ...] = ()
    heroes: tuple[tuple[str, bool], ...] = ()


def seat(look: Theme, wide: int, high: int, key: SeatKey) -> Canvas:
    """Draws a seat's box: crest, name, as many heroes as have room beside its short form, a sign, seven attributes."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    role = {WAITS: "accent", WON: "best"}.get(key.sign, "")
    s.panel((0, 0, wide, high), role)
    row = round((high - 14) * 0.57) if key.attributes else high - 14
    middle = 7 + row / 2 + 1
    crest = min(row - 8, 64)
    emblem(s, 14 if key.left else wide - 14 - crest, middle - crest / 2, crest, key.team)
    start, end = (crest + 24, wide - 14) if key.left else (18, wide - crest - 24)
    if key.sign:
        s.text((end, middle), key.sign, z.headline if key.sign == WON else z.dense, role or "soft", "rm")
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
    """Draws attributes in a row: all of them, or once some decide those alone, larger and with their names."""
    z, (left, right) = sizes(s.theme), between
    shown = [each for each in key.attributes if each[0] in key.in_play] or key.attributes
    step = (right - left) / max(1, len(shown))
    size = round(z.dense * (1.3 if key.in_play else 1))
    r = min(step * 0.2, size * 0.58)
    room, names = round(step - 2 * r - size * 0.6 - 22), [called for *_, called in shown]
    letters = min(largest(called, "Medium", (z.dense, z.label), room) for called in names) if names else z.label
    named = bool(key.in_play) and all(width(called, "Medium", letters) <= room for called in names)
    for n, (name, value, called) in enumerate(shown):
        long = 2 * r + 4 + size * 0.6 + (12 + width(called, "Medium", letters) if named else 0)
        x = left + step * n + (step - long) / 2
        badge(s, (x + r, line), r, name)
        s.text((x + 2 * r + 4 + size * 0.3, line), str(value), size, "ink")
        if named:
            s.text((x + long, line), called, letters, "ink", "rm", "Medium")


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
        for size in (z.number, z.dense, z.label):
            rows = wrapped(key.period, "Bold", size, room)
            if len(rows) * size * 1.15 <= high - 14 and max(width(word, "Bold", size) for word in key.period.split(" ")) <= room:
                break
        s.lines((wide / 2, high / 2), rows[:3], (size, size * 1.15), "board_ink", "mm")
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


def hero(look: Theme, wide: int, high: int, key: HeroKey | str) -> Canvas:
    """Draws a place on the bench, with its hero, or empty with the crest of the team, given by its word, before the people above it."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    if isinstance(key, str):
        people(s, (wide, high))
        crest = min(wide * 0.6, (high - 48) * 0.8)
        emblem(s, (wide - crest) / 2, (high - 44 - crest) / 2, crest, key)
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
    """A seat's value in a round: what it does, its dice with whether they count, the sum, its parts; whether it lies left of the middle."""

    role: str
    dice: tuple[tuple[int, bool], ...]
    total: str
    chips: tuple[Chip, ...]
    left: bool
    won: bool


def value(look: Theme, wide: int, high: int, key: ValueKey) -> Canvas:
    """Draws one side's value: the sum above its dice at the side of the move, beside them the other parts."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high), "best" if key.won else "")
    ways = 1 if key.left else -1
    near, far = (wide - 16, 18) if key.left else (16, wide - 18)
    if not key.dice and not key.chips:
        _blank(s, (near, far), high, key)
        return s
    size = round(z.headline * 1.25)
    side = size * 0.74
    s.text((near, 12 + size * 0.42), key.total, size, "ink", "rm" if key.left else "lm", FACE)
    for n, (number, counts) in enumerate(key.dice):
        die(s, near - ways * n * (side + 6) - (side if key.left else 0), high - 12 - side, side, number, counts)
    column = max(width(key.total, FACE, size), len(key.dice) * (side + 6)) + 8
    room, top = round(wide - column - 32), 16 + z.dense
    left = 16 if key.left else wide - 16 - room
    if draw_chips(s, key.chips, (left, top, room, high - top - 8), (left, 8, room, high - 14)):
        role = largest(key.role, "Bold", (z.dense, z.label), room)
        s.text((far, 12 + z.dense / 2), fitted(key.role, "Bold", role, room), role, "ink", "lm" if key.left else "rm")
    return s


def _blank(s: Canvas, between: tuple[float, float], high: int, key: ValueKey) -> None:
    """Draws a value that is not known yet, from the side of the move to the other one."""
    z, (near, far) = sizes(s.theme), between
    ways, wide = (1 if key.left else -1), abs(near - far)
    words = width(key.role, "Bold", z.label)
    fits = (round(z.headline * n) for n in (1.6, 1.4) if width(key.total, FACE, round(z.headline * n)) + z.headline * n * 1.72 + words + 40 <= wide)
    size = next(fits, round(z.headline * 1.25))
    side = size * 0.86
    s.text((near, high / 2), key.total, size, "ink", "rm" if key.left else "lm", FACE)
    start = near - ways * (width(key.total, FACE, size) + 14)
    for n in range(2):
        s.box((start - ways * n * (side + 8) - (side if key.left else 0), (high - side) / 2, side, side), side * 0.2, None, "soft", 3)
    room = round(abs(start - far) - 2 * (side + 8) - 8)
    role = largest(key.role, "Bold", (z.dense, z.label), room)
    s.text((far, high / 2), fitted(key.role, "Bold", role, room), role, "ink", "lm" if key.left else "rm")


def draw_chips(s: Canvas, chips: Sequence[Chip], box: Box, larger_box: Box | None = None) -> bool:
    """Draws the parts of a value in rows in a box, as large as all of them have room, in a larger one if they have none; there those that have none
    either are dropped. Returns whether they had room in the box."""
    left, top, wide, high = box
    for larger in LARGER_CHIPS:
        z = sizes(s.theme).times(larger)
        rows = _rows([(chip, _long(chip, z)) for chip in chips], wide + z.dense * GAP, int(high // (z.dense * ROW_OF_CHIPS)))
        if whole := sum(map(len, rows)) == len(chips):
            break
    if not whole and larger_box:
        draw_chips(s, chips, larger_box)
        return False
    for n, row in enumerate(rows):
        x, y = left, top + high * (n + 0.5) / len(rows)
        for chip, long in row:
            _chip(s, chip, (x, y), z)
            x += long
    return whole


def _rows(longs: Sequence[tuple[Chip, float]], wide: float, most: int) -> list[list[tuple[Chip, float]]]:
    """Divides parts among as few rows as hold them, and these alike, at most so many; parts that don't fit into the last one are dropped."""
    for number in range(1, most + 1):
        across = -(-len(longs) // number) or 1
        rows = [list(longs[n : n + across]) for n in range(0, len(longs), across)]
        if all(sum(long for _, long in row) <= wide for row in rows):
            break
    for row in rows:
        while sum(long for _, long in row) > wide:
            row.pop()
    return rows


def _long(chip: Chip, z: Sizes) -> float:
    """The width of a part of a value, in pixels."""
    return _sign_long(chip, z) + z.dense * 0.17 + font("Bold", _amount_size(chip, z)).getlength(chip.amount) + z.dense * GAP


def _sign_long(chip: Chip, z: Sizes) -> float:
    return font("Bold", z.label).getlength(chip.sign[6:]) if chip.sign.startswith("field:") else z.dense


def _amount_size(chip: Chip, z: Sizes) -> int:
    """The size of what a part adds: a word is smaller than a number."""
    return z.label if chip.amount.isalpha() else z.dense


def _chip(s: Canvas, chip: Chip, at: tuple[float, float], z: Sizes) -> None:
    x, y = at
    long = _sign_long(chip, z)
    if chip.sign.startswith("field:"):
        s.text((x, y), chip.sign[6:], z.label, "soft" if chip.faded else "ink", "lm")
    else:
        _sign(s, (x + z.dense / 2, y), z.dense / 2, chip)
    s.text((x + long + z.dense * 0.17, y), chip.amount, _amount_size(chip, z), "soft" if chip.faded else "ink", "lm")
    if chip.faded:
        s.line([(x, y), (x + _long(chip, z) - z.dense * GAP, y)], "red", 3)


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


def plain(look: Theme, wide: int, high: int) -> Canvas:
    """Draws an empty place."""
    s = Canvas((wide, high), look, PLAIN, grows=False)
    s.panel((0, 0, wide, high))
    return s


SPRITES = {"seat": seat, "clock": clock, "bench": hero, "foot": foot, "value": value, "deed": deed, "plain": plain}
