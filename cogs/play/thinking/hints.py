"""Hints: what the strongest computer would do with the asker's knowledge. Computed on request, cached for the asker.

Nothing is stored, and no table changes, so nobody else can tell that somebody has asked. Which tables have hints: `hinted` in
`cogs/play/new_table.py`; who asks in vain is told by `cogs/tables/hints.py`.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Any

from cogs.play.fair_queue import Asker
from cogs.play.single_flight import Busy, SingleFlight
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Paused, Stale
from cogs.play.tables import Tables
from cogs.play.thinking.pool import NoAnswer
from cogs.play.thinking.worker_requests import STRONGEST, Advice, Advised, Request
from cogs.play.undo import reveals
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from rules.game import Action, Seat
from rules.legal_actions import closing
from rules.notation import Row
from rules.randomness import Chance

log = logging.getLogger("referee.hints")
KEPT = 1000
"""The latest hints that are kept."""

FURTHER, SECONDS = 3, 3.0
"""So many further actions are looked at most for the aim of one, and begun for so long."""

Sight = tuple[int, Seat, int]
"""A table, a seat, and what tells all that it sees from anything else (`Position.sight`)."""


def supposed(table: Table, seat: Seat) -> Any:
    """A state that a seat cannot tell from the true one, the same as long as it sees the same."""
    return table.rules.imagine(table.state, seat, Chance.of(table.sight(seat), "aim"))


class Hints:
    """Computes hints, with a cache. The same view gets the same hint, so asking again reveals nothing of what others do meanwhile."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept = SingleFlight[Sight, Advised](KEPT)
        self._aims = SingleFlight[Sight, tuple[Action, ...]](KEPT)

    async def ask(self, table: Table, seat: Seat, player: int) -> Advised:
        """What the computer would do, and what is certain about it. Raises Unfit, Closed, Paused, Ceased, and Stale for an outdated question."""
        if table.over:
            raise Closed
        if table.row.paused:
            raise Paused
        if seat not in table.awaited:
            raise Unfit("hint.not_asked")
        sight = table.sight(seat)
        try:
            found = await self._kept.get((table.id, seat, sight), player, partial(self._think, table, seat, sight, player))
        except Busy:
            raise Unfit("hint.one") from None
        except NoAnswer as error:
            log.error("table %d (%s), seat %d: no hint: %s", table.id, table.rules.key, seat, error)
            raise Unfit("hint.none") from None
        if seat not in table.awaited or table.sight(seat) != sight:
            raise Stale
        if not closing(table.rules, table.state, seat, found.action):
            log.error("table %d (%s), seat %d: the hint is not legal", table.id, table.rules.key, seat)
            raise Unfit("hint.none")
        return found

    async def aim(self, table: Table, seat: Seat, player: int, action: Action) -> tuple[Action, ...]:
        """What the computer would do after `action` in the same turn, up to its first action of another kind, in the state that the seat
        `supposed`; () if chance decides, or the turn ends before. Raises Busy, Ceased, and Stale for an outdated question."""
        sight = table.sight(seat)
        found = await self._aims.get((table.id, seat, sight), player, partial(self._go_on, table, seat, sight, player, action))
        if seat not in table.awaited or table.sight(seat) != sight:
            raise Stale
        return found

    async def _go_on(self, table: Table, seat: Seat, sight: int, player: int, action: Action) -> tuple[Action, ...]:
        rules, row = table.rules, table.row
        world, until, found = supposed(table, seat), time.monotonic() + SECONDS, list[Action]()
        if await apart(reveals, rules, world, [Row(0, seat, action)], seat):
            return ()
        while len(found) < FURTHER and time.monotonic() < until:
            world = rules.apply(world, seat, [action, *found][-1]).state
            if seat not in rules.to_act(world) or not rules.decision(world, seat).goes_on:
                break
            request = Request(row.game, rules.dump(world), seat, STRONGEST, Chance.of(sight, "aim", len(found)).key)
            thought = await self._tables.thinker.think(request, Asker.at(row.guild, player))
            if not closing(rules, world, seat, thought.answer):
                break
            found.append(thought.answer)
            if thought.answer[0] != action[0]:
                return tuple(found) if len(thought.answer) > 1 else ()
        return ()

    async def _think(self, table: Table, seat: Seat, sight: int, player: int) -> Advised:
        row = table.row
        assert row.snapshot is not None
        key = Chance.of(sight, "hint").key
        asker = Asker.at(row.guild, player)
        thought = await self._tables.thinker.think(Advice(row.game, row.snapshot, seat, STRONGEST, key), asker)
        found: Advised = thought.answer
        return found
