"""Builds a deck from a player's picks if they hand none in (HX-3.6, PC-3.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from rules.competition.card_drafts.automatic_picks import COLOURLESS
from rules.competition.card_drafts.packs import Limited
from rules.decks import Deck
from rules.randomness import Chance

SHARE = 0.6
"""The share of a deck that is made of picks, if there are as many that fit; the rest is free cards."""


def built(limited: Limited, pool: Deck, seed: int) -> dict[str, int]:
    """A legal deck: the best cards of a pool in its two best colours, with free cards of these; for cards without colours, the best of all. A seed
    decides among equals."""
    ranks = {rarity: n for n, rarity in enumerate(limited.written.pack)}
    chance = Chance.of(seed, "deck", str(sorted(pool.items())))
    drawn = {card: chance.below(1 << 30) for card in sorted(pool)}

    def best(cards: Sequence[str]) -> list[str]:
        return sorted(cards, key=lambda card: (-ranks[limited.faces[card].rarity], drawn[card], card))

    owned = [card for card, n in sorted(pool.items()) for _ in range(n) if card not in limited.free]
    picks, colors = _coloured(limited, owned) if limited.colored else (owned, {"": 1})
    wanted = round(limited.written.least * SHARE) if limited.colored else limited.written.least - FREE
    deck = Counter(_spread(limited, best(picks), wanted))
    missing = limited.written.least - deck.total()
    for color, n in _shares(colors, missing).items():
        basics = limited.basics[color]
        for at in range(n):
            deck[basics[at % len(basics)]] += 1
    return dict(deck)


FREE = 13
"""Free cards of a deck whose cards have no colours."""


def _coloured(limited: Limited, owned: Sequence[str]) -> tuple[list[str], dict[str, int]]:
    """The cards of the two colours with the most cards, and colourless ones; and how many cards each of the two has."""
    colors = Counter(limited.faces[card].color for card in owned)
    pairs = combinations(sorted(limited.basics), 2)
    pair = max(pairs, key=lambda two: sum(colors[color] for color in two))
    return [card for card in owned if limited.faces[card].color in (*pair, COLOURLESS)], {color: max(colors[color], 1) for color in pair}


def _spread(limited: Limited, cards: Sequence[str], n: int) -> list[str]:
    """The best `n` cards, but no type beyond half of them while others are left."""
    kept: list[str] = []
    spare: list[str] = []
    counted: Counter[str] = Counter()
    for card in cards:
        kind = limited.faces[card].type
        (spare if counted[kind] >= n // 2 or len(kept) >= n else kept).append(card)
        counted[kind] += 1
    return [*kept, *spare][:n]


def _shares(parts: Mapping[str, int], n: int) -> dict[str, int]:
    """`n` cards divided in the proportions of `parts`, in whole cards."""
    whole = sum(parts.values())
    shares = {part: n * size // whole for part, size in parts.items()}
    left = n - sum(shares.values())
    for part in sorted(parts, key=lambda p: -parts[p])[:left]:
        shares[part] += 1
    return shares
