"""What computers answer to a draw: yes where they hope for less than a shared victory.

They judge by what everybody may know, not by their own hands: else an offer would ask what they hold. Imports no discord.
"""

from __future__ import annotations

import logging

from cogs.play.fair_queue import Asker
from cogs.play.history.rewind_points import points
from cogs.play.table import Table
from cogs.play.thinking.pool import NoAnswer, Thinker
from cogs.play.thinking.worker_requests import Judge
from cogs.play.unfit import Unfit
from rules.game import Seat
from rules.randomness import Chance

log = logging.getLogger("referee.draws")
APART = 5
"""In so many turns of its own a seat offers computers one draw."""


class ComputerDraws:
    """Answers draws for the computers of tables. When they were asked last is kept in memory: it is there so that nobody asks at every turn."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: dict[tuple[int, Seat], int] = {}

    async def declining(self, table: Table, seat: Seat, player: int) -> Seat | None:
        """The first computer that does not agree to a draw which a seat offers; None where all do, or none plays. Raises Unfit for an offer so soon
        after another one, and Ceased."""
        computers = [s for s in table.playing() if table.seats[s].computer is not None]
        if not computers:
            return None
        turn = max((point.turn for point in (await points(table)).all if point.seat == seat), default=0)
        if (since := turn - self._asked.get((table.id, seat), -APART)) < APART:
            raise Unfit("draw.lately", n=APART - since)
        self._asked[table.id, seat] = turn
        for computer in computers:
            share = await self._share(table, computer, player)
            if share is None or share >= 1 / len(table.playing()):
                return computer
        return None

    async def _share(self, table: Table, computer: Seat, player: int) -> float | None:
        """What a computer takes its share of the victory for; None where it does not know."""
        row = table.row
        assert row.snapshot is not None
        key = Chance.of(row.position, "draw", table.id, computer).key
        judge = Judge(row.game, row.snapshot, computer, table.seats[computer].computer or "", key)
        try:
            share: float | None = (await self._thinker.think(judge, Asker.at(row.guild, player))).answer
        except NoAnswer as error:
            log.error("table %d (%s), seat %d: no answer to a draw: %s", table.id, row.game, computer, error)
            return None
        return share
