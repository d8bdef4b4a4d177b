"""Finding the rule that answers a question: SQLite's full-text index over all rulebooks, with synonyms, stems and forgiven typos.

Each word of a question gives every entry the score of its best reading: the word itself, words that begin like it, what means the same
(`glossary.txt`, any language), or, where no book knows the word, those spelled most alike.
"""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import NamedTuple

from rapidfuzz import fuzz, process

from data.content import games
from data.language import DATA, LANGUAGES, folded
from data.rulebook import Rule, rulebook

EXACT, STEM, SYNONYM, TYPO = 1.0, 0.8, 0.75, 0.7
"""What a word is worth by how it was found."""
ALIKE = 74
"""How alike, of 100, a word must be spelled to pass for a typo."""
KINDS = {"rule": 1.0, "ruling": 0.8, "example": 0.4, "chapter": 0.6}
"""What an entry is worth beside others that fit as well."""
THIS_GAME = 4.0
"""How many times more an entry of the game at hand is worth."""
COLUMNS = "6.0, 5.0, 1.0"
"""Weights of heading, words people ask with, and text."""
NAMED = 0.2
"""What more an entry is worth whose heading the question says in full."""
PART = 0.3
"""What one word of a fixed phrase is worth without the others."""
SPAN = 3
"""The longest synonym, in words."""
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"^(?:([a-z]{2})\s*-?\s*)?(?:([re])?\s*(\d+)(?:\s*[.,]\s*(\d+))?|(?<=-)([re]))$")


def stem(word: str) -> str:
    """The part of a word that its other forms have too, near enough for Czech, French and English endings."""
    return word if len(word) < 4 else word[: max(4, len(word) - (2 if len(word) > 6 else 1))]


def _lines(name: str) -> list[str]:
    path = DATA / name
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [row for row in rows if row and not row.startswith("#")]


class _Book(NamedTuple):
    """All entries of one language, the table they are searched in, and the words they are written with, in order."""

    rules: dict[str, Rule]
    table: str
    words: list[str]


class Lookup:
    """The index over all rulebooks of all games."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._lock = Lock()
        self._idle = {row[:2]: frozenset(folded(row[3:]).split()) for row in _lines("idle_words.txt")}
        self._synonyms = _synonyms()
        self._books = {language: self._book(language) for language in LANGUAGES}
        self._headings = {language: self._stems(language) for language in LANGUAGES}
        self._prefixes = {number.partition("-")[0]: game for game in games() for number in rulebook(game, "en")}

    def _book(self, language: str) -> _Book:
        rules = {rule.number: rule for game in games() for rule in rulebook(game, language).values()}
        table = f"rules_{language}"
        self._database.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(number UNINDEXED, heading, also, body)")
        rows = [(r.number, folded(r.heading), folded(r.also), folded(r.text)) for r in rules.values()]
        self._database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
        self._database.execute(f"CREATE VIRTUAL TABLE {table}_words USING fts5vocab({table}, row)")
        words = [word for (word,) in self._database.execute(f"SELECT term FROM {table}_words ORDER BY term")]
        return _Book(rules, table, words)

    def _stems(self, language: str) -> dict[str, frozenset[str]]:
        """The words of every heading that say something, by number."""
        found = {number: _WORD.findall(folded(rule.heading)) for number, rule in self._books[language].rules.items()}
        return {number: frozenset(stem(w) for w in words if w not in self._idle[language]) or frozenset(words) for number, words in found.items()}

    def numbered(self, text: str, language: str, game: str | None = None) -> Rule | None:
        """The entry whose number this is: `MH-3.2`, `mh 3.2`, and in a game `3.2`; None if it is no number of a book."""
        found = _NUMBER.match(folded(text))
        if not found:
            return None
        prefix, letter, chapter, rule, whole = found.groups()
        if prefix is None:
            prefix = next((p for p, g in self._prefixes.items() if g == game), "").lower()
        number = f"{prefix}-{whole or letter or ''}{chapter or ''}".upper() + (f".{rule}" if rule else "")
        return self._books[language].rules.get(number)

    def find(self, question: str, language: str, game: str | None = None, limit: int = 5) -> list[Rule]:
        """The entries that answer a question, best first, in the reader's language; those of `game`, or of one the question names, before others.

        The question may be asked in any of our languages.
        """
        exact = self.numbered(question, language, game)
        if exact:
            return [exact]
        words = _WORD.findall(folded(question))
        spoken = self._spoken(words, language)
        named = [key for key in games() if key.replace("_", " ") in " ".join(words)]
        at_hand: set[str | None] = {*named} or {game}
        said = {stem(word) for word in words}
        scores: dict[str, float] = defaultdict(float)
        for readings in self._readings(words, spoken):
            for number, score in self._best(self._books[spoken], readings).items():
                scores[number] += score
        book = self._books[language].rules
        for number in scores:
            heading = self._headings[spoken][number]
            scores[number] *= KINDS[book[number].kind] * (1 + NAMED * len(heading & said) / len(heading))
            scores[number] *= THIS_GAME if book[number].game in at_hand else 1.0
        return [book[number] for number in sorted(scores, key=lambda number: -scores[number])[:limit]]

    def _spoken(self, words: list[str], language: str) -> str:
        """The language a question is asked in: the reader's, unless another one knows more of its words."""

        def known(lang: str) -> int:
            return sum(word in self._idle[lang] or self._begins(lang, word) for word in words)

        return max((language, *LANGUAGES), key=lambda lang: (known(lang), lang == language))

    def suggest(self, typed: str, language: str, game: str | None = None, limit: int = 25) -> list[Rule]:
        """Entries to offer while somebody types: by the beginning of a number, by headings, then as `find` has them."""
        book = self._books[language]
        wanted = folded(typed)
        ours = sorted(book.rules.values(), key=lambda rule: rule.game != game)
        if not wanted:
            return [rule for rule in ours if rule.kind == "chapter"][:limit]
        bare = wanted.replace(" ", "")
        found = [r for r in ours if r.number.lower().startswith(bare) or (r.game == game and r.number.partition("-")[2].lower().startswith(bare))]
        headed = [r for r in ours if folded(r.heading).startswith(wanted)]
        found += [r for r in headed if game in (r.game, None)]
        found += [] if found and bare[-1].isdigit() else self.find(typed, language, game, limit)
        found += headed
        return list(dict.fromkeys(found))[:limit]

    def _readings(self, words: list[str], language: str) -> Iterable[dict[str, float]]:
        """For each word or fixed phrase of a question that says anything: what to search for, and what a hit is worth."""
        at = 0
        while at < len(words):
            for length in range(min(SPAN, len(words) - at), 0, -1):
                same = self._same(words[at : at + length])
                if same or length == 1:
                    break
            span = words[at : at + length]
            at += length
            if length == 1 and span[0] in self._idle[language] and not same:
                continue
            readings = {_phrase(term): SYNONYM for term in same}
            for word in span:
                part = 1.0 if length == 1 else PART
                known = self._begins(language, stem(word))
                if known and len(word) > 2:
                    readings[_phrase([word])] = STEM * part
                if not known and not same:
                    readings |= self._alike(word, language)
                readings[f'"{word}"'] = EXACT * part
            if length > 1:
                readings[_phrase(span)] = EXACT
            yield readings

    def _begins(self, language: str, start: str) -> bool:
        words = self._books[language].words
        at = bisect_left(words, start)
        return at < len(words) and words[at].startswith(start)

    def _alike(self, word: str, language: str) -> dict[str, float]:
        """Words of the books or glossaries spelled almost like one that none of them knows."""
        if len(word) < 4:
            return {}
        readings = {}
        for close, alike, _ in process.extract(word, self._books[language].words, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=3):
            readings[_phrase([close])] = TYPO * alike / 100
            for term in self._same([close]):
                readings.setdefault(_phrase(term), TYPO * SYNONYM * alike / 100)
        return readings

    def _same(self, words: list[str]) -> tuple[tuple[str, ...], ...]:
        """What means the same as these words."""
        return self._synonyms.get(tuple(stem(w) for w in words), ())

    def _best(self, book: _Book, readings: dict[str, float]) -> dict[str, float]:
        """Every entry that one of the readings finds, with the score of the best."""
        best: dict[str, float] = {}
        search = f"SELECT number, bm25({book.table}, 0, {COLUMNS}) FROM {book.table} WHERE {book.table} MATCH ?"
        with self._lock:
            for query, worth in readings.items():
                for number, rank in self._database.execute(search, (query,)):
                    best[number] = max(best.get(number, 0.0), -rank * worth)
        return best


def _phrase(words: Iterable[str]) -> str:
    """A query for words that follow each other, in any form: the last one may go on."""
    whole = list(words)
    return '"' + " ".join([*whole[:-1], stem(whole[-1])]) + '"*'


def _synonyms() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Every term of the glossaries by its stems, with the other terms of its line."""
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for name in ["glossary.txt", *(f"{game}/glossary.txt" for game in games())]:
        for line in _lines(name):
            terms = [tuple(_WORD.findall(folded(term))) for term in line.split(",")]
            for term in terms:
                found.setdefault(tuple(map(stem, term)), set()).update(other for other in terms if other != term)
    return {stems: tuple(sorted(others)) for stems, others in found.items()}


@cache
def lookup() -> Lookup:
    """The index, built once."""
    return Lookup()
