"""Sends reminders before a seat's time ends, and handles its end.

`rules/competition/reminders.py` decides when reminders are due. Open tables have no clock: `cogs/play/open_tables.py` closes them.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.play.cascade import AUTOMATIC_LIMIT
from cogs.play.commit_builder import Way, board
from cogs.play.fault_rules import Failed
from cogs.play.reseating import Seating
from cogs.play.table_actions import Acting
from data.store.changes import REMINDED, REMINDER, WHISPER, Change, Message
from data.store.rows import SeatRow
from rules.competition import clock
from rules.competition.clock import CLAIM, COMPUTER, UNTIL, Clock, Dial
from rules.game import Event, Seat
from rules.notation import RESIGN


class Expiry:
    """Handles the end of a seat's time, and the reminders before it."""

    def __init__(self, table: Acting, seating: Seating) -> None:
        self.table = table
        self._seating = seating

    async def lapse(self, seat: Seat) -> bool:
        """Ends a seat's time if it is over: the game answers, a computer takes the seat, or the seat has lost. Returns whether anything happened."""
        async with self.table.changing(0):
            dial, rule, now = self.table.dials.get(seat), self.table.row.clock, self.table.store.now()
            if dial is None or dial.due is None or dial.due > now:
                return False
            assert rule is not None  # Else there are no dials.
            try:
                if seat in self.table.faulty:
                    await self.table.check_possible(seat)
                await self._lapse(seat, dial, rule)
            except Failed as failed:
                await self.table.do_note(Failed(seat, failed.number, stuck=True))
            return True

    async def _lapse(self, seat: Seat, dial: Dial, rule: Clock) -> None:
        """Handles the end of a seat's time. Raises Failed if the rules can carry nothing out."""
        lapses = dial.lapses + 1
        way = Way(auto=True, first=(Event("table.time_over", {"seat": seat}),), dials={**self.table.dials, seat: dial._replace(lapses=lapses)})
        if rule.kind != UNTIL and (rule.answers < 0 or lapses <= rule.answers):
            await self._answered_by_the_clock(seat, way)
        elif rule.then == CLAIM and seat in self.table.view(None).to_act:
            over = dial._replace(left=0, lapses=lapses, since=self.table.store.now(), due=None, reminders=())
            await self._set_dial(seat, over, [board(Event("table.claimable", {"seat": seat}))])
        elif rule.then == CLAIM:  # Who is asked without the others' knowing is answered for like that, too.
            await self._answered_by_the_clock(seat, way._replace(first=()))
        elif rule.then == COMPUTER:
            level = self._seating.level
            taken = Event("table.computer_takes", {"seat": seat, "level": level})
            await self._seating.reseat(SeatRow(seat, None, level, str(self.table.seats[seat].name)), (*way.first, taken))
        else:
            await self.table.carry_out(seat, RESIGN, way._replace(first=(*way.first, Event("table.out", {"seat": seat}))))

    async def _answered_by_the_clock(self, seat: Seat, way: Way) -> None:
        """Gives the game's own answer for a seat, and further ones while its turn goes on. If the rules fail on it, another is given, and the
        questions after it get their own time. Raises Failed if the rules fail on all answers."""
        cascade = self.table.cascade()
        cascade.events += way.first
        for _ in range(AUTOMATIC_LIMIT):
            try:
                cascade, usual = await self.table.further(cascade, seat)
            except Failed:
                if not cascade.rows:
                    raise
                break  # What could be carried out is; it is the next question that has a fault.
            if not usual:
                assert self.table.row.clock is not None
                way = way._replace(dials={**self.table.dials, seat: clock.wound(self.table.row.clock, self.table.dials[seat])})
                break
            if seat not in cascade.acting or self.table.rules.said(cascade.state, seat) or not self.table.rules.decision(cascade.state, seat).goes_on:
                break
        await self.table.commit_cascade(cascade, way)

    async def go_on(self) -> bool:
        """Ends the stop of clocks after a fault, if it is time; returns whether nothing is stuck any more."""
        async with self.table.changing(0):
            return self.table.over or await self.table.do_go_on()

    @property
    def claimable(self) -> list[Seat]:
        """The seats against which the game may be claimed: asked openly, without an answer, and their time is over."""
        late = [seat for seat in self.table.awaited if clock.claimable(self.table.row.clock, self.table.dials.get(seat))]
        return [seat for seat in late if seat in self.table.view(None).to_act]

    async def do_claim(self, seat: Seat, by: Seat) -> None:
        """Makes `seat` lose because `by` has claimed the game. Call it within `changing`."""
        await self.table.carry_out(seat, RESIGN, Way(auto=True, first=(Event("table.claimed", {"seat": seat, "by": by}),)))

    async def may_be_claimed(self) -> None:
        """Lets a rated game without a clock be claimed after a certain time, and tells its players."""
        async with self.table.changing(0):
            if not self.table.over and self.table.row.rated and self.table.row.clock is None:
                rule = clock.of_rated(None)
                told = Event("table.may_be_claimed", {"n": round(rule.time / clock.DAY)})
                await self.table.alter(Change(self.table.row._replace(clock=rule), dials={}, owed=[board(told)]))

    async def reminded(self, seat: Seat, now: float) -> bool:
        """Writes the outbox row of a seat's reminder if one is due; returns whether it was."""
        async with self.table.changing(0):
            dial = self.table.dials.get(seat)
            if dial is None or not any(n <= now for n in dial.reminders):
                return False
            reminder = Message(REMINDER, {"seat": seat})
            if seat not in self.table.view(None).to_act or self.table.rules.decision(self.table.state, seat).sealed:
                reminder = Message(WHISPER, {"seat": seat, "why": REMINDED})
            await self._set_dial(seat, dial._replace(reminders=tuple(n for n in dial.reminders if n > now)), [reminder])
            return True

    async def remind_at(self, seat: Seat, at: float) -> bool:
        """Puts off a seat's next reminder to another moment; returns whether that is before its time is over."""
        async with self.table.changing():
            dial = self.table.dials.get(seat)
            if dial is None or dial.due is None or at >= dial.due:
                return False
            await self._set_dial(seat, dial._replace(reminders=(at, *(n for n in dial.reminders if n > at))))
            return True

    async def _set_dial(self, seat: Seat, dial: Dial, owed: Sequence[Message] = ()) -> None:
        await self.table.commit(Change(self.table.row, dials={**self.table.dials, seat: dial}, owed=owed))
