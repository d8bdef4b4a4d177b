"""The clocks of players who have left the server or cannot reach the table while they are asked. Imports no discord."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping

from cogs.play.clocks import dials
from cogs.play.clocks.table_clocks import ABSENT, TableClocks
from cogs.play.commit_builder import Way
from cogs.play.presence import absence_rules
from cogs.play.presence.whereabouts import Whereabouts
from cogs.play.table_actions import Acting
from data.store.changes import SAID, Change, Message, Raced
from data.store.rows import Absence
from rules.competition.clock import UNTIL, Dial
from rules.game import Seat


class AbsentPlayers:
    """Stops the clock of an absent player, once a game, until they act, are back, or a day has passed.

    For a public question all are told. For a question that only the player knows of, only their own dial changes. A common deadline is stopped for
    everybody, but not for a question that isn't public, since that would reveal it.
    """

    def __init__(self, table: Acting, clocks: TableClocks) -> None:
        self.table = table
        self._clocks = clocks

    async def notice(self, player: int, where: Whereabouts) -> bool:
        """Notes Discord's latest answer about a player; returns whether it has stopped their clock."""
        async with self.table.changing(0):
            now = self.table.store.now()
            known = absence_rules.learned(self.table.absences.get(player), player, where, now) if where.known else None
            if known is None or self.table.over or not self.table.seats_of(player):
                return False
            begins = await self._begin(known, where, now)
            if not begins and known != self.table.absences.get(player):
                await self.table.commit(Change(self.table.row, absences={**self.table.absences, player: known}))
            if not begins:
                await self._go_on_for(now)
            return begins

    async def go_on_for(self) -> None:
        """Lets the clocks run again of players for whom they were stopped long enough."""
        async with self.table.changing(0):
            if not self.table.over:
                await self._go_on_for(self.table.store.now())

    async def _begin(self, known: Absence, where: Whereabouts, now: float) -> bool:
        """Stops a player's clock if it is their first time and they are asked; returns whether it did."""
        rule, row = self.table.row.clock, self.table.row
        running = [seat for seat in self.table.seats_of(known.player) if seat in self.table.dials and self.table.dials[seat].due is not None]
        if rule is None or not running or absence_rules.why(where, now) is None:
            return False
        public = any(self.table.is_public(self.table.state, seat) for seat in running)
        again = rule.kind == UNTIL and absence_rules.stands(known, True, now)
        begun = known if again else absence_rules.begun(known, where, public, now)
        if begun is None or (rule.kind == UNTIL and not public):
            return False
        name = self.table.names[running[0]]
        told = Message(SAID, {"key": f"absent.{begun.why}", "facts": {"name": name}, "moments": {"until": begun.until}})
        shown = await self._stopped(self.table.dials if rule.kind == UNTIL else running, now)
        if rule.kind == UNTIL:
            row = row._replace(stands=ABSENT, stood=now)
        kept = {**self.table.absences, known.player: begun}
        await self.table.commit(Change(row, dials=shown, absences=kept, owed=[told] if public and not again else []))
        return True

    async def _stopped(self, seats: Iterable[Seat], now: float) -> Mapping[Seat, Dial]:
        """All dials, with those of `seats` stopped. The others don't change, since reminders depend on when they were started."""
        assert self.table.row.clock is not None
        only = {seat: self.table.dials[seat] for seat in seats}
        hours = await dials.hours_of(self.table.store.personal_settings, self.table.seats)
        return {**self.table.dials, **dials.all_stopped(self.table.row.clock, only, hours, now)}

    async def _go_on_for(self, now: float) -> None:
        """Does the work of `go_on_for`, within `changing`."""
        rule, row = self.table.row.clock, self.table.row
        if rule is None or row.paused:
            return
        if row.stands == ABSENT:
            if not any(self._waits_for(absence, now) for absence in self.table.absences.values()):
                await self._clocks.do_run()
            return
        waiting = [s for s in self.table.acting if self.table.on_the_clock(s) and (s not in self.table.dials or self.table.dials[s].since is None)]
        if not waiting or row.stands:
            return
        shown = dials.going(rule, self.table.dials, await dials.hours_of(self.table.store.personal_settings, self.table.seats), waiting, now)
        told = [Message(SAID, {"key": "absent.over", "facts": {"name": self.table.names[s]}}) for s in waiting if self._has_stood(s)]
        await self.table.commit(Change(row, dials=shown, owed=told))

    def _waits_for(self, absence: Absence, now: float) -> bool:
        """Whether the common deadline is still stopped for an absent player."""
        asked = [seat for seat in self.table.seats_of(absence.player) if seat in self.table.awaited]
        return absence_rules.stands(absence, True, now) and any(self.table.is_public(self.table.state, seat) for seat in asked)

    def _has_stood(self, seat: Seat) -> bool:
        """Whether it is public that the seat's clock was stopped."""
        absence = self.table.absences.get(self.table.seats[seat].player or 0)
        return absence is not None and bool(absence.until) and self.table.is_public(self.table.state, seat)

    async def seen(self, seat: Seat, way: Way) -> None:
        """Lets the clock of a player run again who has acted by hand."""
        absence = self.table.absences.get(self.table.seats[seat].player or 0)
        now = self.table.store.now()
        if not way.auto and way.act is None and absence_rules.stands(absence, False, now) and absence is not None:
            with contextlib.suppress(Raced):  # What they have done is done; that they are here shows when they are looked for next.
                kept = {**self.table.absences, absence.player: absence_rules.ended(absence, now)}
                await self.table.commit(Change(self.table.row, absences=kept))
                await self._go_on_for(now)
