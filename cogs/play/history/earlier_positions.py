"""Earlier positions of a game, by action number, as one reader may see them.

While the game goes on these are public numbers. A secret action of a seat has none: it belongs to the position before it. Actions that were taken
back are not part of the past. Points that people name, such as `2.5.3`: `rewind_points`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from cogs.play.earlier_occupants import begun
from cogs.play.history.record import known_rows
from cogs.play.history.record_replay import Past, Stage
from cogs.play.table import Table
from cogs.play.thinking.budget import whose_turn
from cogs.play.worker_threads import apart
from data.similar_names import told_apart
from data.store.rows import Base, Sitting
from data.user_text import Called
from render.painter import painter
from rules.game import Seat, View
from rules.notation import Row, counting
from rules.parts.planned_turns import unsaid


class ShownMoment(NamedTuple):
    """A stage at which everybody saw something new: its index among all stages, the number of its position, and the number of its turn."""

    at: int
    number: int
    turn: int


class Retrospect(NamedTuple):
    """The past of a game as one reader may see it.

    It has the base since which the present rules have played it (None: since the deal), for each row the number of its position (0: the
    beginning), all actions as they may be read now, earlier occupants of seats, and present names (`now`).
    """

    past: Past
    base: Base | None
    numbers: Mapping[int, int]
    known: Mapping[int, Row]
    sittings: Sequence[Sitting]
    now: Sequence[str]

    @property
    def positions(self) -> list[int]:
        """The numbers of all positions, in order."""
        return sorted(set(self.numbers.values()))

    @property
    def first(self) -> int:
        """The number of the earliest position."""
        return self.positions[0]

    @property
    def last(self) -> int:
        """The number of the latest one."""
        return self.positions[-1]

    def beside(self, number: int, step: int = 0) -> int:
        """The latest known position up to action `number`, or the one `step` steps from it; it stops at either end."""
        known = self.positions
        at = max(bisect_right(known, number) - 1, 0)
        return known[min(max(at + step, 0), len(known) - 1)]

    def stages(self) -> Iterator[tuple[int, Stage]]:
        """Replays the game: each stage with the number of its position."""
        return ((self.numbers[stage.row.number if stage.row else 0], stage) for stage in self.past.stages())

    def stage(self, number: int) -> Stage:
        """The last stage at a position, with all events since the position before."""
        found = [stage for shown, stage in takewhile(lambda one: one[0] <= number, self.stages()) if shown == number]
        return found[-1]._replace(events=tuple(event for stage in found for event in stage.events))

    def moments(self) -> Iterator[ShownMoment | None]:
        """One item for each stage of the game: a `ShownMoment` where the public view has changed, else None: a caller can pause between them.

        The Nones must not reach people: their number would tell how many secret actions there were. A stage in nobody's turn belongs to the turn
        before it.
        """
        turn, whose, before = 0, None, None
        for at, (number, stage) in enumerate(self.stages()):
            now, view = whose_turn(self.past.rules, stage.state), self.past.view(stage, None)
            if now is not None and now != whose:
                turn, whose = turn + (whose is not None), now
            yield ShownMoment(at, number, turn) if view != before else None
            before = view

    def view(self, stage: Stage, seat: Seat) -> View[Any]:
        """What the present player of a seat may see of a stage, without what earlier occupants said ahead there."""
        since = begun(self.sittings).get(seat, 0)
        number = stage.row.number if stage.row else 0
        return self.past.view(stage._replace(state=unsaid(stage.state, seat)) if number <= since else stage, seat)

    def names(self, stage: Stage) -> tuple[Called, ...]:
        """The names of the players at a stage, by seat, made distinct."""
        begun = self.base.number if self.base else 0
        number = stage.row.number if stage.row else begun
        then = names_before(self.sittings, number)
        sign = painter(self.past.rules.key).sign
        return told_apart([then.get(seat, name) for seat, name in enumerate(self.now)], lambda seat: sign(self.past.view(stage, None), seat))


def names_before(sittings: Sequence[Sitting], number: int) -> dict[Seat, str]:
    """The names of those who sat somewhere else than now when an action was done, by seat."""
    return {s.seat: s.name for s in reversed(sittings) if number <= s.number}  # Of several at a seat the first one.


async def retrospect(table: Table) -> Retrospect:
    """Loads the past of a table. Raises EarlierRules for a game that the present rules have never played."""
    base, known = await table.record.base(), await known_rows(table)
    rows, sittings = await table.store.tables.actions(table.id), await table.store.tables.sittings(table.id)
    now = [s.name for s in table.seats]

    def found() -> Retrospect:
        past, begun = table.record.past(base, rows), base.number if base else 0
        shown = {row.number: number for number, row in known.items()}
        first = max((shown[row.number] for row in counting(rows) if row.number <= begun and row.number in shown), default=0)
        numbers, number = {0: first}, first
        for row in past.rows:
            number = numbers[row.number] = shown.get(row.number, number)
        return Retrospect(past, base, numbers, known, sittings, now)

    return await apart(found)
