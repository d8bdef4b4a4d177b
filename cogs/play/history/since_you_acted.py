"""What others have done since a player last acted: from the cache if it reaches back so far, else by replaying the record."""

from __future__ import annotations

from typing import NamedTuple

from cogs.play.history.recent_actions import Done, seen
from cogs.play.history.record_replay import EarlierRules
from cogs.play.table import Table
from cogs.play.worker_threads import apart, turn
from rules.game import Event, Seat


class News(NamedTuple):
    """The events that a seat may know since its player last acted; since the beginning if they never have (`ever` is False)."""

    events: list[Event]
    ever: bool = True


async def news(table: Table, seat: Seat, player: int) -> News:
    """The news at the top of a new panel; none if earlier rules played that part. It counts as told from then on."""
    if table.lately.last != table.position:
        position = table.position
        try:
            base = await table.record.base()
        except EarlierRules:
            return News([])
        rows = await table.store.tables.actions(table.id)
        past = table.record.past(base, rows)
        async with turn(player):
            past_done = await apart(lambda: [Done(stage.row, stage.events) for stage in past.stages() if stage.row is not None])
        if max((row.number for row in rows), default=0) != position:
            return News([])
        table.lately.fill(past_done, base.number if base else 0, position)
    told, acted = table.lately.told(seat, player), table.lately.acted(seat)
    since = told.since if told else acted
    done = table.lately.between(since or 0, table.lately.last)
    if done is None and since is not None:  # Too long ago to be at hand: the rest stands in the log.
        done = table.lately.latest()
    table.lately.tell(seat, player, since or 0, table.lately.last)
    return News(seen(done or [], seat), acted is not None)
