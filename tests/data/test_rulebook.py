"""Rulebooks: an entry in every language for every rule and ruling, and nothing cited that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.messages.drawing import sketch_file
from data.content import games
from data.language import DATA, LANGUAGES, texts
from data.rulebook import children, neighbours, rulebook, touching
from data.sketch import sketch_for
from tests.conftest import SHARED
from tests.sketches import written

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", games())
def test_every_entry_in_every_language(game):
    english = rulebook(game, "en")
    assert english
    for language in LANGUAGES:
        assert (DATA / game / f"rulebook.{language}.md").exists(), "English would stand in for it"
        book = rulebook(game, language)
        assert list(book) == list(english), f"data/{game}/rulebook.{language}.md: {sorted(set(book) ^ set(english)) or 'another order'}"
        for rule in book.values():
            assert rule.heading
            assert rule.text or rule.kind == "chapter", rule.number
            assert rule.chapter in book
            assert set(rule.cited) <= book.keys(), f"{language} {rule.number}"
            if rule.kind in ("ruling", "example"):
                assert set(rule.cited) == set(english[rule.number].cited), f"{language} {rule.number}"


@pytest.mark.parametrize("game", games())
def test_rulings_and_examples_belong_to_rules(game):
    book = rulebook(game, "en")
    for rule in book.values():
        if rule.kind in ("ruling", "example"):
            assert any(book[number].kind == "rule" for number in rule.cited), rule.number


@pytest.mark.parametrize("game", games())
def test_every_number_in_the_engine_has_an_entry(game):
    cited = set()
    for path in (ROOT / "rules" / game).glob("*.py"):
        cited |= set(re.findall(r'"([A-Z]{2}-\d+\.\d+)"', path.read_text(encoding="utf-8")))
    assert cited <= rulebook(game, "en").keys(), cited - rulebook(game, "en").keys()


@pytest.mark.parametrize("game", games())
def test_rulebook_has_every_rule_and_ruling_of_the_specification(game):
    spec = SHARED / "specs" / f"{game}.md"
    if not spec.exists():
        pytest.skip("the specification is not beside this checkout")
    rules = set(re.findall(r"(?m)^[\s\-*|>#]*\**`?([A-Z]{2}-(?:R\d+|\d+(?:\.\d+)+))\b", spec.read_text(encoding="utf-8")))
    assert rules
    assert rules <= rulebook(game, "en").keys()


def test_relatives():
    book = rulebook("monster_hex", "en")
    tie = book["MH-4.4"]
    assert (tie.kind, tie.chapter) == ("rule", "MH-4")
    assert [rule.number for rule in children(book, "MH-4")] == [f"MH-4.{n}" for n in range(1, 10)]
    assert [rule.number for rule in touching(book, "MH-4.4")] == ["MH-R1", "MH-E3", "MH-E5", "MH-E6", "MH-E7"]
    assert [rule and rule.number for rule in neighbours(book, "MH-4.1")] == ["MH-3.6", "MH-4.2"]
    assert [rule and rule.number for rule in neighbours(book, "MH-0")] == [None, "MH-1"]
    assert book["MH-4"].kind == "chapter"
    assert book["MH-E4"].kind == "example"
    assert "tie" in tie.also
    assert "~" not in tie.text


@pytest.mark.parametrize("game", games())
def test_a_book_is_leafed_through_from_end_to_end(game):
    """Chapters by chapters and entries by entries, forwards and backwards; each entry is below one chapter."""
    book = rulebook(game, "en")
    chapters = [number for number in book if re.fullmatch(r"[A-Z]+-(\d+|R|E)", number)]
    entries = [number for number in book if number not in chapters]
    for row in (chapters, entries):
        for before, number, after in zip([None, *row], row, [*row[1:], None], strict=False):
            assert tuple(rule and rule.number for rule in neighbours(book, number)) == (before, after)
    below = [rule.number for chapter in chapters for rule in children(book, chapter)]
    assert below == entries
    assert rulebook("no_such_game", "en") == {}


def test_sketches_are_those_of_the_builders():
    for path, body in written().items():
        assert path.read_bytes() == body, f"{path.name}: run python -m tests.sketches"
    assert {path for game in games() for path in (DATA / game / "sketches").glob("*")} == written().keys()


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
async def test_every_sketch_belongs_to_an_entry_and_can_be_drawn(game):
    book, say = rulebook(game, "fr"), texts("fr", game)
    drawn = {}
    for path in (DATA / game / "sketches").glob("*.json"):
        file = await sketch_file(book[path.stem], say, "dark")
        assert file
        assert file.description
        drawn[path.stem] = file.fp.read()
    assert len(drawn) >= 5
    assert len(set(drawn.values())) == len(drawn)


async def test_the_sketch_of_an_example_stands_beside_its_rules():
    assert sketch_for(rulebook("hockey_game", "en")["HG-3.3"]) == sketch_for(rulebook("hockey_game", "en")["HG-E3"])
    assert sketch_for(rulebook("monster_hex", "en")["MH-7.2"]) is None
