"""The rules of limited play of a game, and random packs (HX-3.7, PC-3.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from rules.decks import Deck, DeckRules
from rules.printed_cards import Face
from rules.randomness import Chance

TRIES = 10_000
"""So often a pack is drawn anew at most until its cards are mixed as the rule says: one of three fits, or more."""


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a colour or type a pack has, at least and at most (0: any number), among those of a `rarity` or all."""

    least: int
    most: int = 0
    rarity: str = ""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limited play as in a game's content: the size of a deck, free cards, the cards of a pack by rarity, and how they are mixed."""

    rule: str
    pack_rule: str
    least: int
    most: int
    free: tuple[str, ...]
    pack: dict[str, int]
    mixed: dict[str, Bounds]


class Limited(NamedTuple):
    """Limited play of a game. `decks`: the rules for a deck from unlimited cards. `free`: cards in any number, which are in no pack. `basics`: the
    free cards that an automatic deck gets, by colour, or under "" for all, in proportion to how often they are named."""

    written: Written
    faces: Mapping[str, Face]
    decks: DeckRules
    free: tuple[str, ...]
    by_rarity: Mapping[str, tuple[str, ...]]
    basics: Mapping[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """The number of cards in a pack."""
        return sum(self.written.pack.values())

    @property
    def colored(self) -> bool:
        """Whether cards have colours, of which a deck should have few."""
        return "" not in self.basics

    def decks_of(self, pool: Deck) -> DeckRules:
        """The rules for a deck from a pool: its cards as often as they are there, free ones in any number."""
        return self.decks._replace(limits={card: None if card in self.free else pool.get(card, 0) for card in self.decks.limits})


def read_limited(written: Written, decks: DeckRules, faces: Mapping[str, Face], basics: Mapping[str, tuple[str, ...]]) -> Limited:
    """The limited play of a game with these decks and cards. Raises ValueError for an impossible pack."""
    by_rarity = {rarity: tuple(card for card in decks.limits if faces[card].rarity == rarity and card not in written.free) for rarity in written.pack}
    for rarity, n in written.pack.items():
        if len(by_rarity[rarity]) < n:
            raise ValueError(f"{rarity}: fewer than {n} cards")
    if unknown := [card for card in written.free if card not in decks.limits]:
        raise ValueError(f"{unknown}: no such cards")
    kept = {reason: rule for reason, rule in decks.rules.items() if reason == "deck_needs"}
    own = decks._replace(rule=written.rule, least=written.least, most=written.most, limits=dict.fromkeys(decks.limits), rules=kept)
    return Limited(written, faces, own, written.free, by_rarity, basics)


def pack(limited: Limited, chance: Chance) -> list[str]:
    """A random pack: different cards in the order drawn. All packs that the rule allows are equally likely. Raises ValueError if there are none."""
    for _ in range(TRIES):
        cards = [card for rarity, n in limited.written.pack.items() for card in _some(limited.by_rarity[rarity], n, chance)]
        if _mixed(limited, cards):
            return cards
    raise ValueError("no pack fits")


def _some(cards: Sequence[str], n: int, chance: Chance) -> list[str]:
    left = list(cards)
    return [left.pop(chance.below(len(left))) for _ in range(n)]


def _mixed(limited: Limited, cards: Sequence[str]) -> bool:
    faces = limited.faces
    counted = Counter((faces[card].color, rarity) for card in cards for rarity in ("", faces[card].rarity))
    return all(bounds.least <= counted[color, bounds.rarity] <= (bounds.most or len(cards)) for color, bounds in limited.written.mixed.items())
