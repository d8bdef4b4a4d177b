"""An inverted index: which rulebook entries contain which words, and which known questions lead to them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple

from data.lookup.indexing import Indexed, Rows, rarity
from data.lookup.normalisation import Term, idle, stem
from data.lookup.number_arrays import unpacked
from data.lookup.spelling import meant_by

FORM = 0.7
"""What another form of a word is worth."""

Row = dict[int, float]
"""Entries, by their places, with what a word counts in them."""


class Hits(NamedTuple):
    """The entries with a term, by position: the term's weight for each (`tells`), and that times its weight in the entry (`counts`)."""

    tells: Row
    counts: Row


def best_of(rows: Iterable[tuple[Row, float]]) -> Hits:
    """For each entry the best of several rows, each with its weight."""
    best = Hits({}, {})
    tells, counts = best
    for row, telling in rows:
        for at, weight in row.items():
            count = telling * weight
            if counts.get(at, 0.0) < count:
                tells[at], counts[at] = telling, count
    return best


class _Rows:
    """Many short rows of numbers, to be read one by one."""

    def __init__(self, rows: Rows) -> None:
        self._numbers = unpacked(rows.kind, rows.numbers)
        self._ends = array("I", accumulate(unpacked("I", rows.lengths), initial=0))

    def __getitem__(self, at: int) -> array[Any]:
        return self._numbers[self._ends[at] : self._ends[at + 1]]


class WordIndex:
    """The words of one language's entries, which are known by their positions in the list.

    For every heading and known question, `of` is the entry, and `telling` the total weight of its words.
    """

    def __init__(self, made: Indexed, language: str) -> None:
        self._size = made.size
        self._nothing = idle(language)
        self._words = made.words.split("\n")
        self._entries, self._counts, self._phrased = map(_Rows, (made.entries, made.counts, made.phrases))
        self.of = unpacked("I", made.of)
        self.telling = unpacked("f", made.telling)
        self._rows: dict[str, Row] = {}
        self._asked: dict[str, array[int]] = {}

    def knows(self, start: str) -> bool:
        """Whether a word begins so."""
        at = bisect_left(self._words, start)
        return at < len(self._words) and self._words[at].startswith(start)

    def spelled(self, word: str) -> list[tuple[str, float]]:
        """The words for which an unknown word may be a typo, each with its similarity: 1 is the same."""
        return meant_by(word, self._words)

    def rows(self, terms: Mapping[Term, float]) -> list[tuple[Row, float]]:
        """The entries with each term, in its own and in other forms, and the term's weight."""
        found = []
        for term, worth in terms.items():
            found.append((self._all(term), worth * (FORM if len(term) == 1 else 1.0)))
            if len(term) == 1 and (at := self._place(term[0])) is not None:
                found.append((self._row(at), worth))
        return [(row, worth * rarity(len(row), self._size)) for row, worth in found if row]

    def phrases_of(self, at: int) -> range:
        """The phrases of an entry."""
        return range(bisect_left(self.of, at), bisect_right(self.of, at))

    def phrased(self, terms: Mapping[Term, float], phrases: set[int]) -> dict[int, float]:
        """Those of some phrases with one of the terms, each with the best term's value."""
        best: dict[int, float] = {}
        for term, worth in sorted(terms.items(), key=itemgetter(1)):
            best.update(dict.fromkeys(phrases.intersection(*map(self._asked_with, term)), worth))
        return best

    def _all(self, term: Term) -> Row:
        """The entries with all words of a term, in any form, with the weight of the least one."""
        rows = [self._any(word) for word in term]
        if len(rows) == 1:
            return rows[0]
        return {at: min(map(itemgetter(at), rows)) for at in set(rows[0]).intersection(*rows[1:])}

    def _any(self, word: str) -> Row:
        """The entries with a word in any form. Cached: there are no more roots than words have beginnings."""
        root = self._root(word)
        if root is None:
            at = self._place(word)
            return {} if at is None else self._row(at)
        if root not in self._rows and (forms := self._beginning(root)):
            self._rows[root] = _joined(map(self._row, forms))
        return self._rows.get(root, {})

    def _row(self, at: int) -> Row:
        """The entries with a word in exactly this form."""
        return dict(zip(self._entries[at], self._counts[at], strict=True))

    def _place(self, word: str) -> int | None:
        """The position of a word among all, None if no entry has it."""
        at = bisect_left(self._words, word)
        return at if at < len(self._words) and self._words[at] == word else None

    def _asked_with(self, word: str) -> Sequence[int]:
        """The phrases with a word in any form, perhaps more than once."""
        root = self._root(word)
        if root is None:
            at = self._place(word)
            return () if at is None else self._phrased[at]
        if root not in self._asked and (forms := self._beginning(root)):
            self._asked[root] = array("I", (n for form in forms for n in self._phrased[form]))
        return self._asked.get(root, ())

    def _root(self, word: str) -> str | None:
        """The common beginning of a word's forms; None for a word with only one form, such as short ones and stop words."""
        root = stem(word)
        return None if len(root) < 3 or word in self._nothing else root

    def _beginning(self, root: str) -> list[int]:
        """The positions of the words that begin so, without stop words, which are no forms of others."""
        first = last = bisect_left(self._words, root)
        while last < len(self._words) and self._words[last].startswith(root):
            last += 1
        return [at for at in range(first, last) if self._words[at] not in self._nothing]


def _joined(rows: Iterable[Row]) -> Row:
    row: Row = {}
    for other in rows:
        for at, weight in other.items():
            if row.get(at, 0.0) < weight:
                row[at] = weight
    return row
