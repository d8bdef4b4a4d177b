"""Games in which each side has decided something by hand, as ratings want it."""

from __future__ import annotations

from collections import Counter

from cogs.play.table import Table
from rules.game import Seat


async def decided(table: Table, times: int = 1) -> Table:
    """Everybody answers the questions of a table as the game would, until each has done so so often."""
    made: Counter[Seat] = Counter()
    for _ in range(100 * times + 1):
        if min(made[s.seat] for s in table.seats) >= times:
            return table
        seat = min(table.awaited, key=lambda seat: made[seat])
        await table.act(seat, table.rules.decision(table.state, seat).default)
        made[seat] += 1
    raise AssertionError(f"not everybody is asked: {made}")
