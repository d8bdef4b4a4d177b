"""Claiming a rated game on time: a player who waits may claim it; those whose time is over are out as if they had resigned, and the others play on.

Only seats that were asked openly can be out. After how long: `USUAL_CLAIM` in `rules/competition/clock.py`; the reminder before:
`rules/competition/reminders.py`. Imports no discord.
"""

from __future__ import annotations

import contextlib

from cogs.play.permissions import Act, Relation, Stake, check
from cogs.play.table import Table
from cogs.play.table_queries import Closed, NoTable, Paused, Stale, Stranded
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit


async def claim(table: Table, player: int) -> list[str]:
    """Claims a game on time for a waiting player; returns the names of those who are out by it. Raises Closed, Paused, Stale, and Unfit with the
    reason, also for a person without a seat."""
    async with table.changing():
        if table.over:
            raise Closed
        if table.row.paused:
            raise Paused
        mine = [seat for seat in table.seats_of(player) if seat in table.playing()]
        check(Act.CLAIM, Relation.OPPONENT if mine else Relation.LEFT, Stake.RATED if table.row.rated else Stake.HIDDEN)
        late = table.expiry.claimable
        if not late:
            raise Unfit("claim.nothing")
        if any(seat in table.awaited for seat in mine):
            raise Unfit("claim.answer_first")
        names = [str(table.names[seat]) for seat in late]
        for seat in late:
            if seat in table.expiry.claimable:  # The game may be over without the others.
                await table.expiry.do_claim(seat, mine[0])
        return names


async def begin(tables: Tables) -> None:
    """Lets rated games without a clock, which might never end, be claimed after a certain time from now on, and tells their players."""
    for number in await tables.store.tables.endless(tables.store.shards):
        with contextlib.suppress(NoTable, Stranded, Stale):
            await (await tables.get(number)).expiry.may_be_claimed()
