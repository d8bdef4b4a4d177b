"""Time in which nobody was there for a server is charged to nobody who plays there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping

from cogs.playing.dials import all_stopped, going
from data.hours import Hours
from data.shards import Shards
from data.store import Store
from data.store.alive import Running, Since
from data.store.changes import Raced
from rules.competition.clock import delayed


async def credit(store: Store, shards: Shards, since: Since) -> list[int]:
    """Credits the tables of shards, which are looked after from now on, with the time since nobody did; gives those that have changed.

    Thousands are one commit, which nobody who plays there has to wait for long.
    """
    while True:
        credited = await _credits(store, shards, since)
        with contextlib.suppress(Raced):
            await store.alive.credit(shards, credited)
            return [there.table for there in credited]


async def _credits(store: Store, shards: Shards, since: Since) -> list[Running]:
    now = store.now()
    running = [(there, min(begun, now)) for there in await store.alive.running(shards) if (begun := since(there.guild)) is not None]
    hours = await store.people.hours_of({player for there, _ in running for player in there.players.values()})
    return await asyncio.to_thread(lambda: [_credited(there, hours, begun, now) for there, begun in running])


def _credited(there: Running, known: Mapping[int, Hours], since: float, now: float) -> Running:
    """Dials have run until a moment, and go on from now on; a deadline comes later."""
    rule, hours = delayed(there.clock, now - since), {seat: known[player] for seat, player in there.players.items()}
    return there._replace(clock=rule, dials=going(rule, all_stopped(rule, there.dials, hours, since), hours, there.dials, now))
