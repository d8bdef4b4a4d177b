"""What is common to the oracles: somebody who is shown events and remembers, and what can be known of cards in a hand and in a pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rules.game import Action, Event
from tests.every_game.setups import Setup, random_action

FEW = 4
"""The last cards of a deck that nobody has told of can be guessed from those that have been seen; so many in a pile still have an order."""


class Knower:
    """One seat, or somebody who only watches (seat None).

    It hears the events that are meant for it (`on_<kind>` with their facts) and knows its own actions. From these alone, the printed
    rules and what lies open when the game begins it says what it knows. `state` is the real position, for what everybody sees on the
    table although no event tells it (such as how big a deck is); each use of it says so.

    A test run follows the games with the seeds of `followed`, and imagines worlds for somebody after one action of `every`.
    """

    hidden = True
    """Whether there is anything that somebody does not know, be it what chance has still to bring."""
    followed = range(1)
    every = 1

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        self.rules: Any = setup.rules
        self.seats = range(setup.seats)
        self.seat = seat
        self.state = state
        self.over = False
        self.cards: dict[int, Cards] = {}

    @staticmethod
    def acts(rules: Any, state: Any, seat: int, rng: Random) -> Action:
        """What a seat does in the games that are followed; a game in which random play seldom looks at a card has something better."""
        return random_action(rules, state, seat, rng)

    @staticmethod
    def eased(state: Any) -> Any:
        """A position in which more can be done, where that helps to play like this."""
        return state

    def did(self, action: Action) -> None:
        """An action of its own, before the events to which it leads."""

    def heard(self, event: Event, state: Any) -> None:
        """An event that it is shown."""
        self.state = state
        hear = getattr(self, f"on_{event.kind}", None)
        if hear and (event.to is None or self.seat in event.to):
            hear(**event.facts)

    def on_over(self, **facts: Any) -> None:
        self.over = True

    def has_news(self) -> bool:
        """Whether something was learnt or forgotten of cards, but for drawn ones, since the last time this was asked."""
        found = any(cards.news for cards in self.cards.values())
        for cards in self.cards.values():
            cards.news = False
        return found

    def others(self) -> list[int]:
        return [s for s in self.seats if s != self.seat]

    # What a game's oracle answers

    def check_view(self, board: Any) -> None:
        """The view shows of what is hidden exactly what is known."""
        raise NotImplementedError

    def check_world(self, state: Any, imagined: bool) -> None:
        """A position agrees with everything that is known; this must hold of the real one and of all that are imagined.

        Where a game's imagined worlds are known to keep less, its oracle says so.
        """
        raise NotImplementedError

    def unknown(self, state: Any) -> dict[str, Any]:
        """Parts of a position of which this knower cannot tell what they are, each of which may be in more than one way."""
        raise NotImplementedError


class Cards:
    """What somebody knows of a seat's hidden cards: a hand without order, and a pile whose first card is the top.

    `hand` are cards that are certainly in the hand, of `size` in all; in `pile` an unknown card is None. `pool` are all cards of hand and
    pile together, None where nobody but their owner knows which those are.
    """

    def __init__(self, pool: Iterable[str] | None, pile: int = 0) -> None:
        self.pool = None if pool is None else Counter(list(pool))
        self.pile: list[str | None] = [None] * (pile or (self.pool.total() if self.pool else 0))
        self.hand: Counter[str] = Counter()
        self.size = 0
        self.news = False
        """Whether something was learnt or forgotten otherwise than by drawing."""

    def draw(self, count: int, cards: Sequence[str] | None = None) -> None:
        """Cards from the top into the hand; `cards` says which, to who sees them."""
        drawn, self.pile = self.pile[:count], self.pile[count:]
        known = Counter(c for c in drawn if c)
        if cards is not None:
            assert len(cards) == len(drawn), "as many cards as are told"
            assert known <= Counter(cards), "what is known to lie on top is drawn"
            known = Counter(cards)
        self.size += len(drawn)
        self.hand += known

    def leave(self, card: str) -> None:
        """A card goes openly from the hand to where everybody sees it."""
        self.hide(card)
        if self.pool is not None:
            assert self.pool[card], f"{card} is not among the cards of this seat"
            self.pool -= Counter([card])

    def hide(self, card: str) -> None:
        """A card that can be seen goes from the hand to where it is still hidden."""
        self.size -= 1
        self.hand -= Counter([card])

    def hide_some(self, count: int, kinds: Iterable[str] | None = None) -> None:
        """Cards that cannot be seen leave the hand; each may be one of those that were known (of these kinds, if that is known)."""
        self.news = True
        self.size -= count
        for card in self.hand if kinds is None else kinds:
            self.hand[card] -= min(count, self.hand[card])
        self.hand = +self.hand

    def gain(self, card: str) -> None:
        """A card comes openly into the hand."""
        self.news = True
        self.size += 1
        self.hand[card] += 1
        if self.pool is not None:
            self.pool[card] += 1

    def lay(self, card: str | None, at: int = 0) -> None:
        """A card that everybody has seen is put into the pile."""
        self.news = True
        self.pile.insert(at, card)
        if self.pool is not None and card:
            self.pool[card] += 1

    def see(self, cards: Sequence[str]) -> None:
        """Looks at the top of the pile."""
        self.news = True
        for known, card in zip(self.pile, cards, strict=False):
            assert known in (None, card), "what is known to lie on top is seen there"
        self.pile[: len(cards)] = cards

    def forget(self, count: int | None = None) -> None:
        """The pile, or so many cards on top, may lie in any order now."""
        self.news = True
        count = len(self.pile) if count is None else count
        self.pile[:count] = [None] * len(self.pile[:count])

    @property
    def top(self) -> list[str]:
        """The known cards on top."""
        end = next((i for i, card in enumerate(self.pile) if card is None), len(self.pile))
        return [card for card in self.pile[:end] if card]

    def check(self, hand: Sequence[str], pile: Sequence[str], forgetful: bool = False) -> None:
        """Whether a hand and a pile are as they are known to be; `forgetful` lets known cards of the hand be others."""
        assert (len(hand), len(pile)) == (self.size, len(self.pile)), "hand and pile are as big as they are known to be"
        assert forgetful or self.hand <= Counter(hand), f"{dict(self.hand)} is known to be in the hand, not {sorted(hand)}"
        wrong = [(n, c, p) for n, (c, p) in enumerate(zip(self.pile, pile, strict=True)) if c not in (None, p)]
        assert not wrong, f"(place, known, found) in the pile: {wrong}"
        if self.pool is not None:
            assert Counter(hand) + Counter(pile) == self.pool, "hand and pile together hold the cards that they must"

    def unknown(self, name: str, hand: Sequence[str], pile: Sequence[str]) -> dict[str, Any]:
        """Of a hand and a pile what may surely be in more than one way: all of it, and the first and the last unknown card of the pile."""
        places = [n for n, card in enumerate(self.pile) if card is None]
        if self.pool is None:
            if len(places) < FEW:
                return {}
        else:
            rest = self.pool - self.hand - Counter(c for c in self.pile if c)
            if len(rest) < 2 or not places or len(places) + self.size - self.hand.total() < 2:
                return {}
        return {f"cards of {name}": (sorted(hand), list(pile)), f"top of {name}": pile[places[0]], f"bottom of {name}": pile[places[-1]]}
