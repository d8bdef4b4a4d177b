"""How computers answer an offered draw: they agree if they expect less than a shared victory.

They judge by public knowledge, not by their own hands, or an offer would tell what they hold. Imports no discord.
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
    """Answers draws for computers. Keeps in memory when they were asked last, so that nobody asks at every turn."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: dict[tuple[int, Seat], int] = {}

    async def declining(self, table: Table, seat: Seat, player: int) -> Seat | None:
        """The first computer that doesn't agree to a draw offered by `seat`; None if all agree, or none plays. Raises Unfit for an offer too soon
        after another, and Ceased."""
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
        """The share of the victory that a computer expects; None if it doesn't know."""
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
