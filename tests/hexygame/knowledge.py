"""What is known in HexyGame (section 13): hands, libraries, and the own deck. Which cards the opponent brought is not known."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules.game import Action
from tests.every_game.knower import Cards, Knower
from tests.every_game.setups import Setup, random_action

KNOWING = {
    "violet_crypt": 12, "blue_jetty": 9, "yellow_hall": 6, "deep_study": 5, "stolen_secrets": 4, "call_the_masons": 4, "back_to_the_foam": 5,
    "exhume": 5, "grave_rat": 5,
}  # fmt: skip
"""A deck of cards that dig, search, look into hands and bring cards back into them."""
PATIENCE = 4
"""So many random actions are thought of."""
IDLE = ("draw", "discard", "attack")


class Oracle(Knower):
    every = 5

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        # How big a deck is can be seen; which cards were drawn by lot, their owner is not told.
        self.decks: list[Any] = [side.deck if side.deck and s == seat else None for s, side in enumerate(state.sides)]
        self.chosen: set[int] = set()
        self.digging: list[str] = []
        """The cards on top of the own library that the seat is choosing from."""

    @staticmethod
    def acts(rules: Any, state: Any, seat: int, rng: Random) -> Action:
        """At random, but cards are cast rather than made energy."""
        if state.stage == "deck":
            return ("deck", rules.decks.code(KNOWING))
        thought = [random_action(rules, state, seat, rng) for _ in range(PATIENCE)]
        return next((a for a in thought if a[0] == "cast"), next((a for a in thought if a[0] not in IDLE), thought[0]))

    @staticmethod
    def eased(state: Any) -> Any:
        """Everybody always has energy, which is public and tells nothing."""
        new = state.copy()
        for side in new.sides:
            side.pool = (9,) * len(side.pool)
        return new

    # Before the game (section 3)

    def did(self, action: Action) -> None:
        assert self.seat is not None
        if action[0] == "deck":
            self.decks[self.seat] = self.rules.decks.decode(action[1])
        elif action[0] == "choose" and self.digging:
            self._dug(Counter(action[1:]))

    def on_deck_chosen(self, seat: int) -> None:
        self.chosen.add(seat)

    def on_shuffled(self, seat: int) -> None:
        """HX-1.7. The first time the deck becomes the library (HX-3.2)."""
        if seat not in self.cards:
            side = self.state.sides[seat]
            deck = self.decks[seat]
            self.cards[seat] = Cards(None if deck is None else Counter(deck).elements(), len(side.library) + len(side.hand))
        self.cards[seat].forget()

    def on_mulligan(self, seat: int, n: int) -> None:
        """HX-3.3: the hand goes into the library, which is shuffled."""
        cards = self.cards[seat]
        cards.pile += [None] * cards.size
        cards.size, cards.hand = 0, Counter()

    # Cards

    def on_drew(self, seat: int, n: int) -> None:
        if seat != self.seat:
            self.cards[seat].draw(n)

    def on_drew_cards(self, seat: int, cards: list[str]) -> None:
        self.digging = []
        self.cards[seat].draw(len(cards), cards)

    def _leaves(self, seat: int, card: str, **facts: Any) -> None:
        self.cards[seat].leave(card)

    on_cast = on_discarded = on_discarded_for_energy = _leaves

    def on_bounced(self, seat: int, card: str, **facts: Any) -> None:
        """HX-11.6: everybody sees which card comes into the hand."""
        self.cards[seat].gain(card)

    on_raised = on_bounced

    def on_searched(self, seat: int, cards: list[str]) -> None:
        """The card that is found is shown, then the library is shuffled."""
        known = self.cards[seat]
        for card in cards:
            known.pile.pop()
            known.size += 1
            known.hand[card] += 1

    def on_saw(self, seat: int, cards: list[str]) -> None:
        """A hand that is revealed, or the own cards of a dig."""
        if seat != self.seat:
            assert len(cards) == self.cards[seat].size
            assert self.cards[seat].hand <= Counter(cards)
            self.cards[seat].hand = Counter(cards)
        elif cards:
            self.cards[seat].see(cards)
            self.digging = cards

    def _dug(self, taken: Counter[str]) -> None:
        """The chosen cards will be drawn, the others go to the bottom in the order seen."""
        assert self.seat is not None
        pile = self.cards[self.seat].pile
        first, rest = [], []
        for card in self.digging:
            (first if taken[card] > 0 else rest).append(card)
            taken[card] -= 1
        pile[:] = [*first, *pile[len(self.digging) :], *rest]
        self.digging = []

    # What is known

    def check_view(self, board: Any) -> None:
        if not self.cards:
            return
        for side in board.sides:
            assert (side.hand, side.library) == (self.cards[side.seat].size, len(self.cards[side.seat].pile))
            assert self.over or not side.deck
        if self.seat is None:
            assert not board.hand
            assert not board.seen
            return
        assert Counter(card.face.word for card in board.hand) == self.cards[self.seat].hand
        assert Counter(board.seen) == self.cards[1 - self.seat].hand
        if board.pick == "pick_dig" and self.state.pick.seat == self.seat:
            assert set(board.options) == set(self.digging)

    def check_world(self, state: Any, imagined: bool) -> None:
        for seat, cards in self.cards.items():
            side = state.sides[seat]
            # To who only watches nothing of a hand is left in imagined worlds, not even a card that was returned before all eyes.
            cards.check(side.hand, side.library, forgetful=imagined and self.seat is None)
            assert Counter(side.deck) == Counter([*side.hand, *side.library, *_in_sight(state, seat)])
            if self.decks[seat] is not None:
                assert Counter(side.deck) == Counter(self.decks[seat])

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not self.cards:
            found = {f"deck of {seat}": state.sides[seat].deck for seat in self.chosen - {self.seat}}
        for seat, cards in self.cards.items():
            found |= cards.unknown(f"{seat}", state.sides[seat].hand, state.sides[seat].library)
        return found | {"shuffles to come": state.seed}


def _in_sight(state: Any, seat: int) -> list[str]:
    """A seat's cards that lie open (HX-1.2)."""
    items = [*state.stack, *([state.resolving.item] if state.resolving else [])]
    found = [*state.sides[seat].graveyard, *(i.card for i in items if i.kind == "spell" and i.seat == seat)]
    for r in state.realities.values():
        found += [r.card] if r.owner == seat else []
        found += [e.card for e in r.under if e.owner == seat]
    return found
