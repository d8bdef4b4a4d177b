"""Credits downtime: while no process served a server, nobody's clock there runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import NamedTuple

from cogs.play.clocks.dials import all_stopped, going
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import Raced
from data.store.database import Unreachable
from data.store.heartbeat import Running, Since
from data.store.shards import Shards
from rules.competition.clock import delayed

log = logging.getLogger("referee.clock")


class Credits(NamedTuple):
    """The result of crediting downtime: the credited tables; those passed over, with the moment since when they are owed time; and that moment for
    all."""

    credited: list[Running]
    passed: dict[int, float]
    since: dict[int, float]


async def credit(store: Store, shards: Shards, since: Since) -> list[int]:
    """Credits the tables of shards, which this process now serves, with the time for which nobody did; returns those that have changed.

    Thousands fit into one commit, so that no player has to wait long. A table with anything unreadable is passed over, and credited once it can be
    read.
    """
    while True:
        found = await _credits(store, shards, since)
        try:
            await store.heartbeat.credit(shards, found.credited, found.passed)
        except Raced:
            continue
        except Unreachable:
            raise
        except Exception as error:  # One of them is to blame; the others do not wait for it.
            log.warning("tables are credited one by one (%s)", type(error).__name__)
            try:
                done = await store.heartbeat.credit_each(shards, *found)
            except Raced:
                continue
            return [there.table for there in done]
        return [there.table for there in found.credited]


async def _credits(store: Store, shards: Shards, since: Since) -> Credits:
    now = store.now()
    running = [(there, min(begun, now)) for there in await store.heartbeat.running(shards) if (begun := _since(there, since)) is not None]
    hours = await store.personal_settings.hours_of({player for there, _ in running for player in there.players.values()})
    found = Credits([], {}, {there.table: begun for there, begun in running})

    def count() -> None:
        for there, begun in running:
            try:
                found.credited.append(_credited(there, hours, begun, now))
            except Exception as error:  # Whatever stands there, it is about this table alone.
                log.warning("table %d: it is passed over where time is credited (%s)", there.table, type(error).__name__)
                found.passed[there.table] = begun

    await asyncio.to_thread(count)
    return found


def _since(there: Running, since: Since) -> float | None:
    """Since when a table is owed time (seconds since 1970)."""
    return since(there.guild) if there.uncredited is None else there.uncredited


def _credited(there: Running, known: Mapping[int, Hours], since: float, now: float) -> Running:
    """A table whose dials ran until `since` and run again from `now`; a deadline and pending orders are delayed. Raises ValueError for an
    unreadable clock."""
    if there.clock is None:
        raise ValueError("clock")
    rule, hours = delayed(there.clock, now - since), {seat: known[player] for seat, player in there.players.items()}
    ripe = there.ripe + now - since if there.ripe > since else there.ripe
    return there._replace(clock=rule, ripe=ripe, dials=going(rule, all_stopped(rule, there.dials, hours, since), hours, there.dials, now))
