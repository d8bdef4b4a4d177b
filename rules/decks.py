"""Deck building: validation that reports all faults at once, text lists, and share codes.

A deck is a mapping from a card's word to the number of copies. What may be in a deck is the game's own (`DeckRules`).
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.randomness import Chance

Deck = Mapping[str, int]


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck for everybody, as in a game's content."""

    id: str
    cards: dict[str, int]


class Presets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's content file of presets."""

    decks: tuple[Preset, ...]


_LINE = re.compile(r"(?:(?P<n>[0-9]{1,3}) ?[x×]? )?(?P<name>.+?)(?: [x×](?P<after>[0-9]{1,3}))?")
_COUNT_BITS = 6
_MOST_AT_ONCE = (1 << _COUNT_BITS) - 1
"""So many copies of a card a part of a share code holds; more of them take several parts."""


class DeckFault(NamedTuple):
    """A fault of a deck: a text key and its facts."""

    reason: str
    rule: str
    facts: dict[str, Any]


class DeckRules(NamedTuple):
    """The rules for decks of a game.

    `limits`: the most copies of each card (None: any number). `numbers`: a permanent number below 1024 for each card. `musts`: the least copies of
    a card. `rule`: the rule behind these, except for faults with one in `rules`.
    """

    rule: str
    least: int
    most: int
    limits: Mapping[str, int | None]
    numbers: Mapping[str, int]
    musts: Mapping[str, int] = {}
    rules: Mapping[str, str] = {}

    def faults(self, deck: Deck) -> list[DeckFault]:
        """All faults of a deck."""
        found = []
        size = sum(deck.values())
        if not self.least <= size <= self.most:
            found.append(DeckFault("deck_size", self._rule("deck_size"), {"n": size, "least": self.least, "most": self.most}))
        for card, n in deck.items():
            if card not in self.limits:
                found.append(DeckFault("deck_unknown", self._rule("deck_unknown"), {"card": card}))
                continue
            limit = self.limits[card]
            if limit is not None and n > limit:
                found.append(DeckFault("deck_copies", self._rule("deck_copies"), {"card": card, "n": n, "limit": limit}))
        found += [
            DeckFault("deck_needs", self._rule("deck_needs"), {"card": card, "n": n}) for card, n in self.musts.items() if deck.get(card, 0) < n
        ]
        return found

    def _rule(self, reason: str) -> str:
        return self.rules.get(reason, self.rule)

    def faults_of(self, presets: Mapping[str, Deck]) -> list[str]:
        """All faults of presets, as lines for their author."""
        return [f"decks: {name}: {fault.reason} {fault.facts}" for name, deck in presets.items() for fault in self.faults(deck)]

    def cards(self, deck: Deck) -> list[str]:
        """All cards of a deck, copies together, in the order of the game's data."""
        return [card for card in self.limits for _ in range(deck.get(card, 0))]

    # Share codes

    def code(self, deck: Deck) -> str:
        """A deck as a share code: one word of small letters and digits, with a checksum."""
        packed = b"".join((self.numbers[card] << _COUNT_BITS | n).to_bytes(2, "big") for card in self.limits for n in _portions(deck.get(card, 0)))
        check = zlib.crc32(packed).to_bytes(4, "big")[:2]
        return base64.b32encode(packed + check).decode().rstrip("=").lower()

    def decode(self, code: str) -> dict[str, int]:
        """The deck of a share code. Raises ValueError for anything else."""
        try:
            raw = base64.b32decode(code.upper() + "=" * (-len(code) % 8))
        except (binascii.Error, ValueError) as error:
            raise ValueError(code) from error
        packed, check = raw[:-2], raw[-2:]
        if not packed or len(packed) % 2 or zlib.crc32(packed).to_bytes(4, "big")[:2] != check:
            raise ValueError(code)
        names = {number: card for card, number in self.numbers.items()}
        deck: dict[str, int] = {}
        for i in range(0, len(packed), 2):
            number, n = divmod(int.from_bytes(packed[i : i + 2], "big"), 1 << _COUNT_BITS)
            if number not in names:
                raise ValueError(code)
            deck[names[number]] = deck.get(names[number], 0) + n
        if self.code(deck) != code:
            raise ValueError(code)
        return deck


def _portions(copies: int) -> list[int]:
    """The copies of a card divided into portions that a share code can hold."""
    whole, rest = divmod(copies, _MOST_AT_ONCE)
    return [_MOST_AT_ONCE] * whole + [rest] * (rest > 0)


def stand_ins(presets: Mapping[str, Deck], seen: Counter[str], spare: str, count: int, chance: Chance) -> list[str]:
    """`count` cards to replace hidden ones: from the preset that fits best what has been seen, since nobody knows the real deck.

    `spare`: a card of which there may always be more.
    """
    likely = max(sum((Counter(deck) & seen).values()) for deck in presets.values())
    best = [deck for deck in presets.values() if sum((Counter(deck) & seen).values()) == likely]
    pool = sorted((Counter(chance.choice(best)) - seen).elements())
    pool += [spare] * (count - len(pool))
    chance.shuffle(pool)
    return pool[:count]


class DeckLine(NamedTuple):
    """A line of a text list: a number of copies, and a card's name."""

    n: int
    name: str


def read_line(line: str) -> DeckLine | None:
    """Parses a line such as `3x Spark Lance`; None for anything else."""
    found = _LINE.fullmatch(line)
    return DeckLine(int(found["n"] or found["after"] or 1), found["name"]) if found else None


def read_list(text: str, find: Callable[[str], str | None]) -> tuple[dict[str, int], list[str]]:
    """A deck from a text list of lines such as `3x Spark Lance`, and the lines that could not be read.

    `find` gives a card's word for a name. Empty lines and lines that begin with `#` are left out.
    """
    deck: dict[str, int] = {}
    unread = []
    for line in text.splitlines():
        line = " ".join(line.split())
        if not line or line.startswith("#"):
            continue
        found = read_line(line)
        card = find(found.name) if found else None
        if found is None or card is None:
            unread.append(line)
            continue
        deck[card] = deck.get(card, 0) + found.n
    return {card: n for card, n in deck.items() if n}, unread
