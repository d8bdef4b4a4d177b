"""Sheets beside the stage: a hand, and the table close up with goals one by one and the match report; of any height."""

from __future__ import annotations

from typing import Any, NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas
from render.cards import TEXT_ONLY
from render.hockey_game.emblems import emblem
from render.hockey_game.icons import icon, symbol
from render.text import fitted, font, largest
from render.theme import Theme


def _header(look: Theme, width: int, height: int, title: str, right: str) -> Canvas:
    """The title, and something softer at the right."""
    s = Canvas((width, height), look, PLAIN)
    middle = height / 2 + 2
    s.text((20, middle), fitted(title, "Bold", 36, width // 2), 36, "ink", "lm")
    s.text((width - 20, middle), fitted(right, "Medium", 30, width // 2 - 60), 30, "soft", "rm", "Medium")
    return s


def _hero(look: Theme, width: int, height: int, named: tuple[str, str], attributes: Any, used: str) -> Canvas:
    """A hero with its portrait; `named` is its word and its name. `used` is "used" or "muted" in the present round."""
    s = Canvas((width, height), look, PLAIN)
    s.box((2, 2, width - 4, height - 4), 10, "plate", "gold" if used == "used" else "hero", 5 if used else 3)
    hero, name = named
    s.glow((5, 5, height - 10, height - 10), ("hero_deep", "hero", "hero_glow"), 7)
    s.figure(mask("hockey_game", hero), (height / 2, height / 2), height - 12, "plate", "edge")
    room = 48 * len(attributes)
    size = largest(name, "Bold", (24, 22, 21, 20, 19, 18), width - room - height - 8)
    s.text((height + 4, height / 2), fitted(name, "Bold", size, width - room - height - 8), size, "plate_ink", "lm")
    for i, (attribute, n) in enumerate(attributes):
        cx = width - 6 - room + i * 48
        icon(s, (cx + 13, height / 2), 11, attribute)
        s.text((cx + 35, height / 2), str(n), 25, "plate_ink")
    if used == "muted":
        s.line([(10, height / 2), (width - 10, height / 2)], "red", 3)
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


SPRITES: dict[str, Any] = {
    "header": _header,
    "hero": _hero,
    "logged": _logged,
    "part": _part,
    "row": _row,
    "caption": _caption,
}
