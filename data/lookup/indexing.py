"""The search index of the rulebooks: built on first use, and cached in a file that loads in a few milliseconds.

The file lies beside the database. If it is missing, damaged, or made from other texts or by another program, it is rebuilt and replaced
atomically, also by several processes at once. If nothing can be written, the index stays in memory.
"""

from __future__ import annotations

import logging
import os
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from math import log
from pathlib import Path
from typing import Any

import msgspec

from data.content import games
from data.language import DATA
from data.lookup.normalisation import idle, split, split_list, stem
from data.lookup.number_arrays import packed
from data.rulebook import Rule, outside, rulebook
from rules.parts.lazy import from_msgpack, once

told = logging.getLogger("referee.lookup")
NAME = "rules_index.bin"
PROGRAM = ("indexing.py", "number_arrays.py", "normalisation.py", "../language.py")
"""The modules on which it depends what is worked out."""
DIGEST = 32
"""Bytes of a checksum. A file begins with two: of what it was made from, and of what it holds."""
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
    """Many short rows of numbers in little memory: all numbers (of an `array` type), and the length of each row."""

    kind: str
    numbers: memoryview
    lengths: memoryview

    @classmethod
    def of(cls, kind: str, rows: Sequence[array[Any]]) -> Rows:
        """Makes `Rows` of several rows."""
        return cls(kind, packed(array(kind, b"".join(rows))), packed(array("I", map(len, rows))))


class Indexed(msgspec.Struct, frozen=True):
    """The index of one language's entries, which are known by their positions in the list.

    For each word, in alphabetical order: the entries with it, its weight in each, and the phrases with it. A phrase is a heading or a known
    question; for each the entry, and the total weight of its words.
    """

    size: int
    words: str
    entries: Rows
    counts: Rows
    phrases: Rows
    of: memoryview
    telling: memoryview


def rarity(has: int, of: int) -> float:
    """The weight of a word that `has` of `of` entries contain: the rarer, the greater."""
    return log(1 + (of - has + 0.5) / (has + 0.5))


def searched(language: str) -> list[Rule]:
    """All entries that are searched: those of all rulebooks, then the topics outside of them."""
    return [*(rule for game in games() for rule in rulebook(game, language).values()), *outside(language)]


def index_of(rules: Sequence[Rule], language: str) -> Indexed:
    """Indexes the entries of one language."""
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
        size=len(rules),
        words="\n".join(words),
        entries=Rows.of("H", [entries[word] for word in words]),
        counts=Rows.of("f", [counts[word] for word in words]),
        phrases=Rows.of("I", [phrased[word] for word in words]),
        of=packed(of),
        telling=packed(telling),
    )


def _counted(text: Sequence[str], heading: Sequence[str], asked: Sequence[str]) -> dict[str, float]:
    """The weight of each word in an entry: by its rarity, by whether it is in the text, a heading or a phrase, and by the entry's length."""
    found: dict[str, float] = {}
    for word in text:
        found[word] = found.get(word, 0.0) + TEXT
    for words, weight in ((heading, HEADING), (dict.fromkeys(word for word in asked if word != ","), ASKED)):
        for word in words:
            found[word] = found.get(word, 0.0) + weight
    half = SATURATED * (1 - LONG + LONG * (len(text) + len(heading) + len(asked) - asked.count(",")) / USUAL)
    return {word: weight / (weight + half) for word, weight in found.items()}


def _rarities(entries: Mapping[str, Iterable[int]], size: int, language: str) -> dict[str, float]:
    """The weight of each word in all its forms; little for a word without meaning of its own."""
    roots: dict[str, set[int]] = defaultdict(set)
    stems = {word: stem(word) for word in entries}
    for word, root in stems.items():
        roots[root].update(entries[word])
    tells = {root: rarity(len(having), size) for root, having in roots.items()}
    return {word: tells[root] * (IDLE if word in idle(language) else 1.0) for word, root in stems.items()}


def place() -> Path:
    """The path of the cached index: `RULES_INDEX`, or beside the database."""
    return DATA.parent / (os.environ.get("RULES_INDEX") or Path(os.environ.get("REFEREE_DB") or "referee.sqlite3").with_name(NAME))


def is_kept(books: Mapping[str, Sequence[Rule]]) -> bool:
    """Whether the cache holds the index of these books, according to the file's head."""
    try:
        with place().open("rb") as file:
            return file.read(DIGEST) == _made_from(books)
    except OSError:
        return False


def indexed(books: Mapping[str, Sequence[Rule]]) -> dict[str, Indexed]:
    """The index of each language: from the cache, else built now and cached."""
    source = _made_from(books)
    found = _read(source)
    if found is None:
        found = {language: index_of(rules, language) for language, rules in books.items()}
        _keep(source, found)
    return found


def _read(source: bytes) -> dict[str, Indexed] | None:
    """The cached index, if it is complete and made from just these texts by this program; else None."""
    try:
        kept = memoryview(place().read_bytes())
    except OSError:
        return None
    body = kept[2 * DIGEST :]
    if kept[:DIGEST] != source or kept[DIGEST : 2 * DIGEST] != sha256(body).digest():
        return None
    read: dict[str, Indexed] = from_msgpack(body, dict[str, Indexed])
    return read


def _keep(source: bytes, made: Mapping[str, Indexed]) -> None:
    """Writes the cache to a temporary file, and moves it into place atomically."""
    body, where = msgspec.msgpack.encode(made), place()
    aside = where.with_name(f"{where.name}.{os.getpid()}")
    try:
        aside.write_bytes(source + sha256(body).digest() + body)
        aside.replace(where)
    except OSError as error:
        told.info("the index of the rulebooks is kept in memory alone: %s", error)


def _made_from(books: Mapping[str, Sequence[Rule]]) -> bytes:
    """A checksum of texts, and of the program that indexes them."""
    found = sha256(_program())
    for language, rules in books.items():
        read = [language, "\n".join(sorted(idle(language))), *("\0".join((rule.heading, rule.also, rule.text)) for rule in rules)]
        found.update("\0\0".join(read).encode())  # At once, in which nobody waits for the interpreter.
    return found.digest()


@once
def _program() -> bytes:
    return b"".join((Path(__file__).parent / name).read_bytes() for name in PROGRAM)
