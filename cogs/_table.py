"""One live game: its lock, its seats, and the way from an action to a stored one. Imports no discord and is tested alone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple

from data.store import GameRow, SeatRow, Store, TableAct, events_to_json
from rules.chance import Chance
from rules.game import Action, Event, Outcome, Rules, Seat, View
from rules.notation import RESIGN, Row, play

AUTOMATIC_LIMIT = 5000
"""More automatic answers than this to one action means an engine that never asks anybody."""


class Stale(Exception):
    """An answer to a position that has gone by."""


class NotSeated(Exception):
    """Somebody who does not sit at this table."""


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
    """A game that has begun. `position` is the number of actions so far; `asked[seat]` the position at which its question arose."""

    def __init__(self, store: Store, rules: Rules[Any], game: GameRow, seats: list[SeatRow]) -> None:
        assert game.snapshot is not None
        self.store = store
        self.rules = rules
        self.game = game
        self.seats = seats
        self.state = rules.load(game.snapshot)
        self.position = game.position
        self.asked: dict[Seat, int] = dict.fromkeys(rules.to_act(self.state), game.position)
        self.lock = asyncio.Lock()

    @property
    def id(self) -> int:
        return self.game.id

    @property
    def over(self) -> bool:
        return not self.rules.to_act(self.state)

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
        acting = [s for s in own if s in self.rules.to_act(self.state)]
        return (acting or own)[0]

    def orders(self, seat: Seat) -> frozenset[str]:
        """A seat's standing orders: those in the state, in games that keep them there."""
        kept = self.rules.heeded(self.state, seat)
        return self.seats[seat].orders if kept is None else kept

    def view(self, seat: Seat | None) -> View:
        return self.rules.view(self.state, seat)

    def check_fresh(self, seat: Seat, position: int) -> None:
        """Raises Stale when a question of `position` is no longer the one asked of the seat."""
        if position != self.asked.get(seat, self.position):
            raise Stale

    async def act(self, seat: Seat, action: Action, position: int | None = None, interaction: int | None = None) -> Acted:
        """Carries out and stores an action with everything that follows without a person.

        Raises Refused, Stale, or data.store.Repeated; nothing has changed then.
        """
        async with self.lock:
            if position is not None:
                self.check_fresh(seat, position)
            return await self._carry_out(seat, action, interaction)

    async def concede(self, seat: Seat, interaction: int | None = None, act: TableAct | None = None) -> Acted:
        """Resignation, or a moderator's word that has the same effect. Raises Refused once the game is over."""
        async with self.lock:
            return await self._carry_out(seat, RESIGN, interaction, act=act)

    async def time_out(self, seat: Seat, act: TableAct) -> Acted | None:
        """Gives a seat's question the answer that the game has for it when time is over; None where the seat is not asked anything."""
        async with self.lock:
            if seat not in self.rules.to_act(self.state):
                return None
            return await self._carry_out(seat, self.rules.decision(self.state, seat).default, None, auto=True, act=act)

    async def order(self, seat: Seat, orders: frozenset[str]) -> Acted | None:
        """Gives a seat its standing orders, and answers with them at once where they fit."""
        async with self.lock:
            if self.rules.heeded(self.state, seat) is None:
                await self._set_orders(seat, orders)
            elif noted := self.rules.heed(self.state, seat, orders):
                await self._carry_out(seat, noted, None, quiet=True)
            answer = self.rules.standing(self.state, seat, orders) if seat in self.rules.to_act(self.state) else None
            return await self._carry_out(seat, answer, None, auto=True) if answer else None

    async def _carry_out(
        self, seat: Seat, action: Action, interaction: int | None, auto: bool = False, quiet: bool = False, act: TableAct | None = None
    ) -> Acted:
        """`quiet`: nobody else is told before something else happens."""
        step = play(self.rules, self.state, Row(0, seat, action))
        rows = [Row(self.position + 1, seat, action, auto)]
        events = list(step.events)
        state, asked = step.state, self._asked_after(step.state, rows[-1])
        others = False
        while (answer := await self._automatic(state)) is not None:
            if len(rows) > AUTOMATIC_LIMIT:
                raise RuntimeError(f"{self.rules.key}: more than {AUTOMATIC_LIMIT} automatic answers")
            others = others or (answer.seat != seat and not answer.standing)
            step = self.rules.apply(state, answer.seat, answer.action)
            state = step.state
            events += step.events
            rows.append(Row(rows[-1].number + 1, answer.seat, answer.action, True))
            asked = self._asked_after(state, rows[-1], asked)
        outcome = self.rules.outcome(state)
        result = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores, "order": outcome.order} if outcome else None
        payload = {"events": events_to_json(events), "by": seat}
        acting = self.rules.to_act(state)
        passed = seat not in acting or others
        held = quiet or (not passed and acting == (seat,) and self.rules.decision(state, seat).goes_on)
        rated = self._rated(outcome) if outcome else None
        await self.store.record(self.id, rows, self.rules.dump(state), payload, interaction, result, held, rated, act)
        self.state, self.position, self.asked = state, rows[-1].number, asked
        return Acted(tuple(events), self.position, passed, held)

    def _rated(self, outcome: Outcome) -> list[list[int]] | None:
        """The players by place if the game counts for ratings: all of them people, all different."""
        places = [[who for seat in group if (who := self.seats[seat].player) is not None] for group in outcome.places]
        players = [who for group in places for who in group]
        return places if self.game.rated and len(set(players)) == len(self.seats) else None

    def _asked_after(self, state: Any, row: Row, before: Mapping[Seat, int] | None = None) -> dict[Seat, int]:
        """A seat that acted, or was not asked before, is asked anew; another one's question stands if it is still the same kind.

        What a seat does out of turn, such as offering a draw, leaves all questions standing.
        """
        old = self.asked if before is None else before
        if row.seat not in old and row.action != RESIGN:
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
