"""Builds the commit of an action at a table: the action, the answers said ahead that follow, and the outbox rows."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from cogs.play import fault_rules, order_pauses
from cogs.play.ahead_limits import check_brief
from cogs.play.cascade import Cascade
from cogs.play.clocks import dials
from cogs.play.clocks.dials import Questions
from cogs.play.presence import absence_rules
from cogs.play.stored_results import UNRATED, ended, rating
from cogs.play.table_queries import Closed, Known, Paused, Position
from cogs.play.thinking.budget import whose_turn
from data.store.changes import BOARD, HELD, LAPSED, RIPE, WHISPER, Change, Message, Withdrawn, events_to_json
from data.store.reply_times import Replied
from data.store.rows import OVER, Fault, SeatRow, Sitting, TableAct, TableRow
from rules.competition.clock import UNTIL, Dial
from rules.game import Action, Event, Outcome, Refused, Seat
from rules.notation import REDRAW, RESIGN, UNDO, Row
from rules.parts.ahead import AUTOSEAL, OFF, PAUSE, REFEREES, SEAL, kept, sealed

log = logging.getLogger("referee.table")


class Acted(NamedTuple):
    """The result of an accepted action: everything up to the next question, including answers of quick computers.

    `passed`: another seat has the move, or had it in between. `held`: the others are told later. `after`: the number of the action before it.
    """

    events: tuple[Event, ...]
    position: int
    passed: bool = False
    held: bool = False
    after: int = 0


class Way(NamedTuple):
    """The circumstances of an action.

    `interaction`: its id. `auto`: its player did nothing. `act`: the moderator's act that causes it. `first`: events told before its own.
    `anyway`: even while the game is paused. `agrees`: by it its player agrees to play. `dials`: replace those shown. `owed`: outbox rows beside
    its own. `untold`: numbers of actions that an undo takes back within a turn, of which others may not have been told yet.
    """

    interaction: int | None = None
    auto: bool = False
    act: TableAct | None = None
    first: tuple[Event, ...] = ()
    anyway: bool = False
    agrees: bool = False
    dials: Mapping[Seat, Dial] | None = None
    owed: tuple[Message, ...] = ()
    untold: frozenset[int] = frozenset()


BY_ONESELF = Way()
RIPENED = Way(auto=True)
"""Orders answer by themselves."""


def board(*events: Event) -> Message:
    """An outbox row for a board that tells events which no player's action has caused."""
    return Message(BOARD, {"events": events_to_json(events), "by": None})


class Committing(Position):
    """A table that stores its changes. A base class of `Table`."""

    @property
    def computer(self) -> Seat | None:
        """The computer seat that has to act now, if any."""
        return None if self.row.paused else next((seat for seat in self.awaited if self.seats[seat].computer), None)

    def on_the_clock(self, seat: Seat) -> bool:
        who = self.seats[seat]
        return seat in self._timed(self.state, self.asked) and who.player is not None and who.agreed

    def _timed(self, state: Any, asked: Mapping[Seat, int], found: Mapping[Seat, Fault] | None = None, row: TableRow | None = None) -> list[Seat]:
        """The seats whose clock runs in `state`: all `asked` ones, except those that have answered secretly, or on whose question the rules have
        failed (`found`; by default the known faults). Empty while clocks are stopped. A seat whose order will answer openly counts, or its dial would
        tell that."""
        if (row or self.row).stands:
            return []
        stands = fault_rules.standing(self.faults if found is None else found, asked, self.store.now())
        seats = [] if self.settled else [s for s in self.rules.to_act(state) if s not in stands]
        if (rule := (row or self.row).clock) is not None and rule.kind != UNTIL:  # A deadline stands for all, or for nobody.
            seats = [s for s in seats if not self._is_waited_for(state, s)]
        return [s for s in seats if self.rules.said(state, s) is None or not self.rules.decision(state, s).sealed]

    def _is_waited_for(self, state: Any, seat: Seat) -> bool:
        """Whether a seat's clock is stopped because its player is absent."""
        absence = self.absences.get(self.seats[seat].player or 0)
        return absence_rules.stands(absence, False, self.store.now()) and absence_rules.stands(absence, self.is_public(state, seat), self.store.now())

    def is_public(self, state: Any, seat: Seat) -> bool:
        """Whether everybody knows that a seat is asked and has not answered."""
        return seat in self.rules.view(state, None).to_act and not self.rules.decision(state, seat).sealed

    def _free(self) -> list[Seat]:
        """The seats whose present question costs no time of a bank: sealed questions, or the bank would tell who has thought."""
        return [s for s in self.acting if self.rules.decision(self.state, s).sealed]

    async def commit(self, change: Change, state: Any = None) -> None:
        """Stores a change and takes it over into memory. Raises Raced, data.store.Repeated; nothing has changed then."""
        known = fault_rules.after(self.faults if change.faults is None else change.faults, change.row, self.store.now())
        if known != self.faults:
            change = change._replace(faults=known)
        if change.row.status == OVER and self.absences:
            change = change._replace(absences={})
        row = await self.store.tables.commit(change)
        shown = self.dials if change.dials is None else change.dials
        proposal = self.proposal if change.proposed is None else next(iter(change.proposed), None)
        if state is None and row.snapshot == self.row.snapshot:
            state = self.state
        missing = self.absences if change.absences is None else change.absences
        self._stand(row, change.seats or self.seats, Known(shown, proposal, known, missing), state)

    def _guarded(self, cascade: Cascade, seat: Seat, action: Action) -> AbstractContextManager[None]:
        """A context in which an action of a seat is carried out: raises cogs.play.fault_rules.Failed if the rules fail on it."""
        known = fault_rules.present(self.faults, self.asked).get(seat)
        return fault_rules.guarded(cascade, seat, action, known.number if known is not None else None, f"table {self.id} ({self.row.game})")

    async def carry_out(self, seat: Seat, action: Action, way: Way = BY_ONESELF) -> Acted:
        """Carries out and stores an action, with the answers of standing orders that follow. Raises Closed, Paused, Refused,
        cogs.play.fault_rules.Failed."""
        if self.settled:
            raise Closed
        if self.row.paused and way.act is None and not way.anyway:
            raise Paused
        if action[0] in (*REFEREES, REDRAW):
            raise Refused("not_an_action", next(iter(self.rules.kinds.values())))
        cascade = self.cascade()
        cascade.events += way.first
        with self._guarded(cascade, seat, action):
            if sealed(action) or action == RESIGN or seat not in cascade.acting:
                cascade.take(seat, action, way.auto)
            else:
                cascade.answer(seat, action, way.auto)
            if not self.row.paused or not sealed(action):  # What is said ahead meanwhile waits for the game to go on.
                cascade.follow()
        if not way.auto and all(sealed(row.action) for row in cascade.rows):
            check_brief(self.rules, self.state, cascade.first, await self.store.tables.actions(self.id))
        return await self.commit_cascade(cascade, way)

    @property
    def _time(self) -> float:
        """The table's time (seconds since 1970); it stands still during a pause."""
        return self.row.paused or self.store.now()

    @property
    def at_once(self) -> bool:
        return bool(self.row.chosen.get(PAUSE) == OFF)

    def cascade(self) -> Cascade:
        """A cascade from the present position. Orders answer in it the questions that have stood long enough."""
        cascade = Cascade(self.rules, self.state, self.seats, self.asked, self.position, self.at_once)
        if self.row.ripe <= self._time:
            cascade.ripe.update(cascade.asked)
        return cascade

    async def commit_cascade(self, cascade: Cascade, way: Way) -> Acted:
        """Stores a cascade. If it only says something ahead, nobody else is told, and no other seat's clock changes."""
        first = cascade.first
        seat, outcome, acting = first.seat, self.rules.outcome(cascade.state), cascade.acting
        said = [s for s in acting if self.rules.said(cascade.state, s) is not None]
        passed = seat not in acting or seat in said
        quiet = all(sealed(row.action) for row in cascade.rows) and not cascade.events
        undone = first.action[0] == UNDO
        decision = self.rules.decision(self.state, seat) if seat in self.acting else None
        goes_on = acting == (seat,) and self.rules.decision(cascade.state, seat).goes_on
        held = quiet or (not passed and not way.first and (acting == (seat,) and bool(way.untold) if undone else goes_on))
        seats = await self._agreed_after(cascade, way)
        shown: Mapping[Seat, Dial] | None = None
        if self.row.clock is not None:
            stays = [s for s, since in cascade.asked.items() if since == self.asked.get(s)]
            if goes_on and seats[seat].agreed == self.seats[seat].agreed and seat not in stays:
                stays.append(seat)
            anew = [s for s in cascade.asked if s not in stays]
            stands = [s for s in acting if s not in self._timed(cascade.state, cascade.asked)]
            shown = way.dials if undone else await self._new_dials(seats, Questions(stays, anew, stands), way)
            shown = {} if outcome else None if shown == self.dials else shown
        row = self.row_after(cascade.rows, cascade.state, cascade.asked, outcome)._replace(
            ripe=await self._ripe_after(cascade, self.dials if shown is None else shown)
        )
        replied = await self._replied(first, way)
        owed = [*way.owed, *([Message(RIPE, due=row.ripe)] if row.ripe not in (0, self.row.ripe) else []), *self._lost(cascade, outcome)]
        if quiet:
            computers = self._computers_after(cascade, outcome)
            if computers and self.computer is not None:  # That is owed already, and is not to be hastened.
                computers = None
            change = Change(row, cascade.rows, way.interaction, dials=shown, owed=owed, computers=computers, act=way.act, replied=replied)
            await self.commit(change, cascade.state)
            return Acted((), self.position, passed, held, cascade.rows[0].number - 1)
        # Whoever has answered sealed is called like all others, and who has answered by an order like somebody who did by hand.
        by = None if undone or (decision is not None and decision.sealed) else seat
        withdrawn, events = None, list(cascade.events)
        if held and undone:
            withdrawn = Withdrawn(way.untold, Message(HELD, {"events": events_to_json(events[:1]), "by": by}))
            del events[:1]
        if events or withdrawn is None:
            payload: dict[str, Any] = {"events": events_to_json(events), "by": by, **self._called(cascade, seat)}
            if held:
                payload["actions"] = [row.number for row in cascade.rows if row.action[0] not in (UNDO, REDRAW)]
            owed.append(Message(HELD if held else BOARD, payload))
        by_now = cascade.meant if sealed(first.action) else cascade.meant | {seat}
        ended = self.proposal is not None and (outcome is not None or any(self.proposal.ended_by(s, undone) for s in by_now))
        counts = rating(self.row, self.seats, outcome, [*await self.store.tables.actions(self.id), *cascade.rows]) if outcome else UNRATED
        change = Change(
            row,
            cascade.rows,
            way.interaction,
            seats if seats != self.seats else None,
            dials=shown,
            proposed=() if ended else None,
            owed=[*owed, *self._whispers(cascade, by if way is RIPENED else None)],
            computers=self._computers_after(cascade, outcome),
            act=way.act,
            rated=counts.places,
            wide=counts.wide,
            withdrawn=withdrawn,
            replied=replied,
        )
        await self.commit(change, cascade.state)
        return Acted(tuple(cascade.events), self.position, passed, held, cascade.rows[0].number - 1)

    async def _agreed_after(self, cascade: Cascade, way: Way) -> list[SeatRow]:
        """The seats, with `agreed` set for players who agreed to play by an action. A secret action counts when it is carried out, unless it is
        only their usual orders."""
        first = cascade.first
        yes = cascade.meant - cascade.ordered | ({first.seat} if way.agrees and not sealed(first.action) else set())
        if unsure := [s for s in cascade.ordered if not self.seats[s].agreed]:
            rows = [*await self.store.tables.actions(self.id), *cascade.rows]
            last = {row.seat: row for row in rows if sealed(row.action) and row.action[0] != AUTOSEAL}
            yes |= {s for s in unsure if s in last and not last[s].auto}
        return [s._replace(agreed=s.agreed or s.seat in yes) for s in self.seats]

    async def _ripe_after(self, cascade: Cascade, shown: Mapping[Seat, Dial]) -> float:
        """When orders answer next (seconds since 1970; 0: never): after a pause drawn for the question, unless it has one already, well before
        time is over."""
        ripens = cascade.ripens
        if not ripens:
            return 0
        if self.row.ripe > self._time and any(cascade.asked[s] == self.asked.get(s) for s in ripens):
            return self.row.ripe
        return self._time + await order_pauses.drawn(self.store, self.row, order_pauses.owners(cascade, shown), self._time)

    async def _replied(self, row: Row, way: Way) -> Replied | None:
        """How long a person took to answer, by hand, a question raised by somebody else's action; later pauses of their orders are drawn from it
        (`order_pauses.py`). None for anything else: an answer of the clock or of orders, an undo, one's own turn that goes on, a paused table."""
        seat, since = row.seat, self.asked.get(row.seat)
        player, by_hand = self.seats[seat].player, not way.auto and way.act is None and (not sealed(row.action) or row.action[0] == SEAL)
        answers = row.action[0] not in (UNDO, RESIGN) and row.action not in self.rules.asides(self.state, seat)
        if since is None or player is None or not (by_hand and answers) or self.row.paused or self.rules.said(self.state, seat) is not None:
            return None
        done = await self.store.tables.done_at(self.id, since)
        asked = self.row.begun if done is None else done[1]
        if asked is None or (done is not None and done[0] == seat):
            return None
        hours = await self.store.personal_settings.hours(player)
        return order_pauses.replied(self.row, player, self.rules.decision(self.state, seat).sealed, (asked, self.store.now()), hours)

    def _whispers(self, cascade: Cascade, by: Seat | None) -> list[Message]:
        """Private messages to people whose new question the board doesn't show (PC-19.7), and to the player of `by`, if their orders have acted
        and they are asked again. None to those who have said an answer ahead."""
        called = self.rules.view(cascade.state, None).to_act
        anew = [s for s, since in cascade.asked.items() if since != self.asked.get(s) and self.seats[s].player is not None]
        why = {s: "after_orders" if s in called else "by_orders" for s in anew if s not in called or (s == by and s in cascade.ordered)}
        return [Message(WHISPER, {"seat": s, "why": key}) for s, key in why.items() if self.rules.said(cascade.state, s) is None]

    def _lost(self, cascade: Cascade, outcome: Outcome | None) -> list[Message]:
        """Private messages to players whose plans have partly failed; the log has the error under the number that they read."""
        numbers = {seat: self._failed(seat, error) for seat, error in cascade.faults}
        found = []
        for who in self.seats if outcome is None else ():
            why = kept(self.rules, cascade.state, who.seat).lost
            if why and who.player is not None and (who.seat in numbers or why != kept(self.rules, self.state, who.seat).lost):
                found.append(Message(WHISPER, {"seat": who.seat, "why": LAPSED, "lost": why, "id": numbers.get(who.seat, "")}))
        return found

    def _failed(self, seat: Seat, error: Exception) -> str:
        """Logs a plan's failure; returns its number in the log."""
        number = secrets.token_hex(4)
        place = f"table {self.id} ({self.row.game}), action {self.position + 1}, seat {seat}"
        log.error("%s: what was said ahead cannot be carried out and is set aside: %s", place, number, exc_info=error)
        return number

    def _called(self, cascade: Cascade, seat: Seat) -> dict[str, Any]:
        """The facts for direct messages: the other seats that are publicly asked anew, and whether it has become another seat's turn."""
        asks = [s for s in self.rules.view(cascade.state, None).to_act if s != seat and cascade.asked.get(s) != self.asked.get(s)]
        turn = whose_turn(self.rules, cascade.state)
        return ({"asks": asks} if asks else {}) | ({"turn": True} if turn not in (None, whose_turn(self.rules, self.state)) else {})

    def _computers_after(self, cascade: Cascade, outcome: Outcome | None) -> bool | None:
        """Whether a computer has to act after a cascade; None at a table without computers."""
        if not any(s.computer for s in self.seats):
            return None
        return outcome is None and not self.row.paused and cascade.computer is not None

    def row_after(self, rows: Sequence[Row], state: Any, asked: Mapping[Seat, int], outcome: Outcome | None) -> TableRow:
        """The table's row after `rows`, with the result if there is one."""
        now = self.row._replace(position=rows[-1].number, snapshot=self.rules.dump(state), asked=dict(asked))
        return now if outcome is None else ended(now, outcome, self.store.now())

    async def alter(self, change: Change, state: Any = None) -> None:
        """Stores a change that is no action of the game, such as a pause, another clock, or other players. The fields of `change` replace what is
        stored. Dials stand while the table is paused and run otherwise. `state` is the one after it, by default the present one."""
        row, sat, state = change.row, change.seats or self.seats, self.state if state is None else state
        known = dict(self.dials if change.dials is None else change.dials)
        if row.clock is not None:
            now, hours = self.store.now(), await dials.hours_of(self.store.personal_settings, sat)
            asked = {seat: row.asked.get(seat, row.position) for seat in self.rules.to_act(state)}
            known = dials.all_stopped(row.clock, known, hours, now)
            known = known if row.paused else dials.going(row.clock, known, hours, self._timed(state, asked, change.faults, row), now)
        there = any(s.computer for s in (*self.seats, *sat))
        awaited = [seat for seat in self.rules.to_act(state) if self.rules.said(state, seat) is None]
        computers = not row.paused and any(sat[seat].computer for seat in awaited) if there else None
        await self.commit(change._replace(dials=known, computers=computers))

    async def _dials_back(self, seat: Seat, state: Any, asked: Mapping[Seat, int], fresh: bool) -> dict[Seat, Dial]:
        """The dials after an undo, by which nobody gains time; if `fresh` (by a moderator), decisions get their whole time again."""
        rule, now = self.row.clock, self.store.now()
        if rule is None:
            return {}
        hours = await dials.hours_of(self.store.personal_settings, self.seats)
        shown = dials.after_undo(rule, self.dials, hours, self._free(), None if fresh else seat, now)
        return shown if self.row.paused else dials.going(rule, shown, hours, self._timed(state, asked), now)

    async def _new_dials(self, seats: Sequence[SeatRow], asked: Questions, way: Way) -> Mapping[Seat, Dial]:
        """The dials for new questions."""
        shown = way.dials or self.dials
        if self.row.clock is None or self.row.paused:
            return shown
        hours = await dials.hours_of(self.store.personal_settings, seats)
        return dials.turned(self.row.clock, shown, hours, asked._replace(free=self._free()), self.store.now())

    def sitting(self, seat: Seat, number: int) -> Sitting:
        """The row that notes who has sat at a seat until action `number`."""
        before = self.seats[seat]
        return Sitting(seat, number, self.store.now(), before.player, before.name)
