"""Everything Hockey Game shows, drawn once per key: the rink in tiles (`render.hockey_game.rink`), teams, heroes, values, dice, cards, tables."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas, Frame, Key
from render.cards import TEXT_ONLY
from render.ending import HEIGHT, banner
from render.held import held, more
from render.hockey_game.emblems import emblem
from render.hockey_game.icons import die, icon, symbol
from render.hockey_game.pages import ART
from render.hockey_game.rink import tile
from render.text import fitted, font, largest, named, wrapped
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Lines of text and figures


def _header(look: Theme, width: int, height: int, title: str, right: str, clock: tuple[int, int]) -> Canvas:
    """The title, the period, and the clock as pips: one for each referee card, those of `clock[0]` filled."""
    s = Canvas((width, height), look, PLAIN)
    middle = height / 2 + 2
    gone, of = clock
    count = max(of, gone)
    edge = width - 20
    for i in range(count):
        x = width - 32 - (count - 1 - i) * 30
        s.ellipse((x, middle), 12, "red" if i < gone else None, "ink", 3)
        edge = min(edge, x - 26)
    s.text((20, middle), fitted(title, "Bold", 36, width // 2), 36, "ink", "lm")
    s.text((edge, middle), fitted(right, "Medium", 30, width // 2 - 150), 30, "soft", "rm", "Medium")
    return s


def _name(look: Theme, width: int, height: int, frame: Frame, team: tuple[str, str], name: str) -> Canvas:
    """The top of a seat's box without the goals: its team's emblem, its names. `team` is its word and its name."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    emblem(s, 18, 16, 54, team[0])
    size, lines = named(name, "Bold", (32, 29, 26, 24), (22, 20), width - 92)
    s.lines((86, 32 if len(lines) == 1 else 29), lines, (size, size * 1.04), "ink")
    s.text((86, 64), fitted(team[1], "Medium", 25, width - 92), 25, "soft", "lm", "Medium")
    return s


def _score(look: Theme, width: int, height: int, frame: Frame, score: str) -> Canvas:
    """The top right corner of a seat's box: the goals."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    s.text((width - 20, 46), score, 62, "ink", "rm")
    return s


def _values(look: Theme, width: int, height: int, frame: Frame, attributes: Any) -> Canvas:
    """The middle of a seat's box: seven attributes."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    _attributes(s, 14, height / 2, width - 28, attributes, "panel")
    return s


def _zone(look: Theme, width: int, height: int, frame: Frame, words: str, time: bool | None) -> Canvas:
    """A part of the foot of a seat's box: the size of a pile, or the TIME token."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    if words:
        start = 8 if frame.left else 18
        size = largest(words, "Medium", (25, 23, 21), width - start)
        s.text((start, height - 27), fitted(words, "Medium", size, width - start), size, "ink", "lm", "Medium")
    if time is not None:
        _time(s, width - 92, height - 44, time)
    return s


def _ending(look: Theme, width: int, teams: tuple[str, ...], won: str, lines: tuple[str, ...]) -> Canvas:
    """The end of a match, with the emblem of the team that has won."""
    s = banner(look, width, 160 * len(teams), won, lines)
    for n, team in enumerate(teams):
        emblem(s, 44 + 160 * n, HEIGHT / 2 - 64, 128, team)
    return s


def _time(s: Canvas, x: float, y: float, left: bool) -> None:
    """The TIME token, struck through once it is used."""
    s.box((x, y, 76, 34), 10, "gold" if left else "panel", "edge" if left else "line", 2)
    s.text((x + 38, y + 17), "TIME", 23, "edge" if left else "soft")
    if not left:
        s.line([(x + 6, y + 17), (x + 70, y + 17)], "soft", 3)


def _attributes(s: Canvas, x: float, y: float, width: float, attributes: Any, ground: str) -> None:
    """All seven attributes with their signs."""
    step = width / 7
    for i, (name, n) in enumerate(attributes):
        cx = x + step * i
        icon(s, (cx + 18, y), 14, name, ground, "ink" if ground == "panel" else "")
        s.text((cx + 46, y), str(n), 30, "ink" if ground == "panel" else "plate_ink")


def _hero(look: Theme, width: int, height: int, named: tuple[str, str], attributes: Any, used: str) -> Canvas:
    """A hero with its portrait; `named` is its word and its name. `used` is "used" or "muted" in the present round."""
    s = Canvas((width, height), look, PLAIN)
    s.box((2, 2, width - 4, height - 4), 10, "plate", "gold" if used == "used" else "hero", 5 if used else 3)
    hero, name = named
    s.glow((5, 5, height - 10, height - 10), ("hero_deep", "hero", "hero_glow"), 7)
    s.figure(mask("hockey_game", hero), (height / 2, height / 2), height - 12, "plate", "edge")
    room = 48 * len(attributes)
    size = largest(name, "Bold", (24, *SIZES), width - room - height - 8)
    s.text((height + 4, height / 2), fitted(name, "Bold", size, width - room - height - 8), size, "plate_ink", "lm")
    for i, (attribute, n) in enumerate(attributes):
        cx = width - 6 - room + i * 48
        icon(s, (cx + 13, height / 2), 11, attribute)
        s.text((cx + 35, height / 2), str(n), 25, "plate_ink")
    if used == "muted":
        s.line([(10, height / 2), (width - 10, height / 2)], "red", 3)
    return s


def _strip(look: Theme, width: int, height: int, words: str, right: bool) -> Canvas:
    """A line of words at the left edge, or softer ones at the right."""
    s = Canvas((width, height), look, TEXT_ONLY)
    size, role = (24, "soft") if right else (26, "ink")
    x, anchor = (width - 20, "rm") if right else (20, "lm")
    s.text((x, height / 2), fitted(words, "Medium", size, width - 28), size, role, anchor, "Medium")
    return s


def _verdict(look: Theme, width: int, height: int, frame: Frame, words: str) -> Canvas:
    """What is declared, or how it ended: the halves of one box, golden after a success."""
    s = Canvas((width, height), look, PLAIN)
    right, won = frame.left > 0, bool(frame.strong)
    s.box((2 - frame.left, 2, frame.size[0] - 4, height - 4), 12, "gold" if won else "panel", "edge" if won else "line", 2)
    x, anchor = (width - 24, "rm") if right else (24, "lm")
    s.text((x, height / 2), fitted(words, "Bold", 29, width - 30), 29, "edge" if won else "ink", anchor)
    return s


class GoalKey(NamedTuple):
    """A goal in words: that it is one, who scored, for which team, and how it stands."""

    word: str
    who: str
    score: str
    team: str


def _goal(look: Theme, width: int, height: int, goal: GoalKey) -> Canvas:
    """The goal banner: a red lamp, who scored, the score."""
    word, who, score, team = goal
    s = Canvas((width, height), look, PLAIN)
    s.box((4, 4, width - 8, height - 8), 18, "gold", "edge", 4)
    x, y = 82, height / 2
    for i in range(12):
        a = math.pi * i / 6
        s.line([(x + 40 * math.cos(a), y + 40 * math.sin(a)), (x + 56 * math.cos(a), y + 56 * math.sin(a))], "red", 7)
    s.ellipse((x, y), 32, "red", "edge", 4)
    s.ellipse((x - 9, y - 10), 8, "plate")
    s.text((164, height / 2 - 20), fitted(word, "Bold", 54, width - 430), 54, "edge", "lm")
    s.text((164, height / 2 + 34), fitted(who, "Bold", 30, width - 430), 30, "edge", "lm")
    s.text((width - 40, height / 2), score, 76, "edge", "rm")
    emblem(s, width - 250, height / 2 - 30, 60, team)
    return s


class LogKey(NamedTuple):
    """A goal in the log: the team, the score after it, who, when and from where, what helped."""

    team: str
    score: str
    who: str
    when: str
    helped: str


def _logged(look: Theme, width: int, height: int, goal: LogKey) -> Canvas:
    """A goal of a match that is over: the emblem and the score, by whom, when, how."""
    s = Canvas((width, height), look, PLAIN)
    s.box((2, 2, width - 4, height - 4), 12, "panel", "line", 2)
    emblem(s, 12, height / 2 - 34, 68, goal.team)
    s.text((92, 28), goal.score, 32, "ink", "lm")
    x = 104 + round(font("Bold", 32).getlength(goal.score))
    size = largest(goal.who, "Bold", (26, 24, 22, 20, 18), width - x - 16)
    s.text((x, 29), fitted(goal.who, "Bold", size, width - x - 16), size, "ink", "lm")
    for n, words in enumerate((goal.when, goal.helped)):
        size = largest(words, "Medium", (25, 23, 21, 19, 17), width - 108)
        s.text((92, 62 + 29 * n), fitted(words, "Medium", size, width - 108), size, "soft" if n else "ink", "lm", "Medium")
    return s


def _latest(look: Theme, width: int, height: int, goal: LogKey) -> Canvas:
    """A goal while the match goes on, in a line."""
    s = Canvas((width, height), look, PLAIN)
    s.box((2, 2, width - 4, height - 4), 10, "panel", "line", 2)
    emblem(s, 6, 6, height - 12, goal.team)
    s.text((height + 2, height / 2), goal.score, 27, "ink", "lm")
    x = height + 12 + round(font("Bold", 27).getlength(goal.score))
    words = " · ".join(filter(None, (goal.when, goal.helped)))
    size = largest(words, "Medium", (25, 23, 21, 19, 17), width - x - 8)
    s.text((x, height / 2), fitted(words, "Medium", size, width - x - 8), size, "soft", "lm", "Medium")
    return s


def _break(look: Theme, width: int, height: int, words: str, goals: str, shots: str) -> Canvas:
    """A period is over: its goals and shots."""
    s = Canvas((width, height), look, PLAIN)
    s.box((3, 3, width - 6, height - 6), 16, "plate", "edge", 4)
    s.text((30, height / 2), fitted(words, "Bold", 34, width * 52 // 100), 34, "plate_ink", "lm")
    s.text((width * 0.66, height / 2), goals, 52, "plate_ink")
    s.text((width - 30, height / 2), fitted(shots, "Medium", 28, width * 22 // 100), 28, "plate_ink", "rm", "Medium")
    return s


# Values


def _role(look: Theme, width: int, height: int, frame: Frame, words: str) -> Canvas:
    """The left part of a side of a round: what it does."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    s.text((20, height / 2), fitted(words, "Bold", 27, width - 24), 27, "ink", "lm")
    return s


def _dice(look: Theme, width: int, height: int, frame: Frame, dice: Any) -> Canvas:
    """The middle part: dice, each (number, whether it counts)."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    for i, (number, counts) in enumerate(dice):
        die(s, width - 64 * (len(dice) - i), height / 2 - 28, 56, number, counts)
    return s


def _total(look: Theme, width: int, height: int, frame: Frame, total: str) -> Canvas:
    """The right part: the value."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    s.text((width - 18, height / 2), total, 52, "ink", "rm")
    return s


class PartKey(NamedTuple):
    """A part of a value: a sign (an attribute, `referee` or none), a name, how much; `faded` where it does not count."""

    sign: str
    name: str
    number: str
    faded: bool


def _part(look: Theme, width: int, height: int, part: PartKey) -> Canvas:
    """A part of a value."""
    sign, name, number, faded = part
    s = Canvas((width, height), look, PLAIN)
    x = 14.0
    if sign == "referee":
        symbol(s, 20, height / 2, 12)
        x = 40
    elif sign:
        icon(s, (20, height / 2), 12, sign, "page", "soft" if faded else "ink")
        x = 40
    room = int(width - x - (62 if number else 4))
    size = largest(name, "Medium", (25, 23, 21, 19, 17), room)
    s.text((x, height / 2), fitted(name, "Medium", size, room), size, "soft" if faded else "ink", "lm", "Medium")
    s.text((width - 14, height / 2), number, 27, "soft" if faded else "ink", "rm")
    return s


# Cards


class CardKey(NamedTuple):
    """A card of a team deck. `note` is what a special does."""

    word: str
    kind: str
    name: str
    attribute: str = ""
    value: int = 0
    referee: bool = False
    attributes: tuple[tuple[str, int], ...] = ()
    note: str = ""


SIZES = (22, 21, 20, 19, 18)
"""The sizes of a card's text, best first."""


def _card(look: Theme, width: int, height: int, card: CardKey, count: int, off: bool) -> Canvas:
    """So many of a card of a team deck, its picture above what it does; `off` greys out what cannot be played now."""
    s = Canvas((width, height), look, PLAIN)
    band, ink = ("grey", "grey") if off else (card.attribute or card.kind, "plate_ink")
    text = wrapped(card.note, "Medium", 21, width - 24)
    below = round(len(text) * 25 + 16) if text else 60 if card.kind == "bonus" else 58
    s.box((2, 2, width - 4, height - 4), 14, "plate", band, 4)
    s.box((8, 8, width - 16, 40), 10, band)
    size = largest(card.name, "Bold", SIZES, width - 24)
    s.text((width / 2, 28), fitted(card.name, "Bold", size, width - 24), size, "plate")
    picture = (8, 52, width - 16, height - 58 - below)
    if off:
        s.box(picture, 8, "grey")
    else:
        s.glow(picture, (f"{band}_deep", band, f"{band}_glow"), 8)
    s.figure(mask("hockey_game", card.word), (width / 2 + (28 if count > 1 else 0), 52 + picture[3] / 2), picture[3] * 0.9, "plate", "edge")
    middle = height - 4 - below / 2
    if card.kind == "bonus":
        s.text((width / 2 - (18 if card.referee else 0), middle), f"+{card.value}", 48, ink)
        if card.referee:
            symbol(s, width - 30, middle, 17)
    elif card.kind == "hero":
        step = (width - 16) / len(card.attributes)
        for i, (which, n) in enumerate(card.attributes):
            x = 8 + step * (i + 0.5)
            icon(s, (x - 24, middle), 19, which, "plate", "grey" if off else "")
            s.text((x + 20, middle), str(n), 42, ink)
    s.lines((width / 2, middle), text, (21, 25), ink, "mm", "Medium")
    if count > 1:
        s.box((14, 58, 58, 32), 10, "edge")
        s.text((43, 74), f"× {count}", 24, "plate")
    return s


def _team(look: Theme, width: int, height: int, team: str, name: str, attributes: Any) -> Canvas:
    """A team card."""
    s = Canvas((width, height), look, PLAIN)
    s.box((2, 2, width - 4, height - 4), 14, "panel", "line", 3)
    emblem(s, 16, 14, 50, team)
    s.text((82, 40), fitted(name, "Bold", 30, width - 96), 30, "ink", "lm")
    _attributes(s, 14, height - 30, width - 28, attributes, "panel")
    return s


def _row(look: Theme, width: int, height: int, figures: tuple[str, str, str], strong: bool) -> Canvas:
    """A line of the match report: a figure for each seat, what it is in the middle."""
    left, middle, right = figures
    s = Canvas((width, height), look, PLAIN)
    if strong:
        s.box((2, 2, width - 4, height - 4), 10, "panel", "line", 2)
    weight = "Bold" if strong else "Medium"
    s.text((24, height / 2), fitted(left, weight, 27, width * 3 // 10), 27, "ink", "lm", weight)
    s.text((width / 2, height / 2), fitted(middle, "Medium", 26, width * 36 // 100), 26, "soft", "mm", "Medium")
    s.text((width - 24, height / 2), fitted(right, weight, 27, width * 3 // 10), 27, "ink", "rm", weight)
    return s


def _caption(look: Theme, width: int, height: int, words: str) -> Canvas:
    s = Canvas((width, height), look, TEXT_ONLY)
    s.text((20, height / 2), fitted(words, "Bold", 28, width - 40), 28, "ink", "lm")
    return s


_SPRITES: dict[str, Any] = {
    "full": ART.full,
    "held": partial(held, ART),
    "more": more,
    "rink": tile,
    "header": _header,
    "name": _name,
    "values": _values,
    "score": _score,
    "zone": _zone,
    "ending": _ending,
    "hero": _hero,
    "strip": _strip,
    "verdict": _verdict,
    "goal": _goal,
    "logged": _logged,
    "latest": _latest,
    "break": _break,
    "role": _role,
    "dice": _dice,
    "total": _total,
    "part": _part,
    "card": _card,
    "team": _team,
    "row": _row,
    "caption": _caption,
}
