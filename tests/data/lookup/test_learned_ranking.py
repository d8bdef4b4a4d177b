"""Which entries the words of a question speak for: the file of weights, read once more by plainer means, and what comes of it."""

from __future__ import annotations

import struct
import zlib
from math import sqrt

import msgspec
import pytest

from data.content import games
from data.language import DATA, LANGUAGES
from data.lookup.answering import lookup
from data.lookup.basics import traits
from data.lookup.learned_ranking import FILE, leanings, learnt
from data.lookup.normalisation import split
from data.rulebook import rulebook
from tests.data.lookup.test_questions import questions, share
from tests.sampled import EVERYWHERE, often

ASKED = ("who wins if nobody scores", "kolik karet smim mit v ruce", "est-ce que je peux reprendre mon coup ?", "qzx", "")


@pytest.mark.parametrize("game", [*filter(learnt, games())])
def test_every_entry_was_learnt_and_nothing_else(game):
    """Else `python -m tests.tools.learning_rules` has to be run again: what was not learnt is hardly found."""
    for language in LANGUAGES:
        entries = {number for number, rule in rulebook(game, language).items() if rule.kind != "chapter"}
        assert set(leanings(["anything"], game)) == entries


def test_a_game_of_which_nothing_was_learnt():
    assert not learnt("chess")
    assert leanings(["mate"], "chess") == {}
    assert all(map(learnt, games()))


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", [*filter(learnt, games())])
def test_the_weights_are_those_of_the_file(game):
    kept = msgspec.msgpack.decode(zlib.decompress((DATA / game / FILE).read_bytes()))
    known = struct.unpack(f"<{len(kept['traits']) // 4}I", kept["traits"])
    starts = struct.unpack(f"<{len(kept['starts']) // 4}I", kept["starts"])
    weights = struct.unpack(f"{len(kept['weights'])}b", kept["weights"])
    assert list(known) == sorted(set(known))
    assert len(starts) == len(known) + 1
    assert starts[-1] == len(weights) == len(kept["which"])
    every = {trait: range(start, end) for trait, start, end in zip(known, starts, starts[1:], strict=False)}
    for question in ASKED:
        said = traits(split(question))
        found = leanings(split(question), game)
        for n, entry in enumerate(kept["entries"]):
            told = [weights[at] for trait in said for at in every.get(zlib.crc32(trait.encode()), ()) if kept["which"][at] == n]
            assert found[entry] == pytest.approx(kept["bias"][n] + kept["unit"] * sum(told) / sqrt(len(said) or 1))


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", [*filter(learnt, games())])
def test_the_words_of_the_books_speak_for_their_entries(game):
    hits = []
    for language in LANGUAGES:
        for number, rule in rulebook(game, language).items():
            for words in rule.also.split(",")[:: often(27, 9)]:
                if rule.kind != "chapter" and words.strip():
                    found = leanings(split(words), game)
                    hits.append(max(found, key=found.__getitem__) == number)
    assert share(hits, game) >= 0.9


def test_more_questions_find_their_rules_than_by_the_index_alone(monkeypatch):
    def first() -> float:
        rows = [row for name in ("again", "asked") for row in questions(name)[:: 1 if EVERYWHERE else 6]]
        return share([lookup().find(question, language, game)[0].number in numbers for language, game, numbers, question in rows], "first")

    found = first()
    monkeypatch.setattr("data.lookup.answering.LEANING", 0.0)
    assert found >= first() + 0.02
