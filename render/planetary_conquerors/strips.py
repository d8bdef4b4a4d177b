"""Above the planets: the window that is open, what is being carried out, who attacks what, and what has just happened."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.cards import TEXT_ONLY
from render.planetary_conquerors.icons import ROLE, bar, figure, mark, shield, tag
from render.text import laid_out, wrapped
from render.theme import Theme

WIDTH = 1000
ASSAULT = 92
ACT = 62
"""The least height of the strip of a window, and of something that is being carried out."""
TOLD, TOLD_LINE = 27, 33
NEWS_SIZE, NEWS_LINE = 26, 34
NEWS_ROOM = WIDTH - 96


def news_rows(words: str) -> tuple[str, ...]:
    """A sentence about what has just happened, as lines."""
    return wrapped(words, "Medium", NEWS_SIZE, NEWS_ROOM)


def news_height(words: str) -> int:
    """How high the strip of a sentence is."""
    return len(news_rows(words)) * NEWS_LINE + 6


def news(look: Theme, width: int, height: int, words: str) -> Canvas:
    """A sentence about what has just happened."""
    from render.planetary_conquerors.icons import spark

    s = Canvas((width, height), look, PLAIN)
    s.box((8, 0, 6, height), fill="legal_line")
    spark(s, (42, height / 2), 15)
    for i, row in enumerate(news_rows(words)):
        s.text((70, 3 + NEWS_LINE * (i + 0.5)), row, NEWS_SIZE, "ink", "lm", "Medium")
    return s


def window_rows(words: str) -> tuple[str, ...]:
    """The lines about the open window."""
    return wrapped(words, "Bold", TOLD, WIDTH - 48)


def act_rows(words: str) -> tuple[str, ...]:
    """The lines about something that is being carried out."""
    return wrapped(words, "Bold", TOLD, WIDTH - 168)


def height_of(rows: tuple[str, ...]) -> int:
    """How high a strip with such lines is."""
    return max(ACT, len(rows) * TOLD_LINE + 14)


def window(look: Theme, width: int, height: int, words: str) -> Canvas:
    """The reaction window that is open."""
    s = Canvas((width, height), look, TEXT_ONLY)
    s.box((8, 3, width - 16, height - 6), 0, "legal", "legal_line", 4)
    s.lines((24, height / 2), window_rows(words), (TOLD, TOLD_LINE), "ink")
    return s


class ActKey(NamedTuple):
    """Something that is being carried out: whose it is, its card and its type, what is said of it; the `first` one is next."""

    seat: int
    card: str
    type: str
    words: str
    first: bool


def act(look: Theme, width: int, height: int, one: ActKey) -> Canvas:
    """Something that is being carried out, with the picture of its card."""
    s = Canvas((width, height), look, PLAIN)
    s.box((8, 3, width - 16, height - 6), 12, "panel", f"seat{one.seat}", 5 if one.first else 2)
    role = ROLE[one.type]
    middle = height / 2
    s.glow((18, round(middle) - 23, 70, 46), (f"{role}_deep", role, f"{role}_glow"), 8)
    figure(s, one.card, (53, middle), 40, "plate")
    mark(s, 116, middle, 13, one.seat)
    s.lines((144, middle), act_rows(one.words), (TOLD, TOLD_LINE), "ink")
    return s


class Fighter(NamedTuple):
    """One side of an assault: its card or `mine`, its type, its name and letter, whose it is, its attack (-1 for none) and HP."""

    card: str
    kind: str
    name: str
    letter: str
    seat: int
    attack: int
    hp: int
    most: int


class AttackKey(NamedTuple):
    """An attacker in its line, with its blocker and what it attacks.

    It attacks now, or has done so; or it is only `planned`, so that there may be no target yet."""

    line: int
    now: bool
    attacker: Fighter
    blocker: Fighter | None
    target: Fighter | None
    done: bool
    planned: bool


def assault(look: Theme, width: int, height: int, attack: AttackKey) -> Canvas:
    """An attacker with an arrow to its target; its blocker stands between them."""
    s = Canvas((width, height), look, PLAIN)
    seat = attack.attacker.seat
    frame = "legal_line" if attack.planned else f"seat{seat}" if attack.now else "line"
    s.box((8, 3, width - 16, height - 6), 12, "panel", frame, 5 if attack.now or attack.planned else 2)
    middle = height / 2
    _fighter(s, 18, attack.attacker, 322)
    start, end = 344, 640
    role = "legal_line" if attack.planned else "attack"
    if attack.planned:
        for x in range(start, end - 26, 30):
            s.line([(x, middle), (min(x + 18, end - 20), middle)], role, 7)
    else:
        s.line([(start, middle), (end - 18, middle)], role, 7)
    s.polygon([(end, middle), (end - 26, middle - 17), (end - 26, middle + 17)], role)
    if attack.blocker:
        _blocker(s, attack.blocker, (start + end) / 2 - 16, middle)
    elif attack.line:
        s.ellipse((start + 120, middle), 24, role, "panel", 4)
        if attack.done:
            s.line([(start + 108, middle), (start + 117, middle + 10), (start + 134, middle - 11)], "plate", 5)
        else:
            s.text((start + 120, middle), str(attack.line), 30, "edge" if attack.planned else "plate")
    if attack.target:
        _fighter(s, end + 10, attack.target, 322)
    else:
        s.text((end + 170, middle), "?", 50, "legal_line")
    return s


def _blocker(s: Canvas, one: Fighter, x: float, y: float) -> None:
    """Who stands in the way: figure, name and numbers on a plate with a shield."""
    left, right = round(x) - 128, round(x) + 130
    s.box((left, 8, right - left, 2 * y - 16), 10, "panel", "hp", 4)
    shield(s, (left, y), 15, "hp", "")
    figure(s, one.card, (left + 44, y), 50, f"fig_{one.kind}")
    near = left + 76
    inset = 34 if one.letter else 0
    if one.letter:
        tag(s, (near + 15, y - 14), one.letter)
    size, lines = laid_out(one.name, right - near - inset - 10, 36, (24, 22, 20, 18, 16, 14))
    s.lines((near + inset, y - 14), lines, (size, size * 1.02), "ink")
    _numbers(s, (near, y + 8), one, right - near - 12)


def _numbers(s: Canvas, at: Point, one: Fighter, width: float) -> None:
    """The attack of a fighter that has one, and its HP as a bar."""
    x, y = at
    if one.attack >= 0:
        s.box((x, y, 58, 25), 8, "attack")
        figure(s, "attack", (x + 16, y + 12.5), 20, "plate", None)
        s.text((x + 42, y + 12.5), str(one.attack), 23, "plate")
        x, width = x + 64, width - 64
    bar(s, (x, y, width, 25), one.hp, one.most, f"{max(0, one.hp)}/{one.most}")


def _fighter(s: Canvas, left: float, one: Fighter, width: float) -> None:
    """Figure, name and numbers of who attacks or is attacked."""
    height = s.size[1]
    figure(s, one.card, (left + 36, height / 2), 60, f"fig_{one.kind}")
    x = left + 78.0
    room = width - 78
    inset = 40 if one.letter else 0
    if one.letter:
        tag(s, (x + 15, 26), one.letter)
    mark(s, x + inset + 11, 26, 10, one.seat)
    size, lines = laid_out(one.name, round(room - inset - 34), 42, (26, 24, 22, 20, 18))
    s.lines((x + inset + 30, 27), lines, (size, size * 0.98), "ink")
    _numbers(s, (x, height - 37), one, room - 10)
