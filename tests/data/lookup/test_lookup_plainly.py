"""What an index counts, worked out a second time from the entries, word by word, the slow way."""

from __future__ import annotations

import math
import re

import pytest

from data.accents import folded
from data.content import DATA, games
from data.language import LANGUAGES
from data.lookup.answering import lookup
from data.lookup.indexing import index_of
from data.lookup.normalisation import idle, split, stem, synonyms
from data.lookup.word_index import WordIndex, best_of
from data.rulebook import rulebook

BOOK = list(rulebook("monster_hex", "en").values())


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded(text))


def test_stems():
    words = {"hex": "hex", "tahy": "tahy", "tiles": "tile", "placed": "plac", "placing": "plac", "conquerors": "conque"}
    assert {word: stem(word) for word in words} == words


def plainly(word: str) -> dict[int, float]:
    """What a word that no entry has in another form counts in each: the rarer, and the more it weighs beside how long the entry is, the more."""
    found = {}
    for at, rule in enumerate(BOOK):
        asked = [words_of(part) for part in rule.also.split(",")]
        weight = words_of(rule.text).count(word) + 6 * words_of(rule.heading).count(word) + 5 * any(word in part for part in asked)
        long = len(words_of(rule.text)) + len(words_of(rule.heading)) + sum(map(len, asked))
        if weight:
            found[at] = weight / (weight + 1.2 * (0.25 + 0.75 * long / 60))
    return {at: math.log(1 + (len(BOOK) - len(found) + 0.5) / (len(found) + 0.5)) * weight for at, weight in found.items()}


@pytest.mark.parametrize("word", ["champion", "twist", "insight", "border"])
def test_what_a_word_counts(word):
    found = best_of(WordIndex(index_of(BOOK, "en"), "en").rows({(word,): 1.0}))
    assert plainly(word)
    assert {at: found.counts[at] for at in plainly(word)} == pytest.approx(plainly(word))


def test_a_phrase_counts_where_all_of_its_words_are():
    found = best_of(WordIndex(index_of(BOOK, "en"), "en").rows({("small", "stone"): 1.0}))
    both = {
        at for at, rule in enumerate(BOOK) if {"small", "stone"} <= {w.removesuffix("s") for w in words_of(f"{rule.heading} {rule.also} {rule.text}")}
    }
    assert both <= found.counts.keys()
    assert len(found.counts) < len(BOOK) / 2


def test_other_forms_and_typos():
    index = WordIndex(index_of(BOOK, "en"), "en")
    assert best_of(index.rows({("captures",): 1.0})).tells.keys() == best_of(index.rows({("captured",): 1.0})).tells.keys()
    assert index.spelled("captuer")[0][0].startswith("captur")
    assert index.spelled("xyz") == []
    assert not index.knows("xq")


def test_glossaries_say_what_means_the_same():
    terms = [term for line in (DATA / "monster_hex" / "glossary.txt").read_text(encoding="utf-8").splitlines() for term in [line.split(",")]]
    for line in terms:
        for one in line:
            others = synonyms("monster_hex")[tuple(stem(word) for word in words_of(one))]
            assert {tuple(words_of(other)) for other in line if words_of(other) != words_of(one)} <= others
    assert ("riposte",) not in {term for others in synonyms("monster_hex").values() for term in others}, "another game's"
    assert any(("riposte",) in others for others in synonyms(None).values())


@pytest.mark.sampled(0.3, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_found_by_what_people_ask_it_with(language):
    """Each phrase of each entry, asked as it stands, brings the entry among the first."""
    missed = []
    for game in games():
        for rule in list(rulebook(game, language).values())[::9]:
            for phrase in rule.also.split(", ")[:3]:
                if phrase and not set(split(phrase)) <= idle(language) and rule not in lookup().find(phrase, language, game, 5):
                    missed.append((rule.number, phrase))
    assert len(missed) <= 4, missed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_words_that_people_ask_with(language):
    bare = [rule.number for game in games() for rule in rulebook(game, language).values() if rule.kind != "chapter" and len(words_of(rule.also)) < 2]
    assert not bare
