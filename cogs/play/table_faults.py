"""A table at which the rules fail on a legal action: stores and announces the fault, and finds another answer for the seat."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from cogs.play import fault_rules
from cogs.play.cascade import Cascade
from cogs.play.commit_builder import Acted, Committing, Way
from cogs.play.fault_rules import Failed
from data.store.changes import FAULT, GOES_ON, Change, Message
from data.store.rows import Fault
from rules.competition import clock
from rules.game import Event, Refused, Seat

TRIED_AGAIN = clock.HOUR
"""Seconds until it is tried again whether a question can be answered: only another version of the bot can help."""


class TableFaults(Committing):
    """A table that survives errors of its rules as far as possible. A base class of `Table`."""

    @property
    def faulty(self) -> Mapping[Seat, Fault]:
        """The faults of present questions, by seat."""
        return fault_rules.present(self.faults, self.asked)

    @property
    def stuck(self) -> list[Seat]:
        """The asked seats for which no answer works, as far as tried."""
        return [seat for seat, fault in self.faulty.items() if fault.stuck]

    async def do_note(self, failed: Failed) -> None:
        """Stores a fault, within `changing`: the seat's clock stops, and everybody is told, once a question, and again if no answer works."""
        seat, now, row = failed.seat, self.store.now(), self.row
        known = self.faulty.get(seat)
        if seat not in self.asked or not failed.offered or (known is not None and (known.stuck or not failed.stuck)):
            return
        fault = known._replace(stuck=True) if known is not None else fault_rules.fault_after(self.faults.get(seat), failed, self.asked[seat], now)
        if known is None and row.clock is not None:
            row = row._replace(clock=clock.delayed(row.clock, fault.until - now))
        told = Message(FAULT, {"number": fault.number, "until": fault.until if fault.until > now else 0, "stuck": fault.stuck})
        again = Message(GOES_ON, due=now + TRIED_AGAIN if fault.stuck else max(fault.until, now + TRIED_AGAIN))
        await self.alter(Change(row, faults={**self.faults, seat: fault}, owed=[told, again]))

    async def do_go_on(self) -> bool:
        """Lets clocks run again that a fault has stopped long enough, within `changing`.

        Of seats that were stuck or have no running clock, it first tries whether any answer works now. Returns whether no seat is stuck any more."""
        for seat, fault in self.faulty.items():
            if not fault.stuck and (self.store.now() < fault.until or (self.row.clock is not None and self.on_the_clock(seat))):
                continue
            possible = await self._possible(seat)
            if fault.stuck and possible:
                await self.alter(Change(self.row, faults={**self.faults, seat: fault._replace(stuck=False)}))
            elif not possible:
                await self.do_note(Failed(seat, fault.number, stuck=True))
        if not self.over:
            await self.alter(Change(self.row))
        return not self.stuck

    async def check_possible(self, seat: Seat) -> None:
        """Raises Failed if no answer of a seat with a fault works."""
        if not await self._possible(seat):
            raise Failed(seat, self.faulty[seat].number, stuck=True)

    async def _possible(self, seat: Seat) -> bool:
        """Whether some answer of a seat works."""
        return await asyncio.to_thread(fault_rules.otherwise, self.cascade(), seat) is not None

    async def further(self, cascade: Cascade, seat: Seat) -> tuple[Cascade, bool]:
        """A cascade with the game's own answer for a seat, or else another one that works, which is told; and whether it is the game's own. Raises
        Failed if none works."""
        decision = self.rules.decision(cascade.state, seat)
        try:
            with self._guarded(attempt := fault_rules.branch(cascade), seat, decision.default):
                try:
                    attempt.answer(seat, decision.default, auto=True)
                except Refused as refused:
                    raise RuntimeError("the rules refuse their own answer") from refused
                attempt.follow()
            return attempt, True
        except Failed as failed:
            number = failed.number
        further = await asyncio.to_thread(fault_rules.otherwise, cascade, seat)
        if further is None:
            raise Failed(seat, number, stuck=True)
        if not decision.sealed:  # Else it would tell who has answered what.
            further.events.insert(len(cascade.events), Event("table.instead", {"seat": seat, "number": number}))
        return further, False

    async def _answer_for(self, seat: Seat, way: Way) -> Acted:
        """Carries out and stores such an answer. Raises Failed."""
        cascade = self.cascade()
        cascade.events += way.first
        cascade, _ = await self.further(cascade, seat)
        return await self.commit_cascade(cascade, way)
