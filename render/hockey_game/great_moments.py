"""Great moments over the whole rink: a goal, the end of a period, the end of the match on the scoreboard with its three stars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.art import mask
from render.canvas import PLAIN, Canvas
from render.hockey_game.emblems import EMBLEMS, STAR, emblem
from render.hockey_game.figures import CHEERING, SKATER, lamp, player, puck
from render.hockey_game.ice import ground
from render.hockey_game.side_boxes import FACE
from render.hockey_game.stage_layout import Rink, sizes
from render.text import balanced, fitted, largest, uncut, width
from render.theme import Theme


class BandKey(NamedTuple):
    """The band across the rink: a word, figures beside it, a line below, its fullest wording first; the team that has scored, if any."""

    word: str
    score: str
    below: tuple[str, ...]
    team: str


def band(look: Theme, rink: Rink, key: BandKey) -> Canvas:
    """Draws the rink with a band across it: a goal in the team's colours, or the end of a period."""
    s, z = Canvas((rink.width, rink.height), look, PLAIN, grows=False), sizes(look)
    s.image.paste(ground(look, rink, True).resize(s.image.size, Image.Resampling.NEAREST))
    wide, high = rink.width, rink.height
    middle, half = high * 0.53, high * 0.25
    colours = EMBLEMS[key.team][:2] if key.team else ("board", "led")
    for role, more in (("edge", 16), (colours[1], 12), ("board", 4)):
        s.polygon(
            [(0, middle - half - more + 26), (wide, middle - half - more - 26), (wide, middle + half + more - 26), (0, middle + half + more + 26)],
            role,
        )
    left, right = 40.0, wide - 40.0
    if key.team:
        s.ellipse((116, middle + 4), half + 6, "ice", "gold", 5)
        player(s, (118, middle + 30, high * 0.2), key.team, CHEERING)
        left, right = 236, wide - 150
        lamp(s, (wide - 76, middle - 18), high * 0.085)
    size = _largest(key, right - left, round(z.headline))
    s.text((left, middle - 24), key.word, size, "board_ink", "lm", FACE)
    s.text((right, middle - 24), key.score, size, "led", "rm", FACE)
    s.text((left + 4, middle + half - 34), uncut(key.below, "Bold", z.number, round(right - left)), z.number, "board_soft", "lm")
    return s


def _largest(key: BandKey, room: float, least: int) -> int:
    """The largest size in which the word and the figures fit beside each other."""
    found = (size for size in (150, 130, 112, 96, 80, 70) if size > least and width(key.word, FACE, size) + width(key.score, FACE, size) + 40 <= room)
    return next(found, least)


def faceoff(look: Theme, wide: int, high: int, teams: tuple[str, str], words: str) -> Canvas:
    """Draws what comes before the first round: two skaters on the ice, and words between them."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.box((2, 2, wide - 4, high - 4), 12, "board", "board_line", 3)
    crest, tall = high - 52, high * 0.4
    for team, side in zip(teams, (1, -1), strict=True):
        edge = wide / 2 - side * wide / 2
        emblem(s, edge + side * (26 + crest / 2) - crest / 2, (high - crest) / 2, crest, team)
        player(s, (edge + side * (70 + crest + tall * 0.6), high * 0.5, tall), team, SKATER, side, "plate")
    room = round(wide - 2 * (90 + crest + tall * 1.9))
    for size in (z.headline, z.number, z.label):
        rows = balanced(words, FACE, size, room)
        if len(rows) < 3 and not any(row.endswith("…") for row in rows):
            break
    s.lines((wide / 2, high / 2), rows, (size, size * 1.15), "led", "mm", FACE)
    return s


class EndKey(NamedTuple):
    """The end: the winner, both seats' goals, teams, and whether they have won; periods with the goals in each; the score after the goal that
    decided, what it was, and how it came about, the fullest wording first, all empty if no goal did."""

    won: str
    goals: tuple[str, str]
    teams: tuple[str, str]
    ahead: tuple[bool, bool]
    periods: tuple[tuple[str, str], ...]
    score: str
    what: str
    how: tuple[str, ...]


def end(look: Theme, wide: int, high: int, key: EndKey) -> Canvas:
    """Draws the scoreboard above the ice. All scores on it have the same side first."""
    s, z = Canvas((wide, high), look, PLAIN, ground="stands", grows=False), sizes(look)
    whole = ground(look, Rink(wide, high * 2, high, 92, 40), True).crop((0, 0, wide, high))
    s.image.paste(whole.resize(s.image.size, Image.Resampling.NEAREST))
    for x in (180, wide - 180):
        s.line([(x, 0), (x, 30)], "board_line", 8)
    s.box((40, 14, wide - 80, high - 22), 18, "board", "board_line", 6)
    room, middle = wide - 140, wide / 2
    size = next((n for n in (60, 54, 48) if n >= z.headline and width(key.won, FACE, n) <= room), z.headline)
    s.text((middle, 52), fitted(key.won, FACE, size, room), size, "led", "mm", FACE)
    line = 126
    for side, team, goals, ahead in zip((-1, 1), key.teams, key.goals, key.ahead, strict=True):
        crest = 84 if ahead else 74
        if ahead:
            s.ellipse((middle + side * 200, line), 57, "board", "gold", 7)
            player(s, (middle + side * 345, line + 52, 50), team, CHEERING, -side, "plate")
        emblem(s, middle + side * 200 - crest / 2, line - crest / 2, crest, team)
        s.text((middle + side * 34, line), goals, 116, "led" if ahead else "board_soft", "rm" if side < 0 else "lm", FACE)
    s.text((middle, line - 6), ":", 90, "board_soft", "mm", FACE)
    _periods(s, (middle, 187 + z.number * 0.74), key.periods)
    top = 190 + z.number * 1.5
    if key.score:
        _decided(s, (70, top, wide - 140, high - 18 - top), key)
    return s


def _periods(s: Canvas, at: tuple[float, float], periods: Sequence[tuple[str, str]]) -> None:
    """Draws a box for each period: its name, and the goals in it."""
    z, (x, y) = sizes(s.theme), at
    longs = [width(name, "Bold", z.label) + width(goals, "Bold", z.number) + 36 for name, goals in periods]
    x -= (sum(longs) + 14 * (len(longs) - 1)) / 2
    for (name, goals), long in zip(periods, longs, strict=True):
        s.box((x, y - z.number * 0.72, long, z.number * 1.44), 8, "board", "board_line", 3)
        s.text((x + 12, y), name, z.label, "board_soft", "lm")
        s.text((x + long - 12, y), goals, z.number, "board_ink", "rm")
        x += long + 14


def _decided(s: Canvas, box: tuple[float, float, float, float], key: EndKey) -> None:
    """Draws the goal that decided, after a puck: what it was, with the score after it, above how it came about."""
    z, (left, top, wide, high) = sizes(s.theme), box
    middle = top + high / 2
    for larger in (1.35, 1.15, 1.0):
        letters, below = (round(size * larger) for size in (z.number, z.dense))
        r = letters * 0.5
        room = round(wide - 2 * r - 24)
        how = uncut(key.how, "Bold", below, room)
        if how == key.how[0] and (letters + below) * 1.2 <= high:
            break
    score = width(key.score, FACE, letters) + 18
    what = largest(key.what, "Bold", (letters, z.dense, z.label), round(room - score))
    named = fitted(key.what, "Bold", what, round(room - score))
    x = left + 2 * r + 24 + (room - max(width(named, "Bold", what) + score, width(how, "Bold", below))) / 2
    puck(s, (x - 24 - r, middle + 2), r)
    s.text((x, middle - below * 0.6), named, what, "board_ink", "lm")
    s.text((x + width(named, "Bold", what) + score, middle - below * 0.6), key.score, letters, "led", "rm", FACE)
    s.text((x, middle + letters * 0.56), how, below, "board_soft", "lm")


class StarKey(NamedTuple):
    """One of the three stars of a match: the hero's word and name, the player and the team, what he has added to values."""

    place: int
    hero: str
    name: str
    who: str
    team: str
    n: str


def star(look: Theme, wide: int, high: int, key: StarKey | None) -> Canvas:
    """Draws one of the three stars; bare ice for a place without one."""
    s, z = Canvas((wide, high), look, PLAIN, ground="dim", grows=False), sizes(look)
    if key is None:
        _star(s, (wide / 2, high / 2), high * 0.3, "dim_mark", "dim_mark")
        return s
    s.box((6, 6, wide - 12, high - 12), 16, "plate", "gold", 5)
    side = min(high - 36, 118)
    s.glow((18, 18, side, high - 36), ("hero_deep", "hero", "hero_glow"), 12)
    s.figure(mask("hockey_game", key.hero), (18 + side / 2, high / 2), side - 4, "plate", "edge")
    emblem(s, 14, high - 62, 48, key.team)
    x, room = 18 + side + 14, round(wide - side - 44)
    for n in range(4 - key.place):
        _star(s, (x + 16 + n * 36, 38), 17)
    called = largest(key.name, "Bold", (round(z.number * 1.3), z.number), room)
    s.text((x, high * 0.49), fitted(key.name, "Bold", called, room), called, "plate_ink", "lm")
    s.text((wide - 20, 38), f"+{key.n}", z.number * (1.25 if z.label < 28 else 1), "plate_ink", "rm", FACE)
    who = largest(key.who, "Bold", (z.number, z.dense), room)
    s.text((x, high * 0.77), fitted(key.who, "Bold", who, room), who, "plate_ink", "lm", "Medium")
    return s


def _star(s: Canvas, at: tuple[float, float], r: float, role: str = "gold", edge: str = "edge") -> None:
    s.polygon([(at[0] + x * r, at[1] + y * r) for x, y in STAR], role, edge, 2)


SPRITES = {"band": band, "faceoff": faceoff, "end": end, "star": star}
