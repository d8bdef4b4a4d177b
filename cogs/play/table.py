"""A live table in memory: its clock, its pauses and its seats. Actions are in `acting`, queries in `position`.

Imports no discord and is tested alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.play import order_pauses
from cogs.play.cascade import AUTOMATIC_LIMIT, Cascade
from cogs.play.committing import Way
from cogs.play.default_orders import usual_orders
from cogs.play.engine_faults import Failed
from cogs.play.position import Closed, Stale
from cogs.play.time.missing import Missing
from data.store.changes import BOARD, REMINDED, REMINDER, RIPE, WHISPER, Change, Message, events_to_json
from data.store.values import SeatRow, TableAct, TableRow
from rules.competition import clock
from rules.competition.clock import CLAIM, COMPUTER, UNTIL, Clock, Dial
from rules.game import USUAL_LEVEL, Event, Seat, level_of
from rules.notation import RESIGN
from rules.parts.ahead import HEIR, kept, lapsing, parts


class Table(Missing):
    """A game that has begun, in memory."""

    async def lapse(self, seat: Seat) -> bool:
        """A seat's time is over, if it is: the game answers, a computer takes the seat, or the seat has lost. Says whether anything happened."""
        async with self.changing(0):
            dial, rule, now = self.dials.get(seat), self.row.clock, self.store.now()
            if dial is None or dial.due is None or dial.due > now:
                return False
            assert rule is not None  # Else there are no dials.
            try:
                if seat in self.faulty:
                    await self.check_possible(seat)
                await self._lapse(seat, dial, rule)
            except Failed as failed:
                await self.do_note(Failed(seat, failed.number, stuck=True))
            return True

    async def _lapse(self, seat: Seat, dial: Dial, rule: Clock) -> None:
        """What follows when time is over. Raises Failed where the rules can carry nothing out."""
        lapses = dial.lapses + 1
        way = Way(auto=True, first=(Event("table.time_over", {"seat": seat}),), dials={**self.dials, seat: dial._replace(lapses=lapses)})
        if rule.kind != UNTIL and (rule.answers < 0 or lapses <= rule.answers):
            await self._answered_by_the_clock(seat, way)
        elif rule.then == CLAIM and seat in self.view(None).to_act:
            over = dial._replace(left=0, lapses=lapses, since=self.store.now(), due=None, nudges=())
            await self._set_dial(seat, over, [_board(Event("table.claimable", {"seat": seat}))])
        elif rule.then == CLAIM:  # Who is asked without the others' knowing is answered for like that, too.
            await self._answered_by_the_clock(seat, way._replace(first=()))
        elif rule.then == COMPUTER:
            level = level_of(next((s.computer for s in self.seats if s.computer), USUAL_LEVEL))
            taken = Event("table.computer_takes", {"seat": seat, "level": level})
            await self._reseat(SeatRow(seat, None, level, str(self.seats[seat].name)), (*way.first, taken))
        else:
            await self._carry_out(seat, RESIGN, way._replace(first=(*way.first, Event("table.out", {"seat": seat}))))

    async def do_hand_over(self, seat: Seat, told: str, first: Sequence[Event] = ()) -> None:
        """A computer takes a seat, within `changing`, of the level of those that play already; `told` by an event of a kind, after others."""
        level = level_of(next((s.computer for s in self.seats if s.computer), USUAL_LEVEL))
        await self._reseat(SeatRow(seat, None, level, self.names[seat]), (*first, Event(told, {"seat": seat, "level": level})))

    @property
    def claimable(self) -> list[Seat]:
        """The seats against which the game may be claimed: their time is over, they are asked openly, and have not answered."""
        late = [seat for seat in self.awaited if clock.claimable(self.row.clock, self.dials.get(seat))]
        return [seat for seat in late if seat in self.view(None).to_act]

    async def do_claim(self, seat: Seat, by: Seat) -> None:
        """A seat is out, since somebody has claimed the game, within `changing`."""
        await self._carry_out(seat, RESIGN, Way(auto=True, first=(Event("table.claimed", {"seat": seat, "by": by}),)))

    async def may_be_claimed(self) -> None:
        """A rated game without any clock may be claimed from some time on, and is told so."""
        async with self.changing(0):
            if not self.over and self.row.rated and self.row.clock is None:
                rule = clock.of_rated(None)
                told = Event("table.may_be_claimed", {"n": round(rule.time / clock.DAY)})
                await self._alter(Change(self.row._replace(clock=rule), dials={}, owed=[_board(told)]))

    async def go_on(self) -> bool:
        """Time goes on that stood because of a fault, if it is time; says whether nothing is stuck any more."""
        async with self.changing(0):
            return self.over or await self.do_go_on()

    async def _answered_by_the_clock(self, seat: Seat, way: Way) -> None:
        """The game's own answer, and further ones as long as the seat is in the middle of its turn. Where the rules fail on it another one is given,
        and what follows has time of its own. Raises Failed where they fail on all."""
        cascade = self._cascade()
        cascade.events += way.first
        for _ in range(AUTOMATIC_LIMIT):
            try:
                cascade, usual = await self._further(cascade, seat)
            except Failed:
                if not cascade.rows:
                    raise
                break  # What could be carried out is; it is the next question that has a fault.
            if not usual:
                assert self.row.clock is not None
                way = way._replace(dials={**self.dials, seat: clock.wound(self.row.clock, self.dials[seat])})
                break
            if seat not in cascade.acting or self.rules.said(cascade.state, seat) or not self.rules.decision(cascade.state, seat).goes_on:
                break
        await self._commit_course(cascade, way)

    async def reminded(self, seat: Seat, now: float) -> bool:
        """Owes a seat its reminder, if it is time to; says whether it was."""
        async with self.changing(0):
            dial = self.dials.get(seat)
            if dial is None or not any(n <= now for n in dial.nudges):
                return False
            reminder = Message(REMINDER, {"seat": seat})
            if seat not in self.view(None).to_act or self.rules.decision(self.state, seat).sealed:
                reminder = Message(WHISPER, {"seat": seat, "why": REMINDED})
            await self._set_dial(seat, dial._replace(nudges=tuple(n for n in dial.nudges if n > now)), [reminder])
            return True

    async def remind_at(self, seat: Seat, at: float) -> bool:
        """Reminds a seat at another moment and not before; says whether that is before its time is over."""
        async with self.changing():
            dial = self.dials.get(seat)
            if dial is None or dial.due is None or at >= dial.due:
                return False
            await self._set_dial(seat, dial._replace(nudges=(at, *(n for n in dial.nudges if n > at))))
            return True

    async def _set_dial(self, seat: Seat, dial: Dial, owed: Sequence[Message] = ()) -> None:
        await self._commit(Change(self.row, dials={**self.dials, seat: dial}, owed=owed))

    async def pause(self, paused: bool, act: TableAct) -> bool:
        """Stops the game and its clock, or lets them go on. Says whether that changed anything. Raises Closed."""
        async with self.changing():
            return await self.do_pause(paused, act)

    async def do_pause(self, paused: bool, act: TableAct) -> bool:
        """The same within `changing`."""
        self._check_open()
        if bool(self.row.paused) == paused:
            return False
        now, rule = self.store.now(), self.row.clock
        row, owed = self.row._replace(paused=now if paused else 0), [_board()]
        if not paused:
            begun = min(self.row.paused, self.row.stood) if row.stands else self.row.paused
            rule = clock.delayed(rule, now - begun) if rule is not None else None
            row = row._replace(ripe=await self._ripe_again(begun, now, rule), stood=now if row.stands else 0)
            owed += [Message(RIPE, due=row.ripe)] if row.ripe else []
        await self._alter(Change(row._replace(clock=rule), owed=owed, act=act))
        return True

    async def set_clock(self, rule: Clock | None, act: TableAct) -> None:
        """Another clock, or none: all dials begin anew. Raises Closed."""
        async with self.changing():
            self._check_open()
            rule = clock.of_rated(rule) if self.row.rated else rule
            row = self.row._replace(clock=clock.begun(rule, self.store.now()) if rule else None)
            await self._alter(Change(row, dials={}, owed=[_board()], act=act))

    async def rewind(self) -> None:
        """Sets the running dials going anew, since somebody's days away have changed from now on."""
        async with self.changing(0):
            if not self.over and not self.row.paused:
                await self._alter(Change(self.row))

    async def move(self, before: int, channel: int) -> None:
        """Goes on in another channel of its server, where its board is owed. Raises Closed, Stale where it has left `before` already,
        data.store.ChannelTaken."""
        async with self.changing():
            self._check_open()
            if self.row.channel != before:
                raise Stale
            await self._commit(Change(self.row._replace(channel=channel, message=None), owed=[_board()]))

    async def sit(
        self, seat: Seat, player: tuple[int, str], act: TableAct | None = None, before: SeatRow | None = None, agreed: bool = False
    ) -> None:
        """Somebody takes a seat over, without the orders of whoever sat there, but with their own usual ones; a decision gets its time anew. Who is
        given the seat by a moderator has not `agreed` to play yet.

        What somebody has proposed no longer stands. Raises Closed, or Stale where the seat is no longer as it was `before`.
        """
        async with self.changing():
            if before not in (None, self.seats[seat]):
                raise Stale
            await self.do_sit(seat, player, act, agreed)

    async def do_sit(self, seat: Seat, player: tuple[int, str], act: TableAct | None = None, agreed: bool = False) -> None:
        """The same within `changing`."""
        self._check_open()
        event = Event("table.sits", {"seat": seat, "before": self.seats[seat].name})
        await self._reseat(SeatRow(seat, player[0], None, player[1], agreed=agreed), (event,), act)

    async def offer(self, seat: Seat, offered: bool) -> None:
        """A seat may be taken over by somebody, or no longer. Raises Closed."""
        async with self.changing():
            self._check_open()
            seats = [s._replace(offered=offered) if s.seat == seat else s for s in self.seats]
            told = _board(Event("table.offers" if offered else "table.stays", {"seat": seat}))
            await self._alter(Change(self.row, seats=seats, owed=[told]))

    async def _reseat(self, who: SeatRow, events: Sequence[Event], act: TableAct | None = None) -> None:
        """Somebody or a computer sits down; orders are withdrawn before, and their usual ones given, of which nobody is told.

        The game no longer counts for ratings, and what was proposed no longer stands.
        """
        cascade = self._cascade()
        if (said := parts(self.rules, self.state, who.seat)) or kept(self.rules, self.state, who.seat).lost:
            cascade.take(who.seat, lapsing(HEIR, said), auto=True)
        sitting = self._sitting(who.seat, cascade.number)
        if orders := await usual_orders(self.store.people, self.rules, who.player):
            cascade.take(who.seat, orders, auto=True)
        row: TableRow = self._row_after(cascade.rows, cascade.state, cascade.asked, None) if cascade.rows else self.row
        row, owed = row._replace(rated=False), [_board(*events)]
        answered = self.rules.said(cascade.state, who.seat) if orders else None
        if answered is not None and answered.ordered:  # They answer later, as if the question had just been asked.
            row = row._replace(ripe=await self._ripe_for(who, cascade))
            owed.append(Message(RIPE, due=row.ripe))
        seats = [who if s.seat == who.seat else s for s in self.seats]
        shown = {seat: dial for seat, dial in self.dials.items() if seat != who.seat}
        change = Change(row, cascade.rows, seats=seats, sitting=sitting, dials=shown, proposed=(), owed=owed, act=act)
        await self._alter(change, state=cascade.state)

    async def _ripe_for(self, who: SeatRow, cascade: Cascade) -> float:
        """When the orders answer of somebody who sits down."""
        now = self.store.now()
        if cascade.at_once:
            return now
        dial = clock.wound(self.row.clock, None) if self.row.clock is not None else None
        owner = order_pauses.Owner(who.player, cascade.rules.decision(cascade.state, who.seat).sealed, dial)
        return now + await order_pauses.drawn(self.store, self.row, [owner], now)

    def _check_open(self) -> None:
        if self.over:
            raise Closed


def _board(*events: Event) -> Message:
    """The board, owed with something to tell that nobody at the table has done by an action."""
    return Message(BOARD, {"events": events_to_json(events), "by": None})
