"""`Run`: the state that is being changed and the events so far, with the ground that comes into sight where a hero arrives."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.game import Event, Seat
from rules.hexknight.content import Content
from rules.hexknight.island import Island, bits
from rules.hexknight.state import Hero, State


class Run(NamedTuple):
    """A state that is being changed, and the events so far."""

    content: Content
    island: Island
    state: State
    events: list[Event]

    def tell(self, kind: str, rule: str, to: Seat | None = None, **facts: Any) -> None:
        """Adds an event, for everybody or for one seat."""
        self.events.append(Event(kind, facts, None if to is None else (to,), rule))

    def label(self, at: int) -> str:
        """A hex as players call it."""
        return self.island.grid.labels[at]

    @property
    def hero(self) -> Hero:
        """The hero whose turn it is."""
        return self.state.hero

    def family(self, kind: str) -> str:
        return self.content.monsters[kind].family

    def look(self, seat: Seat) -> bool:
        """Lets a hero look around (HK-2.5); what is seen stays revealed for everybody (HK-2.4). Returns whether a monster came into sight."""
        state, island = self.state, self.island
        seen = island.sight(state.heroes[seat].at, state.day)
        new = seen & ~state.revealed
        if not new:
            return False
        state.revealed |= new
        monsters = []
        features = []
        for at in bits(new):
            if at in state.monsters:
                kind = state.monsters[at]
                monsters.append([self.label(at), self.family(kind) if at in state.down else kind])
            elif island.feature[at] != "none":
                features.append([self.label(at), island.feature[at]])
        self.tell("revealed", "HK-2.3", seat=seat, n=new.bit_count(), monsters=monsters, features=features)
        return bool(monsters)

    def turn_up(self, at: int) -> None:
        """Turns a soldier face up for good."""
        self.state.down.remove(at)
        self.tell("turned_up", "HK-2.6", hex=self.label(at), monster=self.state.monsters[at])

    def check_castles(self) -> None:
        """By day, soldiers beside a hero are turned face up (HK-2.6)."""
        state = self.state
        if not state.day or not state.down:
            return
        near = 0
        for seat, hero in enumerate(state.heroes):
            if seat not in state.resigned:
                near |= self.island.grid.beside[hero.at]
        for at in [at for at in state.down if near >> at & 1]:
            self.turn_up(at)

    def arrive(self, at: int) -> bool:
        """Lets the hero look around on a new hex, and checks castles; returns whether a monster came into sight."""
        self.hero.at = at
        seen = self.look(self.state.active)
        self.check_castles()
        return seen
