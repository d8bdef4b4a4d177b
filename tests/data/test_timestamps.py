"""A moment, how far away one is, and a length of time are three kinds of text: each sentence takes the right one, in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from data.language import LANGUAGES
from data.timestamps import DISTANCES, HOURS, LENGTHS, MOMENTS, dated, distance, moment, time_of_day
from tests.data import test_language
from tests.data.test_language import FOLDERS, fields

ROOT = Path(__file__).resolve().parents[2]
MADE = {
    **dict.fromkeys(("moment", "dated"), MOMENTS),
    "time_of_day": HOURS,
    "distance": DISTANCES,
    **dict.fromkeys(("length_words", "duration", "left_words"), LENGTHS),
}
"""What makes a text of a moment, and the facts that it may be."""
BEFORE = {
    "en": r"(?:on|since|until|till|by|in|at|from|to|for|after|before|within)",
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
            given = [(node.arg or "", node.value)] if isinstance(node, ast.keyword) else []
            if isinstance(node, ast.Dict):
                given = [(key.value, value) for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant)]
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript) and isinstance(node.targets[0].slice, ast.Constant):
                given = [(node.targets[0].slice.value, node.value)]
            for fact, call in given:
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MADE:
                    found.append((path, call.func.id, fact))
    return found


def test_each_fact_gets_its_kind():
    given = made()
    assert len(given) > 20
    for path, maker, fact in given:
        assert fact in MADE[maker], f"{path.relative_to(ROOT)}: {fact}={maker}(…)"


SHOWN = {
    "en": ("28 November 2026 07:30", ("17 seconds ago", "in 2 days"), ("1 hour", "3 days"), "07:30"),
    "cs": ("28. listopadu 2026 7:30", ("před 17 sekundami", "za 2 dny"), ("1 hodina", "3 dny"), "7:30"),
    "fr": ("28 novembre 2026 07:30", ("il y a 17 secondes", "dans 2 jours"), ("1 heure", "3 jours"), "07:30"),
}
"""A moment, distances, lengths and a time of day as they are read."""
TWICE = re.compile(r"\b([^\W\d]+) \1\b", re.IGNORECASE)
UNSAID = {
    "en": r"\b(in|at|for|within|ago) 28 November|\b(in|since|until|by|at|on|for|within|after|before|from|than) (in 2|17 s\w+ ago)|"
    r"\b(since|until|by|at|on) [13]",
    "cs": r"\b(za|před|na|v|ve|mezi|s) 28\. listopadu|\b(od|do|v|ve|za|na|před|po|mezi|k|ke|s) (za 2|před 17)|"
    r"\b(do|od|bez|během|po|před|mezi|v|ve|s|o|za|na|má|asi|trvá|trvala|zbývá|uplyne|uplynou) (1 hodina|3 dny)",
    "fr": r"\b(dans|en|à|pendant|avant|après|depuis|jusque) 28 novembre|\b(depuis|dans|avant|après|à|au|le|pendant|pour|jusqu'à) (il y a|dans 2)|"
    r"\b(le|au|du|depuis le|jusqu'à) [13] (heure|jour)",
}
"""What nobody says of a moment, of a distance, of a length of time. Czech lengths are nominatives, which do not follow such words."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_times_read_as_somebody_would_say_them(language):
    """All texts with a time in them, as they are read with each kind of time in its place."""
    day, distances, lengths, hour = SHOWN[language]
    read = 0
    for folder in FOLDERS:
        for key, text in catalogue(folder, language).items():
            names = fields(text)
            if not names & (MOMENTS | DISTANCES | LENGTHS | HOURS):
                continue
            for far, long in zip(distances, lengths, strict=True):
                facts = dict.fromkeys(names, "X")
                facts |= dict.fromkeys(names & MOMENTS, day) | dict.fromkeys(names & DISTANCES, far) | dict.fromkeys(names & HOURS, hour)
                facts |= dict.fromkeys(names & LENGTHS, long)
                said = text.format(**{**facts, "n": 2} if "n" in facts else facts)
                assert not (found := re.search(UNSAID[language], said, re.IGNORECASE)), f"{language} {key}: {found[0]} | {said}"
                assert not TWICE.search(said.replace("X", "")), f"{language} {key}: {said}"
            read += 1
    assert read > 60


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
