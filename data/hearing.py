"""What the entries of the rulebooks have of a question: its words, and how near one of the questions comes that people ask them with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import mul
from typing import NamedTuple

from data.indexing import IDLE, rarity
from data.word_index import WordIndex
from data.wording import Term

COVERED = 0.6
"""The power to which the share of the question is raised that an entry has."""
ALIKE, NEAR = 0.7, 2.0
"""What it counts that an entry is asked with the very words of the question, and the power of how near they are."""
FURTHER = (0.3, 0.2, 0.1)
"""What the next nearest ways count in which an entry is asked, beside the nearest."""
TOGETHER = 1 + sum(FURTHER)


class Sought(NamedTuple):
    """A word or fixed phrase of a question: whether it says anything, and the terms that say it, each with what that is worth."""

    says: bool
    terms: Mapping[Term, float]


Word = tuple[float, Mapping[Term, float]]
"""What a word of a question tells, and the terms that say it."""


class Heard:
    """A question, as an index has it: `worded` is how well entries answer it by those of its words that say something. What people ask an entry
    with is compared when the entry is read: how near the nearest phrase comes, and the nearest few together."""

    def __init__(self, index: WordIndex, sought: Iterable[Sought]) -> None:
        self._index = index
        self._words: list[Word] = []
        self._others: list[Word] = []
        self._told: dict[int, dict[int, float]] = defaultdict(dict)
        self._near: dict[int, float] = {}
        self._nearby: dict[int, float] = {}
        counts: dict[int, float] = defaultdict(float)
        for says, terms in sought:
            tells = index.tells(terms) or rarity(0, len(index.of))
            if says:
                for at, (told, count) in index.entries(terms).items():
                    counts[at] += count
                    self._told[at][len(self._words)] = told
                self._words.append((tells, terms))
            else:
                self._others.append((tells * IDLE, terms))
        self._says, self._idle = (sum(tells for tells, _ in words) for words in (self._words, self._others))
        self._parts = {at: sum(told.values()) / self._says for at, told in self._told.items()}
        self.worded = {at: count * self._parts[at] ** COVERED for at, count in counts.items()}

    def read(self, entries: Iterable[int]) -> None:
        """Compares the question with those that people ask some entries with."""
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
        """The entries that have been read, and are asked with some word of the question."""
        return self._near.keys()

    def share(self, at: int) -> float:
        """How much of the question an entry has: of 1 all of it."""
        return max(self._parts.get(at, 0.0), self._near.get(at, 0.0))

    def beyond(self, first: int, second: int) -> float:
        """The share of the question that a second entry has beyond the first."""
        one, other = self._told.get(first, {}), self._told.get(second, {})
        return sum(told - one.get(word, 0.0) for word, told in other.items()) / self._says if self._says else 0.0

    def score(self, at: int) -> float:
        """How well an entry answers the question."""
        return self.worded.get(at, 0.0) + self._phrased(self._nearby.get(at, 0.0))

    def at_most(self, at: int) -> float:
        """How well an entry answers the question at most, whatever people ask it with."""
        has = self._idle
        for word in self._told.get(at, ()):
            has += self._words[word][0]
        return self.worded.get(at, 0.0) + self._phrased(TOGETHER * has / (self._says + self._idle))

    def _phrased(self, near: float) -> float:
        return ALIKE * (self._says + self._idle) * near**NEAR
