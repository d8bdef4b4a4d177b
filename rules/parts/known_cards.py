"""Knowledge of hidden cards: cards in a hand that others have seen, and what a seat knows of a pile from either end.

The first card of a pile is its top. Each game names its own counters; what may happen to them happens here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.randomness import Chance


class Hand(msgspec.Struct, forbid_unknown_fields=True):
    """The zones of a seat with a hand; `shown`: the cards in it that others know."""

    hand: list[str] = []
    shown: list[str] = []

    def take(self, card: str) -> None:
        """Adds a card to the hand, where everybody sees it go."""
        self.hand.append(card)
        self.shown.append(card)

    def drop(self, card: str) -> None:
        """Removes a card from the hand, a known one first: others can't tell more."""
        self.hand.remove(card)
        if card in self.shown:
            self.shown.remove(card)

    @property
    def unseen(self) -> int:
        """How many cards of the hand nobody else knows."""
        return len(self.hand) - len(self.shown)

    def imagine(self, pool: Sequence[str]) -> list[str]:
        """Replaces the cards that nobody else knows by the first ones of a pool; returns the rest of the pool."""
        n = self.unseen
        self.hand = [*self.shown, *pool[:n]]
        return list(pool[n:])


class Zones(Hand):
    """The zones of a seat that also has a library.

    Its owner knows `peeked` cards on top and `sunk` at the bottom, everybody `topped` on top.
    """

    library: list[str] = []
    peeked: int = 0
    topped: int = 0
    sunk: int = 0

    def draw(self, amount: int) -> list[str]:
        """Draws cards from the top into the hand, as many as there are; those known to everybody stay known there."""
        cards = self.library[:amount]
        del self.library[: len(cards)]
        self.hand += cards
        self.shown += cards[: self.topped]
        self.topped, self.peeked = drawn(self.topped, len(cards)), drawn(self.peeked, len(cards))
        self.sunk = min(self.sunk, len(self.library))
        return cards

    def put_on_top(self, card: str) -> None:
        """Puts a card on top of the library, where everybody sees it go."""
        self.library.insert(0, card)
        self.topped += 1
        self.peeked += 1

    def sink(self, cards: Sequence[str]) -> None:
        """Puts cards that the owner sees at the bottom, the first one first."""
        self.library += cards
        self.sunk = min(len(self.library), self.sunk + len(cards))

    def forget(self) -> None:
        """Forgets all positions in the library: it is shuffled, or gone."""
        self.peeked = self.topped = self.sunk = 0


def drawn(known: int, n: int) -> int:
    """How many of the `known` top cards are left after drawing n."""
    return max(0, known - n)


def mixed(cards: Sequence[str], chance: Chance) -> list[str]:
    """Cards in random order, which depends only on the cards and the chance."""
    pool = sorted(cards)
    chance.shuffle(pool)
    return pool


def imagined(pile: Sequence[str], chance: Chance, top: int = 0, bottom: int = 0) -> list[str]:
    """A pile as imagined by somebody who knows `top` cards on top and `bottom` at the bottom, and of the others only which they are."""
    end = max(top, len(pile) - bottom)
    return [*pile[:top], *mixed(pile[top:end], chance), *pile[end:]]
