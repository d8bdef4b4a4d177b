"""What is known in the toy game with cards: decks are public, what lies in a hand and in which order a library lies is not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.every_game.knower import Cards, Knower


class Oracle(Knower):
    def on_chose(self, seat: int, deck: dict[str, int]) -> None:
        self.cards[seat] = Cards(Counter(deck).elements())

    def on_dealt(self, seat: int, n: int) -> None:
        if seat != self.seat:
            self.cards[seat].draw(n)

    def on_drew(self, seat: int, cards: list[str]) -> None:
        self.cards[seat].draw(len(cards), cards)

    def on_played(self, seat: int, card: str) -> None:
        self.cards[seat].leave(card)

    def on_cancelled(self, seat: int, card: str) -> None:
        self.cards[seat].leave("club")

    def check_view(self, board: Any) -> None:
        own = self.cards.get(self.seat) if self.seat is not None else None
        assert Counter(board.hand) == (own.hand if own else Counter())
        for seat, cards in self.cards.items():
            assert board.sides[seat].hand == cards.size

    def check_world(self, state: Any, imagined: bool) -> None:
        if state.stage != "deck":
            for seat, cards in self.cards.items():
                cards.check(state.sides[seat].hand, state.sides[seat].library)

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for seat, cards in self.cards.items() if state.stage != "deck" else ():
            found |= cards.unknown(str(seat), state.sides[seat].hand, state.sides[seat].library)
        return found
