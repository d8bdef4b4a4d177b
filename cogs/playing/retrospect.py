"""What may be seen of a game's past: its earlier positions, under the numbers of the actions that have led to them.

While the game goes on these are the numbers under which everybody knows them, and what only its seat may know of leads to no position of its own:
else it would tell that there is something. What was taken back is not part of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cogs.playing.allowance import whose_turn
from cogs.playing.apart import apart
from cogs.playing.record import known_counting
from cogs.playing.replaying import Past, Stage
from cogs.playing.table import Table
from data.store.values import Base, Sitting


class Retrospect(NamedTuple):
    """The past of a game: since when the present rules have played it (None: since the deal), the number of each position by the number of its row
    in the record (0: the beginning), and who sat there before."""

    past: Past
    base: Base | None
    numbers: Mapping[int, int]
    sittings: Sequence[Sitting]

    @property
    def first(self) -> int:
        """The number of the earliest position."""
        return min(self.numbers.values())

    @property
    def last(self) -> int:
        """The number of the latest one."""
        return max(self.numbers.values())

    def beside(self, number: int, step: int = 0) -> int:
        """The number of the position after an action, or before it where that is not part of the past; or so many steps from there."""
        known = list(self.numbers.values())
        at = max(bisect_right(known, number) - 1, 0)
        return known[min(max(at + step, 0), len(known) - 1)]

    def stages(self) -> Iterator[tuple[int, Stage]]:
        """The positions with their numbers, by playing the game once more."""
        for stage in self.past.stages():
            number = self.numbers.get(stage.row.number if stage.row else 0)
            if number is not None:
                yield number, stage

    def stage(self, number: int) -> Stage:
        """The position of a number that one has."""
        return next(stage for shown, stage in self.stages() if shown == number)

    def names(self, stage: Stage, now: Sequence[str]) -> tuple[str, ...]:
        """Who sat where then, as they were called, of those who sit there `now`."""
        begun = self.base.number if self.base else 0
        number = stage.row.number if stage.row else begun
        then = {s.seat: s.name for s in reversed(self.sittings) if number <= s.number}  # Of several at a seat the first one.
        return tuple(then.get(seat, name) for seat, name in enumerate(now))


async def retrospect(table: Table) -> Retrospect:
    """What may be seen of a table's past. Raises EarlierRules for a game that the present rules have never played."""
    base, known = await table.base(), await known_counting(table)
    rows, sittings = await table.store.tables.actions(table.id), await table.store.tables.sittings(table.id)

    def found() -> Retrospect:
        past, begun = table.past(base, rows), base.number if base else 0
        first = max((number for number, row in known.items() if row.number <= begun), default=0)
        shown = {row.number: number for number, row in known.items()}
        return Retrospect(past, base, {0: first} | {row.number: shown[row.number] for row in past.rows if row.number in shown}, sittings)

    return await apart(found)


def turns(past: Retrospect) -> Iterator[tuple[int, int]]:
    """The numbers of the positions, each with the number of the turn that it is part of. What is nobody's turn belongs to the one before."""
    rules, turn, whose = past.past.rules, 0, None
    for number, stage in past.stages():
        now = whose_turn(rules, stage.state)
        if now is not None and now != whose:
            turn, whose = turn + (whose is not None), now
        yield number, turn
