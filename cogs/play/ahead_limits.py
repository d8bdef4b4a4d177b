"""Limits how much a seat may say ahead in one game: all of it stays in the record, which must stay replayable.

Counted are rows that a player gives. A player who has used up the room cannot say anything new ahead, and only they are told so. Never refused are
the first answer to each question, an answer that is carried out at once, anything that takes something back, and resigning. What is done for a seat
is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.game import Action, Refused, Rules, Seat
from rules.notation import Row, write
from rules.parts.ahead import DRAFT, READY, SEAL, STOPS, parted, sealed, spoken
from rules.parts.planned_turns import kept

ROOM = 60_000
"""Letters of the rows by which a seat says something ahead, at most."""
LEAST = 60
"""As so many letters a row counts at least: short ones take time, too."""
TAKING_BACK = 20_000
"""Letters of the rows by which a seat takes back, one thing after another, all that it can have said."""
OTHERWISE = 200_000
"""Letters of all else in a record: the header, what is done openly, and first answers. A long game takes a tenth of them."""
MOST_SEATS = 4
LARGEST_RECORD = OTHERWISE + MOST_SEATS * (ROOM + TAKING_BACK)
"""Letters of the largest record."""


def room_taken(row: Row) -> int:
    """How much of a seat's room the row of an action takes."""
    return max(len(f"{row.number}. {row.seat} {write(row.action)}\n"), LEAST)


def takes_back(rules: Rules[Any], state: Any, seat: Seat, action: Action) -> bool:
    """Whether a sealed action only takes back something that the seat has said ahead."""
    verb, *words = action
    if not words:
        return verb in spoken(rules, state, seat)
    said = kept(rules, state, seat)
    if verb == STOPS:
        return {*words} < rules.given(state, seat)
    if verb == READY:
        return tuple(words) in [(ready.kind, ready.about) for ready in said.ready]
    steps = parted(tuple(words))
    return verb == DRAFT and len(steps) < len(said.draft) and steps == said.draft[: len(steps)]


def check_brief(rules: Rules[Any], state: Any, row: Row, rows: Sequence[Row]) -> None:
    """Raises Refused for a sealed row by which a seat says more ahead, in a state, than fits after all earlier `rows`."""
    if takes_back(rules, state, row.seat, row.action):
        return
    taken = _counted([*rows, row], row.seat)
    if taken and taken[-1] == row and sum(map(room_taken, taken)) > ROOM:
        raise Refused("said_too_much", rules.verbs[row.action[0]])


def _counted(rows: Iterable[Row], seat: Seat) -> list[Row]:
    """The rows by which a seat has said something ahead, without one answer to each question (one after each public action)."""
    found, answered = [], False
    for row in rows:
        if not sealed(row.action):
            answered = False
        elif row.seat == seat and not row.auto:
            answers = row.action[0] == SEAL and len(row.action) > 1
            found += [] if answers and not answered else [row]
            answered = answered or answers
    return found
