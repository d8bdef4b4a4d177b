"""The rules search: an index over all rulebooks, with synonyms, stems and tolerance for typos.

Each word of a question, and each phrase of a glossary, weighs more the fewer entries have it. An entry gets that weight for its best match: the
word itself, another form of it, a synonym (`glossary.txt`, in any language), or, for a word that no book has, one of similar spelling.

Added are the share of the question that an entry matches, its similarity to a question known for the entry (`~` lines), the odds of a basic entry
(`data.lookup.basics`), and the learnt odds of each entry (`data.lookup.learned_ranking`).

A rule gains by the rulings about it that match. Topics that people ask about though no rulebook covers them are found in the same way
(`outside.txt`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cached_property
from heapq import nlargest
from math import exp
from operator import mul
from typing import NamedTuple

from data.accents import folded
from data.content import games
from data.language import DEFAULT, LANGUAGES
from data.lookup.basics import likely
from data.lookup.indexing import indexed, is_kept, searched
from data.lookup.learned_ranking import leanings, learnt
from data.lookup.normalisation import SPAN, Term, idle, split, stem, synonyms
from data.lookup.ranking import Heard, SoughtWord
from data.lookup.word_index import WordIndex
from data.rulebook import Rule, outside, rulebook
from rules.parts.lazy import once

EXACT, SYNONYM, TYPO = 1.0, 0.65, 0.7
"""What a word is worth by how it was found."""
PART = 0.3
"""What one word of a fixed phrase is worth without the others."""
LITTLE = 0.25
"""Entries that have so little of a question beside the one that has most are no answer."""
READ = 60
"""With the phrases of so many entries a question is compared, of those that may be its answer."""
KINDS = {"basics": 0.7, "rule": 1.0, "ruling": 0.85, "example": 0.4, "chapter": 0.6}
"""What an entry is worth beside others that fit as well."""
THIS_GAME = 12.0
"""How many times more an entry of the game at hand is worth."""
LEARNT = 2.0
"""How much more one of the basics is worth where a question is sure to ask for it."""
LEANING, LEAST = 0.15, -6.0
"""The power of the odds that a question asks for an entry, and the least logarithm of them that is believed."""
UNHEARD = 1e-3
"""What an entry counts that has nothing of a question."""
ANY_TOPIC = 2.0
"""What a topic of no game is worth beside the rules of all games, where none is at hand; else as much as the rules of that one."""
CITED = 0.1
"""What a rule gets of what the best ruling that cites it is worth: both answer, and the rule says it for all cases."""
BEHIND = 1.4
"""How many times more an entry is worth that stands behind what a question names."""
TITLE = 4.0
"""How much likelier a question that is nothing but the heading of an entry asks for it."""
LACKING = 0.25
"""The share of a question that the second entry must have beyond the first for both to be its answer."""
SURE, LIKELY = 0.36, -2.5
"""The share of a question that an entry must have to count as its answer, or else the logarithm of the odds that it is asked for.

Below both, people are told that no rule answers."""
_NUMBER = re.compile(r"^(?:([a-z]{2})\s*-?\s*)?(?:([re])?\s*(\d+)(?:\s*[.,]\s*(\d+))?|(?<=-)([re]))$")


class Answer(NamedTuple):
    """The entries found for a question, best first; `sure` if the first probably answers it, else it is only the nearest.

    It is not where a topic outside the books fits better. `both` says that the first two answer it together: the second has what the first lacks.
    Where the question is about no game, an entry of the basics stands but once; if it is the first, `everywhere` is the same entry of each game.
    """

    rules: list[Rule]
    sure: bool
    both: bool = False
    everywhere: tuple[Rule, ...] = ()


class Lookup:
    """The index over all rulebooks of all games."""

    def __init__(self) -> None:
        self._books = {language: [r for game in games() for r in rulebook(game, language).values()] for language in LANGUAGES}
        made = indexed(_searched())
        self._indexes = {language: WordIndex(one, language) for language, one in made.items()}
        self._places = {rule.number: at for at, rule in enumerate(self._books[DEFAULT])}
        self._kinds = [rule.kind for rule in self._books[DEFAULT]]
        self._entries = [rule.number.partition("-")[2] for rule in self._books[DEFAULT]]
        known = {game for game in games() if learnt(game)}
        self._least = {at: LEAST for at, rule in enumerate(self._books[DEFAULT]) if rule.game in known}
        self._cited = {language: _cited_by_rulings(book) for language, book in self._books.items()}
        self._prefixes = {number.partition("-")[0]: game for game in games() for number in rulebook(game, "en")}

    def numbered(self, text: str, language: str, game: str | None = None) -> Rule | None:
        """The entry with this number: `MH-3.2`, `mh 3.2`, and within a game `3.2`; None if it is no number of a book."""
        found = _NUMBER.match(folded(text))
        if not found:
            return None
        prefix, letter, chapter, rule, whole = found.groups()
        if prefix is None:
            prefix = next((p for p, g in self._prefixes.items() if g == game), "").lower()
        number = f"{prefix}-{whole or letter or ''}{chapter or ''}".upper() + (f".{rule}" if rule else "")
        at = self._places.get(number)
        return None if at is None else self._books[language][at]

    def knows(self, word: str) -> bool:
        """Whether a rulebook of any language has a word with the same beginning."""
        return any(index.knows(stem(word)) for index in self._indexes.values())

    def ruled(self, word: str) -> bool:
        """Whether a rule itself contains this word, not only rulings, examples and questions."""
        return stem(word) in self._ruled

    @cached_property
    def _ruled(self) -> frozenset[str]:
        rules = (rule for book in self._books.values() for rule in book if rule.kind in ("basics", "rule"))
        return frozenset(stem(word) for rule in rules for word in split(f"{rule.heading} {rule.text}"))

    def find(self, question: str, language: str, game: str | None = None, limit: int = 5) -> list[Rule]:
        """The entries found by `answer`."""
        return self.answer(question, language, game, limit).rules

    def answer(self, question: str, language: str, game: str | None = None, limit: int = 5, behind: Set[str] = frozenset()) -> Answer:
        """The entries that answer a question, best first, in the reader's language; those of `game`, or of one the question names, before others.

        The question may be asked in any of our languages. Numbers `behind` what it names, such as a card, are likelier than others.
        """
        exact = self.numbered(question, language, game)
        if exact:
            return Answer([exact], True)
        words = split(question)
        if not words:
            return Answer([], False)
        spoken = self._spoken(words, language)
        named = [key for key in games() if key.replace("_", " ") in " ".join(words)]
        at_hand = {*named} or ({game} if game else set())
        index, book = self._indexes[spoken], self._books[language]
        heard = Heard(index, self._sought(words, spoken, named[0] if len(named) == 1 else game))
        odds, basics, title = self._odds(words, at_hand), likely(words), folded(question)

        def asks(at: int) -> float:
            """How much a question of these words asks for an entry, whatever the entry says."""
            known = (BEHIND if book[at].number in behind else 1.0) * (TITLE if folded(book[at].heading) == title else 1.0)
            return known * (1 + LEARNT * basics.get(self._entries[at], 0.0)) * exp(LEANING * max(odds.get(at, 0.0), LEAST))

        scores = self._scores(heard, language, at_hand, asks) or {at: UNHEARD * asks(at) for at in self._likely(basics, at_hand)}
        best = self._each_once(nlargest(limit * len(games()), scores, key=scores.__getitem__), at_hand)[:limit]
        if not best:
            return Answer([], False)
        first, *others = best
        everywhere = () if at_hand or self._kinds[first] != "basics" else tuple(book[at] for at in self._same_everywhere(first))
        both = bool(others) and book[first].game == book[others[0]].game and heard.beyond(first, others[0]) >= LACKING
        known = first in heard.parts or basics.get(self._entries[first], 0.0) > 0.5
        sure = known and (heard.share(first) >= SURE or odds.get(first, 0.0) >= LIKELY)
        return Answer([book[at] for at in best], sure and scores[first] >= self._beside(heard, spoken, at_hand), both, everywhere)

    def _scores(self, heard: Heard, language: str, at_hand: Set[str], asks: Callable[[int], float]) -> dict[int, float]:
        """The scores of entries that have some words of the question; if none of these words has meaning, of entries with such a known question."""
        book = self._books[language]
        parts = {at: part for at, part in heard.parts.items() if at < len(book)}
        least = LITTLE * max((part for at, part in parts.items() if book[at].game in at_hand or not at_hand), default=0.0)
        worded = [at for at, part in parts.items() if part >= least]
        fits = {at: (KINDS[self._kinds[at]] * _worth(book[at].game, at_hand), asks(at)) for at in worded or range(len(book))}
        heard.read(nlargest(READ, fits, key=lambda at: mul(*fits[at]) * heard.at_most(at)))
        scores = {at: fits[at][0] * heard.score(at) for at in worded or heard.asked if at < len(book)}
        self._share_with_rules(scores, language)
        return {at: score * fits[at][1] for at, score in scores.items()}

    def _beside(self, heard: Heard, language: str, at_hand: Set[str]) -> float:
        """The score of the best topic outside the books."""
        first, anywhere = len(self._entries), THIS_GAME if at_hand else ANY_TOPIC
        topics = outside(language)
        heard.read(range(first, first + len(topics)))
        found = (heard.score(at) * (_worth(topic.game, at_hand) if topic.game else anywhere) for at, topic in enumerate(topics, first))
        return max(found, default=0.0)

    def _likely(self, basics: Mapping[str, float], at_hand: Set[str]) -> list[int]:
        """The basics with a probability above 0.5, for a question without meaningful words: "what do I do on my go"."""
        games_asked = at_hand or {*games()}
        asked = {entry for entry, probability in basics.items() if probability > 0.5}
        return [at for at, rule in enumerate(self._books[DEFAULT]) if self._entries[at] in asked and rule.game in games_asked]

    def _odds(self, words: list[str], at_hand: Set[str]) -> dict[int, float]:
        """The log odds of each entry for a question: the lowest for games other than those at hand, none without trained weights."""
        found = self._least.copy()
        for game in at_hand or games():
            found |= {self._places[number]: odds for number, odds in leanings(words, game).items()}
        return found

    def _share_with_rules(self, scores: dict[int, float], language: str) -> None:
        """Adds to each rule a part of the score of the rulings that cite it."""
        parts: dict[int, float] = defaultdict(float)
        for ruling, rules in self._cited[language].items():
            for rule in rules:
                parts[rule] = max(parts[rule], CITED * scores.get(ruling, 0.0))
        for at in scores:
            scores[at] += parts[at]

    def _each_once(self, best: list[int], at_hand: Set[str]) -> list[int]:
        """Entries, best first: without a game at hand, each of the basics only for its best game."""
        if at_hand:
            return best
        first: dict[str | int, int] = {}
        for at in best:
            first.setdefault(self._entries[at] if self._kinds[at] == "basics" else at, at)
        return [*first.values()]

    def _same_everywhere(self, basics: int) -> list[int]:
        """The same basic entry in every game, the given one first."""
        return sorted((at for at, entry in enumerate(self._entries) if entry == self._entries[basics]), key=lambda at: at != basics)

    def _spoken(self, words: list[str], language: str) -> str:
        """The language of a question: the reader's, unless another one knows more of its words."""

        def known(lang: str) -> int:
            return sum(word in idle(lang) or self._indexes[lang].knows(word) for word in words)

        return max((language, *LANGUAGES), key=lambda lang: (known(lang), lang == language))

    def _sought(self, words: list[str], language: str, game: str | None) -> Iterator[SoughtWord]:
        """The words and fixed phrases of a question, in order."""
        index, same = self._indexes[language], synonyms(game)
        at = 0
        while at < len(words):
            others: Iterable[Term] = ()
            for length in range(min(SPAN, len(words) - at), 0, -1):
                others = same.get(tuple(map(stem, words[at : at + length])), ())
                if others or length == 1:
                    break
            span = tuple(words[at : at + length])
            at += length
            if length == 1 and span[0] in idle(language):
                yield SoughtWord(False, {span: EXACT})
                continue
            terms = dict.fromkeys(others, SYNONYM)
            for word in span:
                part = 1.0 if length == 1 else PART
                if index.knows(stem(word)):
                    terms[(word,)] = part
                elif not others:
                    for close, likeness in index.spelled(word):
                        terms[(close,)] = TYPO * likeness
                        for term in same.get((stem(close),), ()):
                            terms.setdefault(term, TYPO * SYNONYM * likeness)
            if length > 1:
                terms[span] = EXACT
            yield SoughtWord(True, terms)

    def suggest(self, typed: str, language: str, game: str | None = None, limit: int = 25) -> list[Rule]:
        """Completions: by the beginning of a number, by headings, then as `find` has them."""
        book = self._books[language]
        wanted = folded(typed)
        ours = sorted(book, key=lambda rule: rule.game != game)
        if not wanted:
            return [rule for rule in ours if rule.kind == "chapter"][:limit]
        bare = wanted.replace(" ", "")
        found = [r for r in ours if r.number.lower().startswith(bare) or (r.game == game and r.number.partition("-")[2].lower().startswith(bare))]
        headed = [r for r in ours if folded(r.heading).startswith(wanted)]
        found += [r for r in headed if game in (r.game, None)]
        found += [] if found and bare[-1].isdigit() else self.find(typed, language, game, limit)
        found += headed
        return list(dict.fromkeys(found))[:limit]


def _worth(game: str, at_hand: Set[str]) -> float:
    return THIS_GAME if game in at_hand else 1.0


def _cited_by_rulings(book: list[Rule]) -> dict[int, list[int]]:
    """For each ruling the entries that it cites, by position."""
    places = {rule.number: at for at, rule in enumerate(book)}
    return {at: [places[number] for number in rule.cited] for at, rule in enumerate(book) if rule.kind == "ruling"}


def _searched() -> dict[str, list[Rule]]:
    return {language: searched(language) for language in LANGUAGES}


@once
def lookup() -> Lookup:
    """The index, built once; concurrent callers wait for it."""
    return Lookup()


def is_quick() -> bool:
    """Whether the index can be loaded from the cache."""
    return is_kept(_searched())
