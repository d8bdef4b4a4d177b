"""Guided first games: a scripted table for each game, played by the real engine.

The script is `data/<game>/lesson.json`, its texts `learn.1`, `learn.2` ...

A page may ask the learner for actions, offers wrong ones beside them, and goes on with everybody's next actions. The same seed deals the same
cards, so a lesson is only a list of actions, and a place in it is a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from data.content import build
from data.language import DATA
from rules.game import Action, Event, Rules, Seat, Step
from rules.notation import SEPARATOR, split
from rules.parts.lazy import decoder, once

LEARNER: Seat = 0


class Page(msgspec.Struct, frozen=True):
    """A page of a lesson. `do`, `others`: the actions that the learner may choose, as typed. `then`: the actions that follow, each with its seat;
    `meanwhile`: actions before those, which are not told. `show`: pictures."""

    do: str = ""
    others: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    show: tuple[str, ...] = ("board",)


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: the setup of its table, the actions before the first page, each with its seat, and the pages."""

    seats: int
    options: dict[str, str]
    seed: int
    pages: tuple[Page, ...]
    begun: tuple[str, ...] = ()


class Stand(NamedTuple):
    """The table at a page, and what the learner has seen since the page before."""

    state: Any
    events: tuple[Event, ...]


@once
def lesson(game: str) -> Lesson | None:
    """The lesson of a game; None for a game without one."""
    path = DATA / game / "lesson.json"
    return decoder(Lesson).decode(path.read_bytes()) if path.exists() else None


def actions(text: str) -> list[Action]:
    """Parses a typed row of actions."""
    return [tuple(split(part)) for part in text.split(SEPARATOR) if part.strip()]


def stand(game: str, page: int) -> Stand:
    """The table at the beginning of a page, counted from 0. Raises IndexError for a page that does not exist, Refused for a faulty script."""
    script = lesson(game)
    if script is None or not 0 <= page < len(script.pages):
        raise IndexError(page)
    rules = build(game)
    options = {option.key: script.options.get(option.key, option.values[0]) for option in rules.options}
    state, events = rules.setup(script.seats, options, script.seed)
    state, told = _play(rules, state, script.begun)
    events = told or events
    for number, one in enumerate(script.pages[:page]):
        state, own = done(rules, state, actions(one.do))
        state, _ = _play(rules, state, one.meanwhile)
        state, then = _play(rules, state, one.then)
        if number or own + then:  # What the setup has brought is told where the first page asks for nothing.
            events = own + then
    return Stand(state, tuple(event for event in events if event.to is None or LEARNER in event.to))


def _play(rules: Rules[Any], state: Any, rows: tuple[str, ...]) -> Step:
    """Plays the actions of a script, each beginning with its seat."""
    events: tuple[Event, ...] = ()
    for seat, *action in map(split, rows):
        state, more = rules.apply(state, int(seat), tuple(action))
        events += more
    return Step(state, events)


def done(rules: Rules[Any], state: Any, row: Sequence[Action]) -> Step:
    """Plays the learner's actions, one after another. Raises Refused for an illegal one."""
    events: tuple[Event, ...] = ()
    turn = rules.turn(state)
    for n, action in enumerate(row):
        state, before = asked_again(rules, state, turn) if n else Step(state, ())
        state, more = rules.apply(state, LEARNER, action)
        events += before + more
    return Step(state, events)


def asked_again(rules: Rules[Any], state: Any, turn: Seat | None) -> Step:
    """Gives the others' default answers until the learner is asked, as long as the turn lasts."""
    events: tuple[Event, ...] = ()
    while rules.turn(state) == turn and (asked := rules.to_act(state)) and LEARNER not in asked:
        state, more = rules.apply(state, asked[0], rules.decision(state, asked[0]).default)
        events += more
    return Step(state, events)
