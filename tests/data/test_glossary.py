"""One name for a thing in each language, numbers with their plurals, and French signs that stay with their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from data.content import games
from data.language import DATA, LANGUAGES, texts, typeset
from data.rulebook import rulebook
from data.translations import read_catalogue

FOLDERS = ["locale", *(f"{game}/locale" for game in games() if not game.startswith("toy_"))]
GLOSSARY = {
    "en": {"seed": r"random key|seed number", "deck": r"card pile|pack of cards", "hex": r"hexagons?|hex fields?"},
    "cs": {"semínko": "seedu?|zrnko", "balíček": r"deck(?:y|u|em)?|talon", "pole": "hexu?|šestiúhelník", "lízat": "líže[šm]?|lížou",
           "tento": "tenhle|tomhle|téhle|tuhle|tahle|tohohle", "připravit": r"přichyst\w*", "pozice": "postavení"},
    "fr": {"graine": "seed|semence", "deck": "paquets?", "case": "hexagones?|hex", "cote": "rating|elo", "poule": "groupes?",
           "pendule": "horloges", "consigne": "ordres? permanents?", "fiche": "relevés?"},
}  # fmt: skip
"""The words for a thing, and those that must not stand for it, as a pattern of whole words."""
NAMES = re.compile(r"Monster Hex|`[^`]*`|/\w+(?: \w+)?|{\w+}")
"""The name of a game, what is typed, and facts."""
NOT_SHOWN = re.compile(r"cmd\.")
"""Names of commands are one word for all languages to type."""
NOT_COUNTED = {
    "yet", "ještě", "změnila", "turnaje", "needed", "before", "against", "sur", "devant", "contre", "of", "out", "more", "together", "naráz", "jusqu",
    "comes", "est", "proti", "after", "après",
}  # fmt: skip
"""What follows a number that says which, not how many."""


def said(folder: str, language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The texts of a catalogue."""
    found = read_catalogue(DATA / folder / f"{language}.po").texts
    return ((key, forms) for key, forms in found.items() if not NOT_SHOWN.match(key))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_thing_has_one_name(folder, language):
    wrong = re.compile(rf"\b({'|'.join(GLOSSARY[language].values())})\b", re.IGNORECASE)
    found = [f"{key}: {text}" for key, forms in said(folder, language) for text in forms if wrong.search(NAMES.sub("", text))]
    assert not found, "\n".join(found)


TO_SOME = {
    "cs": r"\w\([aá]\)",
    "fr": r"\btoi[- ](?:seul|même)\b|\btu (?:es|seras|étais) (?:[^\W\d_]+é|seul|premier|second|prêt|exempt|inscrit)\b|·e\b|\w\(e\)",
}
"""What is said to men alone, or to both with a bracket."""


@pytest.mark.parametrize("language", TO_SOME)
@pytest.mark.parametrize("folder", FOLDERS)
def test_sentences_speak_to_anybody(folder, language):
    every = read_catalogue(DATA / folder / f"{language}.po").texts
    some = re.compile(TO_SOME[language], re.IGNORECASE)
    found = [f"{key}: {text}" for key, forms in every.items() for text in forms if some.search(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_french_signs_stand_apart(folder):
    """As they are written: a space before each of them, which `typeset` keeps with its word."""
    close = re.compile(r"[^\W_][;!?]|[^\W_]:(?=\s|$)")
    every = read_catalogue(DATA / folder / "fr.po").texts
    found = [f"{key}: {text}" for key, forms in every.items() for text in forms if close.search(NAMES.sub("", text))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_are_used(language):
    every = " ".join(text for folder in FOLDERS for _, forms in said(folder, language) for text in forms).casefold()
    for name in {"en": ("seed", "deck", "hex"), "cs": ("semínko", "balíček", "pole"), "fr": ("graine", "deck", "case")}[language]:
        assert name in GLOSSARY[language]
        assert len(re.findall(rf"\b{name}", every)) > 3, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_counted_has_its_plural(folder, language):
    counted = re.compile(r"{n}\*{0,2} ([^\W\d_]{3,})")
    found = [f"{key}: {forms[0]}" for key, forms in said(folder, language) if len(forms) == 1 and set(counted.findall(forms[0])) - NOT_COUNTED]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("number", "words"), [(1, "1 action"), (2, "2 actions"), (20, "20 actions")])
def test_the_first_number_of_a_text_decides_its_plural(number, words):
    assert words in texts("en")("past.deal", last=number)
    assert f"zatím {number} {'akcí' if number > 4 else 'akce'}" in texts("cs")("past.deal", last=number)


@pytest.mark.parametrize("game", games())
def test_no_french_line_begins_with_a_sign(game):
    """As texts and rules are shown; what is typed stays as it is."""
    loose = re.compile(r" [:;!?»%]|« ")
    say = texts("fr", game)
    keys = [key for folder in ("locale", f"{game}/locale") for key in read_catalogue(DATA / folder / "fr.po").texts if key]
    shown = [say.find(key, n) or "" for key in keys for n in (1, 2)]
    shown += [f"{rule.heading}\n{rule.text}" for rule in rulebook(game, "fr").values()]
    found = [text for text in shown if loose.search(re.sub(r"`[^`]*`", "", text))]
    assert not found, found[:5]
    assert sum("\u00a0" in text for text in shown) > 100


def test_french_elides_before_names():
    say = texts("fr", "planetary_conquerors")
    assert say("pc.event.deck_out", who="Anna") == "Le deck d'Anna est vide."
    assert say("pc.event.deck_out", who="**Émile**") == "Le deck d'**Émile** est vide."
    assert say("pc.event.deck_out", who="Bohumil") == "Le deck de Bohumil est vide."
    say = texts("fr", "hexknight")
    assert say("hk.event.stays", monster="archer", hex="E8") == "L'archer en E8 reste."
    assert say("hk.event.stays", monster="maraudeur", hex="F7") == "Le maraudeur en F7 reste."


def test_code_and_other_languages_are_left_alone():
    assert typeset("Tape `a ; b` : « oui » !", "fr") == "Tape `a ; b`\u00a0: «\u00a0oui\u00a0»\u00a0!"
    assert typeset("Nothing : here !", "en") == "Nothing : here !"
    assert typeset("https://x :", "fr") == "https://x\u00a0:"
