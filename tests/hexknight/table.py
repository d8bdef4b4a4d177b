"""A builder for tests: HexKnight on a given board, with given cards, monsters, offer and positions, played as lines of text.

Nothing of it is in the bot: it changes a state's fields and lets the engine go on from there.
"""

from __future__ import annotations

from typing import Any

from data.content import build
from rules.game import Action, Event, Step
from rules.hexknight import game_flow
from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND
from tests.played_game import Played

RULES: Any = build("hexknight")
SHORT = {"sa": "surprise_attack", "pr": "protection", "wc": "war_cry", "sp": "secret_path", "w": WOUND}
"""Short names for the cards of tests; others are written out."""


def cards(text: str) -> list[str]:
    """`"sa pr 2*wc"` as kinds of cards."""
    found = []
    for part in text.split():
        count, _, kind = part.rpartition("*")
        found += [SHORT.get(kind, kind)] * int(count or 1)
    return found


class TestTable(Played):
    """A game in a test, on the fixed map, without points for later seats, and without monsters unless told otherwise.

    `hero` gives a seat its cards, place and figures, `monsters` puts monsters on the map, `turn` begins a seat's turn, `act` plays.
    """

    RULES = RULES

    def __init__(self, map: str = "fixed", seats: int = 2, seed: int = 1, days: int = 2, keep_monsters: bool = False) -> None:
        step = RULES.setup(seats, {"map": map, "days": str(days)}, seed)
        self.state = step.state
        self.events: list[Event] = list(step.events)
        self.state = self.state.copy()
        for hero in self.state.heroes:
            hero.compensation = 0
        if not keep_monsters:
            self.state.stock += self.state.monsters.values()
            self.state.monsters, self.state.down = {}, []

    @property
    def island(self) -> Any:
        return RULES.island(self.state)

    def at(self, label: str) -> int:
        return self.island.grid.index[label]

    def hero(self, seat: int, at: str | None = None, **zones: Any) -> TestTable:
        """Zones are given as in `cards`; other fields of a hero by name."""
        hero = self.state.heroes[seat]
        if at:
            hero.at = self.at(at)
        for name, value in zones.items():
            setattr(hero, name, cards(value) if isinstance(value, str) else value)
        return self

    def monsters(self, **by_hex: str) -> TestTable:
        """Puts monsters on the map, by hex; soldiers are face down unless written with a plus."""
        for label, kind in by_hex.items():
            at = self.at(label)
            self.state.monsters[at] = kind.rstrip("+")
            self.state.stock.remove(kind.rstrip("+"))
            if kind in ("archer", "guard"):
                self.state.down.append(at)
        return self

    def night(self, phase: int = 2) -> TestTable:
        self.state.phase = phase
        return self

    def reveal(self, *labels: str) -> TestTable:
        for label in labels:
            self.state.revealed |= 1 << self.at(label)
        return self

    def light(self) -> TestTable:
        """All is revealed."""
        self.state.revealed = (1 << len(self.island.grid.places)) - 1
        return self

    def conceal(self, *labels: str) -> TestTable:
        for label in labels:
            self.state.revealed &= ~(1 << self.at(label))
        return self

    def dark(self) -> TestTable:
        """Nothing is revealed but what the heroes see when the next turn begins."""
        self.state.revealed = 0
        return self

    def turn(self, seat: int = 0) -> TestTable:
        """Begins a seat's turn; all heroes have looked around."""
        run = Run(RULES.content, self.island, self.state, [])
        for other in range(len(self.state.heroes)):
            run.look(other)
        game_flow.begin_turn(run, seat)
        game_flow.go_on(run)
        self.events += run.events
        return self

    @property
    def own(self) -> Any:
        """The hero whose turn it is."""
        return self.state.hero

    @property
    def step(self) -> str:
        return self.state.step

    def act(self, *lines: str, seat: int | None = None) -> tuple[Event, ...]:
        """Carries out typed actions; short names of cards are understood. The events of the last one."""
        step: Step
        for line in lines:
            step = RULES.apply(self.state, self.seat if seat is None else seat, self.read(line))
            self.state = step.state
            self.events += step.events
        return step.events

    def read(self, text: str) -> Action:
        """Short names of cards are understood."""
        return tuple(SHORT.get(word, word) for word in text.split())

    def play(self, text: str) -> TestTable:
        """Lays cards out."""
        for kind in cards(text):
            self.act(f"play {kind}")
        return self

    def pass_turn(self) -> None:
        """Ends the turn without doing anything more."""
        seat, phase = self.seat, self.state.phase
        turns = self.state.heroes[seat].turns
        while RULES.to_act(self.state) == (seat,) and self.state.phase == phase and self.state.heroes[seat].turns == turns:
            default = RULES.decision(self.state, seat).default
            self.act(" ".join(default))

    def costs(self) -> dict[str, int]:
        """The hexes that can be travelled to, with their costs."""
        return dict(RULES.view(self.state, self.seat).board.turn.reach)


def circle(**zones) -> TestTable:
    """A hero on a magic circle whose turn begins."""
    table = TestTable("random")
    where = table.island.feature.index("magic_circle")
    return table.hero(0, table.island.grid.labels[where], **zones).turn(0)


def beside(kind: str, hand: str, **zones) -> TestTable:
    """A hero that is asked for a provocation, beside a monster on E11."""
    table = TestTable().monsters(e11=kind).hero(0, "e12", hand=hand, **{"deck": "9*sa", **zones}).turn(0)
    while table.step in ("preparation", "movement"):
        table.act("confirm")
    return table
