"""A learnt ranking: the log odds that a question asks for each entry of a game's rulebook.

One logistic regression per entry over the traits of `data.lookup.basics`, stored in `data/<game>/leanings.bin`. `python -m
tests.tools.learning_rules` trains it on the `~` lines, headings and sentences of the books. It complements the word index, which weighs rare words.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import msgspec

from data.language import DATA
from data.lookup.basics import traits
from data.lookup.number_arrays import unpacked
from rules.parts.lazy import from_msgpack, once

FILE = "leanings.bin"


class Leanings(msgspec.Struct, frozen=True):
    """The trained weights of a game, as its file has them.

    `entries` are numbers of entries, `bias` their log odds before any word. `traits` are sorted checksums of traits; `starts` is where the weights
    of each begin, `which` and `weights` are, for every weight, the entry and how many times `unit`. Checksums and starts have 32 bits, least byte
    first; the others 8, a weight with a sign.
    """

    entries: list[str]
    bias: list[float]
    unit: float
    traits: bytes
    starts: bytes
    which: bytes
    weights: bytes


def checksum(trait: str) -> int:
    """The checksum by which a trait is stored."""
    return zlib.crc32(trait.encode())


class _Learnt(NamedTuple):
    """The trained weights of a game, with their numbers unpacked."""

    entries: list[str]
    bias: list[float]
    unit: float
    traits: array[int]
    starts: array[int]
    which: bytes
    weights: array[int]


def learnt(game: str) -> bool:
    """Whether a game has trained weights."""
    return (DATA / game / FILE).exists()


@once
def _learnt(game: str) -> _Learnt | None:
    if not learnt(game):
        return None
    one: Leanings = from_msgpack(zlib.decompress((DATA / game / FILE).read_bytes()), Leanings)
    numbers = unpacked("I", one.traits), unpacked("I", one.starts), one.which, unpacked("b", one.weights)
    return _Learnt(one.entries, one.bias, one.unit, *numbers)


@lru_cache(16)
def _said(words: tuple[str, ...]) -> list[int]:
    """The checksums of a question's traits. Cached, since without a game at hand every game asks for those of the same question."""
    return [*map(checksum, traits(words))]


def leanings(words: Sequence[str], game: str) -> dict[str, float]:
    """The log odds that a question of these folded words asks for each entry of a game, by its number; empty for a game without trained weights."""
    found = _learnt(game)
    if found is None:
        return {}
    told, said, known = [0] * len(found.entries), _said(tuple(words)), found.traits
    for trait in said:
        at = bisect_left(known, trait)
        if at < len(known) and known[at] == trait:
            places = slice(found.starts[at], found.starts[at + 1])
            for entry, weight in zip(found.which[places], found.weights[places], strict=True):
                told[entry] += weight
    by = found.unit / sqrt(len(said) or 1)
    return {number: bias + by * of for number, bias, of in zip(found.entries, found.bias, told, strict=True)}
