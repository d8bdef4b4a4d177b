"""A builder for tests: Planetary Conquerors with given planets, hands and storages, played as a scenario.

Nothing of it is in the bot: it changes a state's fields and lets the engine go on from there.

A scenario is lines of `seat action`; `--` stands for everybody who is asked in the open window passing once. Seats may be asked in no other
order than the scenario says: a question that is not in it fails the test. A table asks in every window (`loud`) or as the stops say.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from data.content import build
from rules.game import Event
from rules.planetary_conquerors import game_flow, reaction_windows
from rules.planetary_conquerors.card_vocabulary import MATERIALS
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.reaction_windows import SILENT
from rules.planetary_conquerors.state import State, Thing, Trap, mine_uid
from tests.played_game import CardTable

RULES: Any = build("planetary_conquerors")
CONTENT = RULES.content
FILLER = "recruit"
"""A card that lies in decks where a test does not care."""


class TestTable(CardTable):
    """A game in a test, in the main phase of seat 0's turn 3: empty hands, no cards on planets, ten cards in each deck, nothing stored."""

    RULES = RULES

    def __init__(self, seats: int = 2, active: int = 0, turn: int = 3, loud: bool = False, **options: str) -> None:
        state: State = RULES.setup(seats, options, 1).state
        for seat in range(seats):
            state = RULES.apply(state, seat, ("deck", "first_settlers")).state
        for seat in range(seats):
            state = RULES.apply(state, seat, ("keep",)).state
        state = state.copy()
        for side in state.sides:
            side.hand, side.library, side.shown, side.stock = [], [FILLER] * 10, [], (0, 0, 0)
            side.peeked = side.sunk = 0
        state.orders = {seat: tuple(f"ask_{w}" for w in SILENT) for seat in range(seats)} if loud else {}
        state.things = {uid: t for uid, t in state.things.items() if t.is_mine}
        state.turn, state.active, state.first, state.ask, state.frames, state.count = turn, active, 0, None, [], 0
        state.phase, state.todo, state.looked, state.stage = "main", ["decide"], (), "play"
        self.state: State = state
        self.names: dict[str, int] = {}
        self.events: list[Event] = []
        self._go()

    # Setting up

    def put(self, seat: int, card: str, name: str = "", **fields: Any) -> TestTable:
        """A card that has been on a planet for a while, battle ready, with its printed HP; `name` stands for it in scenarios."""
        self.state = self.state.copy()
        self.state.count += 1
        uid = self.state.count
        alike = [t.letter for t in self.state.things.values() if t.card == card]
        fields = {"owner": seat, "hp": CONTENT.hp[card], "letter": max(alike, default=-1) + 1, **fields}
        self.state.things[uid] = Thing(uid, card, fields.pop("owner"), seat, **fields)
        self.names[name or card] = uid
        return self

    def mine(self, seat: int, hp: int) -> TestTable:
        self.state = self.state.copy()
        self.state.things[mine_uid(seat)] = replace(self.state.things[mine_uid(seat)], hp=hp)
        return self

    def trap(self, at: str, *cards: str) -> TestTable:
        """Traps in front of something, the first one first."""
        self.state = self.state.copy()
        for card in cards:
            self.state.count += 1
            uid = self._uid(at)
            self.state.columns[uid] = (*self.state.columns.get(uid, ()), Trap(self.state.count, card))
        return self

    def deck(self, seat: int, *cards: str) -> TestTable:
        """The cards of a deck from the top."""
        self._side(seat).library = list(cards)
        return self

    def junk(self, seat: int, *cards: str) -> TestTable:
        self._side(seat).junkyard = list(cards)
        return self

    def stock(self, seat: int, gold: int = 0, cosmium: int = 0, electricity: int = 0) -> TestTable:
        self._side(seat).stock = (gold, cosmium, electricity)
        return self

    def stops(self, seat: int, *orders: str) -> TestTable:
        self.state = self.state.copy()
        self.state.orders = {**self.state.orders, seat: tuple(o for o in RULES.orders if o in orders)}
        return self

    def phase(self, phase: str) -> TestTable:
        """A phase of the active seat's turn begins with its automatic step; `start` begins the turn."""
        self.state = self.state.copy()
        self.state.phase, self.state.todo, self.state.ask, self.state.frames = phase, ["enter"], None, []
        return self._go()

    def _go(self) -> TestTable:
        run = Run(CONTENT, self.state.copy())
        game_flow.go_on(run)
        self.state = run.state
        self.events += run.events
        return self

    # Playing

    def _uid(self, name: str) -> int:
        return self.names[name] if name in self.names else -int(name[1:])

    def _word(self, word: str) -> str:
        """A word of a scenario: names stand for `c17`, also before a dot."""
        name, dot, rest = word.partition(".")
        return f"c{self.names[name]}{dot}{rest}" if name in self.names else word

    def read(self, text: str) -> tuple[str, ...]:
        verb, *words = text.split()
        cards = {"play", "mulligan", "bottom", "look"}
        if verb == "place":
            return (verb, words[0], *(self._word(w) for w in words[1:]))
        return (verb, *(words if verb in cards else [self._word(w) for w in words]))

    def play(self, *lines: str) -> TestTable:
        """Plays a scenario. Fails if a seat is asked that the scenario does not name."""
        for line in lines:
            if line == "--":
                window = self.depth
                while self.state.ask and self.asked == "react" and self.depth == window:
                    self._apply(self.seat, ("pass",))
                continue
            seat, _, action = line.partition(" ")
            assert self.seat == int(seat), f"seat {self.seat} is asked for {self.asked}, which the scenario does not say: {line}"
            self._apply(int(seat), self.read(action))
        return self

    def _apply(self, seat: int, action: tuple[str, ...]) -> None:
        """An action, and what orders answer to what follows."""
        known = set(self.state.things)
        step = RULES.apply(self.state, seat, action)
        while True:
            self.state = step.state
            self.events += step.events
            if (due := RULES.due(self.state, range(len(self.state.sides)))) is None:
                break
            step = RULES.apply(self.state, due[0], due[1].action)
        for uid, thing in self.state.things.items():
            if uid not in known:
                self.names.setdefault(thing.card, uid)
                self.names[f"new_{thing.card}"] = uid

    # Looking

    @property
    def window(self) -> str | None:
        """The window in which the asked seat may react."""
        return reaction_windows.name_of(Field(CONTENT, self.state), self.seat) if self.asked == "react" else None

    @property
    def depth(self) -> tuple[int, str | None]:
        """Which window is open."""
        return len(self.state.frames), self.state.frames[-1].reason if self.state.frames and hasattr(self.state.frames[-1], "reason") else None

    def thing(self, name: str) -> Thing | None:
        """What stands under a name, or nothing once it has gone."""
        return self.state.things.get(self._uid(name))

    def hp(self, name: str) -> int | None:
        """The HP of a thing; None once it has gone."""
        found = self.thing(name)
        return found.hp if found else None

    def attack(self, name: str) -> int:
        found = self.thing(name)
        assert found
        return Field(CONTENT, self.state).attack(found)

    def has(self, seat: int) -> str:
        """A storage such as `5/2/0`."""
        return "/".join(map(str, self.state.sides[seat].stock))

    def stored(self, seat: int, material: str) -> int:
        return int(self.state.sides[seat].stock[MATERIALS.index(material)])

    def column(self, name: str) -> list[str]:
        """The traps in front of something."""
        return [t.card for t in self.state.columns.get(self._uid(name), ())]

    def planet(self, seat: int) -> list[str]:
        """The cards on a planet in order of arrival."""
        return [t.card for t in self.state.things.values() if t.controller == seat and not t.is_mine]

    def side(self, seat: int) -> Any:
        return self.state.sides[seat]

    def offered(self, *prefix: str) -> list[str]:
        """The words that are offered next."""
        return [w.text for w in RULES.words(self.state, self.seat, tuple(self._word(p) for p in prefix))]
