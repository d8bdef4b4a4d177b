"""Points of a game, to look at or go back to (`2.5.3`): the deal, the beginning of each turn, and each moment at which everybody saw something new.

A point is named by the seat, the seat's turn and a step, and counted by what everybody saw. A secret action makes no point: it belongs to the
point before it. So points tell nobody what others have prepared, and the game can go back to each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from cogs.play.history.record import open_counting
from cogs.play.history.record_replay import Past, Stage, earliest
from cogs.play.table import Table
from cogs.play.worker_threads import apart
from rules.game import Seat
from rules.notation import Row, counting

DEAL, LONGEST = "0", 10
"""How the deal is spelled, and how long nothing is that is typed."""


class Point(NamedTuple):
    """A point to go back to.

    `seat` and `turn`: whose turn it is part of, and which of that seat's turns (None: before the first). `step`: how many steps of the turn
    everybody had seen before. `row`: the number of the row that led to it (0: the deal).
    """

    seat: Seat | None
    turn: int
    step: int
    row: int

    @property
    def spelled(self) -> str:
        """The point as typed: `2.5` for the beginning of the second seat's fifth turn, `2.5.3` for the third step in it, `0.3` before any turn."""
        return self.place if self.row else DEAL

    @property
    def place(self) -> str:
        """The point by seat, turn and step; also for the deal, since a first turn may begin with it."""
        if self.seat is None:
            return f"0.{self.step}"
        return f"{self.seat + 1}.{self.turn}" + (f".{self.step}" if self.step else "")


class Points(NamedTuple):
    """All points of a game. The first is the deal, or where the present rules took over (`rebased`).

    With them are the public actions that still count, by their own numbers and by public ones.
    """

    all: Sequence[Point]
    rebased: bool
    actions: Mapping[int, Row]
    numbers: Mapping[int, int]

    def found(self, text: str) -> Point | None:
        """The point spelled `text`, or the one after the action of that public number; None if there is none, or it was taken back."""
        if text.isascii() and text.isdecimal() and len(text) < LONGEST:
            row = 0 if text == DEAL else self.numbers.get(int(text))
            return None if row is None else self.after(row)
        return next((point for point in self.all if text in (point.spelled, point.place)), None)

    def holding(self, row: int) -> Point:
        """The point to which a row belongs."""
        return next((point for point in reversed(self.all) if point.row <= row), self.all[0])

    def after(self, row: int) -> Point:
        """The point to which a row belongs, at that row. For a row before the first point: the last of these stands for the first point."""
        first = self.all[0]
        if row < first.row:
            return first if row and not any(row < other <= first.row for other in self.actions) else Point(None, 0, 0, row)
        return self.holding(row)._replace(row=row)


def pointed(past: Past) -> Iterator[tuple[Point, Stage]]:
    """All stages of a game, each with its point, which may have begun at an earlier stage.

    Where the game answers by itself, nobody is asked: the stage belongs to the point before, and what it shows to the next one.
    """
    counts: Counter[Seat] = Counter()
    point, before, playing, new, began = Point(None, 0, -1, 0), None, None, True, False
    for stage, following in zip_longest(past.stages(), past.rows):
        if stage is None:  # The game was settled before.
            return
        turn = past.rules.present_turn(stage.state)
        began = began or (turn is not None and turn != playing)
        new = new or began or any(event.to is None for event in stage.events)
        if not _goes_on(past, stage, following):
            view = past.view(stage, None)
            if began and turn is not None:
                counts[turn[0]] += 1
                point = Point(turn[0], counts[turn[0]], -1, 0)
            if new or view != before:
                point = point._replace(step=point.step + 1, row=stage.row.number if stage.row else 0)
            before, new, began = view, False, False
        playing = turn if turn is not None else playing
        yield point, stage


def _goes_on(past: Past, stage: Stage, following: Row | None) -> bool:
    """Whether the game itself gave the answer to the question of `stage`, in a way that is public and depends on no order."""
    return following is not None and following.auto and past.rules.standing(stage.state, following.seat, frozenset()) == following.action


def at_point(past: Past, point: Point) -> Stage:
    """The last stage of a point, with all events since the point before. Raises LookupError if there is none."""
    for one, group in groupby(pointed(past), lambda found: found[0]):
        if one[:3] == point[:3]:
            stages = [stage for _, stage in group]
            return stages[-1]._replace(events=tuple(event for stage in stages for event in stage.events))
    raise LookupError(point)


async def points(table: Table) -> Points:
    """The points of a table's game. Raises EarlierRules if the present rules have never played it."""
    base, rows = await table.record.base(), await table.store.tables.actions(table.id)
    known = await open_counting(table)

    def found() -> Points:
        first, *others = (point for point, _ in groupby(pointed(table.record.past(base, rows)), lambda one: one[0]))
        made = [first._replace(row=earliest(base, counting(rows))), *others]
        numbers = {number: row.number for number, row in known.items()}
        return Points(made, base is not None, {row.number: row for row in known.values()}, numbers)

    return await apart(found)
