"""A game for tests of the house alone: everybody bids at once, or in turn, until somebody says how it ends.

`bid 1` to `bid 3` is secret until all have bid, `think` goes on with one's turn, `look` turns up a hidden number, `whisper` is an action that
nobody else may know of, `nod` may be done at any time, and `finish 0+2 1` ends the game with these places.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec

import rules
from cogs.playing.table import Table
from cogs.playing.tables import Opening, Party, Tables
from data.content import build
from data.store import Store
from rules.competition.clock import Clock
from rules.game import Decision, Event, Option, Outcome, Refused, Step, View, Word
from rules.parts.ahead import STOPS, Given, SaidAhead, WithOrders, sealed
from rules.parts.chance import Chance
from rules.parts.engine import Codec, settings

KEY = "bids"
RULE = "BI-1"
LONGEST = 300
"""Bids of a game, lest computers play for ever."""
PLAYERS = (("Anna", 101), ("Bohumil", 102), ("Cécile", 103), ("Dara", 104))


class State(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    at_once: bool
    waiting: list[int]
    pile: list[int]
    bids: dict[int, int] = {}
    points: dict[int, int] = {}
    notes: dict[int, int] = {}
    thinking: int | None = None
    gone: list[int] = []
    orders: Given = {}
    ahead: SaidAhead = {}
    places: list[list[int]] = []
    made: int = 0


class Board(msgspec.Struct):
    points: dict[int, int]
    note: int | None
    bid: int | None


class Bids(WithOrders):
    key = KEY
    version = 1
    seats = range(2, 5)
    options = (Option("asked", ("all", "one")),)
    orders = ("again",)
    verbs = {STOPS: RULE}
    opponents = {"second": lambda game, glimpse, seat, chance: ("bid", "2")}

    def __init__(self) -> None:
        self.codec = Codec(State)
        self.dump, self.load = self.codec.dump, self.codec.load

    def setup(self, seats, options, seed):
        at_once = settings(self.options, options, RULE)["asked"] == "all"
        chance = Chance.of(seed)
        pile = [chance.below(100) for _ in range(30)]
        return Step(State(seats, at_once, list(range(seats)) if at_once else [0], pile), (Event("began", {}, rule=RULE),))

    def to_act(self, state):
        return () if state.places else tuple(state.waiting)

    def decision(self, state, seat):
        return Decision("bid", ("bid", "1"), RULE, goes_on=state.thinking == seat)

    def words(self, state, seat, prefix):
        return [Word("bid")] if seat in self.to_act(state) and not prefix else []

    def knows(self, word):
        return True

    def carry_out(self, state, seat, action):
        if state.places or (seat not in state.waiting and action[0] != "nod"):
            raise Refused("not_your_turn", RULE)
        old, state = state, self.load(self.dump(state))
        events = []
        if action[0] == "bid" and len(action) == 2 and action[1] in ("1", "2", "3"):
            state.bids[seat] = int(action[1])
            state.made += 1
            self._done(state, seat, events)
            if state.made == LONGEST:
                state.places = [list(range(state.seats))]
        elif action == ("look",):
            events.append(Event("turned", {"seat": seat, "n": state.pile.pop()}, rule=RULE))
            self._done(state, seat, events)
        elif action == ("think",):
            state.thinking = seat
        elif action == ("whisper",):
            state.notes[seat] = state.notes.get(seat, 0) + 1
            events.append(Event("noted", {}, (seat,), RULE))
        elif action == ("nod",):
            events.append(Event("nodded", {"seat": seat}, rule=RULE))
        elif action[0] == "finish":
            state.places = [[int(s) for s in group.split("+")] for group in action[1:]]
        else:
            raise Refused("no_such_bid", RULE)
        assert state is not old
        return Step(state, tuple(events))

    def _done(self, state, seat, events):
        state.thinking = None
        state.waiting.remove(seat)
        self._next(state, seat, events)

    def _next(self, state, seat, events):
        active = [s for s in range(state.seats) if s not in state.gone]
        if state.waiting:
            return
        if state.at_once:
            state.waiting = active
            events.append(Event("bids", {"bids": {str(s): n for s, n in state.bids.items()}}, rule=RULE))
            for s, n in state.bids.items():
                state.points[s] = state.points.get(s, 0) + n
            state.bids = {}
        else:
            state.waiting = [next(s % state.seats for s in range(seat + 1, seat + 9) if s % state.seats in active)]

    def shortcuts(self, state, seat):
        return []

    def standing(self, state, seat, orders):
        return ("bid", "3") if "again" in orders and seat in self.to_act(state) else None

    def view(self, state, seat):
        acting = self.to_act(state)
        decision = self.decision(state, seat) if seat in acting else None
        board = Board(dict(state.points), state.notes.get(seat) if seat is not None else None, state.bids.get(seat) if seat is not None else None)
        return View(self.key, seat, acting, tuple((s, "bid") for s in acting), decision, self.outcome(state), board)

    def imagine(self, state, seat, chance):
        state = self.load(self.dump(state))
        chance.shuffle(state.pile)
        state.bids = {s: n if s == seat else 1 + chance.below(3) for s, n in state.bids.items()}
        return state

    def outcome(self, state):
        if not state.places:
            return None
        scores = tuple(state.points.get(s, 0) for s in range(state.seats))
        return Outcome(tuple(tuple(group) for group in state.places), "finished", RULE, scores)

    def leave(self, state, seat):
        if state.places or seat in state.gone:
            raise Refused("game_over", RULE)
        state = self.load(self.dump(state))
        state.gone.append(seat)
        state.thinking = None if state.thinking == seat else state.thinking
        state.bids.pop(seat, None)
        active = [s for s in range(state.seats) if s not in state.gone]
        if len(active) == 1:
            state.places = [active, *([s] for s in reversed(state.gone))]
        elif seat in state.waiting:
            state.waiting.remove(seat)
            self._next(state, seat, [])
        return Step(state, ())

    def redact(self, action):
        return () if sealed(action) or action == ("whisper",) else action[:1] if action[0] == "bid" else action


@contextmanager
def known() -> Iterator[None]:
    """The game is one of the house's games."""
    rules.__path__.append(str(Path(__file__).parent / "games"))
    try:
        yield
    finally:
        rules.__path__.pop()
        build.cache_clear()


@asynccontextmanager
async def memory() -> AsyncIterator[Store]:
    """A store of its own, closed whatever happens."""
    store = await Store.open(":memory:")
    try:
        yield store
    finally:
        await store.close()


async def ripened(table: Table) -> None:
    """The pause is over after which orders answer what others ask."""
    store, now = table.store, table.store.now
    store.now = lambda: max(table.row.ripe, now())
    try:
        await table.ripen()
    finally:
        store.now = now


async def open_table(
    store: Store, seats: int = 2, computers: int = 0, channel: int = 1, rated: bool = False, clock: Clock | None = None, agreed: bool = True,
    guild: int | None = 1, players: tuple[tuple[str, int], ...] = PLAYERS, **options: str,
) -> Table:  # fmt: skip
    """A table of it that has begun, with computers in the last seats."""
    tables = Tables(store)
    people = [(player, name) for name, player in players[: seats - computers]]
    party = Party(people[0], people[1:], computers, "Computer", seats, agreed)
    made, begun = await tables.open(Opening(KEY, guild, channel, options, "en", "light", rated, clock), party)
    assert begun
    return await tables.get(made)
