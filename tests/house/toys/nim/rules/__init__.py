"""A toy game with no more than every game must have (`Plain`): take one to three beans; who takes the last one loses.

It has one verb, one kind of decision, no hand, no cards, nothing to look up, nothing that could be said ahead. Each seat has a secret number, so that
something may not leak.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.computer_levels import LEVELS
from rules.computers.scripted import Scripted
from rules.game import Decision, Event, Option, Outcome, Plain, Refused, Step, View, Word
from rules.legal_actions import legal
from rules.parts.engine import Codec
from rules.parts.options import settings
from rules.parts.validation import distinct, known, need, restored, within
from rules.randomness import Chance


class State(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    beans: int
    turn: int
    secrets: list[int]
    gone: list[int]
    loser: int | None = None


class Board(msgspec.Struct):
    beans: int
    secret: int | None


def first(rules: Any, glimpse: Any, seat: int, chance: Any) -> Any:
    return next(legal(rules, glimpse(chance), seat))


class Nim(Plain):
    key = "toy_nim"
    version = 1
    seats = range(2, 4)
    options = (Option("beans", ("15", "21")),)
    kinds = {"take": "TN-2.1"}
    answers = {"take": ("take",)}
    opponents = dict.fromkeys(LEVELS, Scripted(first))
    codec = Codec(State)

    def setup(self, seats, options, seed):
        if seats not in self.seats:
            raise Refused("wrong_seats", "TN-1.1", n=seats)
        chosen = settings(self.options, options, "TN-1.1")
        chance = Chance.of(seed)
        state = State(seats, int(chosen["beans"]), 0, [chance.below(9) for _ in range(seats)], [])
        return Step(state, (Event("began", {"beans": state.beans}, rule="TN-1.1"),))

    def to_act(self, state):
        return () if state.loser is not None else (state.turn,)

    def decision(self, state, seat):
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TN-2.1")
        return Decision("take", ("take", "1"), "TN-2.1")

    def words(self, state, seat, prefix):
        if seat not in self.to_act(state):
            return []
        if not prefix:
            return [Word("take")]
        return [Word(str(n), True) for n in range(1, min(3, state.beans) + 1)] if prefix == ("take",) else []

    def knows(self, word):
        return word == "take"

    def apply(self, state, seat, action):
        if state.loser is not None:
            raise Refused("game_over", "TN-1.1")
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TN-2.1")
        if len(action) != 2 or action[0] != "take":
            raise Refused("not_an_action", "TN-2.1", ("take",))
        if not any(w.text == action[1] for w in self.words(state, seat, action[:1])):
            raise Refused("no_such_take", "TN-2.1", tuple(w.text for w in self.words(state, seat, action[:1])))
        taken = int(action[1])
        state = msgspec.structs.replace(state, beans=state.beans - taken)
        events = [Event("took", {"seat": seat, "n": taken, "left": state.beans}, rule="TN-2.1")]
        if state.beans == 0:
            state.loser = seat
        else:
            self._next(state)
        return Step(state, tuple(events))

    def _next(self, state):
        state.turn = next(s % state.seats for s in range(state.turn + 1, state.turn + 9) if s % state.seats not in state.gone)

    def shortcuts(self, state, seat):
        return [(("take", "1"),)] if seat in self.to_act(state) else []

    def view(self, state, seat):
        acting = self.to_act(state)
        decision = self.decision(state, seat) if seat in acting else None
        board = Board(state.beans, state.secrets[seat] if seat is not None else None)
        return View(self.key, seat, acting, tuple((s, "take") for s in acting), decision, self.outcome(state), board)

    def imagine(self, state, seat, chance):
        secrets = [n if s == seat else chance.below(9) for s, n in enumerate(state.secrets)]
        return msgspec.structs.replace(state, secrets=secrets)

    def outcome(self, state):
        if state.loser is None:
            return None
        last = [*reversed([g for g in state.gone if g != state.loser])]
        winners = tuple(s for s in range(state.seats) if s != state.loser and s not in last)
        groups = [winners] if winners else []
        reason, rule = ("last_bean", "TN-1.1") if not state.beans else ("resigned", "TN-3.1")
        return Outcome((*groups, *((s,) for s in last), (state.loser,)), reason, rule)

    def concede(self, state, seat):
        if state.loser is not None:
            raise Refused("game_over", "TN-3.1")
        if seat in state.gone:
            raise Refused("resigned_already", "TN-3.1")
        if seat not in range(state.seats):
            raise Refused("not_your_turn", "TN-2.1")
        state = msgspec.structs.replace(state, gone=[*state.gone, seat])
        if len(state.gone) == state.seats - 1:
            state.loser = seat
        elif state.turn == seat:
            self._next(state)
        return Step(state, (Event("left", {"seat": seat}, rule="TN-3.1"),))

    def redact(self, action):
        return action

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
    return Nim()
