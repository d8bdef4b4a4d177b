"""Guided first games: a scripted table for each game, played by the real engine (`data/<game>/lesson.json`, texts `learn.1`, `learn.2` ...).

A page may ask the learner for actions, offers others beside them, and goes on with what everybody does then. The same seed gives the same
cards, so a lesson is only a list of actions, and a place in it is a number.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from data.content import build
from data.language import DATA
from rules.game import Action, Event, Rules, Seat
from rules.notation import SEPARATOR, split

LEARNER: Seat = 0


class Page(msgspec.Struct, frozen=True):
    """`do` and `others` are what the learner may choose, as typed; `then` is what follows, each with its seat. `show` are pictures."""

    do: str = ""
    others: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    show: tuple[str, ...] = ("board",)


class Lesson(msgspec.Struct, frozen=True):
    """How the table is set up, what is done before the first page, each with its seat, and the pages."""

    seats: int
    options: dict[str, str]
    seed: int
    pages: tuple[Page, ...]
    begun: tuple[str, ...] = ()


class Stand(NamedTuple):
    """The table at a page, and what the learner has seen since the page before."""

    state: Any
    events: tuple[Event, ...]


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game; None where there is none."""
    path = DATA / game / "lesson.json"
    return msgspec.json.decode(path.read_bytes(), type=Lesson) if path.exists() else None


def actions(text: str) -> list[Action]:
    """The actions of a typed row."""
    return [tuple(split(part)) for part in text.split(SEPARATOR)]


def stand(game: str, page: int) -> Stand:
    """The table as it is at a page, counted from 0. Raises IndexError for a page that does not exist, Refused for a faulty script."""
    script = lesson(game)
    if script is None or not 0 <= page < len(script.pages):
        raise IndexError(page)
    rules = build(game)
    options = {option.key: script.options.get(option.key, option.values[0]) for option in rules.options}
    state, events = rules.setup(script.seats, options, script.seed)
    for rows in filter(None, (_seated(script.begun), *map(_rows, script.pages[:page]))):
        events = ()
        for seat, action in rows:
            state, more = rules.apply(state, seat, action)
            events += more
    return Stand(state, tuple(event for event in events if event.to is None or LEARNER in event.to))


def _rows(page: Page) -> list[tuple[Seat, Action]]:
    own = [(LEARNER, action) for action in (actions(page.do) if page.do else [])]
    return own + _seated(page.then)


def _seated(rows: tuple[str, ...]) -> list[tuple[Seat, Action]]:
    return [(int(row[0]), tuple(row[1:])) for row in map(split, rows)]


def try_out(rules: Rules[Any], state: Any, text: str) -> None:
    """Carries out what a learner has chosen, for nothing. Raises Refused where it is not legal."""
    for action in actions(text):
        state = rules.apply(state, LEARNER, action).state
