"""How the words of a question are read, worked out a second time from the glossaries and the words of the books, one by one."""

from __future__ import annotations

import re
from functools import cache

import pytest
from rapidfuzz import fuzz

from data.content import DATA, games
from data.language import LANGUAGES, folded
from data.lookup import lookup, stem
from data.rulebook import rulebook
from tests.data.test_lookup import asked


def test_stems():
    words = {"hex": "hex", "tahy": "tahy", "tiles": "tile", "placed": "place", "placing": "placi", "conquerors": "conquero"}
    assert {word: stem(word) for word in words} == words


def split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded(text))


def lines(name: str) -> list[str]:
    path = DATA / name
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line and line[0] != "#"] if path.exists() else []


MEANINGS = [
    [split(term) for term in line.split(",")] for name in ("glossary.txt", *(f"{game}/glossary.txt" for game in games())) for line in lines(name)
]
IDLE = {line[:2]: {folded(word) for word in line[3:].split()} for line in lines("idle_words.txt")}
WORDS = {
    language: sorted({word for game in games() for r in rulebook(game, language).values() for word in split(f"{r.heading} {r.also} {r.text}")})
    for language in LANGUAGES
}


STEMMED = [[[stem(word) for word in term] for term in line] for line in MEANINGS]


def same(words: list[str]) -> set[str]:
    """What stands on a line with something of these stems."""
    stems = [stem(word) for word in words]
    found = set()
    for terms, line in zip(STEMMED, MEANINGS, strict=True):
        for term in (term for term, its in zip(line, terms, strict=True) if its == stems):
            found |= {query(other) for other in line if other != term}
    return found


def query(words: list[str]) -> str:
    return '"' + " ".join([*words[:-1], stem(words[-1])]) + '"*'


@cache
def known(word: str, language: str) -> bool:
    return any(other.startswith(word) for other in WORDS[language])


def plainly(words: list[str], language: str) -> list[dict[str, float]]:
    """The longest phrases that mean something else as well, else single words: each with what a hit is worth."""
    found = []
    while words:
        span = next((words[:n] for n in (3, 2) if len(words) >= n and same(words[:n])), words[:1])
        words = words[len(span) :]
        others = same(span)
        if len(span) == 1 and span[0] in IDLE[language] and not others:
            continue
        worth = dict.fromkeys(others, 0.75)
        for word in span:
            share = 0.3 if len(span) > 1 else 1.0
            if known(stem(word), language):
                if len(word) >= 3:
                    worth[query([word])] = 0.8 * share
            elif not others and len(word) >= 4:
                near = sorted((-fuzz.ratio(word, other), other) for other in WORDS[language] if fuzz.ratio(word, other) >= 74)[:3]
                for alike, other in near:
                    worth[query([other])] = 0.7 * -alike / 100
                    for term in same([other]):
                        worth.setdefault(term, 0.7 * 0.75 * -alike / 100)
            worth[f'"{word}"'] = share
        if len(span) > 1:
            worth[query(span)] = 1.0
        found.append(worth)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_is_read_as_it_is_described(language):
    """Real questions, phrases of the glossary, and questions with a letter missing."""
    questions = [words for _, _, words in asked(language)]
    phrases = [" ".join(term) for line in MEANINGS[:12] for term in line if 1 < len(term) < 4]
    for question in (*questions[:10], *phrases, *(question[:4] + question[5:] for question in questions[10:16])):
        words = split(question)
        found, expected = list(lookup()._readings(words, language)), plainly(words, language)
        assert len(found) == len(expected), question
        for one, other in zip(found, expected, strict=True):
            common = one.keys() & other.keys()
            assert {key: one[key] for key in common} == pytest.approx({key: other[key] for key in common}), question
            assert len(common) == len(one) == len(other) or max(one.values()) == 1.0 > sorted(one.values())[-2], "as near as another word"
