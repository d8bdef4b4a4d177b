"""A game for tests of the house alone: everybody bids at once, or in turn, until somebody says how it ends.

`bid 1` to `bid 3` is secret until all have bid, `think` goes on with one's turn, `look` turns up a hidden number, `whisper` is an action that
nobody else may know of, `nod` may be done at any time, and `finish 0+2 1` ends the game with these places.

With the option `asked` = `window` seats bid in turn, and all others are then asked at the same time, in polling order: sealed, each may `let` it be
or `top` it. Nothing is carried out until all answers up to the first `top` are there; a `top` opens the next window for all but its seat. When
all have let it be, whoever has bid or topped last has the bid's points. One may `look` once in a turn there, and say ahead all that can be said.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec

import rules
from cogs.play.clocks.downtime import credit
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build
from data.store import Store
from data.store.shards import EVERYTHING
from rules.competition.clock import Clock
from rules.computer_levels import LEVELS
from rules.computers.scripted import Scripted
from rules.game import Decision, Event, Option, Outcome, Refused, Step, View, Word
from rules.parts.ahead import ANY, DRAFT, ELSE, FITTING, PAUSES, READY, SEAL, STOPS, THEN, Given, SaidAhead, known_to, sealed
from rules.parts.engine import Codec
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.randomness import Chance
from tests.databases import at_once

KEY = "bids"
RULE = "BI-1"
LONGEST = 300
"""Bids of a game, lest computers play for ever."""
PLAYERS = (("Anna", 101), ("Bohumil", 102), ("Cécile", 103), ("Dara", 104))


class State(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    asked: str
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
    turn: int = 0
    looked: bool = False
    window: int = 0
    windows: int = 0
    owner: int = 0
    bid: int = 0


class Board(msgspec.Struct):
    points: dict[int, int]
    note: int | None
    bid: int | None


class Bids(WithOrders):
    key = KEY
    version = 1
    seats = range(2, 5)
    options = (Option("asked", ("all", "one", "window")), PAUSES)
    orders = ("again", "let_be")
    kinds = dict.fromkeys(("bid", "answer"), RULE)
    answers = {"bid": ("bid", "look"), "answer": ("let", "top")}
    verbs = dict.fromkeys((STOPS, SEAL, DRAFT, READY), RULE)
    shows = frozenset({"turned"})
    opponents = dict.fromkeys(LEVELS, Scripted(lambda game, glimpse, seat, chance: ("let",) if glimpse(chance).window else ("bid", "2")))

    def __init__(self) -> None:
        self.codec = Codec(State)
        self.dump, self.load = self.codec.dump, self.codec.load

    def setup(self, seats, options, seed):
        asked = settings(self.options, options, RULE)["asked"]
        chance = Chance.of(seed)
        pile = [chance.below(100) for _ in range(30)]
        return Step(State(seats, asked, list(range(seats)) if asked == "all" else [0], pile), (Event("began", {}, rule=RULE),))

    def to_act(self, state):
        return () if state.places else tuple(state.waiting)

    def decision(self, state, seat):
        if state.window:
            return Decision("answer", ("let",), RULE, sealed=True, occasion=state.window)
        return Decision("bid", ("bid", "1"), RULE, goes_on=state.thinking == seat)

    def words(self, state, seat, prefix):
        if seat not in self.to_act(state):
            return []
        if state.window:
            return [] if prefix else [Word("let", True), Word("top", True)]
        if state.asked == "window" and prefix == ("bid",):
            return [Word(n, True) for n in ("1", "2", "3")]
        looks = [Word("look", True)] if state.asked == "window" and state.pile and not state.looked else []
        return [] if prefix else [Word("bid"), *looks]

    # Saying it ahead

    def turn(self, state):
        return None if state.places else state.turn if state.asked == "window" else super().turn(state)

    def absent(self, state, seat):
        if seat in state.gone:
            return Refused("resigned_already", RULE)
        return None if seat in range(state.seats) else Refused("not_your_turn", RULE)

    def leaves(self, state, seat, action):
        return action == ("let",)

    def about(self, state, seat):
        return {f"by{state.owner}": "top"} if state.window else {}

    def due(self, state, ripe):
        if not state.window:
            return super().due(state, ripe)
        first = None
        for seat in self.to_act(state):
            said = self.said(state, seat)
            if said is None or (said.ordered and seat not in ripe):
                return None
            first = first or (seat, said)
            if said.action == ("top",):
                break
        return first

    def ready_words(self, state, seat, prefix):
        if state.asked != "window":
            return []
        about = (ANY, *(f"by{s}" for s in range(state.seats) if s != seat))
        words = [("answer",), about, *[("let", "top", FITTING, "think"), (THEN, ELSE)] * 5][:-1]
        allowed = len(prefix) < len(words) and all(word in words[n] for n, word in enumerate(prefix))
        return [Word(word, len(prefix) % 2 == 0 and len(prefix) > 0) for word in words[len(prefix)]] if allowed else []

    def foreseen(self, state, seat):
        if state.asked != "window" or state.places or seat in state.gone or seat == state.turn:
            return None
        state = self.imagine(state, seat, Chance.of(0))
        state.turn, state.waiting, state.window, state.looked, state.thinking = seat, [seat], 0, False, None
        return state

    def knows(self, word):
        return True

    def carry_out(self, state, seat, action):
        if state.places or (seat not in state.waiting and action[0] != "nod"):
            raise Refused("not_your_turn", RULE)
        old, state = state, self.load(self.dump(state))
        events = []
        if state.window and action[0] in ("bid", "think", "look"):
            raise Refused("no_such_bid", RULE)
        if action in (("let",), ("top",)) and state.window:
            self._answer(state, seat, action[0], events)
        elif action[0] == "bid" and len(action) == 2 and action[1] in ("1", "2", "3"):
            state.bids[seat] = int(action[1])
            state.made += 1
            if state.asked == "window":
                state.owner, state.bid, state.thinking = seat, state.bids.pop(seat), None
                events.append(Event("bade", {"seat": seat, "n": state.bid}, rule=RULE))
                self._open(state, events)
            else:
                self._done(state, seat, events)
            if state.made == LONGEST:
                state.places = [list(range(state.seats))]
        elif action == ("look",) and not state.looked:
            events.append(Event("turned", {"seat": seat, "n": state.pile.pop()}, rule=RULE))
            if state.asked == "window":
                state.looked = True
            else:
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

    def _open(self, state, events):
        """A window for all but the one who has the bid."""
        others = [s % state.seats for s in range(state.owner + 1, state.owner + state.seats)]
        state.waiting = [s for s in others if s not in state.gone]
        state.windows += 1
        state.window = state.windows
        self._close(state, events)

    def _answer(self, state, seat, verb, events):
        state.made += 1
        if verb == "top":
            state.owner = seat
            events.append(Event("topped", {"seat": seat}, rule=RULE))
            self._open(state, events)
        else:
            state.waiting.remove(seat)
            events.append(Event("let", {"seat": seat}, rule=RULE))
            self._close(state, events)
        if state.made >= LONGEST:
            state.places = [list(range(state.seats))]

    def _close(self, state, events):
        """The next turn, once nobody is left who might answer."""
        if state.waiting:
            return
        state.window, state.looked = 0, False
        state.points[state.owner] = state.points.get(state.owner, 0) + state.bid
        events.append(Event("bids", {"bids": {str(state.owner): state.bid}}, rule=RULE))
        self._next(state, state.turn, events)
        state.turn = state.waiting[0]

    def _done(self, state, seat, events):
        state.thinking = None
        state.waiting.remove(seat)
        self._next(state, seat, events)

    def _next(self, state, seat, events):
        active = [s for s in range(state.seats) if s not in state.gone]
        if state.waiting:
            return
        if state.asked == "all":
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
        if seat not in self.to_act(state):
            return None
        if state.window:
            return ("let",) if "let_be" in orders else None
        return ("bid", "3") if "again" in orders else None

    def view(self, state, seat):
        acting = self.to_act(state)
        decision = self.decision(state, seat) if seat in acting else None
        board = Board(dict(state.points), state.notes.get(seat) if seat is not None else None, state.bids.get(seat) if seat is not None else None)
        return View(self.key, seat, acting, tuple((s, self.decision(state, s).kind) for s in acting), decision, self.outcome(state), board)

    def imagine(self, state, seat, chance):
        state = self.load(self.dump(state))
        chance.shuffle(state.pile)
        state.bids = {s: n if s == seat else 1 + chance.below(3) for s, n in state.bids.items()}
        state.orders, state.ahead = known_to(state.orders, seat), known_to(state.ahead, seat)
        return state

    def redrawn(self, state, chance):
        state = self.load(self.dump(state))
        chance.shuffle(state.pile)
        return state

    def outcome(self, state):
        if not state.places:
            return None
        scores = tuple(state.points.get(s, 0) for s in range(state.seats))
        return Outcome(tuple(tuple(group) for group in state.places), "finished", RULE, scores)

    def leave(self, state, seat):
        if state.places:
            raise Refused("game_over", RULE)
        state = self.load(self.dump(state))
        state.gone.append(seat)
        state.thinking = None if state.thinking == seat else state.thinking
        state.bids.pop(seat, None)
        active = [s for s in range(state.seats) if s not in state.gone]
        if len(active) == 1:
            state.places = [active, *([s] for s in reversed(state.gone))]
        elif state.window:
            state.waiting = [s for s in state.waiting if s != seat]
            self._close(state, [])
        elif seat in state.waiting:
            state.waiting.remove(seat)
            self._next(state, seat, [])
            state.turn = state.waiting[0]
            state.looked = False
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


async def credited(table: Table, since: float) -> None:
    """The time since a moment is charged to nobody."""
    await credit(table.store, EVERYTHING, lambda guild: since)
    async with table.lock:
        await table.reread()


@asynccontextmanager
async def memory() -> AsyncIterator[Store]:
    """A store of its own, closed whatever happens."""
    store = await Store.open(":memory:")
    try:
        yield store
    finally:
        await store.close()


BEGUN = 1_790_000_000.0


class Time:
    """The clock of a store that goes as a test says."""

    def __init__(self) -> None:
        self.at = BEGUN

    def __call__(self) -> float:
        return self.at


@asynccontextmanager
async def timed(time: Callable[[], float]) -> AsyncIterator[Store]:
    """A store by whose clock it is what a test says, in which the game is known and all servers are looked after; it is asked often and by one."""
    store = await at_once()
    store.now, store.shards = time, EVERYTHING  # type: ignore[method-assign]
    try:
        with known():
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
    """A table of it that has begun, with computers in the last seats. Where not all have `agreed`, the first one has, and the others sit there as if
    a moderator had put them there."""
    tables = Tables(store)
    people = [(player, name) for name, player in players[: seats - computers]]
    party = Party(people[0], people[1:], computers, "Computer", seats, agreed=True)
    made, begun = await tables.open(Opening(KEY, guild, channel, options, "en", "light", rated, clock), party)
    assert begun
    if not agreed:
        async with store.transaction() as db:
            named = "SELECT seat FROM seats WHERE game = ? AND seat > 0 AND player IS NOT NULL"
            await db.execute(f"DELETE FROM dials WHERE game = ? AND seat IN ({named})", (made, made))
            await db.execute("UPDATE seats SET agreed = 0 WHERE game = ? AND seat > 0 AND player IS NOT NULL", (made,))
        await tables.reread([made])
    return await tables.get(made)
