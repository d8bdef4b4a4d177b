"""Which words stand where in the rulebooks: worked out once, and kept in a file that loads in a few milliseconds.

`python -m tests.tools.indexing` writes the file anew. Where it is missing, damaged or of other texts than the present ones, all is worked out at the
start.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from math import log
from typing import Any

import msgspec

from data.content import games
from data.language import DATA
from data.lookup.packed import packed
from data.lookup.wording import idle, split, split_list, stem
from data.rulebook import Rule, outside, rulebook
from rules.parts.once import from_msgpack

FILE = DATA / "index.bin"
HEADING, ASKED, TEXT = 6.0, 5.0, 1.0
"""What a word weighs in a heading, among the words that people ask with, and in a text."""
SATURATED = 1.2
"""The weight at which a word counts for half of what it can, in an entry of the usual length."""
USUAL = 60
"""How many words an entry usually has."""
LONG = 0.75
"""How strongly the length of an entry counts."""
IDLE = 0.25
"""What words count that say nothing, where whole questions are compared."""


class Rows(msgspec.Struct, frozen=True):
    """Many short rows of numbers, in little memory: all numbers, of a kind that `array` knows, and how many each row has."""

    kind: str
    numbers: memoryview
    lengths: memoryview

    @classmethod
    def of(cls, kind: str, rows: Sequence[array[Any]]) -> Rows:
        """Rows, put one behind the other."""
        return cls(kind, packed(array(kind, b"".join(rows))), packed(array("I", map(len, rows))))


class Indexed(msgspec.Struct, frozen=True):
    """What is known of the entries of one language, by their places in the list, once each of their words has been looked at.

    `texts` is a checksum of them. Of each word, in alphabetical order: the entries that have it, what it counts in each, and the phrases that
    have it. A phrase is a heading or a question that people ask; of each the entry, and how much its words tell together.
    """

    texts: bytes
    size: int
    words: str
    entries: Rows
    counts: Rows
    phrases: Rows
    of: memoryview
    telling: memoryview


def rarity(has: int, of: int) -> float:
    """What it tells that an entry has something which so many have."""
    return log(1 + (of - has + 0.5) / (has + 0.5))


def searched(language: str) -> list[Rule]:
    """What questions are answered from: the entries of all rulebooks, and behind them the topics outside of them."""
    return [*(rule for game in games() for rule in rulebook(game, language).values()), *outside(language)]


def index_of(rules: Sequence[Rule], language: str) -> Indexed:
    """Looks at every word of the entries of one language."""
    entries: dict[str, array[int]] = defaultdict(lambda: array("H"))
    counts: dict[str, array[float]] = defaultdict(lambda: array("f"))
    phrased: dict[str, array[int]] = defaultdict(lambda: array("I"))
    of = array("I")
    for at, rule in enumerate(rules):
        heading, asked = split(rule.heading), split_list(rule.also)
        for word, count in _counted(split(rule.text), heading, asked).items():
            entries[word].append(at)
            counts[word].append(count)
        phrases = [*heading, ",", *asked]
        for word, n in zip(phrases, accumulate(map(",".__eq__, phrases), initial=len(of)), strict=False):
            phrased[word].append(n)
        of.extend([at] * (1 + phrases.count(",")))
    words = sorted(entries)
    telling = array("f", bytes(4 * len(of)))
    for word, tells in _rarities(entries, len(rules), language).items():
        for n in phrased[word]:
            telling[n] += tells
    return Indexed(
        texts=_checksum(rules, language),
        size=len(rules),
        words="\n".join(words),
        entries=Rows.of("H", [entries[word] for word in words]),
        counts=Rows.of("f", [counts[word] for word in words]),
        phrases=Rows.of("I", [phrased[word] for word in words]),
        of=packed(of),
        telling=packed(telling),
    )


def _counted(text: Sequence[str], heading: Sequence[str], asked: Sequence[str]) -> dict[str, float]:
    """What each word of an entry counts: by its weight, in a text, a heading and the phrases behind it, beside how long the entry is."""
    found: dict[str, float] = {}
    for word in text:
        found[word] = found.get(word, 0.0) + TEXT
    for words, weight in ((heading, HEADING), (dict.fromkeys(word for word in asked if word != ","), ASKED)):
        for word in words:
            found[word] = found.get(word, 0.0) + weight
    half = SATURATED * (1 - LONG + LONG * (len(text) + len(heading) + len(asked) - asked.count(",")) / USUAL)
    return {word: weight / (weight + half) for word, weight in found.items()}


def _rarities(entries: Mapping[str, Iterable[int]], size: int, language: str) -> dict[str, float]:
    """What every word tells, in whatever form an entry has it: little if it says nothing."""
    roots: dict[str, set[int]] = defaultdict(set)
    stems = {word: stem(word) for word in entries}
    for word, root in stems.items():
        roots[root].update(entries[word])
    tells = {root: rarity(len(having), size) for root, having in roots.items()}
    return {word: tells[root] * (IDLE if word in idle(language) else 1.0) for word, root in stems.items()}


def _checksum(rules: Iterable[Rule], language: str) -> bytes:
    read = ["\n".join(sorted(idle(language))), *("\0".join((rule.heading, rule.also, rule.text)) for rule in rules)]
    return sha256("".join(read).encode()).digest()  # At once, in which nobody waits for the interpreter.


def write(made: Mapping[str, Indexed]) -> None:
    """Keeps what is known of the entries of each language."""
    FILE.write_bytes(msgspec.msgpack.encode(made))


def indexed(books: Mapping[str, Sequence[Rule]]) -> dict[str, Indexed]:
    """What is known of the entries of each language: as it is kept, or worked out now where that is of other texts."""
    try:
        kept = from_msgpack(FILE.read_bytes(), dict[str, Indexed])
    except (FileNotFoundError, msgspec.DecodeError):
        kept = {}
    return {
        language: kept[language] if language in kept and kept[language].texts == _checksum(rules, language) else index_of(rules, language)
        for language, rules in books.items()
    }
