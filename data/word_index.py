"""Which entries of the rulebooks have which words, and which questions people ask them with."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from operator import itemgetter

from data.likeness import closest
from data.rulebook import Rule
from data.wording import Term, idle, split, stem

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


class WordIndex:
    """The words of one language's entries, which are known by their places in the list.

    Of every heading and every question that people ask, `of` is the entry, and `telling` how much its words tell together.
    """

    def __init__(self, rules: Sequence[Rule], language: str) -> None:
        self._size = len(rules)
        self._nothing = idle(language)
        self._entries: dict[str, Row] = defaultdict(dict)
        self._phrased: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self.of = array("I")
        for at, rule in enumerate(rules):
            phrases = [split(rule.heading), *filter(None, map(split, rule.also.split(",")))]
            self._add(at, split(rule.text), phrases)
            for n, phrase in enumerate(phrases, len(self.of)):
                for word in phrase:
                    self._phrased[word].append(n)
            self.of.extend([at] * len(phrases))
        self._words = sorted(self._entries)
        self.telling = array("f", bytes(4 * len(self.of)))
        for word, tells in self._telling().items():
            for n in self._phrased.get(word, ()):
                self.telling[n] += tells
        self._rows: dict[str, Row] = {}
        self._asked: dict[str, array[int]] = {}

    def _add(self, at: int, text: Sequence[str], phrases: Sequence[Sequence[str]]) -> None:
        found: dict[str, float] = {}
        for word in text:
            found[word] = found.get(word, 0.0) + TEXT
        for words, weight in ((phrases[0], HEADING), ({word for phrase in phrases[1:] for word in phrase}, ASKED)):
            for word in words:
                found[word] = found.get(word, 0.0) + weight
        half = SATURATED * (1 - LONG + LONG * (len(text) + sum(map(len, phrases))) / USUAL)
        counts = {weight: weight / (weight + half) for weight in found.values()}  # One number in memory for all words that count the same.
        for word, weight in found.items():
            self._entries[word][at] = counts[weight]

    def _telling(self) -> dict[str, float]:
        """What every word tells, in whatever form an entry has it: little if it says nothing."""
        stems = {word: stem(word) for word in self._entries}
        roots: dict[str, set[int]] = defaultdict(set)
        for word, row in self._entries.items():
            roots[stems[word]].update(row)
        tells = {root: rarity(len(entries), self._size) for root, entries in roots.items()}
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
            if len(term) == 1 and term[0] in self._entries:
                rows.append((self._entries[term[0]], worth))
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
            return self._entries.get(word, {})
        if root not in self._rows and (forms := self._beginning(root)):
            self._rows[root] = _joined(map(self._entries.__getitem__, forms))
        return self._rows.get(root, {})

    def _asked_with(self, word: str) -> Sequence[int]:
        """The phrases that have a word in any form, perhaps more than once."""
        root = self._root(word)
        if root is None:
            return self._phrased.get(word, ())
        if root not in self._asked and (forms := self._beginning(root)):
            self._asked[root] = array("I", (n for form in forms for n in self._phrased.get(form, ())))
        return self._asked.get(root, ())

    def _root(self, word: str) -> str | None:
        """The beginning of a word's forms; None where it has none but itself, as short ones and those that say nothing."""
        root = stem(word)
        return None if len(root) < 3 or word in self._nothing else root

    def _beginning(self, root: str) -> list[str]:
        """The words that begin so, but for those that say nothing, which are no forms of others."""
        first = last = bisect_left(self._words, root)
        while last < len(self._words) and self._words[last].startswith(root):
            last += 1
        return [word for word in self._words[first:last] if word not in self._nothing]


def _joined(rows: Iterable[Row]) -> Row:
    row: Row = {}
    for other in rows:
        for at, weight in other.items():
            if row.get(at, 0.0) < weight:
                row[at] = weight
    return row
