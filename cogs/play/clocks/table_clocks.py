"""Sets and pauses a table's clocks, and stops them while nobody can act there, or nobody has been told of their question. Imports no discord."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from cogs.play import order_pauses
from cogs.play.cascade import Cascade
from cogs.play.clocks import dials
from cogs.play.commit_builder import board
from cogs.play.open_tables import UNSEEN, asked, names
from cogs.play.table_actions import Acting
from cogs.play.table_queries import Stale
from cogs.play.unfit import Unfit
from data.store.changes import RIPE, SAID, TABLE, UNANSWERED, Change, Message, Subject
from data.store.rows import TableAct, TableRow
from rules.competition import clock
from rules.competition.clock import Clock
from rules.game import Seat
from rules.notation import ABANDONED

SERVER, CHANNEL, LOCKED, DELETED, UNTOLD, ABSENT = "server", "channel", "locked", "deleted", "untold", "absent"
"""Why time stands: Discord does not show the server, or has thrown the bot out; the bot may not write there; a moderator has locked the thread; the
channel is deleted, until the game goes on elsewhere; the board that calls whoever is asked is not out; a deadline that is one for all waits for
somebody who is absent (cogs.play.presence.absent_players)."""
UNREACHABLE = frozenset({SERVER, CHANNEL, LOCKED, DELETED})
"""Those for which nobody could act who is called."""
AGAIN = 300.0
"""Seconds after which it is looked again whether somebody can be called to a table at which they could not act."""
NOTICED = 60.0
"""Seconds for which time may stand without anybody being told."""


class TableClocks:
    """Starts, stops and pauses a table's clocks. While they are stopped, players may act, and nobody's time passes."""

    def __init__(self, table: Acting) -> None:
        self.table = table

    @property
    def unreachable(self) -> bool:
        """Whether the asked players can't act at the table now."""
        return self.table.row.stands in UNREACHABLE or self.table.store.away(self.table.row.guild)

    async def stand(self, why: str, since: float) -> bool:
        """Stops the clocks since a moment, for a reason; returns whether that is new. Does nothing at a table without a clock."""
        async with self.table.changing(0):
            row, rule, now = self.table.row, self.table.row.clock, self.table.store.now()
            if self.table.over or rule is None or row.stands in (why, UNSEEN):  # Whoever has not looked keeps everybody waiting, whatever else does.
                return False
            hours = await dials.hours_of(self.table.store.personal_settings, self.table.seats)
            shown = dials.all_stopped(rule, self.table.dials, hours, min(since, now))
            stood = row.stood if row.stands else min(since, now)
            await self.table.commit(Change(row._replace(stands=why, stood=stood), dials=shown))
            return True

    async def look(self, player: int) -> None:
        """Notes that a player who accepted a game automatically has looked at it: they play, and once all have looked, clocks run. Does nothing
        for others."""
        mine = [s.seat for s in asked(self.table.seats) if s.player == player]
        if self.table.over or not mine or UNANSWERED not in {debt.kind for debt in await self.table.store.outbox.of(Subject(TABLE, self.table.id))}:
            return
        with contextlib.suppress(Stale):
            async with self.table.changing(0):
                if self.table.over:
                    return
                await self.table.do_agree(mine)
                if self.table.row.stands == UNSEEN and not asked(self.table.seats):
                    await self.do_run()

    async def unlooked(self) -> None:
        """Ends a game without a result if a player who accepted it automatically has not looked at it in time."""
        async with self.table.changing(0):
            silent = asked(self.table.seats)
            if not self.table.over and silent:
                told = Message(SAID, {"key": "challenge.unlooked", "facts": names(silent)})
                await self.table.do_settle(silent[0].seat, ABANDONED, [[s.seat for s in self.table.seats]], owed=[told])

    async def run(self) -> bool:
        """Lets clocks run again; returns whether they were stopped. The players are told if that was for long."""
        async with self.table.changing(0):
            return await self.do_run()

    async def do_run(self) -> bool:
        """Does the work of `run`, within `changing`."""
        row, now = self.table.row, self.table.store.now()
        if not row.stands:
            return False
        again = await self._running(row, now)
        told = [Message(SAID, {"key": f"stands.over.{row.stands}", "facts": {}, "moments": {"since": row.stood, "until": now}})]
        owed = [*(told if now - row.stood > NOTICED and not self.table.over else []), *([Message(RIPE, due=again.ripe)] if again.ripe else [])]
        await self.table.alter(Change(again, owed=owed))
        return True

    async def _running(self, row: TableRow, now: float) -> TableRow:
        """The row with running clocks: deadlines are delayed by the time for which they were stopped, without that of a pause."""
        until = row.paused or now
        rule = clock.delayed(row.clock, max(until - row.stood, 0)) if row.clock is not None else None
        ripe = row.ripe if row.paused else await self.ripe_again(row.stood, now, rule)
        return row._replace(stands=None, stood=0, clock=rule, ripe=ripe)

    async def ripe_again(self, begun: float, now: float, rule: Clock | None) -> float:
        """When orders answer after clocks were stopped since `begun`: the rest of their pause is left; orders that answer as their owner usually
        does get a new pause."""
        if self.table.row.ripe > begun and order_pauses.usually(self.table.row.chosen):
            table = self.table
            cascade = Cascade(table.rules, table.state, table.seats, table.asked, table.position, table.at_once)
            return now + await order_pauses.drawn(table.store, table.row._replace(clock=rule), order_pauses.owners(cascade, table.dials), now)
        if self.table.row.ripe > begun:
            return now + self.table.row.ripe - begun
        return now if self.table.rules.due(self.table.state, self.table.acting) is not None else 0

    async def pause(self, paused: bool, act: TableAct) -> bool:
        """Stops the game and its clocks, or lets them go on. Returns whether that changed anything. Raises Closed."""
        async with self.table.changing():
            return await self.do_pause(paused, act)

    async def do_pause(self, paused: bool, act: TableAct) -> bool:
        """Does the work of `pause`, within `changing`."""
        self.table.check_open()
        if bool(self.table.row.paused) == paused:
            return False
        now, rule = self.table.store.now(), self.table.row.clock
        row, owed = self.table.row._replace(paused=now if paused else 0), [board()]
        if not paused:
            begun = min(self.table.row.paused, self.table.row.stood) if row.stands else self.table.row.paused
            rule = clock.delayed(rule, now - begun) if rule is not None else None
            row = row._replace(ripe=await self.ripe_again(begun, now, rule), stood=now if row.stands else 0)
            owed += [Message(RIPE, due=row.ripe)] if row.ripe else []
        await self.table.alter(Change(row._replace(clock=rule), owed=owed, act=act))
        return True

    async def set_clock(self, rule: Clock | None, act: TableAct) -> None:
        """Sets another clock, or none; all dials begin anew. Raises Closed."""
        async with self.table.changing():
            self.table.check_open()
            rule = clock.of_rated(rule) if self.table.row.rated else rule
            row = self.table.row._replace(clock=clock.begun(rule, self.table.store.now()) if rule else None)
            await self.table.alter(Change(row, dials={}, owed=[board()], act=act))

    async def extend(self, seats: Collection[Seat], by: float, act: TableAct) -> None:
        """Gives `seats` more time: `by` seconds; a deadline moves for everybody. Raises Closed, and Unfit if no clock runs against anybody."""
        async with self.table.changing():
            self.table.check_open()
            row, now = self.table.row, self.table.store.now()
            if row.clock is None:
                raise Unfit("desk.no_clock")
            rule = clock.delayed(row.clock, by)
            hours = await dials.hours_of(self.table.store.personal_settings, self.table.seats)
            shown = dials.all_stopped(row.clock, self.table.dials, hours, now)
            longer = {seat: dial._replace(left=dial.left + by) if seat in seats and rule == row.clock else dial for seat, dial in shown.items()}
            await self.table.alter(Change(row._replace(clock=rule), dials=longer, owed=[board()], act=act))

    async def recount(self) -> None:
        """Recomputes the running dials after a player's days away have changed."""
        async with self.table.changing(0):
            if not self.table.over and not self.table.row.paused:
                await self.table.alter(Change(self.table.row))
