"""The trace: public events of a turn, kept in the state for pictures to mark.

A game keeps them in its state, so that a picture made at any time, also after a restart, shows the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from rules.game import Event

MOST = 16
"""How many deeds are kept, the last ones."""


class Deed(msgspec.Struct, frozen=True, array_like=True):
    """A public event of the turn, kept for pictures: its kind and its facts (`rules.game.Event`)."""

    kind: str
    facts: dict[str, Any]


Trace = tuple[Deed, ...]
"""Deeds in the order in which they happened."""


def continued(before: Trace, events: Iterable[Event], shown: Collection[str], most: int) -> Trace:
    """A trace with those of the events that everybody may know of and whose kinds are in `shown`; at most so many, the last ones."""
    return (*before, *(Deed(e.kind, dict(e.facts)) for e in events if e.to is None and e.kind in shown))[-most:]


def traced(before: Trace, events: Iterable[Event], shown: Collection[str], turn: str) -> Trace:
    """The trace after some more events, of which the kinds in `shown` are kept.

    An event of the kind `turn` begins a turn. What the turn before has left stays until something happens in the new one.
    """
    found = list(before)
    for event in events:
        if event.to is not None:
            continue
        if event.kind == turn:
            if found and found[-1].kind == turn:
                found.pop()
            found.append(Deed(turn, dict(event.facts)))
        elif event.kind in shown:
            if found and found[-1].kind == turn:
                del found[:-1]
            found.append(Deed(event.kind, dict(event.facts)))
    return tuple(found[-MOST:])
