"""One live game: its lock, its seats, and the way from an action to a stored one. Imports no discord and is tested alone."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from cogs.playing import dials as _dials
from cogs.playing.marks import mark
from data.clocks import Clocks
from data.desk import Desk, Proposal, Sitting, TableAct
from data.store import OVER, GameRow, SeatRow, Store, events_to_json
from rules.competition import clock
from rules.competition.clock import COMPUTER, UNTIL, Clock, Dial
from rules.game import Action, Event, Outcome, Refused, Rules, Seat, View
from rules.notation import ABANDONED, RESIGN, UNDO, Row, counting, play, settled, settlement
from rules.parts.chance import Chance

AUTOMATIC_LIMIT = 5000
"""More automatic answers than this to one action means an engine that never asks anybody."""


class Stale(Exception):
    """An answer to a position that has gone by."""


class NotSeated(Exception):
    """Somebody who does not sit at this table."""


class Paused(Exception):
    """A moderator has paused the game."""


class Closed(Exception):
    """The game is over."""


class Acted(NamedTuple):
    """What came of an accepted action: everything that happened up to the next question.

    `passed`: it is somebody else's move, or was in between. `held`: the others are told later.
    """

    events: tuple[Event, ...]
    position: int
    passed: bool = False
    held: bool = False


class Automatic(NamedTuple):
    """An answer that needs no person; `standing` if it is a standing order's, or the game's own stops'."""

    seat: Seat
    action: Action
    standing: bool


class Table:
    """A game that has begun. `position` is the number of actions so far; `asked[seat]` the position at which its question arose.

    `settled` is the end that agreement or a moderator gave it, `dials` show what time its seats have where it has a clock. `proposal` is
    what one of its players proposes to the others, `talk` the lock of that.
    """

    def __init__(
        self,
        store: Store,
        rules: Rules[Any],
        game: GameRow,
        seats: list[SeatRow],
        dials: Mapping[Seat, Dial] | None = None,
        proposal: Proposal | None = None,
    ) -> None:
        assert game.snapshot is not None
        self.store = store
        self.rules = rules
        self.game = game
        self.seats = seats
        self.state = rules.load(game.snapshot)
        self.position = game.position
        self.dials = dict(dials or {})
        self.settled: Outcome | None = None
        if game.status == OVER and game.outcome and rules.outcome(self.state) is None:
            self.settled = Outcome(tuple(tuple(group) for group in game.outcome["places"]), game.outcome["reason"], "")
        self.asked: dict[Seat, int] = {seat: game.asked.get(seat, game.position) for seat in self.acting}
        self.lock = asyncio.Lock()
        self.talk = asyncio.Lock()
        self.proposal = proposal
        self._clocks = Clocks(store)
        self._desk = Desk(store)

    @property
    def id(self) -> int:
        return self.game.id

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats that have to decide now; empty exactly when the game is over."""
        return () if self.settled else self.rules.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.settled or self.rules.outcome(self.state)

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(s.name for s in self.seats)

    def seats_of(self, player: int) -> list[Seat]:
        """The seats of a person; several where one plays against oneself."""
        return [s.seat for s in self.seats if s.player == player]

    def seat_of(self, player: int) -> Seat:
        """The seat of a person, the one that is to act first. Raises NotSeated."""
        own = self.seats_of(player)
        if not own:
            raise NotSeated
        acting = [s for s in own if s in self.acting]
        return (acting or own)[0]

    def orders(self, seat: Seat) -> frozenset[str]:
        """A seat's standing orders: those in the state, in games that keep them there."""
        kept = self.rules.heeded(self.state, seat)
        return self.seats[seat].orders if kept is None else kept

    def view(self, seat: Seat | None) -> View:
        found = self.rules.view(self.state, seat)
        return found._replace(to_act=(), asked=(), decision=None, outcome=self.settled) if self.settled else found

    def playing(self) -> list[Seat]:
        """The seats that are still in the game."""
        return [s.seat for s in self.seats if self._can_concede(s.seat)] if not self.over else []

    def free_seats(self, sittings: Sequence[Sitting]) -> list[Seat]:
        """The seats that somebody may take over: those offered, and those that a computer has taken from a person."""
        left = {s.seat for s in sittings if s.player is not None}
        return [seat for seat in self.playing() if (s := self.seats[seat]).offered or (s.computer is not None and seat in left)]

    def _can_concede(self, seat: Seat) -> bool:
        try:
            self.rules.concede(self.state, seat)
        except Refused:
            return False
        return True

    def mark(self, seat: Seat) -> int:
        """What tells the present question of a seat from others: a number that says nothing of how many actions came before."""
        return mark(self.store.key, self.id, seat, self.asked.get(seat, self.position))

    def check_fresh(self, seat: Seat, question: int) -> None:
        """Raises Stale when a question, known by its mark or the number of the action it arose at, is no longer the one asked of the seat."""
        if question not in (self.mark(seat), self.asked.get(seat, self.position)):
            raise Stale

    async def act(self, seat: Seat, action: Action, question: int | None = None, interaction: int | None = None, own: bool = True) -> Acted:
        """Carries out and stores an action with everything that follows without a person, if it answers the present question.

        Who does it as their `own` agrees to play. Raises Refused, Stale, or data.store.Repeated; nothing has changed then.
        """
        async with self.lock:
            if question is not None:
                self.check_fresh(seat, question)
            return await self._carry_out(seat, action, interaction, agrees=own)

    async def agree(self, seat: Seat) -> None:
        """Who sits there has agreed to play, by something that is no action of the game: their time runs from now on."""
        async with self.lock:
            await self._agreed(seat)

    async def _agreed(self, seat: Seat) -> None:
        if not self.over and not self.seats[seat].agreed:
            await self._altered(self.game, None, seats=self._with_agreed(seat))

    def _with_agreed(self, seat: Seat) -> list[SeatRow]:
        return [s._replace(agreed=True) if s.seat == seat else s for s in self.seats]

    async def concede(self, seat: Seat, interaction: int | None = None, act: TableAct | None = None, anyway: bool = False, own: bool = True) -> Acted:
        """Resignation, or what has the same effect: a moderator's word, or that a player is out of a tournament, if it is not their `own` doing.

        It goes `anyway` even while the game is paused. Raises Refused once it is over.
        """
        async with self.lock:
            own = own and act is None
            said = Event("table.resigned" if own else "table.out", {"seat": seat})
            return await self._carry_out(seat, RESIGN, interaction, auto=not own, act=act, first=[said], anyway=anyway)

    async def time_out(self, seat: Seat, act: TableAct) -> Acted | None:
        """Gives a seat's question the answer that the game has for it when time is over; None where the seat is not asked anything."""
        async with self.lock:
            if seat not in self.acting:
                return None
            return await self._carry_out(seat, self.rules.decision(self.state, seat).default, None, auto=True, act=act)

    async def settle(self, seat: Seat, reason: str, places: Sequence[Sequence[Seat]], act: TableAct | None = None) -> None:
        """Ends the game with these places: by agreement, or by a moderator. Raises Closed."""
        async with self.lock:
            if self.over:
                raise Closed
            row = Row(self.position + 1, seat, settlement(reason, places))
            outcome = settled(row)
            assert outcome is not None
            event = Event(f"table.{reason}", {"places": [list(group) for group in outcome.places]})
            rated = self._rated(outcome) if reason != ABANDONED else None
            await self._store_rows([row], self.state, {}, [event], outcome, rated=rated, act=act, dials={})
            self.settled, self.position, self.asked = outcome, row.number, {}

    async def go_back(
        self, seat: Seat, number: int, position: int | None = None, interaction: int | None = None, act: TableAct | None = None
    ) -> None:
        """The position after an earlier action once more; what was done since no longer counts.

        Orders that seats have given since stay given. Raises Closed, Stale where somebody has acted since `position`, ValueError for an action
        that does not count, data.store.Repeated.
        """
        async with self.lock:
            if self.over:
                raise Closed
            since = [r for r in await self.store.actions(self.id) if r.number > number]
            if position is not None and any(r.number > position and not self.rules.heeds(r.action) for r in since):
                raise Stale
            before = await self.position_after(number)
            rows = [Row(self.position + 1, seat, (UNDO, str(number)))]
            for giver, orders in {r.seat: r.action for r in since if self.rules.heeds(r.action)}.items():
                rows.append(Row(rows[-1].number + 1, giver, orders, True))
                before = play(self.rules, before, rows[-1]).state
            events = [Event("table.undone", {"seat": seat, "moderator": act is not None})]
            asked = dict.fromkeys(self.rules.to_act(before), rows[0].number)
            state, asked, _ = await self._until_asked(before, asked, rows, events)
            dials = await self._dials_back(seat, asked, fresh=act is not None)
            outcome = self.rules.outcome(state)
            await self._store_rows(rows, state, asked, events, outcome, interaction, act=act, dials=dials)
            self.state, self.position, self.asked = state, rows[-1].number, asked

    async def position_after(self, number: int) -> Any:
        """The state after an action that still counts (0: after the deal). Raises ValueError for no such action."""
        row, rows = await self.store.game(self.id), counting(await self.store.actions(self.id))
        assert row is not None
        assert row.seed is not None
        if not 0 <= number < self.position or (number and all(r.number != number for r in rows)):
            raise ValueError(number)
        return await asyncio.to_thread(self._replayed, [r for r in rows if r.number <= number], row.seed)

    def _replayed(self, rows: Sequence[Row], seed: int) -> Any:
        state = self.rules.setup(len(self.seats), self.game.chosen, seed).state
        for row in rows:
            state = play(self.rules, state, row).state
        return state

    # The clock, pauses, and who sits where

    async def lapse(self, seat: Seat) -> bool:
        """A seat's time is over, if it is: the game answers, a computer takes the seat, or the seat has lost. Says whether anything happened."""
        async with self.lock:
            dial, rule, now = self.dials.get(seat), self.game.clock, self.store.now()
            if self.over or self.game.paused or rule is None or dial is None or dial.due is None or dial.due > now or seat not in self.acting:
                return False
            lapses = dial.lapses + 1
            self.dials[seat] = dial._replace(lapses=lapses)
            told = Event("table.time_over", {"seat": seat})
            if rule.kind != UNTIL and (rule.answers < 0 or lapses <= rule.answers):
                await self._answered_by_the_clock(seat, told)
            elif rule.then == COMPUTER:
                await self._handed_over(seat, next(iter(self.rules.players)), told)
            else:
                await self._carry_out(seat, RESIGN, None, auto=True, first=[told, Event("table.out", {"seat": seat})])
            return True

    async def _answered_by_the_clock(self, seat: Seat, told: Event) -> None:
        """The game's own answer, and further ones as long as the seat is in the middle of its turn."""
        first = [told]
        for _ in range(AUTOMATIC_LIMIT):
            await self._carry_out(seat, self.rules.decision(self.state, seat).default, None, auto=True, first=first)
            dial, first = self.dials.get(seat), []
            if seat not in self.acting or dial is None or dial.due is None or dial.due > self.store.now() or self.game.clock is None:
                return
            if not self.rules.decision(self.state, seat).goes_on:
                return

    async def _handed_over(self, seat: Seat, computer: str, told: Event) -> None:
        """A computer takes a seat over and answers at once, in one transaction."""
        await self._forget_orders(seat)
        before = self.seats
        self.seats = [s._replace(player=None, computer=computer, offered=False, orders=frozenset()) if s.seat == seat else s for s in self.seats]
        try:
            answer = await self._automatic(self.state)
            assert answer is not None
            taken = Event("table.computer_takes", {"seat": seat})
            sitting = Sitting(seat, self.position, self.store.now(), before[seat].player, before[seat].name)
            await self._carry_out(answer.seat, answer.action, None, auto=True, first=[told, taken], sitting=sitting)
        except BaseException:
            self.seats = before
            raise

    async def reminded(self, seat: Seat, now: float) -> bool:
        """Notes that a seat is reminded now; says whether it was time to."""
        async with self.lock:
            dial = self.dials.get(seat)
            if dial is None or self.over or not any(n <= now for n in dial.nudges):
                return False
            await self._set_dial(seat, dial._replace(nudges=tuple(n for n in dial.nudges if n > now)))
            return True

    async def remind_at(self, seat: Seat, at: float) -> bool:
        """Reminds a seat at another moment and not before; says whether that is before its time is over."""
        async with self.lock:
            dial = self.dials.get(seat)
            if dial is None or dial.due is None or at >= dial.due:
                return False
            await self._set_dial(seat, dial._replace(nudges=(at, *(n for n in dial.nudges if n > at))))
            return True

    async def _set_dial(self, seat: Seat, dial: Dial) -> None:
        dials = {**self.dials, seat: dial}
        await self._clocks.set_dials(self.id, dials)
        self.dials = dials

    async def pause(self, paused: bool, act: TableAct) -> bool:
        """Stops the game and its clock, or lets them go on. Says whether that changed anything. Raises Closed."""
        async with self.lock:
            if self.over:
                raise Closed
            if bool(self.game.paused) == paused:
                return False
            now, rule = self.store.now(), self.game.clock
            game = self.game._replace(paused=now if paused else 0)
            if rule is not None and not paused:
                rule = clock.delayed(rule, now - self.game.paused)
            await self._altered(game._replace(clock=rule), None, act=act)
            return True

    async def set_clock(self, rule: Clock | None, act: TableAct) -> None:
        """Another clock, or none: all dials begin anew. Raises Closed."""
        async with self.lock:
            if self.over:
                raise Closed
            rule = clock.forfeiting(rule) if rule and self.game.rated else rule
            game = self.game._replace(clock=clock.begun(rule, self.store.now()) if rule else None)
            await self._altered(game, {"events": [], "by": None}, {}, act=act)

    async def rewind(self) -> None:
        """Sets the running dials going anew, since somebody's days away have changed from now on."""
        async with self.lock:
            if not self.over and not self.game.paused:
                await self._altered(self.game, None)

    async def credit(self, since: float) -> None:
        """The time since a moment is not charged to anybody: the bot was not there."""
        async with self.lock:
            rule = self.game.clock
            if self.over or self.game.paused or rule is None:
                return
            late = clock.delayed(rule, self.store.now() - since)
            await self._altered(self.game._replace(clock=late), None, since=since)

    async def sit(
        self, seat: Seat, player: tuple[int, str], act: TableAct | None = None, before: SeatRow | None = None, agreed: bool = False
    ) -> None:
        """Somebody takes a seat over, without the orders of whoever sat there; a decision gets its time anew. Who is given the seat by a moderator
        has not `agreed` to play yet.

        What somebody has proposed no longer stands. Raises Closed, or Stale where the seat is no longer as it was `before`.
        """
        async with self.talk, self.lock:
            if self.over:
                raise Closed
            old = self.seats[seat]
            if before not in (None, old):
                raise Stale
            await self._forget_orders(seat)
            left = Sitting(seat, self.position, self.store.now(), old.player, old.name)
            seats = [SeatRow(seat, player[0], None, player[1], agreed=agreed) if s.seat == seat else s for s in self.seats]
            dials = {s: dial for s, dial in self.dials.items() if s != seat}
            event = Event("table.sits", {"seat": seat, "before": old.name})
            game = self.game._replace(rated=False)
            await self._altered(game, {"events": events_to_json([event]), "by": None}, dials, seats, left, act)

    async def offer(self, seat: Seat, offered: bool) -> None:
        """A seat may be taken over by somebody, or no longer. Raises Closed."""
        async with self.lock:
            if self.over:
                raise Closed
            seats = [s._replace(offered=offered) if s.seat == seat else s for s in self.seats]
            event = Event("table.offers" if offered else "table.stays", {"seat": seat})
            await self._altered(self.game, {"events": events_to_json([event]), "by": None}, seats=seats)

    async def _altered(
        self,
        game: GameRow,
        payload: Mapping[str, Any] | None,
        dials: Mapping[Seat, Dial] | None = None,
        seats: list[SeatRow] | None = None,
        sitting: Sitting | None = None,
        act: TableAct | None = None,
        since: float | None = None,
    ) -> None:
        """Stores what is no action of the game, and whatever is given anew; the dials stand while it is paused and run otherwise.

        They have run until `since`, by default until now.
        """
        shown, sat = dict(self.dials if dials is None else dials), seats or self.seats
        if game.clock is not None:
            now, hours = self.store.now(), await _dials.hours_of(self._clocks, sat)
            shown = _dials.stopped(game.clock, shown, hours, now if since is None else since)
            shown = shown if game.paused else _dials.going(game.clock, shown, hours, self.acting, now)
        noted = (self.position, act) if act else None
        await self._desk.alter(game, payload, sat, shown, sitting, noted)
        self.game, self.dials, self.seats = game, shown, sat
        self.proposal = None if sitting is not None else self.proposal

    async def _dials_back(self, seat: Seat, asked: Collection[Seat], fresh: bool) -> dict[Seat, Dial]:
        """The dials after an undo: nobody wins time by taking back; after a moderator's word decisions get theirs anew."""
        rule, now = self.game.clock, self.store.now()
        if rule is None:
            return {}
        hours = await _dials.hours_of(self._clocks, self.seats)
        dials = _dials.stopped(rule, self.dials, hours, now)
        if fresh:
            dials = {s: clock.wound(rule, dial) for s, dial in dials.items()}
        elif seat in dials and self.dials[seat].since is None:  # It has stopped and won its increment.
            dials[seat] = dials[seat]._replace(left=max(dials[seat].left - rule.increment, 0))
        return dials if self.game.paused else _dials.going(rule, dials, hours, asked, now)

    async def _new_dials(self, seats: Sequence[SeatRow], standing: Collection[Seat], asked: Collection[Seat]) -> dict[Seat, Dial]:
        """The dials for new questions; those of `standing` run on."""
        if self.game.clock is None or self.game.paused:
            return self.dials
        hours = await _dials.hours_of(self._clocks, seats)
        anew = [seat for seat in asked if seat not in standing and seat in hours]
        return _dials.asked_anew(self.game.clock, self.dials, hours, standing, anew, self.store.now())

    async def order(self, seat: Seat, orders: frozenset[str]) -> Acted | None:
        """Gives a seat its standing orders, and answers with them at once where they fit; only that tells others that its player agrees to play."""
        async with self.lock:
            if self.rules.heeded(self.state, seat) is None:
                await self._set_orders(seat, orders)
            elif noted := self.rules.heed(self.state, seat, orders):
                await self._carry_out(seat, noted, None)
            answer = self.rules.standing(self.state, seat, orders) if seat in self.acting else None
            return await self._carry_out(seat, answer, None, auto=True, agrees=True) if answer else None

    async def _forget_orders(self, seat: Seat) -> None:
        """Orders kept in the state are withdrawn before somebody else sits there. Nobody is told."""
        if noted := self.rules.heed(self.state, seat, frozenset()):
            await self._carry_out(seat, noted, None, auto=True, anyway=True)

    async def _carry_out(
        self,
        seat: Seat,
        action: Action,
        interaction: int | None,
        auto: bool = False,
        act: TableAct | None = None,
        first: Sequence[Event] = (),
        sitting: Sitting | None = None,
        anyway: bool = False,
        agrees: bool = False,
    ) -> Acted:
        """`first` are events to tell before those of the action. Who acts of their own accord `agrees` to play.

        Orders are told to nobody.
        """
        if self.settled:
            raise Closed
        if self.game.paused and act is None and not anyway:
            raise Paused
        step = play(self.rules, self.state, Row(0, seat, action))
        rows = [Row(self.position + 1, seat, action, auto)]
        events = [*first, *step.events]
        state, asked, others = await self._until_asked(step.state, self._asked_after(step.state, rows[-1]), rows, events)
        outcome = self.rules.outcome(state)
        acting = self.rules.to_act(state)
        passed = seat not in acting or others
        goes_on = acting == (seat,) and self.rules.decision(state, seat).goes_on
        ordered = self.rules.heeds(action)
        held = ordered or (not passed and goes_on and not first)
        agrees = agrees and not ordered and not self.seats[seat].agreed
        seats = self._with_agreed(seat) if agrees else self.seats
        reseated = seats if agrees or sitting else None
        standing = [s for s, since in asked.items() if since == self.asked.get(s) or (s == seat and goes_on and not agrees)]
        dials = await self._new_dials(seats, standing, asked)
        rated = self._rated(outcome) if outcome else None
        await self._store_rows(rows, state, asked, events, outcome, interaction, held, rated, act, dials, reseated, sitting, seat)
        self.state, self.position, self.asked, self.seats = state, rows[-1].number, asked, seats
        return Acted(tuple(events), self.position, passed, held)

    async def _until_asked(self, state: Any, asked: dict[Seat, int], rows: list[Row], events: list[Event]) -> tuple[Any, dict[Seat, int], bool]:
        """Goes on as long as nobody need be asked, adding to rows and events; tells whether another seat than the first row's has decided."""
        others = False
        while (answer := await self._automatic(state)) is not None:
            if len(rows) > AUTOMATIC_LIMIT:
                raise RuntimeError(f"{self.rules.key}: more than {AUTOMATIC_LIMIT} automatic answers")
            others = others or (answer.seat != rows[0].seat and not answer.standing)
            step = self.rules.apply(state, answer.seat, answer.action)
            state = step.state
            events += step.events
            rows.append(Row(rows[-1].number + 1, answer.seat, answer.action, True))
            asked = self._asked_after(state, rows[-1], asked)
        return state, asked, others

    async def _store_rows(
        self,
        rows: Sequence[Row],
        state: Any,
        asked: Mapping[Seat, int],
        events: Sequence[Event],
        outcome: Outcome | None,
        interaction: int | None = None,
        held: bool = False,
        rated: list[list[int]] | None = None,
        act: TableAct | None = None,
        dials: Mapping[Seat, Dial] | None = None,
        seats: Sequence[SeatRow] | None = None,
        sitting: Sitting | None = None,
        by: Seat | None = None,
    ) -> None:
        result = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores, "order": outcome.order} if outcome else None
        payload = {"events": events_to_json(events), "by": by}
        shown = {} if outcome or dials is None else dict(dials)
        kept = shown if self.game.clock is not None else None
        ordered = self.rules.heeds(rows[0].action)
        ended = outcome is not None or (self.proposal is not None and self.proposal.ended_by(rows[0].seat))
        withdrawn = self.proposal is not None and (sitting is not None or (ended and not ordered))
        await self.store.record(
            self.id, rows, self.rules.dump(state), payload, interaction, result, held, rated, act, kept, seats, sitting, withdrawn, asked
        )
        self.dials, self.proposal = shown, None if withdrawn else self.proposal

    def _rated(self, outcome: Outcome) -> list[list[int]] | None:
        """The players by place if the game counts for ratings: all of them people, all different, who have agreed to play."""
        places = [[who for seat in group if (who := self.seats[seat].player) is not None] for group in outcome.places]
        players = [who for group in places for who in group]
        agreed = all(s.agreed for s in self.seats)
        return places if self.game.rated and agreed and len(set(players)) == len(self.seats) else None

    def _asked_after(self, state: Any, row: Row, before: Mapping[Seat, int] | None = None) -> dict[Seat, int]:
        """A seat that acted, or was not asked before, is asked anew; another one's question stands if it is still the same kind.

        What a seat does out of turn, such as offering a draw, leaves all questions standing, and so do orders.
        """
        old = self.asked if before is None else before
        if (row.seat not in old and row.action != RESIGN) or self.rules.heeds(row.action):
            return {s: old.get(s, row.number) for s in self.rules.to_act(state)}
        one_at_a_time = len(self.rules.to_act(state)) == 1
        return {s: row.number if one_at_a_time or s == row.seat or s not in old else old[s] for s in self.rules.to_act(state)}

    async def _automatic(self, state: Any) -> Automatic | None:
        """The next answer that needs no person: a standing order's or a computer's."""
        for seat in self.rules.to_act(state):
            who = self.seats[seat]
            if ended := self.rules.lapsed(state, seat, who.orders):
                await self._set_orders(seat, who.orders - ended)
            answer = self.rules.standing(state, seat, self.seats[seat].orders)
            if answer is not None:
                return Automatic(seat, answer, True)
            if who.computer:
                return Automatic(seat, await asyncio.to_thread(self._think, state, seat, who.computer), False)
        return None

    async def _set_orders(self, seat: Seat, orders: frozenset[str]) -> None:
        await self.store.set_orders(self.id, seat, orders)
        self.seats[seat] = self.seats[seat]._replace(orders=orders)

    def _think(self, state: Any, seat: Seat, name: str) -> Action:
        # The computer's own chance: of no use to anybody who wants to guess a shuffle.
        chance = Chance.of(len(self.rules.dump(state)) + self.position, "computer", self.id, seat)
        player = self.rules.players[name]
        return player(self.rules, lambda c: self.rules.imagine(state, seat, c), seat, chance)

    async def open_with_computers(self) -> None:
        """Lets computer seats that are to act at the very beginning act."""
        async with self.lock:
            answer = await self._automatic(self.state)
            if answer is not None:
                await self._carry_out(answer.seat, answer.action, None, auto=True)
