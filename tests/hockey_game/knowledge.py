"""What is known in Hockey Game (section 13): hands and draw piles. All decks and discard piles are public, so everybody can count cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules.game import Action
from tests.every_game.knower import Cards, Knower
from tests.every_game.setups import Setup, random_action

HAND = 5
KNOWING = ("fin", "svk", "usa")
"""The teams with cards that draw, come back or hit the other hand."""


class Oracle(Knower):
    followed = range(2)
    every = 8

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        self.content = self.rules.content
        self.picks: list[list[str]] = [[], []]
        self.discard: list[Counter[str]] = [Counter(), Counter()]
        self.heroes: list[list[str]] = [[], []]
        self.played: list[list[str]] = [[], []]
        self.referee: Counter[str] = Counter(self.content.referee)
        self.early = [0, 0]
        """Cards that a seat drew before its pile had to be made anew, in a draw that is told afterwards."""
        self.owed = [0, 0]
        """Cards that a seat draws, as everybody knows, once its pile has been made anew."""

    @staticmethod
    def acts(rules: Any, state: Any, seat: int, rng: Random) -> Action:
        """At random, but with special cards where there are any."""
        thought = [random_action(rules, state, seat, rng) for _ in range(3)]
        return next((a for a in thought if a[0] == "special" or a[-1] in KNOWING), thought[0])

    # Before the game (HG-1.3, section 11): everything is public

    def on_team(self, seat: int, team: str) -> None:
        self.picks[seat] = list(self.content.decks[team])
        self._deal()

    def on_picked(self, seat: int, card: str, what: str) -> None:
        self.picks[seat].append(card)
        self._deal()

    def _deal(self) -> None:
        """HG-1.4; teams have no place in a deck."""
        decks = [[card for card in picks if card in self.content.cards] for picks in self.picks]
        if all(len(deck) == 20 for deck in decks):
            self.cards = {seat: Cards(deck) for seat, deck in enumerate(decks)}
            for seat in self.others():
                self._draws(seat, HAND)

    # Drawing

    def _draws(self, seat: int, n: int, cards: list[str] | None = None) -> None:
        early, self.early[seat] = self.early[seat], 0
        assert not cards or Counter(cards[:early]) <= self.cards[seat].hand
        self.cards[seat].draw(n - early, cards[early:] if cards else None)

    def on_drew(self, seat: int, cards: list[str]) -> None:
        self._draws(seat, len(cards), cards)

    def on_refilled(self, seat: int, n: int) -> None:
        if seat != self.seat:
            self._draws(seat, n)

    def on_line_change(self, seat: int, n: int) -> None:
        """HG-10.3: the card is put away after its effect."""
        self.on_refilled(seat, n)
        self.on_finished(seat)

    def on_reshuffled(self, seat: int, n: int) -> None:
        """HG-1.5: with an empty pile what is neither on the table nor put away must be in the hand."""
        cards = self.cards[seat]
        self.early[seat] += len(cards.pile)
        cards.draw(len(cards.pile))
        assert cards.pool is not None
        assert cards.pool.total() == cards.size
        cards.hand = cards.pool.copy()
        cards.pool += self.discard[seat]
        cards.pile = [None] * n
        assert n == self.discard[seat].total()
        self.discard[seat].clear()
        cards.draw(self.owed[seat])
        self.owed[seat] = 0

    # Playing

    def _put_away(self, seat: int, *cards: str) -> None:
        self.discard[seat] += Counter(cards)

    def on_deployed(self, seat: int, hero: str) -> None:
        self.cards[seat].leave(hero)
        self.heroes[seat].append(hero)

    def on_special(self, seat: int, card: str) -> None:
        """Line Change and Second Wind are put away only after their effect (HG-10.3, HG-10.4)."""
        self.cards[seat].leave(card)
        if self.content.cards[card].op in ("draw", "recover"):
            self.played[seat].append(card)
        else:
            self._put_away(seat, card)

    def on_recovered(self, seat: int, card: str) -> None:
        """HG-10.4: everybody sees which card comes back."""
        self.discard[seat] -= Counter([card])
        self.cards[seat].gain(card)
        self.on_finished(seat)

    def on_bonus(self, seat: int, card: str, total: int) -> None:
        self.cards[seat].leave(card)
        self.played[seat].append(card)

    def on_finished(self, seat: int, **facts: Any) -> None:
        self._put_away(seat, *self.played[seat])
        self.played[seat].clear()

    def on_time(self, seat: int, cards: list[str], n: int) -> None:
        """HG-8.2: first discarded, then as many drawn."""
        for card in cards:
            self.cards[seat].leave(card)
        self._put_away(seat, *cards)
        if seat != self.seat:
            self.owed[seat] = max(0, n - len(self.cards[seat].pile))
            self.cards[seat].draw(n - self.owed[seat])

    def on_forechecked(self, seat: int, card: str) -> None:
        self.cards[seat].leave(card)
        self._put_away(seat, card)

    def on_injured(self, seat: int, hero: str, **facts: Any) -> None:
        self.heroes[seat].remove(hero)
        self._put_away(seat, hero)

    def on_period_over(self, **facts: Any) -> None:
        """HG-9.2."""
        for seat in self.seats:
            self._put_away(seat, *self.heroes[seat])
            self.heroes[seat].clear()

    # The referee deck (section 7): public but for its order

    def on_referee(self, code: str, **facts: Any) -> None:
        assert self.referee[code]
        self.referee -= Counter([code])

    on_put_down = on_referee  # HG-9.6: it lies open.

    def on_referee_shuffled(self) -> None:
        self.referee = Counter(self.content.referee)

    # What is known

    def check_view(self, board: Any) -> None:
        if not self.cards:
            return
        for seat, side in enumerate(board.sides):
            assert (side.hand, side.deck) == (self.cards[seat].size, len(self.cards[seat].pile))
            assert Counter(side.discard) == self.discard[seat]
        assert dict(board.remaining) == self.referee
        own = self.cards[self.seat].hand if self.seat is not None else Counter()
        assert Counter(card.word for card in board.hand) == own

    def check_world(self, state: Any, imagined: bool) -> None:
        if not self.cards:
            return
        for seat, side in enumerate(state.sides):
            self.cards[seat].check(side.hand, side.deck)
            assert Counter(side.discard) == self.discard[seat]
        assert Counter(state.referee) == self.referee

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for seat, cards in self.cards.items():
            found |= cards.unknown(f"{seat}", state.sides[seat].hand, state.sides[seat].deck)
        if self.cards and len(self.referee) > 1:
            found["referee deck"] = state.referee
        return found | {"dice and shuffles to come": state.chance}
