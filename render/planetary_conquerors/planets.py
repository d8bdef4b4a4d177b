"""Planets: a horizon under the stars with a mine, buildings and warriors on it, and the miners under the ground."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from render import art
from render.canvas import PLAIN, Box, Canvas, Point
from render.planetary_conquerors.icons import (
    GAME,
    bar,
    burst,
    figure,
    flickering,
    lying,
    named,
    shield,
    spark,
    swords,
    tag,
)
from render.planetary_conquerors.news import Trace
from render.text import laid_out
from render.theme import Theme

CELL = 190
"""How high the place of a thing is."""
MINERS, MINER = 3, (333, 58)
GROUND, BEND = 102, 14
"""Where the horizon is in the middle, and how much lower it is at the edges."""
FIGURE = 92
_WIDTH = 1000


def columns(n: int) -> list[tuple[int, int]]:
    """The left edges and widths of so many things beside each other: five in a row, or six where that saves a row."""
    if -(-n // 6) < -(-n // 5):
        return [(0, 168), (168, 168), (336, 168), (504, 168), (672, 164), (836, 164)]
    return [(200 * i, 200) for i in range(5)]


def horizon(x: float) -> float:
    """How far down the ground begins, so far from the left edge of the picture."""
    return GROUND + BEND * ((2 * x - _WIDTH) / _WIDTH) ** 2


def stars(s: Canvas, left: int, sky: int, depth: int, clear: Box = (0, 0, 0, 0)) -> None:
    """The stars of one of several skies that are seen on a sprite, down to a depth, but for a part where something is written."""
    width = s.size[0]
    for n in range(70):
        at = zlib.crc32(b"%d %d" % (sky, n))
        x, y, r = at % _WIDTH - left, 5 + at // 1000 % depth, (1.2, 1.5, 2.1, 1.3)[at // 77 % 4]
        written = clear[0] < x < clear[0] + clear[2] and clear[1] < y < clear[1] + clear[3]
        if -r <= x <= width + r and not written:
            s.ellipse((x, y), r, "star")


def land(s: Canvas, left: int, seat: int, first: bool) -> None:
    """As much of a planet as lies on a sprite: stars above the horizon, or the wall behind a terrace, and the ground."""
    width, height = s.size
    edge: list[Point] = [(x, horizon(left + x)) for x in (*range(0, width, 10), width)]
    if first:
        s.shade((0, 0, width, GROUND + BEND + 2), ("sky_high", "sky_low", f"haze{seat}"))
        stars(s, left, seat, 78)
    else:
        s.shade((0, 0, width, GROUND + BEND + 2), ("rock", "wall", "wall"))
    s.polygon([*edge, (width, height), (0, height)], "rock")
    s.line(edge, f"seat{seat}", 5)


def empty(look: Theme, width: int, height: int, left: int, seat: int, first: bool) -> Canvas:
    """Land on which nothing stands."""
    s = Canvas((width, height), look, PLAIN)
    land(s, left, seat, first)
    return s


class CellKey(NamedTuple):
    """A mine, a building or a warrior. `traps` are those before it, and whether the reader knows them; `line` is that in which it attacks."""

    kind: str
    card: str
    name: str
    letter: str
    attack: int
    boost: int
    hp: int
    most: int
    shield: int
    exhausted: bool
    illusion: bool
    spent: bool
    traps: tuple[bool, ...]
    line: int
    guards: bool
    trace: Trace


class Place(NamedTuple):
    """The place of a cell: how far from the left, on whose planet, whether under the stars; whether it may be chosen (`lit`) or is (`taken`)."""

    left: int
    seat: int
    first: bool
    lit: bool = False
    taken: bool = False


def cell(look: Theme, width: int, height: int, thing: CellKey, place: Place) -> Canvas:
    """A thing on its planet: its figure, its name, its numbers, how it stands and what has just happened to it."""
    s = Canvas((width, height), look, PLAIN)
    land(s, place.left, place.seat, place.first)
    if place.lit or place.taken:
        role = "accent" if place.taken else "legal_line"
        s.box((3, 3, width - 6, height - 6), 14, None, role, 6)
    _figure(s, thing, (width / 2, horizon(place.left + width / 2) - FIGURE / 2 + 4))
    _left_signs(s, thing)
    _right_signs(s, thing, width)
    named(s, thing.name, (10, 117, width - 20, 40), "soft" if thing.exhausted and not thing.line else "ink")
    _numbers(s, thing, width)
    return s


def _figure(s: Canvas, thing: CellKey, centre: Point) -> None:
    role = "fig_tired" if thing.exhausted and not thing.line else f"fig_{thing.kind}"
    tired = thing.exhausted and not thing.line
    shape = lying(thing.card) if tired else art.mask(GAME, thing.card)
    if thing.illusion:
        shape = flickering(shape)
    size = FIGURE * (0.8 if tired else 1)
    s.figure(shape, (centre[0], centre[1] + (FIGURE - size) / 2), size, role, None if thing.illusion else "edge")


def _left_signs(s: Canvas, thing: CellKey) -> None:
    """The letter, whether the effect is used up, and the traps in front."""
    if thing.letter:
        tag(s, (26, 26), thing.letter)
    if thing.spent:
        s.ellipse((26, 62), 12, "edge", "plate", 2)
        s.line([(19, 69), (33, 55)], "plate", 3)
    for n, known in enumerate(thing.traps[:3]):
        back(s, (10 + 13 * n, 82), str(len(thing.traps)) if n == min(2, len(thing.traps) - 1) else "", known)


def _right_signs(s: Canvas, thing: CellKey, width: int) -> None:
    """What has just happened, what it does in the attack, and Shielding."""
    trace = thing.trace
    if trace.hurt:
        burst(s, (width - 34, 32), 25, f"−{trace.hurt}", "attack")
    elif trace.healed:
        burst(s, (width - 34, 32), 25, f"+{trace.healed}", "hp")
    elif trace.new:
        spark(s, (width - 32, 30), 24)
    if thing.line:
        swords(s, (width - 26, 72), 17, str(thing.line))
    elif thing.guards:
        shield(s, (width - 26, 70), 15, "hp", "")
    if thing.shield:
        shield(s, (width - 26, 104), 14, "building", str(thing.shield))


def back(s: Canvas, at: Point, words: str, known: bool) -> None:
    """A face-down trap, framed where the reader knows it."""
    x, y = at
    s.box((x, y, 27, 36), 5, "trap", "gold" if known else "plate", 3)
    if words:
        s.text((x + 13.5, y + 18), words, 22, "plate")


def _numbers(s: Canvas, thing: CellKey, width: int) -> None:
    """Attack in its colour, HP as a bar."""
    y, left = 159, 14.0
    if thing.kind == "warrior":
        s.box((12, y, 58, 27), 9, "attack", "gold" if thing.boost > 0 else None, 3)
        figure(s, "attack", (28, y + 13.5), 21, "plate", None)
        s.text((54, y + 13.5), str(thing.attack), 24, "plate")
        left = 76
    bar(s, (left, y, width - left - 14, 27), thing.hp, thing.most, f"{max(0, thing.hp)}/{thing.most}")


def ghost(look: Theme, width: int, height: int, gone: tuple[str, str, str, str], place: Place) -> Canvas:
    """A thing that has just left: what is left of it, its name and how it went."""
    card, name, letter, how = gone
    s = Canvas((width, height), look, PLAIN)
    land(s, place.left, place.seat, place.first)
    x, y = width / 2, horizon(place.left + width / 2) - FIGURE / 2 + 4
    s.figure(art.mask(GAME, card), (x, y), FIGURE * 0.86, "fig_tired", None)
    for dx in (-1, 1):
        s.line([(x - 38 * dx, y - 38), (x + 38 * dx, y + 38)], "attack", 9)
    if letter:
        tag(s, (26, 26), letter)
    named(s, name, (10, 117, width - 20, 40), "soft")
    size, lines = laid_out(how, width - 20, 28, (22, 20, 18))
    s.text((x, height - 18), lines[0], size, "soft")
    return s


class MinerKey(NamedTuple):
    """So many miners of a name, or one; `new` if one has just come."""

    card: str
    n: int
    name: str
    letter: str
    spent: bool
    new: bool


def miner(look: Theme, width: int, height: int, one: MinerKey, taken: str) -> Canvas:
    """Miners under the ground: how many of a kind, or one by its letter. `taken` is the role of its frame, if it has one."""
    s = Canvas((width, height), look, PLAIN)
    s.box((0, 0, width, height), fill="rock")
    s.box((5, 4, width - 10, height - 8), 12, "panel", taken or None, 4)
    figure(s, one.card, (36, height / 2), 44, "fig_tired" if one.spent else "fig_miner")
    left = 66.0
    if one.n > 1:
        s.text((left, height / 2), f"{one.n}×", 28, "ink", "lm")
        left += 50 if one.n < 10 else 66
    if one.letter:
        tag(s, (left + 16, height / 2), one.letter)
        left += 40
    room = width - left - (50 if one.new else 16)
    size, lines = laid_out(one.name, round(room), height - 10, (26, 24, 22, 20))
    s.lines((left, height / 2), lines, (size, size * 1.04), "soft" if one.spent else "ink")
    if one.new:
        spark(s, (width - 30, height / 2), 18)
    return s


def ground(look: Theme, width: int, height: int) -> Canvas:
    """Ground with nothing in it."""
    s = Canvas((width, height), look, PLAIN)
    s.box((0, 0, width, height), fill="rock")
    return s
