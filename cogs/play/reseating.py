"""Changes who sits at a table that has begun. Who sits where at its start: `_dealt` in `cogs/play/tables.py`."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.play import order_pauses
from cogs.play.cascade import Cascade
from cogs.play.commit_builder import board
from cogs.play.default_orders import usual_orders
from cogs.play.table_actions import Acting
from cogs.play.table_queries import Stale
from data.store.changes import RIPE, Change, Message
from data.store.rows import SeatRow, TableAct, TableRow
from rules.competition import clock
from rules.computer_levels import USUAL_LEVEL, level_of
from rules.game import Event, Seat
from rules.parts.ahead import HEIR, kept, lapsing, parts


class Seating:
    """Changes seats of a table that has begun: taken over, offered, given to a computer."""

    def __init__(self, table: Acting) -> None:
        self.table = table

    async def sit(
        self, seat: Seat, player: tuple[int, str], act: TableAct | None = None, before: SeatRow | None = None, agreed: bool = False
    ) -> None:
        """Seats a person, with their usual orders instead of the earlier occupant's; a decision gets its whole time again. A person whom a
        moderator seats has not `agreed` to play yet.

        An open proposal ends. Raises Closed, and Stale if the seat is no longer as in `before`.
        """
        async with self.table.changing():
            if before not in (None, self.table.seats[seat]):
                raise Stale
            await self.do_sit(seat, player, act, agreed)

    async def do_sit(self, seat: Seat, player: tuple[int, str], act: TableAct | None = None, agreed: bool = False) -> None:
        """Like `sit`, within `changing`."""
        self.table.check_open()
        event = Event("table.sits", {"seat": seat, "before": self.table.seats[seat].name})
        await self.reseat(SeatRow(seat, player[0], None, player[1], agreed=agreed), (event,), act)

    @property
    def level(self) -> str:
        """The level for a computer that sits down now: that of the computers already playing."""
        return level_of(self.table.rules, next((s.computer for s in self.table.seats if s.computer), USUAL_LEVEL))

    async def do_hand_over(self, seat: Seat, told: str, first: Sequence[Event] = ()) -> None:
        """Gives a seat to a computer, within `changing`. `told` is the kind of the event that tells it, after the events `first`."""
        level = self.level
        await self.reseat(SeatRow(seat, None, level, self.table.names[seat]), (*first, Event(told, {"seat": seat, "level": level})))

    async def offer(self, seat: Seat, offered: bool) -> None:
        """Offers a seat to be taken over, or ends the offer. Raises Closed."""
        async with self.table.changing():
            self.table.check_open()
            seats = [s._replace(offered=offered) if s.seat == seat else s for s in self.table.seats]
            told = board(Event("table.offers" if offered else "table.stays", {"seat": seat}))
            await self.table.alter(Change(self.table.row, seats=seats, owed=[told]))

    async def reseat(self, who: SeatRow, events: Sequence[Event], act: TableAct | None = None) -> None:
        """Seats a person or computer: withdraws the seat's orders, and gives the new player's usual ones, of which nobody is told.

        The game no longer counts for ratings, and an open proposal ends.
        """
        cascade = self.table.cascade()
        if (said := parts(self.table.rules, self.table.state, who.seat)) or kept(self.table.rules, self.table.state, who.seat).lost:
            cascade.take(who.seat, lapsing(HEIR, said), auto=True)
        sitting = self.table.sitting(who.seat, cascade.number)
        if orders := await usual_orders(self.table.store.personal_settings, self.table.rules, who.player):
            cascade.take(who.seat, orders, auto=True)
        row: TableRow = self.table.row_after(cascade.rows, cascade.state, cascade.asked, None) if cascade.rows else self.table.row
        row, owed = row._replace(rated=False), [board(*events)]
        answered = self.table.rules.said(cascade.state, who.seat) if orders else None
        if answered is not None and answered.ordered:  # They answer later, as if the question had just been asked.
            row = row._replace(ripe=await self._ripe_for(who, cascade))
            owed.append(Message(RIPE, due=row.ripe))
        seats = [who._replace(handicap=s.handicap) if s.seat == who.seat else s for s in self.table.seats]
        shown = {seat: dial for seat, dial in self.table.dials.items() if seat != who.seat}
        change = Change(row, cascade.rows, seats=seats, sitting=sitting, dials=shown, proposed=(), owed=owed, act=act)
        await self.table.alter(change, state=cascade.state)

    async def _ripe_for(self, who: SeatRow, cascade: Cascade) -> float:
        """When the orders of a person who sits down answer (seconds since 1970)."""
        now = self.table.store.now()
        if cascade.at_once:
            return now
        dial = clock.wound(self.table.row.clock, None) if self.table.row.clock is not None else None
        owner = order_pauses.Owner(who.player, cascade.rules.decision(cascade.state, who.seat).sealed, dial)
        return now + await order_pauses.drawn(self.table.store, self.table.row, [owner], now)
