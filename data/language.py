"""Localisation: texts in the reader's language from gettext catalogues, the bot's own and one for each game.

Message ids are keys (`refused.occupied`); English is a catalogue like the others and stands in where a text is missing. Plural forms are chosen in
`data/translations.py` (`Catalogue.find`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from data.commands import with_mentions, without_mentions
from data.translations import EMPTY, Catalogue, read_catalogue
from data.user_text import Reader, Typed
from rules.parts.lazy import once

DATA = Path(__file__).parent
LANGUAGES = ("en", "cs", "fr")
NAMES = {"en": "English", "cs": "Čeština", "fr": "Français"}
"""Languages by their own names."""
DEFAULT = "en"


def language_of(locale: str | None) -> str:
    """Our language for a Discord locale such as `cs` or `en-GB`."""
    short = (locale or "").split("-")[0]
    return short if short in LANGUAGES else DEFAULT


_CODE_OR_GAP = re.compile(r"`[^`]*`|(?<=«) | (?=[:;!?»%])")
"""What stands between backticks, or a space beside one of the signs that French sets apart."""


def typeset(text: str, language: str) -> str:
    """Typesets a text: in French no line begins with a sign that has a space before it, nor ends with an opening quotation mark."""
    return _CODE_OR_GAP.sub(lambda found: "\u00a0" if found[0] == " " else found[0], text) if language == "fr" else text


_OPEN = tuple("aeiouàâéèêëîïôöûùüœæ")
_OF = re.compile(r"\b([DdLl]|[Qq]u)e (\**){(\w+)}")
"""*De*, *le* or *que* before a fact."""


def _elided(text: str, facts: Mapping[str, Any]) -> str:
    """A French text with *de*, *le* and *que* elided before facts that begin with a vowel."""

    def joined(found: re.Match[str]) -> str:
        begins = str(facts.get(found[3], "")).lstrip("*").casefold().startswith(_OPEN)
        return f"{found[1]}'{found[2]}{{{found[3]}}}" if begins else found[0]

    return _OF.sub(joined, text)


_SELF = "Ordinateur"
"""What a computer is called in French, where it has its article in sentences; several have numbers, and their levels in brackets."""
_BEGINS = re.compile(r"(?:^|[.!?·•\n>]\s*)[^\w{}]*$")
"""What stands before the first word of a sentence, of a line or of an entry; in French none begins after a colon, a dash or a bracket."""


def _with_article(text: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with articles for computers: *L'ordinateur mène*, *la mine de l'ordinateur*. A label, whatever its text, has the bare name."""
    told = dict(facts)
    for name, fact in facts.items():
        if isinstance(fact, str) and str(fact).lstrip("*").startswith(_SELF) and (found := re.search(rf"{{{name}\b", text)):
            words = f"{fact}".replace(_SELF, f"{'L' if _BEGINS.search(text[: found.start()]) else 'l'}'{_SELF.lower()}", 1)
            told[name] = words
    return told


class _Below(int):
    """A number below nothing, as a text shows it: with a minus sign, not a hyphen."""

    def __format__(self, spec: str) -> str:
        return f"−{format(-self, spec)}"


_BRACKETED = re.compile(r"\s\(([^()\\]*)\)")


def unbracketed(text: str) -> str:
    """A text without its own brackets, to be put into brackets: *Computer, easy* for *Computer (easy)*."""
    return _BRACKETED.sub(r", \1", text)


@once
def _in_brackets(text: str) -> tuple[str, ...]:
    """The names of the facts inside brackets in a text."""
    return tuple(name for inside in re.findall(r"\([^()]*\)", text) for name in _facts(inside))


@once
def _catalogue(folder: str, language: str) -> Catalogue:
    path = DATA / folder / f"{language}.po"
    found = read_catalogue(path) if path.exists() else EMPTY
    return found._replace(texts={key: tuple(typeset(form, language) for form in forms) for key, forms in found.texts.items()})


def house_texts() -> list[bytes]:
    """The contents of the files with the bot's own texts, in all languages."""
    return [(DATA / "locale" / f"{language}.po").read_bytes() for language in LANGUAGES]


@once
def _in_code(text: str) -> frozenset[str]:
    """The names of the facts between backticks in a text."""
    return frozenset(re.findall(r"{(\w+)", "".join(re.findall(r"`[^`]*`", text))))


@once
def _facts(text: str) -> tuple[str, ...]:
    """The names of the facts in a text, in order."""
    return tuple(re.findall(r"{(\w+)", text))


class Texts:
    """Texts in one language: the bot's own, and a game's if given."""

    def __init__(self, language: str, game: str | None = None) -> None:
        self.language = language
        self.game = game
        folders = [f"{game}/locale"] if game else []
        self._catalogues = [_catalogue(f, lang) for lang in dict.fromkeys((language, DEFAULT)) for f in (*folders, "locale")]

    def find(self, key: str, n: Any = None) -> str | None:
        """The text of a key, in the plural form for `n`; None if no catalogue has it."""
        number = n if isinstance(n, int) else None
        catalogue = self._having.get(key)
        return None if catalogue is None else catalogue.find(key, number)

    @cached_property
    def _having(self) -> dict[str, Catalogue]:
        """The first catalogue that has each key."""
        return {key: catalogue for catalogue in reversed(self._catalogues) for key in catalogue.texts}

    def __call__(self, key: str, **facts: Any) -> str:
        """The text of a key, with facts filled in; the key itself if there is no text, so that a gap is visible.

        Its plural is that of the fact `n`, or of the first number in the text. A `Typed` fact is escaped. Where the fact `who` is the `Reader`, it is
        the text `KEY.who_you`, if there is one.
        """
        addressing = (f"{key}.{name}_you" for name, fact in facts.items() if isinstance(fact, Reader))
        key = next((own for own in addressing if own in self._having), key)
        found = self.find(key, facts["n"] if "n" in facts else self._number(key, facts))
        if found is None:
            return key
        if self.language == "fr":
            facts = _with_article(found, facts)
            found = _elided(found, facts) if "e " in found else found
        if "`/" in found:
            found = with_mentions(found, self.find)
        if "(" in found:
            named = {name: facts.get(name) for name in _in_brackets(found)}
            facts |= {name: unbracketed(fact) for name, fact in named.items() if isinstance(fact, str) and not isinstance(fact, Typed)}
        facts |= {name: _Below(fact) for name, fact in facts.items() if type(fact) is int and fact < 0}
        code = {name: fact.in_code() for name in _in_code(found) if isinstance(fact := facts.get(name), Typed)}
        return found.format_map({**facts, **code} if code else facts)

    def plainly(self, key: str, **facts: Any) -> str:
        """The text for places without Discord's mentions: commands get their localized names."""
        return without_mentions(self(key, **facts), self.find)

    def _number(self, key: str, facts: Mapping[str, Any]) -> int | None:
        """The first number in a text with plurals."""
        forms = next((catalogue.texts[key] for catalogue in self._catalogues if key in catalogue.texts), ())
        names = _facts(forms[-1]) if len(forms) > 1 else ()
        return next((fact for name in names if isinstance(fact := facts.get(name), int)), None)


@once
def texts(language: str, game: str | None = None) -> Texts:
    """The texts of a language, and of a game."""
    return Texts(language if language in LANGUAGES else DEFAULT, game)
