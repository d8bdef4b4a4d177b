"""The trace: public events of a turn, kept in the state so that pictures can mark them.

A picture made at any time, also after a restart, shows the same.
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
    """A trace with the further public events whose kinds are in `shown`; at most the last `most`."""
    return (*before, *(Deed(e.kind, dict(e.facts)) for e in events if e.to is None and e.kind in shown))[-most:]


def traced(before: Trace, events: Iterable[Event], shown: Collection[str], turn: str) -> Trace:
    """The trace after further events, with those whose kinds are in `shown`.

    An event of the kind `turn` begins a turn. The last turn's trace remains until something happens in the new one.
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
