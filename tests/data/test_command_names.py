"""Commands and options are called in words of their language, with all its accents, and not without them here and there."""

from __future__ import annotations

import re

import pytest

from data.accents import folded
from tests.data.test_language import FOLDERS, catalogue

NAME = re.compile(r"cmd\.(?!.*\.desc$)")


def words(language: str) -> set[str]:
    """All words of all texts of a language that are no names of commands."""
    texts = [text for folder in FOLDERS for key, text in catalogue(folder, language).items() if not NAME.match(key)]
    said = " ".join(text if isinstance(text, str) else " ".join(text) for text in texts)
    return set(re.findall(r"[^\W\d_]+", re.sub(r"`[^`]*`|{[^}]*}", " ", said).casefold()))


@pytest.mark.parametrize("language", ["cs", "fr"])
def test_names_have_their_accents(language):
    known = words(language)
    accented: dict[str, str] = {}
    for word in known:
        if not word.isascii():
            accented[folded(word)] = word
    wrong = {
        (key, part): accented[part]
        for key, text in catalogue("locale", language).items()
        if NAME.match(key) and isinstance(text, str) and " " not in text
        for part in re.findall(r"[a-z]+", text) if text.isascii()
        if part in accented and part not in known
    }  # fmt: skip
    assert not wrong
