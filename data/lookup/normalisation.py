"""Normalises words of questions and rulebooks: no accents, no endings, synonyms unified, stop words dropped."""

from __future__ import annotations

import re
from sys import intern

from data.accents import folded
from data.content import games
from data.language import DATA, LANGUAGES
from rules.parts.lazy import once

SPAN = 3
"""The longest synonym, in words."""
_WORD = re.compile(r"[^\W_]+")


def split(text: str) -> list[str]:
    """The words of a text, folded."""
    return [*map(intern, _WORD.findall(folded(text)))]


class _Signs(dict[int, str]):
    """A table for `str.translate`: keeps letters, digits and commas, and makes anything else a space."""

    def __missing__(self, sign: int) -> str:
        self[sign] = found = chr(sign) if chr(sign).isalnum() or chr(sign) == "," else " "
        return found


_SIGNS = _Signs()


def split_list(text: str) -> list[str]:
    """The words of a list, folded, and the commas between its parts."""
    return folded(text).translate(_SIGNS).replace(",", " , ").split()


def stem(word: str) -> str:
    """The part of a word that its other forms share, approximately, by Czech, French and English endings."""
    return word if len(word) < 4 else word[: max(4, len(word) - (4 if len(word) > 8 else 3 if len(word) > 6 else 2))]


def lines(name: str) -> list[str]:
    """The lines of a file of words, without its remarks."""
    path = DATA / name
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [row for row in rows if row and not row.startswith("#")]


@once
def idle(language: str) -> frozenset[str]:
    """Words of questions that don't say which rule is meant (stop words)."""
    return frozenset(word for row in lines("idle_words.txt") if row.startswith(f"{language}:") for word in split(row[3:]))


@once
def idle_anywhere() -> frozenset[str]:
    """The stop words of all languages together."""
    return frozenset(word for language in LANGUAGES for word in idle(language))


Term = tuple[str, ...]
Synonyms = dict[Term, frozenset[Term]]


@once
def synonyms(game: str | None) -> Synonyms:
    """Each term of the glossaries, by its stems, with the other terms of its lines: the bot's own and a game's; for None those of all games."""
    found: dict[Term, set[Term]] = {}
    for name in ["glossary.txt", *(f"{key}/glossary.txt" for key in games() if game in (key, None))]:
        for line in lines(name):
            terms = [tuple(split(term)) for term in line.split(",")]
            for term in terms:
                found.setdefault(tuple(map(stem, term)), set()).update(other for other in terms if other != term)
    return {stems: frozenset(others) for stems, others in found.items()}
