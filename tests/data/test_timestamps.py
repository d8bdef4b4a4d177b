"""A moment, how far away one is, and a length of time are three kinds of text: each sentence takes the right one, in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from data.language import LANGUAGES
from data.timestamps import DISTANCES, LENGTHS, MOMENTS, dated, distance, moment, time_of_day
from tests.data import test_language
from tests.data.test_language import FOLDERS, fields

ROOT = Path(__file__).resolve().parents[2]
MADE = {"moment": MOMENTS, "dated": MOMENTS, "time_of_day": MOMENTS, "distance": DISTANCES}
"""What makes a text of a moment, and the facts that it may be."""
BEFORE = {
    "en": r"(?:since|until|till|by|in|at|from|to|for|after|before|within)",
    "cs": r"(?:od|do|v|ve|za|před|po|na|mezi)",
    "fr": r"(?:depuis|jusqu'?[àa]?u?|dans|avant|après|à|au|le|du|pendant|pour|il y a)",
}
"""Words after which nobody says *17 seconds ago* or *in 2 days*."""


def catalogue(folder: str, language: str) -> dict[str, str]:
    """The texts of a catalogue, all forms of each in one."""
    return {key: text if isinstance(text, str) else " ".join(text) for key, text in test_language.catalogue(folder, language).items()}


def test_what_discord_makes_of_them():
    assert moment(1.6) == "<t:2:f>"
    assert distance(1) == "<t:1:R>"
    assert dated(1) == "<t:1:f> (<t:1:R>)"
    assert time_of_day(1) == "<t:1:t>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_far_away_stands_alone(language):
    """It brings its own *ago* or *in*."""
    found = 0
    for folder in FOLDERS:
        for key, text in catalogue(folder, language).items():
            for name in DISTANCES & fields(text):
                found += 1
                assert not re.search(rf"\b{BEFORE[language]} ?{{{name}}}", text, re.IGNORECASE), f"{language} {key}: {text}"
    assert found > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_follows_a_word_that_says_which(language):
    """But for what is nothing but the moment, after a colon or in a question."""
    allowed = rf"(?:\b{BEFORE[language]}|:|mean|myslíš|Begins|Začíná|okamžiku|nejpozději|possible|vers)\W*$"
    found = 0
    for key, text in catalogue("locale", language).items():
        for name in MOMENTS & fields(text):
            found += 1
            for before in re.findall(rf"(.{{0,40}}){{{name}}}", text):
                assert re.search(allowed, before, re.IGNORECASE), f"{language} {key}: {text}"
    assert found > 30


def test_the_facts_of_a_text_are_of_one_kind_in_all_languages():
    for folder in FOLDERS:
        told = [catalogue(folder, language) for language in LANGUAGES]
        for key in told[0]:
            kinds = [{name for name in fields(texts[key]) if name in MOMENTS | DISTANCES} for texts in told if key in texts]
            assert all(kind == kinds[0] for kind in kinds), key


def made() -> list[tuple[Path, str, str]]:
    """Where in the bot a text of a moment is given to a fact: the file, what makes it, the fact."""
    found = []
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            call = node.value if isinstance(node, ast.keyword) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MADE:
                found.append((path, call.func.id, node.arg or ""))
    return found


def test_each_fact_gets_its_kind():
    given = made()
    assert len(given) > 20
    for path, maker, fact in given:
        assert fact in MADE[maker], f"{path.relative_to(ROOT)}: {fact}={maker}(…)"


def test_moments_are_written_in_one_place():
    """Whoever writes Discord's sign of a moment by hand has chosen no kind."""
    for room in ("cogs", "data", "rules", "render"):
        for path in (ROOT / room).rglob("*.py"):
            if path.name != "timestamps.py":
                assert "<t:{" not in path.read_text(encoding="utf-8"), path


def test_lengths_are_no_moments():
    for folder in FOLDERS:
        for language in LANGUAGES:
            for key, text in catalogue(folder, language).items():
                if LENGTHS & fields(text) - {"more"}:
                    assert not re.search(r"\b(since|od|depuis le|until) {time}", text), f"{language} {key}: {text}"


def test_a_day_has_its_article_in_french():
    """*Avant le 28 novembre*, and not *avant 28 novembre*."""
    for key, text in catalogue("locale", "fr").items():
        for name in MOMENTS:
            assert not re.search(rf"\b(avant|après|depuis|jusqu'à|jusque|dès) {{{name}}}", text), f"{key}: {text}"
