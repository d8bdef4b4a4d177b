"""What a hand can pay for: the cheapest cards for a walk, a block and a strike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.hexknight.card_costs import chosen, worth
from rules.hexknight.content import Content

MOST = 8
"""Only so many cards of a hand are considered: the sets of more would be too many."""

Priced = tuple[tuple[float, int], ...]
"""Sets of cards (as bits) with their price in cards, the cheapest first."""


class Fight(NamedTuple):
    """The cards for a fight, as bits; no block where wounds are taken."""

    price: float
    block: int
    strike: int


class Hand:
    """The cards of a hand that are not wounds."""

    def __init__(self, content: Content, kinds: tuple[str, ...]) -> None:
        self.kinds = kinds
        self.speed = sum(content.speed[k] for k in kinds)
        self._values = {name: _sums([values[k] for k in kinds]) for name, values in _values(content)}
        self._price = _totals([worth(content, k) for k in kinds])
        self._covers: dict[tuple[str, int], Priced] = {}
        self._fights: dict[tuple[int, int], tuple[Fight, ...]] = {}

    def cards(self, mask: int) -> tuple[str, ...]:
        return chosen(self.kinds, mask)

    def covers(self, value: str, need: int) -> Priced:
        """The minimal sets of cards whose speed, defence or attack reaches a need."""
        found = self._covers.get((value, need))
        if found is None:
            sums, least = self._values[value]
            price = self._price
            masks = [0] if need <= 0 else [m for m, total in enumerate(sums) if need <= total < need + least[m]]
            found = self._covers[value, need] = tuple(sorted([(price[m], m) for m in masks]))
        return found

    def fights(self, block: int, strike: int) -> tuple[Fight, ...]:
        """The cards that block an attack (0: none to block) and beat a defence, the cheapest first."""
        found = self._fights.get((block, strike))
        if found is None:
            best: dict[int, Fight] = {}
            blocks = self.covers("defence", block)
            for spent, s in self.covers("attack", strike):
                for more, b in blocks:
                    if not b & s and b | s not in best:
                        best[b | s] = Fight(spent + more, b, s)
            found = self._fights[block, strike] = tuple(sorted(best.values()))
        return found

    def cheapest(self, way: int, block: int, strike: int) -> tuple[int, Fight] | None:
        """The cheapest cards for a walk (`way` points) and a fight after it, with the price of both."""
        best, found = 1000.0, None
        ways = self.covers("speed", way)
        for fight in self.fights(block, strike):
            if fight.price >= best:
                break
            cards = fight.block | fight.strike
            for price, mask in ways:
                if fight.price + price >= best:
                    break
                if not cards & mask:
                    best = fight.price + price
                    found = (mask, Fight(best, fight.block, fight.strike))
                    break
        return found


def _values(content: Content) -> tuple[tuple[str, dict[str, int]], ...]:
    return ("speed", content.speed), ("defence", content.defence), ("attack", content.attack)


def _totals(values: Sequence[float]) -> list[float]:
    """The sums of all sets."""
    found: list[float] = [0]
    for value in values:
        found += [total + value for total in found]
    return found


def _sums(values: Sequence[int]) -> tuple[list[float], list[int]]:
    """The sums of all sets, and the least value in each."""
    least = [1000]
    for value in values:
        least += [min(low, value) for low in least]
    return _totals(values), least


@lru_cache(8192)
def hand(content: Content, kinds: tuple[str, ...]) -> Hand:
    """A hand of these kinds of cards, at most MOST of them."""
    return Hand(content, kinds[-MOST:])
