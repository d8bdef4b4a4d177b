"""What the builders of all games share."""

from __future__ import annotations

from typing import Any

from rules.game import Action, Event, Refused
from rules.legal_actions import legal


def refusal(rules: Any, state: Any, seat: int, action: Action) -> Refused:
    """The refusal of an action; fails if it is accepted or if it changes anything."""
    before = rules.dump(state)
    try:
        rules.apply(state, seat, action)
    except Refused as error:
        assert rules.dump(state) == before
        return error
    raise AssertionError(f"{action} was accepted")


class Played:
    """A game in a test, of which `RULES` are the rules: what has happened so far, and what may be done now."""

    __test__ = False
    RULES: Any
    state: Any
    events: list[Event]

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self.RULES.to_act(self.state)[0]

    def refusal(self, text: str, seat: int | None = None) -> Refused:
        """The refusal of a typed action."""
        return refusal(self.RULES, self.state, self.seat if seat is None else seat, self.read(text))

    def read(self, text: str) -> Action:
        """An action from its words."""
        return tuple(text.split())

    def legal(self, *prefix: str) -> list[str]:
        """All legal actions that begin so."""
        return [" ".join(a) for a in legal(self.RULES, self.state, self.seat, prefix)]

    def last(self, kind: str) -> Any:
        """The facts of the latest event of a kind."""
        return next(e for e in reversed(self.events) if e.kind == kind).facts

    @property
    def due(self) -> str:
        """What has been said ahead and is to be carried out now, as seat and words."""
        found = self.RULES.due(self.state, self.RULES.to_act(self.state))
        return f"{found[0]} {' '.join(found[1].action)}" if found else ""

    def follow(self) -> list[str]:
        """Carries out what has been said ahead until somebody must be asked."""
        done = []
        while found := self.RULES.due(self.state, self.RULES.to_act(self.state)):
            done.append(self.due)
            step = self.RULES.apply(self.state, found[0], found[1].action)
            self.state = step.state
            self.events += step.events
        return done

    def all(self, kind: str) -> list[Any]:
        """The facts of all events of a kind."""
        return [e.facts for e in self.events if e.kind == kind]


class CardTable(Played):
    """A card game in a test. Setting up is always on a new state, since the engine remembers what it worked out for one."""

    def _side(self, seat: int) -> Any:
        self.state = self.state.copy()
        return self.state.sides[seat]

    def hand(self, seat: int, *cards: str) -> Any:
        """What a seat holds."""
        self._side(seat).hand = list(cards)
        return self

    @property
    def asked(self) -> str:
        """The kind of decision that the asked seat has."""
        return str(self.RULES.decision(self.state, self.seat).kind)
