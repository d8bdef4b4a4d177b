"""Reproducible randomness, the same on every machine: numbers drawn by hashing a key and a counter.

Python's own `random` may change its algorithms between versions; a record must replay for ever, so the generator is ours:
SHA-256 in counter mode with rejection, which has no bias.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")
SEED_BITS = 256


def new_seed() -> int:
    """A seed nobody can guess, not even from its published hash."""
    return secrets.randbits(SEED_BITS)


def seed_hash(seed: int) -> str:
    """The SHA-256 of a seed (of its hexadecimal text, without prefix), as published when a game starts."""
    return hashlib.sha256(f"{seed:064x}".encode()).hexdigest()


class Chance(msgspec.Struct, forbid_unknown_fields=True):
    """A stream of random numbers. Part of a state if a game draws during play; `drawn` counts the numbers drawn."""

    key: str
    drawn: int = 0

    @classmethod
    def of(cls, seed: int, *labels: object) -> Chance:
        """The stream of a seed, or one of its named substreams, which do not disturb each other."""
        text = ":".join([f"{seed:064x}", *map(str, labels)])
        return cls(hashlib.sha256(text.encode()).hexdigest())

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, all equally likely. Raises ValueError for a limit below 1."""
        if limit < 1:
            raise ValueError("nothing to draw from")
        top = (1 << 64) - (1 << 64) % limit
        while True:
            digest = hashlib.sha256(f"{self.key}:{self.drawn}".encode()).digest()
            self.drawn += 1
            number = int.from_bytes(digest[:8], "big")
            if number < top:
                return number % limit

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items into a random order, in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def seating(seed: int, seats: int) -> list[int]:
    """The joining numbers in seat order, when a table lets chance decide who sits where (MH-1.7)."""
    order = list(range(seats))
    Chance.of(seed, "seats").shuffle(order)
    return order
