"""The way from an action to a stored one: what changes at a table is one commit, and what follows from it comes afterwards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cogs.playing import dials
from cogs.playing.course import Course
from cogs.playing.endings import ended, rated_places, ruling
from cogs.playing.position import Closed, Paused, Stale
from cogs.playing.replaying import Replaying, since_base
from data.store import Store
from data.store.changes import BOARD, HELD, Change, Message, Raced, events_to_json
from data.store.values import LIVE, Base, Proposal, SeatRow, Sitting, TableAct, TableRow
from rules.competition import clock
from rules.competition.clock import Dial
from rules.game import Action, Event, Outcome, Rules, Seat
from rules.notation import RESIGN, UNDO, Row, settlement
from rules.parts.chance import Chance
from rules.parts.stops import giving, sealed

log = logging.getLogger("referee.table")
PATIENCE = 3.0
"""Seconds for which what a person has done waits for computers, so that their answers are told with it."""


class Acted(NamedTuple):
    """What came of an accepted action: everything that happened up to the next question, computers that are quick included.

    `passed`: it is somebody else's move, or was in between. `held`: the others are told later.
    """

    events: tuple[Event, ...]
    position: int
    passed: bool = False
    held: bool = False


class Way(NamedTuple):
    """How an action comes about: by which interaction, without being asked (`auto`), by which `act` of a moderator, with which events told
    `first`, even while the game is paused (`anyway`), as something by which its player `agrees` to play, with other dials than those shown."""

    interaction: int | None = None
    auto: bool = False
    act: TableAct | None = None
    first: tuple[Event, ...] = ()
    anyway: bool = False
    agrees: bool = False
    dials: Mapping[Seat, Dial] | None = None


BY_ONESELF = Way()


class Acting(Replaying):
    """A table at which something is done."""

    def __init__(self, store: Store, rules: Rules[Any], row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(store, rules, row, seats)
        self.lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._answers: list[tuple[int, Sequence[Event]]] = []

    @asynccontextmanager
    async def changing(self, patience: float | None = None) -> AsyncIterator[None]:
        """For whoever changes the table, one at a time; computers that are to act then are waited for so many seconds, usually PATIENCE.

        Raises Stale where somebody else has changed it meanwhile; it is as that one has left it then.
        """
        async with self.lock:
            try:
                yield
            except Raced:
                await self.reread()
                raise Stale from None
        await self.computers_answer(PATIENCE if patience is None else patience)

    async def reread(self) -> None:
        """Everything as it is stored. Where the rules have changed since, the game goes on by the present ones. Raises Stranded."""
        while True:
            row = await self.store.tables.get(self.id)
            assert row is not None
            tables = self.store.tables
            self._stand(row, await tables.seats(self.id), await tables.dials(self.id), await tables.proposal(self.id))
            try:
                return await self._go_on()
            except Raced:
                continue

    async def _go_on(self) -> None:
        """A game that other rules have left goes on from its position: whoever is asked is asked anew, with the whole time for it. Raises Raced.

        Dials that stand since it could not be read are set going again.
        """
        row, rule = self.row, self.row.clock
        if row.status != LIVE:
            return
        if row.played != self.rules.version:
            base = Base(self.position, self.rules.version, self.rules.dump(self.state))
            row = row._replace(played=base.version, snapshot=base.snapshot, asked=dict.fromkeys(self.acting, self.position))
            shown = {seat: clock.wound(rule, dial) for seat, dial in self.dials.items()} if rule else {}
            changed = Event("table.rules_changed", {"version": base.version})
            change = Change(row, proposed=(), base=base, owed=(Message(BOARD, {"events": events_to_json([changed]), "by": None}),))
            await self._alter(row, shown=shown, change=change)
        elif not row.paused and any(dial.since is None for seat, dial in self.dials.items() if self._on_the_clock(seat)):
            await self._alter(row)

    def _on_the_clock(self, seat: Seat) -> bool:
        who = self.seats[seat]
        return seat in self.acting and who.player is not None and who.agreed

    async def _commit(self, change: Change, state: Any = None) -> None:
        """Stores a change; the table is as it says from then on. Raises Raced, data.store.Repeated; nothing has changed then."""
        row = await self.store.tables.commit(change)
        shown = self.dials if change.dials is None else change.dials
        proposal = self.proposal if change.proposed is None else next(iter(change.proposed), None)
        if state is None and row.snapshot == self.row.snapshot:
            state = self.state
        self._stand(row, change.seats or self.seats, shown, proposal, state)

    # What players do

    async def act(self, seat: Seat, action: Action, question: int | None = None, interaction: int | None = None, own: bool = True) -> Acted:
        """Carries out and stores an action, if it answers the present question, with all that follows from it without a person.

        Who does it as their `own` agrees to play. Raises Refused, Stale, or data.store.Repeated; nothing has changed then.
        """
        async with self.changing():
            if question is not None:
                self.check_fresh(seat, question)
            acted = await self._carry_out(seat, action, Way(interaction, agrees=own))
        return self._with_answers(acted)

    async def agree(self, seat: Seat) -> None:
        """Who sits there has agreed to play, by something that is no action of the game: their time runs from now on."""
        async with self.changing():
            if not self.over:
                await self.do_agree([seat])

    async def do_agree(self, seats: Collection[Seat]) -> None:
        """The same within `changing`, for several seats."""
        agreed = [s._replace(agreed=s.agreed or s.seat in seats) for s in self.seats]
        if agreed != self.seats:
            await self._alter(self.row, seats=agreed)

    async def do_propose(self, proposal: Proposal | None, *owed: Message) -> None:
        """Keeps what is proposed, in the place of anything before, within `changing`; None for nothing."""
        await self._commit(Change(self.row, proposed=() if proposal is None else (proposal,), owed=owed))

    async def concede(self, seat: Seat, interaction: int | None = None, act: TableAct | None = None, anyway: bool = False, own: bool = True) -> Acted:
        """Resignation, or what has the same effect: a moderator's word, or that a player is out of a tournament, if it is not their `own` doing.

        It goes `anyway` even while the game is paused. Raises Refused once it is over.
        """
        async with self.changing():
            own = own and act is None
            said = Event("table.resigned" if own else "table.out", {"seat": seat})
            acted = await self._carry_out(seat, RESIGN, Way(interaction, not own, act, (said,), anyway))
        return self._with_answers(acted)

    async def time_out(self, seat: Seat, act: TableAct) -> Acted | None:
        """Gives a seat's question the answer that the game has for it when time is over; None where the seat is not asked anything."""
        async with self.changing():
            if seat not in self.acting:
                return None
            return await self._carry_out(seat, self.rules.decision(self.state, seat).default, Way(auto=True, act=act))

    async def order(self, seat: Seat, orders: frozenset[str]) -> Acted | None:
        """Gives a seat its standing orders, and answers with them at once where they fit; only that tells others that its player agrees to play."""
        async with self.changing():
            if orders != self.orders(seat) and not self.over:
                await self._carry_out(seat, giving(self.rules.orders, orders), Way(anyway=True))
            answer = self.rules.standing(self.state, seat, orders) if seat in self.acting else None
            acted = await self._carry_out(seat, answer, Way(auto=True, agrees=True)) if answer else None
        return self._with_answers(acted) if acted else None

    # The end, and going back

    async def settle(self, seat: Seat, reason: str, places: Sequence[Sequence[Seat]], act: TableAct | None = None) -> None:
        """Ends the game with these places: by agreement, or by a moderator. Raises Closed."""
        async with self.changing():
            await self.do_settle(seat, reason, places, act)

    async def do_settle(self, seat: Seat, reason: str, places: Sequence[Sequence[Seat]], act: TableAct | None = None) -> None:
        """The same within `changing`."""
        if self.over:
            raise Closed
        row = Row(self.position + 1, seat, settlement(reason, places))
        outcome = ruling(reason, places)
        event = Event(f"table.{reason}", {"places": [list(group) for group in outcome.places]})
        over = self._row_after([row], self.state, {}, outcome)
        rated = rated_places(self.row, self.seats, outcome)
        owed = (Message(BOARD, {"events": events_to_json([event]), "by": None}),)
        await self._commit(Change(over, [row], dials={}, proposed=(), owed=owed, computers=False, act=act, rated=rated))

    async def go_back(
        self, seat: Seat, number: int, position: int | None = None, interaction: int | None = None, act: TableAct | None = None
    ) -> None:
        """The position after an earlier action once more; what was done since no longer counts.

        Orders that seats have given since stay given. Raises Closed, Stale where somebody has acted since `position`, ValueError for an action
        that does not count, EarlierRules for one of other rules, data.store.Repeated.
        """
        async with self.changing():
            await self.do_go_back(seat, number, position, Way(interaction, act=act))

    async def do_go_back(self, seat: Seat, number: int, position: int | None, way: Way) -> None:
        """The same within `changing`."""
        if self.over:
            raise Closed
        since = [r for r in since_base(await self.base(), await self.store.tables.actions(self.id)) if r.number > number]
        if position is not None and any(r.number > position and not sealed(r.action) for r in since):
            raise Stale
        before = await self.position_after(number)
        row = Row(self.position + 1, seat, (UNDO, str(number)))
        course = Course(self.rules, before, self.seats, {}, row.number)
        course.note(row, before, dict.fromkeys(self.rules.to_act(before), row.number))
        for said in {(r.seat, r.action[0]): r for r in since if sealed(r.action)}.values():
            course.take(said.seat, said.action, auto=True, announced=False)
        course.events.append(Event("table.undone", {"seat": seat, "moderator": way.act is not None}))
        course.follow()
        shown = await self._dials_back(seat, course.asked, fresh=way.act is not None)
        await self._commit_course(course, Way(way.interaction, act=way.act, dials=shown))

    # Computers

    @property
    def computer(self) -> Seat | None:
        """The computer seat that is to act now, if one is."""
        return None if self.row.paused else next((seat for seat in self.acting if self.seats[seat].computer), None)

    async def computers_answer(self, patience: float | None = None) -> None:
        """Lets computers act until a person must be asked, each answer a commit of its own, and waits for that, or for so many seconds.

        May be called at any time. Raises what went wrong with them.
        """
        if self.computer is None:
            return
        if self._thinking is None or self._thinking.done():
            self._answers.clear()
            self._thinking = asyncio.create_task(self._let_computers_act())
        await asyncio.wait([self._thinking], timeout=patience)
        if self._thinking.done() and not self._thinking.cancelled() and (failed := self._thinking.exception()) is not None:
            log.error("table %d: a computer cannot act", self.id, exc_info=failed)
            if patience is None:
                raise failed

    async def stop(self) -> None:
        """Computers stop thinking, as when the bot is stopped; what they owe stays owed."""
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    async def _let_computers_act(self) -> None:
        while (seat := self.computer) is not None:
            revision = self.row.revision
            action = await asyncio.to_thread(self._think, self.state, seat, self.seats[seat].computer or "")
            async with self.lock:
                if self.row.revision != revision:
                    continue
                try:
                    acted = await self._carry_out(seat, action, Way(auto=True))
                except Raced:
                    await self.reread()
                else:
                    self._answers.append((acted.position, acted.events))

    def _think(self, state: Any, seat: Seat, name: str) -> Action:
        # The computer's own chance: of no use to anybody who wants to guess a shuffle.
        chance = Chance.of(len(self.rules.dump(state)) + self.position, "computer", self.id, seat)
        opponent = self.rules.opponents[name]
        return opponent(self.rules, lambda c: self.rules.imagine(state, seat, c), seat, chance)

    def _with_answers(self, acted: Acted) -> Acted:
        """What happened, with what computers have done since."""
        since = [events for position, events in self._answers if position > acted.position]
        return acted._replace(events=tuple(e for events in (acted.events, *since) for e in events)) if since else acted

    # One commit

    async def _carry_out(self, seat: Seat, action: Action, way: Way = BY_ONESELF) -> Acted:
        """An action and what follows from it by standing orders, stored. Raises Closed, Paused, Refused."""
        if self.settled:
            raise Closed
        if self.row.paused and way.act is None and not way.anyway:
            raise Paused
        course = Course(self.rules, self.state, self.seats, self.asked, self.position)
        course.events += way.first
        course.take(seat, action, way.auto)
        if not sealed(action):
            course.follow()
        return await self._commit_course(course, way)

    async def _commit_course(self, course: Course, way: Way) -> Acted:
        """Stores what has happened. Of what is sealed nothing follows: whatever it set going could be noticed."""
        first = course.rows[0]
        seat, outcome, acting = first.seat, self.rules.outcome(course.state), course.acting
        passed = seat not in acting
        if sealed(first.action):
            await self._commit(Change(self._row_after(course.rows, course.state, course.asked, None), course.rows, way.interaction), course.state)
            return Acted(tuple(course.events), self.position, passed, held=True)
        goes_on = acting == (seat,) and self.rules.decision(course.state, seat).goes_on
        undone = first.action[0] == UNDO
        held = not passed and goes_on and not way.first and not undone
        agrees = way.agrees and not self.seats[seat].agreed
        seats = [s._replace(agreed=s.agreed or (agrees and s.seat == seat)) for s in self.seats]
        shown: Mapping[Seat, Dial] | None = None
        if self.row.clock is not None:
            standing = [s for s, since in course.asked.items() if since == self.asked.get(s) or (s == seat and goes_on and not agrees)]
            shown = way.dials if undone else await self._new_dials(seats, standing, course.asked, way.dials or self.dials)
            shown = {} if outcome else shown
        ended = self.proposal is not None and (outcome is not None or self.proposal.ended_by(seat))
        change = Change(
            self._row_after(course.rows, course.state, course.asked, outcome),
            course.rows,
            way.interaction,
            seats if seats != self.seats else None,
            dials=shown,
            proposed=() if ended else None,
            owed=(Message(HELD if held else BOARD, {"events": events_to_json(course.events), "by": None if undone else seat}),),
            computers=self._computers_after(course, outcome),
            act=way.act,
            rated=rated_places(self.row, self.seats, outcome) if outcome else None,
        )
        await self._commit(change, course.state)
        return Acted(tuple(course.events), self.position, passed, held)

    def _computers_after(self, course: Course, outcome: Outcome | None) -> bool | None:
        """Whether a computer is to act then; None at a table where there are none."""
        if not any(s.computer for s in self.seats):
            return None
        return outcome is None and not self.row.paused and course.computer is not None

    def _row_after(self, rows: Sequence[Row], state: Any, asked: Mapping[Seat, int], outcome: Outcome | None) -> TableRow:
        """The table's row after actions, with the result if that is the end."""
        now = self.row._replace(position=rows[-1].number, snapshot=self.rules.dump(state), asked=dict(asked))
        return now if outcome is None else ended(now, outcome, self.store.now())

    async def _alter(
        self,
        row: TableRow,
        owed: Sequence[Message] = (),
        shown: Mapping[Seat, Dial] | None = None,
        seats: Sequence[SeatRow] | None = None,
        since: float | None = None,
        change: Change | None = None,
    ) -> None:
        """Stores what is no action of the game, and whatever is given anew; the dials stand while it is paused and run otherwise.

        They have run until `since`, by default until now. `change` holds what else there is.
        """
        known, sat = dict(self.dials if shown is None else shown), seats or self.seats
        if row.clock is not None:
            now, hours = self.store.now(), await dials.hours_of(self.store.people, sat)
            known = dials.all_stopped(row.clock, known, hours, now if since is None else since)
            known = known if row.paused else dials.going(row.clock, known, hours, self.acting, now)
        there = any(s.computer for s in (*self.seats, *sat))
        computers = not row.paused and any(sat[seat].computer for seat in self.acting) if there else None
        base = change or Change(row)
        await self._commit(base._replace(row=row, seats=seats, dials=known, owed=(*base.owed, *owed), computers=computers))

    async def _dials_back(self, seat: Seat, asked: Collection[Seat], fresh: bool) -> dict[Seat, Dial]:
        """The dials after an undo: nobody wins time by taking back; after a moderator's word decisions get theirs anew."""
        rule, now = self.row.clock, self.store.now()
        if rule is None:
            return {}
        hours = await dials.hours_of(self.store.people, self.seats)
        shown = dials.all_stopped(rule, self.dials, hours, now)
        if fresh:
            shown = {s: clock.wound(rule, dial) for s, dial in shown.items()}
        elif seat in shown and self.dials[seat].since is None:  # It has stopped and won its increment.
            shown[seat] = shown[seat]._replace(left=max(shown[seat].left - rule.increment, 0))
        return shown if self.row.paused else dials.going(rule, shown, hours, asked, now)

    async def _new_dials(
        self, seats: Sequence[SeatRow], standing: Collection[Seat], asked: Collection[Seat], shown: Mapping[Seat, Dial]
    ) -> Mapping[Seat, Dial]:
        """The dials for new questions; those of `standing` run on."""
        if self.row.clock is None or self.row.paused:
            return shown
        hours = await dials.hours_of(self.store.people, seats)
        anew = [seat for seat in asked if seat not in standing and seat in hours]
        return dials.asked_anew(self.row.clock, shown, hours, standing, anew, self.store.now())

    def _sitting(self, seat: Seat, number: int) -> Sitting:
        """Who has sat at a seat until an action."""
        before = self.seats[seat]
        return Sitting(seat, number, self.store.now(), before.player, before.name)
