"""`Run`: the state while an action is carried out, its events so far, and methods that draw cards and throw dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.game import Event, Seat
from rules.hockey_game.content import Content
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import HAND, State


class Run(NamedTuple):
    """A state that is being changed, and the events so far."""

    content: Content
    ground: Ground
    state: State
    events: list[Event]

    def tell(self, kind: str, rule: str, to: Seat | None = None, **facts: Any) -> None:
        """Adds an event, for everybody or for one seat."""
        self.events.append(Event(kind, facts, None if to is None else (to,), rule))

    def draw(self, seat: Seat, count: int, rule: str) -> int:
        """Draws cards, up to the hand limit; an empty draw pile is remade from the discard pile (HG-1.5, HG-1.6). Returns how many."""
        side = self.state.sides[seat]
        count = min(count, HAND - len(side.hand))
        drawn: list[str] = []
        while len(drawn) < count and (side.deck or side.discard):
            if not side.deck:
                side.deck = self.content.sort(side.discard)
                side.discard = []
                # All discards are in the deck now, so who counts cards can tell what is in the hand.
                side.shown = [*side.hand, *drawn]
                self.state.chance.shuffle(side.deck)
                self.tell("reshuffled", "HG-1.5", seat=seat, n=len(side.deck))
            drawn.append(side.deck.pop(0))
        side.hand += drawn
        if drawn:
            self.tell("drew", rule, to=seat, seat=seat, cards=drawn)
        return len(drawn)

    def refill(self, seat: Seat, rule: str) -> None:
        """Draws until the hand holds five cards (`HAND`), and tells everybody how many."""
        if n := self.draw(seat, HAND, rule):
            self.tell("refilled", rule, seat=seat, n=n)

    def throw(self, dice: int) -> list[int]:
        """The result of throwing so many dice."""
        return [self.state.chance.below(6) + 1 for _ in range(dice)]
