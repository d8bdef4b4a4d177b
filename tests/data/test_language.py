"""Texts: complete in every language, with the same facts, and every rule that is cited exists."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from data.content import build, games
from data.language import DATA, LANGUAGES, language_of, texts
from data.translations import read_catalogue
from data.user_text import Reader

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["locale", *(f"{g}/locale" for g in games())]


def catalogue(folder: str, language: str):
    with (DATA / folder / f"{language}.po").open("rb") as file:
        return {m.id if isinstance(m.id, str) else m.id[0]: m.string for m in read_po(file, locale=language) if m.id}


def fields(text) -> set[str]:
    parts = [text] if isinstance(text, str) else list(text)
    return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_text_in_every_language(folder):
    english = catalogue(folder, "en")
    for language in LANGUAGES:
        other = catalogue(folder, language)
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text, key
            assert "\\n" not in str(text), f"{language} {key}: a line break that is shown as letters"
            assert all(text) or isinstance(text, str), f"{language} {key}: a plural is missing"
            assert fields(text) == fields(english[key]), f"{language} {key}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_text_that_addresses_its_reader_says_the_same_without_that_name(folder):
    for language in LANGUAGES:
        found = catalogue(folder, language)
        for key, text in found.items():
            base, _, who = key.rpartition(".")
            if base in found and who.endswith("_you"):
                assert fields(text) == fields(found[base]) - {who.removesuffix("_you")}, key


def test_a_reader_is_addressed_where_there_is_a_text_for_that_and_named_elsewhere():
    anna, bob = Reader("Anna"), "Bohumil"
    for language, told in (("en", "your Flag"), ("cs", "tvojí Vlajky"), ("fr", "ton Drapeau")):
        say = texts(language, "hexygame")
        facts = {"card": "X", "hex": "C3", "n": 2}
        assert told in say("hx.event.nears", who=bob, rival=anna, **facts)
        own = say("hx.event.nears", who=anna, rival=bob, **facts)
        assert ("Anna" in own, "Bohumil" in own) == (False, True)
        assert "Anna" in say("hx.event.turn_began", n=2, who=anna), "no other form"


@pytest.mark.parametrize("game", games())
def test_no_game_says_by_chance_what_the_house_says(game):
    """A game's text hides the house's of the same key: that is meant for a few and for remedies, and no question is called like a text of panels."""
    house, own = catalogue("locale", "en"), catalogue(f"{game}/locale", "en")
    same = {key for key in house.keys() & own.keys() if not key.startswith("remedy.")}
    assert same <= {"title", "panel.gained", "panel.against"}
    assert not {f"pick.{kind}" for kind in build(game).answers} & house.keys()


def test_standing_orders_are_offered_under_words_of_their_own():
    for language, words in (("en", "From now on …"), ("cs", "Od teď …"), ("fr", "Désormais …")):
        assert {texts(language, game)("pick.from_now") for game in games()} == {words}


def test_plurals():
    say = texts("cs", "monster_hex")
    assert [say("mh.hint.points", n=n) for n in (1, 2, 5)] == ["1 bod", "2 body", "5 bodů"]
    say = texts("fr", "monster_hex")
    assert [say("mh.hint.points", n=n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_unknown_languages_and_keys():
    assert language_of("cs") == "cs"
    assert language_of("en-GB") == "en"
    assert language_of("de") == language_of(None) == "en"
    assert texts("xx").language == "en"
    assert texts("cs")("no.such.key") == "no.such.key"


def test_every_key_in_the_code_has_a_text():
    keys = {k for folder in FOLDERS for k in catalogue(folder, "en")}
    used = set()
    for path in [*ROOT.glob("cogs/*.py"), *ROOT.glob("render/**/*.py")]:
        source = path.read_text(encoding="utf-8")
        used |= set(re.findall(r'\bsay\(\s*"([a-z0-9_.]+)"', source))
        used |= {f"cmd.{k}" for k in re.findall(r'command_text\("([a-z0-9_.]+)"', source)}
        used |= set(re.findall(r'Unfit\("([a-z0-9_.]+)"', source))
    assert len(used) > 100
    assert used <= keys, used - keys


def test_every_text_is_asked_for_somewhere():
    """Its key stands in the code, as it is, or put together of a beginning and something else, or of something and an end."""
    whole, begun, ended = set[str](), set[str](), set[str]()
    for path in (path for room in ("cogs", "render", "rules", "data", "playground") for path in (ROOT / room).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for found, after in re.findall(r"""["']([a-z_]\w*(?:\.\w+)*[._]?)(["'{])""", source):
            (begun if after == "{" else whole).add(found)
        ended |= set(re.findall(r"""\}([._]\w+)["']""", source))
    begun |= {key if key[-1] in "._" else f"{key}." for key in whole if "." in key}
    begun = {first for first in begun if "." in first}
    keys = {re.sub(r"\.\w+_you$", "", key) for folder in FOLDERS for key in read_catalogue(DATA / folder / "en.po").texts} - whole
    assert {key for key in keys if not key.startswith(tuple(begun)) and not key.endswith(tuple(ended))} == set()


@pytest.mark.parametrize("game", games())
def test_every_refusal_has_a_text(game):
    say = texts("en", game)
    for path in (ROOT / "rules" / game).glob("*.py"):
        for reason in re.findall(r'Refused\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")):
            assert say.find(f"refused.{reason}"), reason
            assert say.find(f"remedy.{reason}"), f"what would make it legal: {reason}"


PO = """# A comment
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "a"
msgstr "first \\"line\\"\\n"
"second\\\\"
# Another one
msgid "b"
msgid_plural "b"
msgstr[0] "{n} point"
msgstr[1] "{n} points"

msgid "c"
msgstr ""
"""


def test_a_catalogue_is_what_its_file_says(tmp_path):
    path = tmp_path / "fr.po"
    path.write_text(PO, encoding="utf-8")
    found = read_catalogue(path)
    assert found.texts == {"a": ('first "line"\nsecond\\',), "b": ("{n} point", "{n} points")}
    assert [found.find("b", n) for n in (None, 0, 1, 2)] == ["{n} point"] * 3 + ["{n} points"]
    assert found.find("c") is None  # Not translated yet: another language stands in.
    path.write_text('msgid "e"\nmsgid_plural "e"\nmsgstr[0] "one"\nmsgstr[1] "many"\n', encoding="utf-8")
    assert read_catalogue(path).find("e", 5) == "one", "where no rule of plurals is given"
    path.write_text(PO + 'msgid "d"\nmsgstr "no end\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"fr\.po, line 18"):
        read_catalogue(path)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_read_as_gettext_reads_them(folder, language):
    texts_there = {key: (text,) if isinstance(text, str) else text for key, text in catalogue(folder, language).items()}
    found = read_catalogue(DATA / folder / f"{language}.po")
    assert found.texts == texts_there
    forms = {"en": lambda n: n != 1, "cs": lambda n: 0 if n == 1 else 1 if 2 <= n <= 4 else 2, "fr": lambda n: n > 1}
    if any(len(texts) > 1 for texts in found.texts.values()):
        assert [found.plural(n) for n in range(200)] == [forms[language](n) for n in range(200)]


def test_no_brackets_stand_in_brackets():
    """Whatever is called by a name with brackets, it stands in those of a sentence without them."""
    for language, name, told in (
        ("cs", "Počítač (lehký)", "(Počítač, lehký)"),
        ("en", "Computer (easy)", "Computer, easy"),
        ("fr", "Lyse (b)", "Lyse, b"),
    ):
        texts_ = texts(language, "planetary_conquerors")
        assert told in texts_("pc.event.destroyed", who=name, card="X"), language
        assert texts_("pc.event.turn_began", who=name, n=2).endswith(")")
    mine = texts("cs", "planetary_conquerors")("pc.mine_of", who="Počítač (lehký)")
    assert mine == "důl (Počítač, lehký)"
    assert texts("cs", "planetary_conquerors")("pc.event.destroyed", who="A", card=mine) == "Zničeno: důl (Počítač, lehký) (A)"


def test_a_computer_begins_with_a_capital_only_where_a_sentence_does():
    for game, key, facts in (
        ("hexygame", "hx.event.turn_began", {"n": 2, "who": "Ordinateur (facile)"}),
        ("planetary_conquerors", "pc.event.turn_began", {"n": 2, "who": "Ordinateur (facile)"}),
        ("hockey_game", "hg.event.began", {"teams": "Ordinateur (facile) – A"}),
    ):
        said = texts("fr", game)(key, **facts)
        assert " l'ordinateur" in said, said
        assert "L'ordinateur" not in said
    assert texts("fr", "hexygame")("hx.event.over_centre", who="Ordinateur", rival="A").startswith("🏆 **L'ordinateur")


def test_a_number_below_nothing_has_a_minus_sign_in_every_text():
    for language in LANGUAGES:
        told = texts(language, "hockey_game")("hg.brings", own=-1, other=3)
        assert told.startswith("−1 ")
        assert "3" in told
        assert "-" not in told
