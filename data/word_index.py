"""Which entries of the rulebooks have which words, and which questions people ask them with."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import log
from operator import itemgetter
from typing import Any

from data.likeness import closest
from data.rulebook import Rule
from data.wording import Term, idle, split, split_list, stem

HEADING, ASKED, TEXT = 6.0, 5.0, 1.0
"""What a word weighs in a heading, among the words that people ask with, and in a text."""
SATURATED = 1.2
"""The weight at which a word counts for half of what it can, in an entry of the usual length."""
USUAL = 60
"""How many words an entry usually has."""
LONG = 0.75
"""How strongly the length of an entry counts."""
FORM = 0.7
"""What another form of a word is worth."""
IDLE = 0.25
"""What words count that say nothing, where whole questions are compared."""
LIKE = 80
"""How alike, of 100, a word must be spelled to pass for a typo."""

Row = dict[int, float]
"""Entries, by their places, with what a word counts in them."""


Hit = tuple[float, float]
"""How an entry has what is sought: how much that tells, and what it counts in this entry."""


def rarity(has: int, of: int) -> float:
    """What it tells that an entry has something which so many have."""
    return log(1 + (of - has + 0.5) / (has + 0.5))


class _Rows:
    """Many short rows of numbers, in little memory."""

    def __init__(self, kind: str, rows: Sequence[array[Any]]) -> None:
        self._numbers = array(kind, b"".join(rows))
        self._ends = array("I", accumulate(map(len, rows), initial=0))

    def __getitem__(self, at: int) -> array[Any]:
        return self._numbers[self._ends[at] : self._ends[at + 1]]


class WordIndex:
    """The words of one language's entries, which are known by their places in the list.

    Of every heading and every question that people ask, `of` is the entry, and `telling` how much its words tell together.
    """

    def __init__(self, rules: Sequence[Rule], language: str) -> None:
        self._size = len(rules)
        self._nothing = idle(language)
        entries: dict[str, array[int]] = defaultdict(lambda: array("H"))
        counts: dict[str, array[float]] = defaultdict(lambda: array("f"))
        phrased: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self.of = array("I")
        for at, rule in enumerate(rules):
            heading, asked = split(rule.heading), split_list(rule.also)
            for word, count in _counted(split(rule.text), heading, asked).items():
                entries[word].append(at)
                counts[word].append(count)
            phrases = [*heading, ",", *asked]
            first = len(self.of)
            for word, n in zip(phrases, accumulate(map(",".__eq__, phrases), initial=first), strict=False):
                phrased[word].append(n)
            self.of.extend([at] * (1 + phrases.count(",")))
        phrased.pop(",", None)
        self._words = sorted(entries)
        self._entries = _Rows("H", [entries[word] for word in self._words])
        self._counts = _Rows("f", [counts[word] for word in self._words])
        self._phrased = _Rows("I", [phrased[word] for word in self._words])
        self.telling = array("f", bytes(4 * len(self.of)))
        for word, tells in self._rarities(entries).items():
            for n in phrased[word]:
                self.telling[n] += tells
        self._rows: dict[str, Row] = {}
        self._asked: dict[str, array[int]] = {}

    def _rarities(self, entries: Mapping[str, Iterable[int]]) -> dict[str, float]:
        """What every word tells, in whatever form an entry has it: little if it says nothing."""
        roots: dict[str, set[int]] = defaultdict(set)
        stems = {word: stem(word) for word in self._words}
        for word, root in stems.items():
            roots[root].update(entries[word])
        tells = {root: rarity(len(having), self._size) for root, having in roots.items()}
        return {word: tells[root] * (IDLE if word in self._nothing else 1.0) for word, root in stems.items()}

    def knows(self, start: str) -> bool:
        """Whether some word begins so."""
        at = bisect_left(self._words, start)
        return at < len(self._words) and self._words[at].startswith(start)

    def spelled(self, word: str) -> list[tuple[str, float]]:
        """The words spelled most like one that no entry has, with their likeness."""
        if len(word) < 4:
            return []
        return [(close, like / 100) for close, like in closest(word, self._words, 3, LIKE)]

    def entries(self, terms: Mapping[Term, float]) -> dict[int, Hit]:
        """The entries that have one of the terms, by whichever counts most in each."""
        best: dict[int, Hit] = {}
        for row, tells in self._telling_rows(terms):
            for at, weight in row.items():
                counts = tells * weight
                if at not in best or best[at][1] < counts:
                    best[at] = tells, counts
        return best

    def tells(self, terms: Mapping[Term, float]) -> float:
        """How much it tells at most that an entry has one of the terms."""
        return max((tells for row, tells in self._telling_rows(terms) if row), default=0.0)

    def _telling_rows(self, terms: Mapping[Term, float]) -> Iterator[tuple[Row, float]]:
        """The entries that have each term, as it stands and in other forms, and how much that tells."""
        for term, worth in terms.items():
            rows = [(self._all(term), worth * (FORM if len(term) == 1 else 1.0))]
            if len(term) == 1 and (at := self._place(term[0])) is not None:
                rows.append((self._row(at), worth))
            for row, fit in rows:
                yield row, fit * rarity(len(row), self._size)

    def phrased(self, terms: Mapping[Term, float]) -> dict[int, float]:
        """The phrases that have one of the terms, with what the best is worth."""
        best: dict[int, float] = {}
        for term, worth in sorted(terms.items(), key=itemgetter(1)):
            first, *others = (self._asked_with(word) for word in term)
            best.update(dict.fromkeys(set(first).intersection(*others) if others else first, worth))
        return best

    def _all(self, term: Term) -> Row:
        """The entries that have all words of a term, in any form, with what the one counts that counts least."""
        rows = [self._any(word) for word in term]
        if len(rows) == 1:
            return rows[0]
        return {at: min(map(itemgetter(at), rows)) for at in set(rows[0]).intersection(*rows[1:])}

    def _any(self, word: str) -> Row:
        """The entries that have a word in any form. What has been found is kept: there are no more roots than words have beginnings."""
        root = self._root(word)
        if root is None:
            at = self._place(word)
            return {} if at is None else self._row(at)
        if root not in self._rows and (forms := self._beginning(root)):
            self._rows[root] = _joined(map(self._row, forms))
        return self._rows.get(root, {})

    def _row(self, at: int) -> Row:
        """The entries that have a word as it stands."""
        return dict(zip(self._entries[at], self._counts[at], strict=True))

    def _place(self, word: str) -> int | None:
        """Where a word stands among all, None if no entry has it."""
        at = bisect_left(self._words, word)
        return at if at < len(self._words) and self._words[at] == word else None

    def _asked_with(self, word: str) -> Sequence[int]:
        """The phrases that have a word in any form, perhaps more than once."""
        root = self._root(word)
        if root is None:
            at = self._place(word)
            return () if at is None else self._phrased[at]
        if root not in self._asked and (forms := self._beginning(root)):
            self._asked[root] = array("I", (n for form in forms for n in self._phrased[form]))
        return self._asked.get(root, ())

    def _root(self, word: str) -> str | None:
        """The beginning of a word's forms; None where it has none but itself, as short ones and those that say nothing."""
        root = stem(word)
        return None if len(root) < 3 or word in self._nothing else root

    def _beginning(self, root: str) -> list[int]:
        """The places of the words that begin so, but for those that say nothing, which are no forms of others."""
        first = last = bisect_left(self._words, root)
        while last < len(self._words) and self._words[last].startswith(root):
            last += 1
        return [at for at in range(first, last) if self._words[at] not in self._nothing]


def _counted(text: Sequence[str], heading: Sequence[str], asked: Sequence[str]) -> dict[str, float]:
    """What each word of an entry counts: by its weight, in a text, a heading and the phrases behind it, beside how long the entry is."""
    found: dict[str, float] = {}
    for word in text:
        found[word] = found.get(word, 0.0) + TEXT
    for words, weight in ((heading, HEADING), ({*asked} - {","}, ASKED)):
        for word in words:
            found[word] = found.get(word, 0.0) + weight
    half = SATURATED * (1 - LONG + LONG * (len(text) + len(heading) + len(asked) - asked.count(",")) / USUAL)
    return {word: weight / (weight + half) for word, weight in found.items()}


def _joined(rows: Iterable[Row]) -> Row:
    row: Row = {}
    for other in rows:
        for at, weight in other.items():
            if row.get(at, 0.0) < weight:
                row[at] = weight
    return row
