"""Hides what an earlier occupant of a seat said ahead from the person who sits there now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from data.store.rows import Sitting
from rules.game import Action, Seat
from rules.notation import REDRAW, UNDO, Row
from rules.parts.ahead import sealed


def begun(sittings: Iterable[Sitting]) -> Mapping[Seat, int]:
    """For each seat that has changed hands, the number of the last action before its present player sat down."""
    return {s.seat: s.number for s in sittings}


def inherited(rows: Sequence[Row], sittings: Iterable[Sitting]) -> frozenset[int]:
    """The numbers of the rows that earlier occupants of a seat caused: in their time, repeated by an undo since, or played by orders and plans of
    theirs."""
    since, found = begun(sittings), set[int]()
    theirs: dict[tuple[Seat, Action], bool] = {}
    undone = target = 0
    for row in rows:
        if row.action[0] == UNDO:
            undone, target = row.number, int(row.action[1])
        elif row.action[0] != REDRAW and not (row.auto and sealed(row.action)):
            undone = 0  # Only what follows at once was said by the undo.
        mine = since.get(row.seat, 0)
        if row.number <= mine or (undone > mine and row.number > undone and theirs.get((row.seat, row.action), target < mine)):
            found.add(row.number)
        if sealed(row.action):
            theirs[row.seat, row.action] = row.number in found
    return frozenset(found)
