"""The end of a game on the stage: the planet of whoever won, the moment that decided it, how all came in; and that moment as it happened."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas
from render.planetary_conquerors.ground import horizon, piece
from render.planetary_conquerors.icons import burst, figure, health, mark, spark, wrecked
from render.planetary_conquerors.planet_headers import crown
from render.planetary_conquerors.side_boxes import FACE
from render.planetary_conquerors.stage_layout import Land
from render.stage import USUAL, WIDTH
from render.text import balanced, fitted, laid_out, largest, width
from render.theme import Theme

PLACE, MOMENT, LARGE_PLACE, LARGE_MOMENT = 68, 92, 80, 112
"""How high the lines of the ranking and of the decisive moment are, usually and in large type."""
LEAST, LARGEST = 40, 160.0
"""Figures are at least so large, or left out, and at most."""
ALOFT = 120
"""How high above its place a building that comes is, before it lands."""
APART = 1.18
"""How far figures are from each other, in their sizes."""


class Figure(NamedTuple):
    """A figure on the winner's planet: its card and type, its HP, and whether it is what decided the game (`fresh`)."""

    card: str
    kind: str
    hp: int
    fresh: bool = False


class Strike(NamedTuple):
    """What decided a game: the card and type that did it, how many HP it took from the mine of a seat, or with `gain` brought to its buildings."""

    card: str
    kind: str
    n: int
    seat: int
    gain: bool = False


class BannerKey(NamedTuple):
    """The banner of the end: the winners (seats, and who has `won` in words), why and after how long, and the figures on the planet. Before that a
    `tally` of the HP of buildings in its place, while what decides is on its way: `aloft`, or just landed."""

    seats: tuple[int, ...]
    won: str
    reason: str
    length: str
    figures: tuple[Figure, ...]
    tally: str = ""
    aloft: bool = False


def banner(look: Theme, across: int, down: int, f: float, end: BannerKey) -> Canvas:
    """Draws a planet under the stars with the winner's buildings, and the winner's name above."""
    land = _land(end.seats[0], across, down)
    s = piece(look, land, 0, 0, (across, down))
    y = _tallied(s, across, f, end.tally, end.seats[0]) if end.tally else _told(s, across, down, f, end)
    high = round(USUAL.number * f * 1.2)
    side = min(LARGEST, (across - 60) / (APART * max(1, len(end.figures))), land.horizon - y - 8)
    for i, one in enumerate(end.figures if side > LEAST else ()):
        x = across / 2 + (i - (len(end.figures) - 1) / 2) * side * APART
        rise = ALOFT * one.fresh * end.aloft
        foot = horizon(land, x) + 8 - rise
        figure(s, one.card, (x, foot - side / 2), side, f"fig_{one.kind}")
        wide = min(side * 0.8, high * 2)
        health(s, (x - wide / 2, min(foot + 2, down - high - 3), wide, high), (one.hp, one.hp), round(USUAL.number * f))
        if one.fresh:
            spark(s, (x + side * 0.46, foot - side * 0.9), 26 * f)
    return s


def _land(seat: int, across: int, down: int) -> Land:
    """The planet of a seat as it fills the banner."""
    return Land(seat, across, down, round(down * 0.8), round(down * 0.12), down)


def _tallied(s: Canvas, across: int, f: float, tally: str, seat: int) -> float:
    """Draws the HP of a seat's buildings in large; returns where what is below may begin, which is where it does below the winner's name."""
    size = round(84 * f)
    left = across / 2 - (width(tally, FACE, size) + 150 * f) / 2
    mark(s, left + 18 * f, 84 * f, 18 * f, seat)
    figure(s, "habitat_dome", (left + 90 * f, 84 * f), 84 * f, "fig_building")
    s.text((left + 150 * f, 84 * f), tally, size, "ink", "lm", FACE)
    return 150 * f


def _told(s: Canvas, across: int, down: int, f: float, end: BannerKey) -> float:
    """Draws who has won, why and after how long; returns where what is below may begin."""
    middle, marks = across / 2, 44 * f * len(end.seats)
    size = largest(end.won, FACE, tuple(round(n * f) for n in (64, 56, 48, 40, 34, 28)), round(across - 60 - marks))
    y = 10 * f + size / 2
    if down > 360 * f:
        crown(s, middle, 28 * f, 20 * f)
        y += 40 * f
    won = fitted(end.won, FACE, size, round(across - 40 - marks))
    left = middle - (width(won, FACE, size) + marks) / 2
    for n, seat in enumerate(end.seats):
        mark(s, left + (n + 0.4) * 44 * f, y, 15 * f, seat)
    s.text((left + marks, y), won, size, "ink", "lm", FACE)
    y += size / 2 + 4 * f
    small, lines = laid_out(f"{end.reason} · {end.length}", across - 40, round(76 * f), tuple(round(n * f) for n in (32, 30, 28, 26, 22, 20)))
    for row in lines:
        y += small * 0.6
        s.text((middle, y), row, small, "ink")
        y += small * 0.6
    return y


class DuelKey(NamedTuple):
    """A blow that falls on a mine, before the planet of `winner`: who struck, with the name of the card; whose mine, with the seat's name and its HP
    before; and how far it has come, as one of STEPS."""

    winner: int
    strike: Strike
    names: tuple[str, str]
    hp: int
    step: str


STEPS = {"stands": 0.24, "strikes": 0.45, "falls": 0.45, "fallen": 0.45}
"""Where who strikes is in each step, as a share of the width; the mine is at MINE."""
MINE = 0.72


def duel(look: Theme, across: int, down: int, f: float, told: DuelKey) -> Canvas:
    """Draws who strikes and the mine that falls as large as there is room, with their names above: where the banner will be, so that little of a loop
    changes."""
    strike, step = told.strike, told.step
    land = _land(told.winner, across, down)
    s = piece(look, land, 0, 0, (across, down))
    size = min(largest(name, "Bold", tuple(round(n * f) for n in (40, 36, 32, 28)), round(across * 0.4)) for name in told.names)
    striker, whose = (fitted(name, "Bold", size, round(across * 0.44)) for name in told.names)
    s.text((across * STEPS["stands"], 42 * f), striker, size, "ink")
    s.text((across * MINE + 18 * f, 42 * f), whose, size, "ink")
    mark(s, across * MINE - width(whose, "Bold", size) / 2 - 14 * f, 42 * f, 16 * f, strike.seat)
    side = min(270.0, land.horizon - 74 * f)
    x = across * STEPS[step]
    figure(s, strike.card, (x, horizon(land, x) - side / 2 + 10), side, f"fig_{strike.kind}" if strike.kind in FIGURES else "ink")
    hit, x = step in ("strikes", "falls", "fallen"), across * MINE
    y = horizon(land, x) - side / 2 + 10
    if step in ("falls", "fallen"):
        s.figure(wrecked("mine"), (x, y + side * 0.1 * (step == "fallen")), side, "fig_tired", "edge")
    else:
        figure(s, "mine", (x + 12 * hit, y), side, "fig_mine")
    high = round(USUAL.headline * f * 1.2)
    left = max(0, told.hp - strike.n) if hit else told.hp
    health(s, (x - high, min(down - high - 6, horizon(land, x) + 14), 2 * high, high), (left, max(1, told.hp)), round(USUAL.headline * f))
    if hit:
        burst(s, (x - side * 0.5, y - side * 0.26), 62 * f, f"−{strike.n}", "attack", round(64 * f))
    return s


class PlaceKey(NamedTuple):
    """A line of the ranking: place, name, HP of mine and buildings with the goal; a note if the mine has fallen."""

    place: str
    seat: int
    name: str
    mine: int
    buildings: int
    goal: int
    note: str


def place(look: Theme, across: int, down: int, f: float, found: PlaceKey) -> Canvas:
    """Draws a line of the final ranking; what doesn't fit beside the name is left out, and a broken mine stands for the note."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    first = found.place == "1"
    s.shade((0, 0, across, down), ("panel", "page"))
    s.box((3, 3, across - 6, down - 6), 14, None, f"seat{found.seat}" if first else "line", 5 if first else 2)
    y, sizes = down / 2, USUAL.times(f)
    s.text((34 * f, y), f"{found.place}.", sizes.number, "ink", "mm", FACE)
    mark(s, 70 * f, y, 13 * f, found.seat)
    x, size = across - 18 * f, sizes.number if first and across > WIDTH / 2 else sizes.dense
    least = 92 * f + min(width(found.name, "Bold", size), across * 0.36)
    if found.note and x - width(found.note, "Medium", sizes.dense) - 12 > 94 * f + width(found.name, "Bold", size):
        s.text((x, y), found.note, sizes.dense, "soft", "rm", "Medium")
        x -= width(found.note, "Medium", sizes.dense) + 12
    elif found.note:
        s.figure(wrecked("mine"), (x - 20 * f, y), 40 * f, "fig_tired", "edge")
        x -= 46 * f
    mine, tally = (str(found.mine), "mine", "fig_mine"), (f"{found.buildings}/{found.goal}", "habitat_dome", "fig_building")
    bare = (str(found.buildings), *tally[1:])
    ways = ((tally, mine), (bare, mine), (tally,), (bare,)) if not found.note else ()
    fit = (way for way in ways if x - sum(width(words, "Bold", sizes.number) + 50 * f for words, *_ in way) >= least)
    for words, word, role in next(fit, ()):
        s.text((x, y), words, sizes.number, "ink", "rm")
        x -= width(words, "Bold", sizes.number) + 50 * f
        figure(s, word, (x + 28 * f, y), 34 * f, role, None)
    s.text((92 * f, y), fitted(found.name, "Bold", size, round(x - 94 * f)), size, "soft" if found.note else "ink", "lm")
    return s


class MomentKey(NamedTuple):
    """The moment that decided a game: what happened in words, and what did it, if that can be shown."""

    words: str
    strike: Strike | None


def moment(look: Theme, across: int, down: int, f: float, told: MomentKey) -> Canvas:
    """Draws the moment that decided the game: who struck, and the mine that has fallen, or what has come, beside its words."""
    s = Canvas((across, down), look, PLAIN, grows=False)
    s.box((0, 0, across, down), fill="page")
    s.box((3, 3, across - 6, down - 6), 14, "legal", "legal_line", 4)
    left, y = 26.0, down / 2
    if told.strike:
        side = down - 18.0
        ends, middle = (left + side / 2, left + side * 2.4), left + side * 1.42
        figure(s, told.strike.card, (ends[0], y), side, f"fig_{told.strike.kind}" if told.strike.kind in FIGURES else "ink")
        if told.strike.gain:
            figure(s, "habitat_dome", (ends[1], y), side, "fig_building")
        else:
            s.figure(wrecked("mine"), (ends[1], y), side, "fig_tired", "edge")
        mark(s, ends[1] + side * 0.56, down - 22 * f, 11 * f, told.strike.seat)
        words, role = (f"+{told.strike.n}", "hp") if told.strike.gain else (f"−{told.strike.n}", "attack")
        burst(s, (middle, y), 34 * f, words, role, round(34 * f))
        left += side * 3.2
    room = round(across - 22 - left)
    for size in (round(n * f) for n in (36, 34, 32, 30, 28, 26, 24, 21)):  # One line, or as large as two have room.
        rows = balanced(told.words, "Medium", size, room)
        if len(rows) * size * 1.16 <= down - 14:
            break
    else:
        rows = (*rows[:1], fitted(" ".join(rows[1:]), "Medium", size, room))
    s.lines((left, y), rows, (size, size * 1.16), "ink", "lm", "Medium")
    return s


FIGURES = ("building", "warrior", "miner", "mine")
"""The types of cards that have a role for their figures."""
COLONY = (
    ("orbital_cannon", "building"), ("habitat_dome", "building"), ("heavy_walker", "warrior"), ("command_citadel", "building"), ("mine", "mine"),
    ("trooper", "warrior"), ("solar_array", "building"),
)  # fmt: skip
"""What stands on the cover."""


def cover(look: Theme, across: int, down: int, title: str) -> Canvas:
    """Draws the game's cover: a planet with a colony on it, others in the sky above."""
    land = Land(0, across, down, 262, 120, down, 150)
    s = piece(look, land, 0, 0, (across, down))
    size = largest(title, FACE, (92, 84, 76, 68, 60, 52), across - 60)
    for shift, role in ((4, "seat0"), (0, "ink")):
        s.text((across / 2 + shift, 78 + shift), title, size, role, "mm", FACE)
    for i, (word, kind) in enumerate(COLONY):
        x = across / 2 + (i - 3) * 136
        figure(s, word, (x, horizon(land, x) - 46), 120, f"fig_{kind}")
    return s
