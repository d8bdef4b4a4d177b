"""Actions at a table: moves, standing orders, endings, undo, and the moves of computers. A base class of `Table`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from cogs.play import order_pauses
from cogs.play.cascade import Cascade
from cogs.play.commit_builder import RIPENED, Acted, Way
from cogs.play.fair_queue import Asker
from cogs.play.fault_rules import Failed, gone
from cogs.play.history.recent_actions import RecentActions
from cogs.play.history.record_replay import TableRecord, since_base
from cogs.play.presses_in_progress import Presses
from cogs.play.stored_results import rating, ruling
from cogs.play.table_faults import TableFaults
from cogs.play.table_queries import Closed, Known, Stale
from cogs.play.thinking.budget import LEAST, Allowance, whose_turn
from cogs.play.thinking.pool import HERE, Ceased, NoAnswer, Thinker
from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_requests import Request
from cogs.play.undo_redraw import always, redraw, shown_by_chance
from cogs.play.undo_told import undone
from cogs.play.worker_threads import apart
from data.store import Store
from data.store.changes import BOARD, RIPE, Change, Message, Raced, events_to_json
from data.store.rows import LIVE, Base, Proposal, SeatRow, TableAct, TableRow
from rules.competition import clock
from rules.game import Action, Event, Refused, Rules, Seat
from rules.notation import REDRAW, RESIGN, UNDO, Row, counting, settlement
from rules.parts.ahead import giving, sealed
from rules.randomness import Chance

log = logging.getLogger("referee.table")
PATIENCE = 3.0
"""Seconds for which what a person has done waits for computers, so that their answers are told with it."""


class Acting(TableFaults):
    """A table at which actions can be carried out. A base class of `Table`. `at_rest` is called whenever no computer has to act."""

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow], thinker: Thinker = HERE) -> None:
        super().__init__(store, rules, row, seats)
        self.lock = asyncio.Lock()
        self._thinker = thinker
        self._thinking: asyncio.Task[None] | None = None
        self._began = 0.0
        self._asking: tuple[Request, asyncio.Task[Thought]] | None = None
        self._answers: list[tuple[int, Sequence[Event]]] = []
        self._allowance = Allowance()
        self.at_rest: Callable[[], None] = lambda: None
        self.lately = RecentActions()
        self.record = TableRecord(self)
        self.presses = Presses()

    @asynccontextmanager
    async def changing(self, patience: float | None = None) -> AsyncIterator[None]:
        """The lock of the table, held for each change of it. Waits at the end for computers that have to act, for `patience` seconds (usually
        PATIENCE).

        Raises Stale if another process has changed the table meanwhile; its state is read anew then. Stores a fault if the rules fail.
        """
        await self.store.accounted()
        async with self.lock:
            try:
                try:
                    yield
                except Failed as failed:
                    await self.do_note(failed)
                    raise
            except Raced:
                await self.reread()
                raise Stale from None
        await self.computers_answer(PATIENCE if patience is None else patience)

    async def reread(self) -> None:
        """Reads everything anew from the store. If the rules have changed since, the present ones go on with the game. Raises Stranded."""
        while True:
            row = await self.store.tables.get(self.id)
            assert row is not None
            tables, absences = self.store.tables, await self.store.absences.of(self.id)
            known = Known(await tables.dials(self.id), await tables.proposal(self.id), await tables.faults(self.id), absences)
            self._stand(row, await tables.seats(self.id), known)
            try:
                return await self._go_on()
            except Raced:
                continue

    async def _go_on(self) -> None:
        """Goes on with a game that other rules have left: asked seats are asked anew, with their whole time. Raises Raced.

        Dials that were stopped because the table could not be read run again.
        """
        row, rule = self.row, self.row.clock
        if row.status != LIVE:
            return
        if row.played != self.rules.version:
            base = Base(self.position, self.rules.version, self.rules.dump(self.state))
            row = row._replace(played=base.version, snapshot=base.snapshot, asked=dict.fromkeys(self.acting, self.position))
            shown = {seat: clock.wound(rule, dial) for seat, dial in self.dials.items()} if rule else {}
            changed = Event("table.rules_changed", {"version": base.version})
            owed = (Message(BOARD, {"events": events_to_json([changed]), "by": None}),)
            failed = {seat: gone(fault, self.store.now()) for seat, fault in self.faults.items()}
            await self.alter(Change(row, dials=shown, proposed=(), base=base, owed=owed, faults=failed))
        elif not row.paused and any(dial.since is None for seat, dial in self.dials.items() if self.on_the_clock(seat)):
            await self.alter(Change(row))

    # What players do

    async def act(self, seat: Seat, action: Action, question: int | None = None, interaction: int | None = None, own: bool = True) -> Acted:
        """Carries out and stores an action that answers the present question, with all that follows without a person.

        If it is the player's `own` doing, they agree to play by it. Raises Refused, Stale, cogs.play.fault_rules.Failed or data.store.Repeated;
        nothing has changed then.
        """
        async with self.changing():
            if question is not None:
                self.check_fresh(seat, question)
            acted = await self.carry_out(seat, action, Way(interaction, agrees=own))
        return self._with_answers(acted)

    async def agree(self, seat: Seat) -> None:
        """Notes that a player has agreed to play by something other than an action: their clock runs from now on."""
        async with self.changing():
            if not self.over:
                await self.do_agree([seat])

    async def do_agree(self, seats: Collection[Seat]) -> None:
        """Does the work of `agree` for several seats, within `changing`."""
        agreed = [s._replace(agreed=s.agreed or s.seat in seats) for s in self.seats]
        if agreed != self.seats:
            await self.alter(Change(self.row, seats=agreed))

    async def do_propose(self, proposal: Proposal | None, *owed: Message) -> None:
        """Stores a proposal in place of any earlier one (None: none), within `changing`."""
        await self.commit(Change(self.row, proposed=() if proposal is None else (proposal,), owed=owed))

    async def concede(self, seat: Seat, interaction: int | None = None, act: TableAct | None = None, anyway: bool = False, own: bool = True) -> Acted:
        """Resigns for a seat; if it is not the player's `own` doing, by a moderator or because they are out of a tournament.

        With `anyway` also during a pause. Raises Refused once the game is over.
        """
        async with self.changing():
            own = own and act is None
            said = Event("table.resigned" if own else "table.out", {"seat": seat})
            acted = await self.carry_out(seat, RESIGN, Way(interaction, not own, act, (said,), anyway))
        return self._with_answers(acted)

    async def do_concede(self, computers: Sequence[Seat], way: Way) -> None:
        """Resigns for `computers` in one commit, within `changing`, as far as the game goes on after the others."""
        cascade = self.cascade()
        for seat in computers:
            if cascade.acting:
                cascade.events.append(Event("table.resigned", {"seat": seat}))
                cascade.take(seat, RESIGN)
        cascade.follow()
        await self.commit_cascade(cascade, way)

    async def time_out(self, seat: Seat, act: TableAct) -> Acted | None:
        """Answers a seat's question as the game does when time is over, or otherwise if the rules fail on that. None if the seat isn't asked.
        Raises cogs.play.fault_rules.Failed if no answer works.

        A sealed answer that the seat has given stays, of which the moderator learns nothing.
        """
        async with self.changing():
            return await self.do_time_out(seat, act)

    async def do_time_out(self, seat: Seat, act: TableAct) -> Acted | None:
        """Does the work of `time_out`, within `changing`."""
        if seat not in self.acting:
            return None
        if self.rules.decision(self.state, seat).sealed and self.rules.said(self.state, seat) is not None:
            await self.commit(Change(self.row, act=act))
            return Acted((), self.position)
        return await self._answer_for(seat, Way(auto=True, act=act))

    async def order(self, seat: Seat, orders: frozenset[str]) -> Acted | None:
        """Sets a seat's standing orders, which answer its question if they fit. None if nothing changes, or the game is over."""
        if orders == self.orders(seat) or self.over:
            return None
        return await self.say(seat, giving(self.rules.orders, orders))

    async def say(self, seat: Seat, ahead: Action, sight: int | None = None, interaction: int | None = None) -> Acted:
        """Carries out an action that says something ahead (`rules.parts.ahead`), with all that follows.

        Raises Refused, data.store.Repeated, and Stale if the seat no longer sees what it saw (`sight`), or has said something else.
        """
        async with self.changing():
            if sight is not None and sight != self.sight(seat):
                raise Stale
            acted = await self.carry_out(seat, ahead, Way(interaction, anyway=True, agrees=True))
        return self._with_answers(acted)

    @property
    def ripens(self) -> bool:
        """Whether orders will answer, now or later."""
        return not (self.over or self.row.paused or self.row.stands) and self.row.ripe > 0

    async def ripen(self) -> None:
        """Lets orders answer whose pause is over, unless their owner is usually asleep now."""
        async with self.changing():
            if not self.ripens or self.row.ripe > self.store.now() or self.store.away(self.row.guild):
                return
            cascade, now = self.cascade(), self.store.now()
            ordered = [s for s in self.acting if (said := self.rules.said(self.state, s)) is not None and said.ordered]
            if pause := await order_pauses.woken(self.store, self.row, order_pauses.owners(cascade, self.dials, ordered), now):
                later = self.row._replace(ripe=now + pause)
                return await self.commit(Change(later, owed=[Message(RIPE, due=later.ripe)]))
            cascade.follow()
            if cascade.rows:
                await self.commit_cascade(cascade, RIPENED)
            else:
                await self.commit(Change(self.row._replace(ripe=0)))

    async def commit_cascade(self, cascade: Cascade, way: Way) -> Acted:
        acted = await super().commit_cascade(cascade, way)
        self.lately.note(cascade.done)
        for seat in cascade.turns:
            self._allowance.come_to(seat)
        return acted

    # The end, and going back

    async def settle(self, seat: Seat, reason: str, places: Sequence[Sequence[Seat]], act: TableAct | None = None) -> None:
        """Ends the game with these places, by agreement or a moderator. Raises Closed."""
        async with self.changing():
            await self.do_settle(seat, reason, places, act)

    async def do_settle(
        self,
        seat: Seat,
        reason: str,
        places: Sequence[Sequence[Seat]],
        act: TableAct | None = None,
        owed: Sequence[Message] = (),
        agreed: bool = False,
    ) -> None:
        """Does the work of `settle`, within `changing`, with outbox rows `owed`; `agreed`: by the players where usually a moderator decides."""
        if self.over:
            raise Closed
        row = Row(self.position + 1, seat, settlement(reason, places))
        outcome = ruling(reason, places)
        event = Event(f"table.{reason}", {"places": [list(group) for group in outcome.places], **({"agreed": True} if agreed else {})})
        over = self.row_after([row], self.state, {}, outcome)
        counts = rating(self.row, self.seats, outcome, await self.store.tables.actions(self.id))
        owed = (*owed, Message(BOARD, {"events": events_to_json([event]), "by": None}))
        ends = Change(over, [row], dials={}, proposed=(), owed=owed, computers=False, act=act, rated=counts.places, wide=counts.wide)
        await self.commit(ends)

    async def go_back(
        self, seat: Seat, number: int, position: int | None = None, interaction: int | None = None, act: TableAct | None = None
    ) -> None:
        """Returns to the position after action `number`. Later actions no longer count, and what chance has shown is drawn anew.

        What seats have said ahead stays, as far as it belongs there (`Cascade.go_back`). Raises Closed, Stale if there was an action since
        `position`, ValueError for an action that doesn't count, EarlierRules for one of other rules, data.store.Repeated.
        """
        async with self.changing():
            await self.do_go_back(seat, number, position, Way(interaction, act=act))

    async def do_go_back(self, seat: Seat, number: int, position: int | None, way: Way) -> None:
        """Does the work of `go_back`, within `changing`. What a seat takes back within its turn, before others were told, they are never told."""
        if self.over:
            raise Closed
        rows = await self.store.tables.actions(self.id)
        since = [r for r in since_base(await self.record.base(), rows) if r.number > number]
        if position is not None and any(r.number > position and not sealed(r.action) for r in since):
            raise Stale
        before = await self.record.position_after(number)
        own = self.acting == (seat,) and all(r.seat == seat or sealed(r.action) for r in since)
        goes_on = own and way.act is None and self.rules.decision(self.state, seat).goes_on
        back = [r for r in counting(rows) if r.number > number]  # Of `since` alone an undo to `number` would go back to nothing.
        taken_back = [r for r in back if not sealed(r.action) and r.action[0] != REDRAW]
        untold = frozenset(r.number for r in taken_back) if goes_on else frozenset[int]()
        cascade = Cascade(self.rules, self.state, self.seats, {}, self.position, self.at_once)
        heirs = {s.seat for s in await self.store.tables.sittings(self.id) if number < s.number}
        assert self.row.seed is not None
        shown = always if way.act is not None else partial(shown_by_chance, self.rules, before, range(len(self.seats)))
        drawn = await apart(redraw, self.row.seed, rows, number, shown)
        cascade.go_back(Row(self.position + 1, seat, (UNDO, str(number))), before, since, taken_back, heirs, drawn)
        facts = await apart(undone, self.rules, before, back, seat) if way.act is None and not untold else {}
        cascade.events.append(Event("table.undone", {"seat": seat, "moderator": way.act is not None, **facts}))
        cascade.follow()
        dials = await self._dials_back(seat, cascade.state, cascade.asked, fresh=way.act is not None)
        await self.commit_cascade(cascade, Way(way.interaction, act=way.act, dials=dials, owed=way.owed, untold=untold))

    # Computers

    async def computers_answer(self, patience: float | None = None) -> None:
        """Lets computers act until a person must be asked, each answer a commit of its own; waits for that, `patience` seconds at most (None:
        without limit). A computer whose seat is stuck is tried only without a limit.

        May be called at any time; does nothing for a shard that another process serves. Raises what went wrong with them.
        """
        request = self._request()
        if self._asking is not None and self._asking[0] != request:
            self._asking[1].cancel()
        if request is None:
            self.at_rest()
        if request is None or not self.store.shards.holds(self.row.guild) or (patience is not None and request.seat in self.stuck):
            return
        if self._thinking is None or self._thinking.done():
            self._answers.clear()
            self._began = time.monotonic()
            self._thinking = asyncio.create_task(self._let_computers_act())
        await asyncio.wait([self._thinking], timeout=patience)
        if self._thinking.done() and not self._thinking.cancelled() and (failed := self._thinking.exception()) is not None:
            log.error("table %d: a computer cannot act", self.id, exc_info=failed)
            if patience is None:
                raise failed

    @property
    def late(self) -> str | None:
        """The text key of why a computer, publicly asked, takes longer than usual; None if none does."""
        seat = self.computer
        if seat is None or self._thinking is None or self._thinking.done() or time.monotonic() < self._began + PATIENCE:
            return None
        if seat not in self.view(None).to_act:
            return None
        return "computer.waits" if self._thinker.waits(self._asker) else "computer.thinks"

    async def stop(self) -> None:
        """Stops thinking computers, as at shutdown; the outbox keeps what they have to do."""
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    def forsake(self) -> None:
        """Stops thinking computers of a table that no longer exists."""
        if self._thinking is not None:
            self._thinking.cancel()

    @property
    def _asker(self) -> Asker:
        return Asker.at(self.row.guild, self.row.host)

    def _request(self) -> Request | None:
        """What a computer has to decide now; None for nothing."""
        seat, row = self.computer, self.row
        if seat is None:
            return None
        assert row.snapshot is not None
        # The computer's own chance: of no use to anybody who wants to guess a shuffle.
        chance = Chance.of(len(row.snapshot) + row.position, "computer", self.id, seat)
        self._allowance.come_to(whose_turn(self.rules, self.state))
        people = any(self.seats[playing].computer is None for playing in self.playing())
        return Request(row.game, row.snapshot, seat, self.seats[seat].computer or "", chance.key, self._allowance.left(seat) if people else LEAST)

    async def _let_computers_act(self) -> None:
        while (request := self._request()) is not None and self.store.shards.holds(self.row.guild):
            asking = asyncio.create_task(self._thinker.think(request, self._asker))
            self._asking = request, asking
            thought: Thought | BaseException
            (thought,) = await asyncio.gather(asking, return_exceptions=True)
            if isinstance(thought, Ceased):
                return
            async with self.lock:
                if self._request() != request or isinstance(thought, asyncio.CancelledError):
                    continue
                if isinstance(thought, Thought):
                    self._allowance.spend(request.seat, thought.seconds)
                try:
                    acted = await self._answer(request.seat, thought)
                except Raced:
                    await self.reread()
                except Failed as failed:
                    await self.do_note(failed)
                    raise
                else:
                    self._answers.append((acted.position, acted.events))
        self.at_rest()

    async def _answer(self, seat: Seat, thought: Thought | BaseException) -> Acted:
        """Carries out a computer's decision; the game's own answer, if there is none that the rules allow and can carry out."""
        if isinstance(thought, Thought):
            try:
                return await self.carry_out(seat, thought.answer, Way(auto=True))
            except (Refused, Failed) as refused:
                thought = refused
        if not isinstance(thought, NoAnswer | Refused | Failed):
            raise thought
        place = f"table {self.id} ({self.row.game}), action {self.position + 1}, seat {seat}"
        log.error("%s: the game answers in the place of the computer: %s", place, thought)
        return await self._answer_for(seat, Way(auto=True))

    def _with_answers(self, acted: Acted) -> Acted:
        """The result of an action, with the events of computers since."""
        since = [events for position, events in self._answers if position > acted.position]
        return acted._replace(events=tuple(e for events in (acted.events, *since) for e in events)) if since else acted
