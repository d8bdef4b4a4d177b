"""Rulebooks: numbered rules as players see them, with rulings and worked examples, in three languages.

A book is a Markdown file for each game and language. `# MH-3 Placing` opens a chapter, `## MH-3.2 The first tile` an entry; numbers with an R are
rulings, with an E examples; chapter 0 is the basics, which every game has. A line of an entry that begins with `~` holds words that people ask
with; it is searched, not shown.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from data.content import games
from data.language import DATA, DEFAULT, typeset
from data.lookup.normalisation import lines
from rules.parts.lazy import once

_HEAD = re.compile(r"\n##? (\S+) (.+)")
_ALSO = re.compile(r"^~ *(.*)$", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]{2}-(?:[RE]\d+|\d+\.\d+)\b")
"""A number as texts cite it."""


OFTEN = 10
"""So many rules are among what is asked most, beside the basics."""


class Rule(NamedTuple):
    """One entry of a rulebook. A chapter has no text of its own; `also`: words that people ask with."""

    game: str
    number: str
    heading: str
    text: str
    also: str

    @property
    def chapter(self) -> str:
        """The number of the chapter: `MH-3` for `MH-3.2`, `MH-R` for `MH-R4`; a chapter's own number for itself."""
        prefix, _, rest = self.number.partition("-")
        return f"{prefix}-{rest[0] if rest[0] in 'RE' else rest.partition('.')[0]}"

    @property
    def kind(self) -> str:
        """`chapter`, `basics`, `rule`, `ruling` or `example`."""
        if self.number == self.chapter:
            return "chapter"
        if self.chapter.endswith("-0"):
            return "basics"
        return {"R": "ruling", "E": "example"}.get(self.number.partition("-")[2][0], "rule")

    @property
    def cited(self) -> tuple[str, ...]:
        """The numbers in its text, each once."""
        return tuple(dict.fromkeys(NUMBER.findall(self.text)))


@once
def rulebook(game: str, language: str) -> dict[str, Rule]:
    """A game's entries by number, in the order of the book; in English if there is none in the language."""
    for lang in (language, DEFAULT):
        path = DATA / game / f"rulebook.{lang}.md"
        if path.exists():
            parts = iter(_HEAD.split("\n" + path.read_text(encoding="utf-8"))[1:])
            return {number: _entry(game, lang, number, heading, body) for number, heading, body in zip(parts, parts, parts, strict=True)}
    return {}


@once
def _asked(language: str) -> dict[str, str]:
    """The words that people ask the basics with, in every game, by number in chapter 0."""
    rows = (row.split(" ", 2) for row in lines("basics.txt"))
    return {number: words for lang, number, words in rows if lang == language}


@once
def outside(language: str) -> tuple[Rule, ...]:
    """Topics that people ask about and no rule answers, as entries of words alone: those of each game, and, with the game "", those of none."""
    found = []
    for game in ("", *games()):
        rows = lines(f"{game}/outside.txt" if game else "outside.txt")
        found += [Rule(game, "", "", "", row.partition(":")[2]) for row in rows if row.partition(":")[0] == language]
    return tuple(found)


def _entry(game: str, language: str, number: str, heading: str, body: str) -> Rule:
    asked, everywhere = _ALSO.findall(body) if "~" in body else [], _asked(language).get(number.partition("-")[2])
    text = _ALSO.sub("", body) if asked else body
    also = ", ".join([*asked, everywhere] if everywhere else asked)
    return Rule(game, number, typeset(heading, language), typeset(text.strip(), language), also)


@once
def _prefixes() -> dict[str, str]:
    return {number.partition("-")[0]: game for game in games() for number in rulebook(game, DEFAULT)}


def game_of(number: str) -> str | None:
    """The game to which a rule number belongs; None for a number in no book."""
    return _prefixes().get(number.partition("-")[0])


def children(book: dict[str, Rule], chapter: str) -> list[Rule]:
    """The entries of a chapter."""
    return [rule for rule in book.values() if rule.chapter == chapter and rule.number != chapter]


def chapters(book: dict[str, Rule]) -> list[Rule]:
    """The chapters of a book."""
    return [rule for rule in book.values() if rule.kind == "chapter"]


def most_asked(book: dict[str, Rule]) -> list[Rule]:
    """The most frequent entries: the basics, then the rules with the most rulings and examples."""
    rules = [rule for rule in book.values() if rule.kind == "rule"]
    often = sorted(rules, key=lambda rule: -len(touching(book, rule.number)))
    return [*(rule for rule in book.values() if rule.kind == "basics"), *often[:OFTEN]]


def touching(book: dict[str, Rule], number: str) -> list[Rule]:
    """The rulings that cite an entry, then the examples that do."""
    citing = [rule for rule in book.values() if rule.kind in ("ruling", "example") and number in rule.cited]
    return sorted(citing, key=lambda rule: rule.kind == "example")


def neighbours(book: dict[str, Rule], number: str) -> tuple[Rule | None, Rule | None]:
    """The entries of the same kind before and after one in the book."""
    row = [rule for rule in book.values() if (rule.kind == "chapter") == (book[number].kind == "chapter")]
    at = next(i for i, rule in enumerate(row) if rule.number == number)
    return (row[at - 1] if at else None), (row[at + 1] if at + 1 < len(row) else None)
