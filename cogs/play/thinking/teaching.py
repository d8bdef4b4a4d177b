"""What a computer that teaches says of its latest turn, to whoever asks: worked out on request, the same for everybody.

It depends on nothing but what a spectator may see (`rules/computers/teaching.py`), nor does the chance that it draws from.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from cogs.play.fair_queue import Asker
from cogs.play.history.record_replay import EarlierRules, Stage
from cogs.play.single_flight import Busy, SingleFlight
from cogs.play.table import Table
from cogs.play.tables import Tables
from cogs.play.thinking.pool import NoAnswer
from cogs.play.thinking.worker_requests import Teaching
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from rules.computers.characters import teaches
from rules.computers.teaching import Taught
from rules.game import Action, Seat
from rules.notation import REDRAW, RESIGN, Row
from rules.parts.ahead import sealed
from rules.randomness import Chance

log = logging.getLogger("referee.teaching")
PASS: Action = ("pass",)
"""With what one lets the others go on, in games in which one may react."""
KEPT = 1000
"""The latest explanations that are kept."""


class Turn(NamedTuple):
    """A turn of a teacher: the state before, and all rows from its first one to the end of that turn."""

    seat: Seat
    before: Any
    rows: tuple[Row, ...]


class Explained(NamedTuple):
    """A teacher's seat, and what its latest turn was good for."""

    seat: Seat
    taught: Taught


def teachers(table: Table) -> list[Seat]:
    """The seats of a table whose computer explains its moves."""
    return [s.seat for s in table.seats if teaches(table.rules, s.computer)]


class Explanations:
    """Explains the latest turns of teachers, with a cache."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept = SingleFlight[tuple[int, int], Explained | None](KEPT)

    async def ask(self, table: Table, player: int) -> Explained | None:
        """What the teacher that has moved last says; None before its first turn. Raises Unfit, Ceased."""
        try:
            return await self._kept.get((table.id, table.position), player, partial(self._explain, table, player))
        except Busy:
            raise Unfit("hint.one") from None
        except EarlierRules:
            return None
        except NoAnswer as error:
            log.error("table %d (%s): no explanation: %s", table.id, table.rules.key, error)
            raise Unfit("teach.failed") from None

    async def _explain(self, table: Table, player: int) -> Explained | None:
        past = table.record.past(await table.record.base(), await table.store.tables.actions(table.id))
        stages = await apart(lambda: [*past.stages()])
        turn = latest_turn(table, stages, teachers(table))
        if turn is None:
            return None
        key, opponent = Chance.of(table.id, "teaching", public_number(stages, turn.rows[-1])).key, table.seats[turn.seat].computer or ""
        request = Teaching(table.rules.key, table.rules.dump(turn.before), turn.rows, key, seat=turn.seat, opponent=opponent)
        thought = await self._tables.thinker.think(request, Asker.at(table.row.guild, player))
        return Explained(turn.seat, thought.answer)


def public_number(stages: Sequence[Stage], last: Row) -> int:
    """The number of a row among those that everybody sees; that in the record tells how much has been said ahead."""
    return sum(row is not None and not sealed(row.action) and row.number <= last.number for row, *_ in stages)


def latest_turn(table: Table, stages: Sequence[Stage], seats: Sequence[Seat]) -> Turn | None:
    """The latest turn of a teacher that has been told to the others; None if there is none."""
    rules = table.rules
    going_on = any(seat in table.acting and rules.decision(table.state, seat).goes_on for seat in seats)
    untold = [rules.present_turn(table.state)] if going_on else []
    rows = [(n, row, stages[n - 1].state) for n, (row, *_) in enumerate(stages) if row is not None and row.seat in seats]
    moves = [(n, row, rules.present_turn(state)) for n, row, state in rows if _is_a_move(row, rules.turn(state))]
    turns = [(n, row, turn) for n, row, turn in moves if turn not in untold]
    if not turns:
        return None
    last, row, turn = turns[-1]
    first = min(n for n, other, its in turns if its == turn and other.seat == row.seat)
    # What has been done may take effect when others have answered.
    end = max(n for n in range(last, len(stages)) if rules.present_turn(stages[n - 1].state) == turn)
    return Turn(row.seat, stages[first - 1].state, tuple(row for row, *_ in stages[first : end + 1] if row is not None))


def _is_a_move(row: Row, whose: Seat | None) -> bool:
    """Whether a row is an open action of the game, and no mere pass in the turn of somebody else."""
    passes = row.action == PASS and whose not in (row.seat, None)
    return not (passes or sealed(row.action) or row.action[0] in (*RESIGN, REDRAW))
