"""A toy game to which standing orders can be given, and nothing else be said ahead (`WithOrders`): take one to three beans; who takes the last one
loses.

It has one verb, one kind of decision, no hand, no cards, nothing to look up. Each seat has a secret number, so that something may not leak.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.computer_levels import LEVELS
from rules.computers.scripted import Scripted
from rules.game import Decision, Event, Option, Outcome, Refused, Step, View, Word
from rules.legal_actions import legal
from rules.parts.ahead import STOPS, Given, SaidAhead, known_to, sealed
from rules.parts.engine import Codec
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import distinct, known, need, restored, within
from rules.randomness import Chance


class State(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    beans: int
    turn: int
    secrets: list[int]
    gone: list[int]
    loser: int | None = None
    orders: Given = {}
    ahead: SaidAhead = {}


class Board(msgspec.Struct):
    beans: int
    secret: int | None


def first(rules: Any, glimpse: Any, seat: int, chance: Any) -> Any:
    return next(legal(rules, glimpse(chance), seat))


class Orders(WithOrders):
    key = "toy_orders"
    version = 1
    seats = range(2, 4)
    options = (Option("beans", ("15", "21")),)
    orders = ("take_one",)
    kinds = {"take": "TO-2.1"}
    answers = {"take": ("take",)}
    verbs = {"take": "TO-2.1", STOPS: "TO-2.1"}
    opponents = dict.fromkeys(LEVELS, Scripted(first))
    codec = Codec(State)

    def setup(self, seats, options, seed):
        if seats not in self.seats:
            raise Refused("wrong_seats", "TO-1.1", n=seats)
        chosen = settings(self.options, options, "TO-1.1")
        chance = Chance.of(seed)
        state = State(seats, int(chosen["beans"]), 0, [chance.below(9) for _ in range(seats)], [])
        return Step(state, (Event("began", {"beans": state.beans}, rule="TO-1.1"),))

    def to_act(self, state):
        return () if state.loser is not None else (state.turn,)

    def decision(self, state, seat):
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TO-2.1")
        return Decision("take", ("take", "1"), "TO-2.1")

    def words(self, state, seat, prefix):
        if seat not in self.to_act(state):
            return []
        if not prefix:
            return [Word("take")]
        return [Word(str(n), True) for n in range(1, min(3, state.beans) + 1)] if prefix == ("take",) else []

    def knows(self, word):
        return word == "take"

    def carry_out(self, state, seat, action):
        if state.loser is not None:
            raise Refused("game_over", "TO-1.1")
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TO-2.1")
        if len(action) != 2 or action[0] != "take":
            raise Refused("not_an_action", "TO-2.1", ("take",))
        if not any(w.text == action[1] for w in self.words(state, seat, action[:1])):
            raise Refused("no_such_take", "TO-2.1", tuple(w.text for w in self.words(state, seat, action[:1])))
        taken = int(action[1])
        state = msgspec.structs.replace(state, beans=state.beans - taken)
        events = [Event("took", {"seat": seat, "n": taken, "left": state.beans}, rule="TO-2.1")]
        if state.beans == 0:
            state.loser = seat
        else:
            self._next(state)
        return Step(state, tuple(events))

    def _next(self, state):
        state.turn = next(s % state.seats for s in range(state.turn + 1, state.turn + 9) if s % state.seats not in state.gone)

    def shortcuts(self, state, seat):
        return [(("take", "1"),)] if seat in self.to_act(state) else []

    def absent(self, state, seat):
        if seat in state.gone:
            return Refused("resigned_already", "TO-3.1")
        return None if seat in range(state.seats) else Refused("not_your_turn", "TO-2.1")

    def standing(self, state, seat, orders):
        return ("take", "1") if "take_one" in orders and seat in self.to_act(state) else None

    def view(self, state, seat):
        acting = self.to_act(state)
        decision = self.decision(state, seat) if seat in acting else None
        board = Board(state.beans, state.secrets[seat] if seat is not None else None)
        return View(self.key, seat, acting, tuple((s, "take") for s in acting), decision, self.outcome(state), board)

    def imagine(self, state, seat, chance):
        secrets = [n if s == seat else chance.below(9) for s, n in enumerate(state.secrets)]
        return msgspec.structs.replace(state, secrets=secrets, orders=known_to(state.orders, seat), ahead=known_to(state.ahead, seat))

    def outcome(self, state):
        if state.loser is None:
            return None
        last = [*reversed([g for g in state.gone if g != state.loser])]
        winners = tuple(s for s in range(state.seats) if s != state.loser and s not in last)
        groups = [winners] if winners else []
        reason, rule = ("last_bean", "TO-1.1") if not state.beans else ("resigned", "TO-3.1")
        return Outcome((*groups, *((s,) for s in last), (state.loser,)), reason, rule)

    def leave(self, state, seat):
        if state.loser is not None:
            raise Refused("game_over", "TO-3.1")
        state = msgspec.structs.replace(state, gone=[*state.gone, seat])
        if len(state.gone) == state.seats - 1:
            state.loser = seat
        elif state.turn == seat:
            self._next(state)
        return Step(state, (Event("left", {"seat": seat}, rule="TO-3.1"),))

    def redact(self, action):
        return () if sealed(action) else action

    def dump(self, state):
        return self.codec.dump(state)

    def load(self, snapshot):
        return restored(self, snapshot, self.codec.load, self.check)

    def check(self, state):
        within(state.seats, 2, 3, "seats")
        within(state.beans, 0, 21, "beans")
        known([state.turn, *state.gone, *([] if state.loser is None else [state.loser])], range(state.seats), "seats")
        distinct(state.gone, "seats")
        need(len(state.secrets) == state.seats and state.turn not in (state.gone if state.loser is None else ()), "seats")
        return range(state.seats)


def build(content):
    return Orders()
