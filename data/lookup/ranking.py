"""Ranks rulebook entries for a question: by its words, and by its similarity to known questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import mul
from typing import NamedTuple

from data.lookup.indexing import IDLE, rarity
from data.lookup.normalisation import Term
from data.lookup.word_index import WordIndex, best_of

COVERED = 0.6
"""The power to which the share of the question is raised that an entry has."""
ALIKE, NEAR = 0.7, 2.0
"""What it counts that an entry is asked with the very words of the question, and the power of how near they are."""
FURTHER = (0.3, 0.2, 0.1)
"""What the next nearest ways count in which an entry is asked, beside the nearest."""
TOGETHER = 1 + sum(FURTHER)


class SoughtWord(NamedTuple):
    """A word or fixed phrase of a question: whether it has meaning (`says`), and the terms for it, each with its value."""

    says: bool
    terms: Mapping[Term, float]


Word = tuple[float, Mapping[Term, float]]
"""What a word of a question tells, and the terms that say it."""


class Heard:
    """A question compared with an index. `parts`: for each entry the share of the question's meaningful words that it has. Known questions of an
    entry are compared when it is read: the nearest one, and the nearest few together."""

    def __init__(self, index: WordIndex, sought: Iterable[SoughtWord]) -> None:
        self._index = index
        self._words: list[Word] = []
        self._others: list[Word] = []
        self._told: list[Mapping[int, float]] = []
        self._near: dict[int, float] = {}
        self._nearby: dict[int, float] = {}
        self._counts: dict[int, float] = defaultdict(float)
        for says, terms in sought:
            rows = index.rows(terms)
            tells = max((tells for _, tells in rows), default=0.0) or rarity(0, len(index.of))
            if says:
                hits = best_of(rows)
                for at, count in hits.counts.items():
                    self._counts[at] += count
                self._told.append(hits.tells)
                self._words.append((tells, terms))
            else:
                self._others.append((tells * IDLE, terms))
        self._says, self._idle = (sum(tells for tells, _ in words) for words in (self._words, self._others))
        whole: dict[int, float] = defaultdict(float)
        for told in self._told:
            for at, tells in told.items():
                whole[at] += tells
        self.parts = {at: tells / self._says for at, tells in whole.items()}

    def read(self, entries: Iterable[int]) -> None:
        """Compares the question with the known questions of some entries."""
        index, whole, phrases = self._index, self._says + self._idle, set[int]()
        alike: dict[int, float] = defaultdict(float)
        for at in entries:
            phrases.update(index.phrases_of(at))
        for words in (self._words, self._others):
            for tells, terms in words:
                for phrase, worth in index.phrased(terms, phrases).items():
                    alike[phrase] += tells * worth
            if self._words:
                phrases = set(alike)  # Words that say nothing are in most others, too.
        ways: dict[int, list[float]] = defaultdict(list)
        for n, common in alike.items():
            ways[index.of[n]].append(common / (whole + max(index.telling[n] - common, 0.0)))
        for at, near in ways.items():
            first, *rest = sorted(near, reverse=True)[: len(FURTHER) + 1]
            self._near[at], self._nearby[at] = first, first + sum(map(mul, FURTHER, rest))

    @property
    def asked(self) -> Iterable[int]:
        """The entries read that have a known question with some word of this one."""
        return self._near.keys()

    def share(self, at: int) -> float:
        """The share of the question that an entry has (0 to 1)."""
        return max(self.parts.get(at, 0.0), self._near.get(at, 0.0))

    def beyond(self, first: int, second: int) -> float:
        """The share of the question that a second entry has beyond the first."""
        return sum(told[second] - told.get(first, 0.0) for told in self._told if second in told) / (self._says or 1.0)

    def score(self, at: int) -> float:
        """The score of an entry for the question."""
        return self._worded(at) + self._phrased(self._nearby.get(at, 0.0))

    def at_most(self, at: int) -> float:
        """An upper bound of an entry's score, whatever its known questions are."""
        has = self._idle
        for (tells, _), told in zip(self._words, self._told, strict=True):
            if at in told:
                has += tells
        return self._worded(at) + self._phrased(TOGETHER * has / (self._says + self._idle))

    def _worded(self, at: int) -> float:
        return self._counts[at] * self.parts[at] ** COVERED if at in self.parts else 0.0

    def _phrased(self, near: float) -> float:
        return ALIKE * (self._says + self._idle) * near**NEAR
