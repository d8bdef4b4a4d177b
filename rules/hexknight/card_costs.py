"""Which cards to spend: the sets of cards that reach a need, and the cheapest way through a fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.game import Action
from rules.hexknight.content import WOUND, Content
from rules.hexknight.state import Hero

MOST = 10
"""Only so many cards are considered: the sets of more would be too many, and nobody needs them for one fight."""


@lru_cache(8192)
def covers(values: tuple[int, ...], need: int) -> tuple[int, ...]:
    """The minimal sets of cards, as bits, whose values reach a need."""
    if need <= 0:
        return (0,)
    found = []
    for mask in range(1, 1 << len(values)):
        own = [v for i, v in enumerate(values) if mask >> i & 1]
        total = sum(own)
        if total >= need > total - min(own):
            found.append(mask)
    return tuple(found)


def chosen(cards: tuple[str, ...], mask: int) -> tuple[str, ...]:
    """The cards of a set."""
    return tuple(k for i, k in enumerate(cards) if mask >> i & 1)


def cost_of(prices: list[float], mask: int) -> float:
    """What the cards of a set cost together."""
    return sum(p for i, p in enumerate(prices) if mask >> i & 1)


class Spending(NamedTuple):
    """Cards for a block and for a strike."""

    block: tuple[str, ...]
    strike: tuple[str, ...]


def worth(content: Content, kind: str) -> float:
    """The cost of spending a card: mostly the card as such, a little for its values."""
    c = content.cards[kind]
    return 1 + 0.1 * (c.attack + c.defence + c.speed + c.meditation)


def gains(content: Content, hero: Hero, offer: Iterable[str]) -> dict[str, float]:
    """The value of each offered card for a hero's deck: values that the deck lacks count more."""
    own = [k for k in hero.deck + hero.hand + hero.discard if k != WOUND]
    attack = sum(content.attack[k] for k in own) / len(own)
    defence = sum(content.defence[k] for k in own) / len(own)
    weights = (1.0 + 0.4 * (defence - attack), 1.0 + 0.4 * (attack - defence), 0.5, 0.9)

    def value(kind: str) -> float:
        c = content.cards[kind]
        # A high single value saves cards: one card against a dragon is better than two.
        return sum(w * v for w, v in zip(weights, (c.attack, c.defence, c.speed, c.meditation), strict=True)) + 0.3 * max(c.attack, c.defence)

    return {kind: value(kind) for kind in offer}


def towards(play: list[str], wanted: Sequence[str], last: Action) -> Action:
    """The next action towards having exactly the `wanted` cards in play, and then `last`."""
    missing = list(wanted)
    for kind in play:
        if kind in missing:
            missing.remove(kind)
        else:
            return ("take_back", kind)
    return (("heal",) if missing[0] == WOUND else ("play", missing[0])) if missing else last


def usable(cards: list[str], content: Content) -> tuple[str, ...]:
    """The cards that are not wounds, in the order of the data, at most MOST of them."""
    return tuple(sorted((k for k in cards if k != WOUND), key=content.order.__getitem__)[:MOST])


def spending(content: Content, cards: tuple[str, ...], block: int, strike: int) -> Spending | None:
    """The cheapest cards that block an attack and beat a defence, or None where the cards do not reach."""
    blocks = covers(tuple(content.defence[k] for k in cards), block)
    strikes = covers(tuple(content.attack[k] for k in cards), strike)
    price = [worth(content, k) for k in cards]
    prices = {mask: cost_of(price, mask) for mask in {*blocks, *strikes}}
    best = min(((prices[b] + prices[s], b, s) for b in blocks for s in strikes if not b & s), default=None)
    if best is None:
        return None
    return Spending(chosen(cards, best[1]), chosen(cards, best[2]))
