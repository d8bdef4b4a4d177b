"""What others have done since somebody last acted: from memory at tables that are played here, else by playing the record once more."""

from __future__ import annotations

from cogs.play.history.recent import Done
from cogs.play.history.replaying import EarlierRules
from cogs.play.table import Table
from cogs.play.threads import apart, turn
from rules.game import Event, Seat


async def news(table: Table, seat: Seat, player: int) -> list[Event]:
    """What others have done since a seat last acted, as the seat may know it; nothing where it never has, or earlier rules played that."""
    if table.lately.last != table.position:
        position = table.position
        try:
            base = await table.base()
        except EarlierRules:
            return []
        rows = await table.store.tables.actions(table.id)
        past = table.past(base, rows)
        async with turn(player):
            done = await apart(lambda: [Done(stage.row, stage.events) for stage in past.stages() if stage.row is not None])
        if max((row.number for row in rows), default=0) != position:
            return []
        table.lately.fill(done, position)
    return table.lately.since(seat) or []
