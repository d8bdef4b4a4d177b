"""Points of a game to go back to: in words, in menus, and as somebody types them. What `2.5.3` names: `cogs/play/history/rewind_points`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from discord import app_commands

from cogs.messages.moves.picker_context import plainly
from cogs.play.history.rewind_points import DEAL, Point, Points
from cogs.play.table import Table
from data.accents import folded
from data.language import Texts
from data.user_text import Typed, set_apart

CHOICES, LATEST = 25, 6
"""So many points are offered; and of all their steps only those of the latest so many, until somebody types what they look for."""
LABEL = 100
"""Letters of what is offered, at most."""
_NOTED = re.compile(r"(?:(0)|([1-9][0-9]*)[.]([0-9]+))(?:[.]([0-9]+))?(?:, (.*))?", re.DOTALL)


def point_words(point: Point, name: str, say: Texts, rebased: bool = False) -> str:
    """A point in words; `name` is the player whose turn it is, unnamed if empty."""
    if rebased:
        return say("point.rebased")
    if point.seat is None:
        return say("point.before", n=point.step) if point.step else say("point.deal")
    key = "point.step" if point.step else "point.turn"
    return say(key if name else f"{key}.own", name=name, turn=point.turn, n=point.step)


def label(table: Table, points: Points, point: Point, say: Texts) -> str:
    """The label of a point in a menu: its name, and the public part of the action before it, within a turn."""
    first = point == points.all[0]
    words = point_words(DEALT if first else point, _name(table, point), say, first and points.rebased)
    row = points.actions.get(point.row) if point.step and not first else None
    return words if row is None else f"{words} · {set_apart(table.names[row.seat])} · {plainly(say, row.action)}"


DEALT = Point(None, 0, 0, 0)
"""The first point of a game, whoever has its first turn."""


def point_choices(table: Table, points: Points, current: str, say: Texts) -> list[app_commands.Choice[str]]:
    """Completions of a typed point: the latest matches; for an empty text the latest steps, and the turns before them."""
    sought, known = folded(current).split(), reversed(points.all)
    short = (point for n, point in enumerate(known) if n < LATEST or not point.step or not point.row)
    offered = ((point, label(table, points, point, say)) for point in (known if sought else short))
    fitting = (one for one in offered if _fits(*one, sought))
    return [app_commands.Choice(name=words[:LABEL], value=point.spelled) for point, words in islice(fitting, CHOICES)]


def point_typed(table: Table, points: Points, text: str, say: Texts) -> Point | None:
    """The point that a person chose or typed, by its spelling or its words; None if none or several match."""
    found = points.found(text.strip())
    if found is not None:
        return found
    named = [point for point in points.all if folded(text) in _called(table, points, point, say)]
    return named[0] if len(named) == 1 else None


REBASED = "rebased"
"""How the first point is noted where earlier rules have played what came before."""


def noted(table: Table, points: Points, point: Point) -> str:
    """A point as stored: readable in any language and with the player's name of now, which can be forgotten like any name."""
    if points.rebased and point == points.all[0]:
        return REBASED
    return point.spelled if point.seat is None or not point.row else f"{point.spelled}, {table.names[point.seat]!s}"


def noted_words(note: str, say: Texts) -> str:
    """A stored point in words; older rows hold numbers of actions."""
    if note == REBASED:
        return say("point.rebased")
    found = _NOTED.fullmatch(note)
    if found is None:
        return say("desk.action", n=int(note)) if note.isdecimal() and note != DEAL else note
    zero, seat, turn, step, name = found.groups()
    if zero:
        return point_words(Point(None, 0, int(step or 0), 0), "", say)
    return point_words(Point(int(seat) - 1, int(turn), int(step or 0), 0), Typed(name or seat), say)


def _called(table: Table, points: Points, point: Point, say: Texts) -> Iterator[str]:
    words = label(table, points, point, say)
    yield folded(words)
    yield folded(words[:LABEL])
    yield folded(words.split(" · ")[0])
    yield folded(point_words(point, _name(table, point), say))


def _fits(point: Point, words: str, sought: list[str]) -> bool:
    plain = folded(words)
    return all(word in plain or point.spelled.startswith(word) for word in sought)


def _name(table: Table, point: Point) -> str:
    return "" if point.seat is None else set_apart(table.names[point.seat])
