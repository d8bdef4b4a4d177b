"""Which entries of the rulebooks have which words, and which questions people ask them with."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log
from operator import itemgetter
from typing import NamedTuple

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
FORM = 0.85
"""What another form of a word is worth."""
IDLE = 0.15
"""What words count that say nothing, where whole questions are compared."""
LIKE = 80
"""How alike, of 100, a word must be spelled to pass for a typo."""

Row = dict[int, float]
"""Entries or phrases, by their places, with what a word counts in them."""


class Phrase(NamedTuple):
    """A heading, or a question that people ask: of which entry, and how much its words tell together."""

    entry: int
    tells: float


class Hit(NamedTuple):
    """How an entry has what is sought: how much that tells, and what it counts in this entry."""

    tells: float
    counts: float


def rarity(has: int, of: int) -> float:
    """What it tells that an entry has something which so many have."""
    return log(1 + (of - has + 0.5) / (has + 0.5))


class WordIndex:
    """The words of one language's entries, which are known by their places in the list."""

    def __init__(self, rules: Sequence[Rule], language: str) -> None:
        self._size = len(rules)
        self._nothing = idle(language)
        self._entries: dict[str, Row] = defaultdict(dict)
        asked: list[tuple[int, tuple[str, ...]]] = []
        for at, rule in enumerate(rules):
            phrases = (tuple(split(rule.heading)), *_phrases(rule.also))
            self._add(at, split(rule.text), phrases)
            asked += [(at, phrase) for phrase in phrases]
        self._words = sorted(self._entries)
        self.phrases: list[Phrase] = []
        self._phrased: dict[str, Row] = defaultdict(dict)
        tells = self._telling()
        for n, (at, phrase) in enumerate(asked):
            self.phrases.append(Phrase(at, sum(map(tells.__getitem__, phrase))))
            for word in phrase:
                self._phrased[word][n] = 1.0
        self._forms: tuple[dict[str, Row], dict[str, Row]] = ({}, {})

    def _add(self, at: int, text: Sequence[str], phrases: tuple[tuple[str, ...], ...]) -> None:
        found: dict[str, float] = {}
        for word in text:
            found[word] = found.get(word, 0.0) + TEXT
        for words, weight in ((phrases[0], HEADING), ({word for phrase in phrases[1:] for word in phrase}, ASKED)):
            for word in words:
                found[word] = found.get(word, 0.0) + weight
        half = SATURATED * (1 - LONG + LONG * (len(text) + sum(map(len, phrases))) / USUAL)
        for word, weight in found.items():
            self._entries[word][at] = weight / (weight + half)

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
        for term, worth in terms.items():
            rows = [(self._all(self._entries, term), worth * (FORM if len(term) == 1 else 1.0))]
            if len(term) == 1 and term[0] in self._entries:
                rows.append((self._entries[term[0]], worth))
            for row, fit in rows:
                tells = fit * rarity(len(row), self._size)
                for at, weight in row.items():
                    counts = tells * weight
                    if at not in best or best[at].counts < counts:
                        best[at] = Hit(tells, counts)
        return best

    def phrased(self, terms: Mapping[Term, float]) -> Row:
        """The phrases that have one of the terms, with what the best is worth."""
        best: Row = {}
        for term, worth in terms.items():
            for n in self._all(self._phrased, term):
                if best.get(n, 0.0) < worth:
                    best[n] = worth
        return best

    def _all(self, index: Mapping[str, Row], term: Term) -> Row:
        """Where all words of a term are, in any form, with what the one counts that counts least."""
        rows = [self._any(index, word) for word in term]
        if len(rows) == 1:
            return rows[0]
        return {at: min(map(itemgetter(at), rows)) for at in set(rows[0]).intersection(*rows[1:])}

    def _any(self, index: Mapping[str, Row], word: str) -> Row:
        """Where a word is in any form, but for words that say nothing, which are no forms of others. What has been found is kept: there are no more
        roots than words have beginnings."""
        root = stem(word)
        if len(root) < 3 or word in self._nothing:
            return index.get(word, {})
        kept = self._forms[index is self._phrased]
        row = kept.get(root)
        if row is None:
            row = _joined(index.get(form, {}) for form in self._beginning(root) if form not in self._nothing)
            if row:
                kept[root] = row
        return row

    def _beginning(self, root: str) -> list[str]:
        first = last = bisect_left(self._words, root)
        while last < len(self._words) and self._words[last].startswith(root):
            last += 1
        return self._words[first:last]


def _joined(rows: Iterable[Row]) -> Row:
    row: Row = {}
    for other in rows:
        for at, weight in other.items():
            if row.get(at, 0.0) < weight:
                row[at] = weight
    return row


@cache
def _phrases(also: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(words) for words in map(split, also.split(",")) if words)
