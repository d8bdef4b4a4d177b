"""Finds the decisive moments of a finished game: replays its record and has the strongest computer judge each position, from each seat.
A moment is told that lost a share of `SMALLEST` at least, the worst `MOMENTS` of them.

The worker processes do this in pieces, so that other requests get their turns in between.
"""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import NamedTuple

from cogs.play.fair_queue import Asker
from cogs.play.history.record_replay import EarlierRules, since_base
from cogs.play.single_flight import Busy, SingleFlight
from cogs.play.table import Table
from cogs.play.tables import Tables
from cogs.play.thinking.pool import NoAnswer
from cogs.play.thinking.worker_requests import Comparison, Glances, Survey, Verdict, searching
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from rules.computers.reasons import Reason
from rules.game import Action, Seat
from rules.notation import Row, counting, settled
from rules.randomness import Chance

log = logging.getLogger("referee.analysing")
KEPT = 100
"""The latest analyses that are kept."""
SURVEYED, PIECE, COMPARED = 6.0, 1.0, 1.0
"""Seconds of a processor for the look at all decisions, for a piece of it, and for each decision that is compared with others."""
CANDIDATES, MOMENTS = 10, 3
"""So many decisions are compared, and so many of those told."""
SMALLEST = 0.02
"""A share of the victory that must have been lost to be told."""


class Moment(NamedTuple):
    """A decision that lost much, as an analysis tells it.

    It has the number in the record, the seat, the position before, the actions done and better, the expected share of the victory for each, whether
    both shares are `proven`, and why the better one is.
    """

    number: int
    seat: Seat
    snapshot: bytes
    played: Action
    better: Action
    before: float
    after: float
    proven: bool = False
    why: Reason | None = None

    @property
    def loss(self) -> float:
        """The share of the victory that the decision lost."""
        return self.before - self.after


class Analysis(NamedTuple):
    """The result of an analysis: the decisive moments in order; `whole` if the present rules have played the whole game."""

    moments: tuple[Moment, ...]
    whole: bool


class Piece(NamedTuple):
    """A piece of a record to analyse: the position before it, and its rows with what their seats could expect after the best action, and
    after what they did."""

    snapshot: bytes
    rows: Sequence[Row]
    shares: Sequence[tuple[float, float] | None]


class Analyses:
    """Analyses finished games on request, with a cache."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept = SingleFlight[int, Analysis](KEPT)

    async def of(self, table: Table, player: int) -> Analysis:
        """The analysis of a finished game. Raises Unfit, Ceased."""
        if not table.over:
            raise Unfit("analysis.not_over")
        if searching(table.rules) is None:
            raise Unfit("analysis.no_search")
        try:
            return await self._kept.get(table.id, player, partial(self._analyse, table, player))
        except Busy:
            raise Unfit("analysis.one") from None
        except EarlierRules:
            raise Unfit("analysis.earlier_rules") from None
        except NoAnswer as error:
            log.error("table %d (%s): no analysis: %s", table.id, table.rules.key, error)
            raise Unfit("analysis.failed") from None

    async def _analyse(self, table: Table, player: int) -> Analysis:
        base = await table.record.base()
        rows = [row for row in since_base(base, counting(await table.store.tables.actions(table.id))) if not settled(row)]
        start = await apart(lambda: table.rules.dump(table.record.beginning(base).state))
        asker = Asker.at(table.row.guild, player)
        pieces = [piece async for piece in self._surveyed(table, start, rows, asker)]
        found = [moment for piece, at in suspects(pieces) if (moment := await self._compared(table, piece, at, asker)) is not None]
        worst = sorted(found, key=lambda moment: -moment.loss)[:MOMENTS]
        return Analysis(tuple(sorted(worst, key=lambda moment: moment.number)), base is None)

    async def _surveyed(self, table: Table, snapshot: bytes, rows: Sequence[Row], asker: Asker) -> AsyncIterator[Piece]:
        """The record in pieces. If time is too short for all decisions, every n-th one is evaluated."""
        left, every, key = SURVEYED, 1, table.rules.key
        while rows:
            chance = Chance.of(table.id, "survey", rows[0].number).key
            thought = await self._tables.thinker.think(Survey(key, snapshot, tuple(rows), chance, every, PIECE), asker)
            glances: Glances = thought.answer
            done = len(glances.shares)
            yield Piece(snapshot, rows[:done], glances.shares)
            snapshot, rows, left = glances.snapshot, rows[done:], left - thought.seconds
            every = max(1, math.ceil(every * len(rows) * thought.seconds / done / max(left, PIECE)))

    async def _compared(self, table: Table, piece: Piece, at: int, asker: Asker) -> Moment | None:
        """A decision compared with the computer's choice; None if little was lost, or the computer doesn't know."""
        row = piece.rows[at]
        chance = Chance.of(table.id, "compare", row.number).key
        try:
            thought = await self._tables.thinker.think(
                Comparison(table.rules.key, piece.snapshot, tuple(piece.rows[: at + 1]), chance, COMPARED), asker
            )
        except NoAnswer as error:
            log.error("table %d (%s), action %d: not compared: %s", table.id, table.rules.key, row.number, error)
            return None
        found: Verdict = thought.answer
        if found.better == row.action or found.best - found.played < SMALLEST:
            return None
        return Moment(row.number, row.seat, found.snapshot, row.action, found.better, found.best, found.played, found.proven, found.why)


def suspects(pieces: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """The decisions after which their seats could expect less than after another action, the greatest loss first: as piece and index there."""
    drops = [
        (shares[1] - shares[0], number, at) for number, piece in enumerate(pieces) for at, shares in enumerate(piece.shares) if shares is not None
    ]
    return [(pieces[number], at) for _, number, at in sorted(drops)[:CANDIDATES]]
