"""Sanitises text that people typed (names, reasons, titles): no Discord markup, no broken lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

_JOINERS = "\u200c\u200d"
"""Joiners without a width, which emoji and some scripts need. `one_line` drops all other invisible characters, which only hide or reverse text."""
_MARKUP = re.compile(r"[\\*_~`|\[\]<>#/:]")
"""Marks of emphasis, code, links (bare ones and invitations too), mentions, time stamps, headings and quotations."""
_LISTING = re.compile(r"^(\d*)([-+.)])")
"""The beginning of a line that Discord would show as an entry of a list."""
_NOBODY = "?"
_BETWEEN = (" → ", ", ")
_PARTED = re.compile(f"({'|'.join(_BETWEEN)})")
"""Splits a text at the separators of names, and keeps these as parts."""
_TURNING = frozenset(("R", "AL", "AN"))
"""The classes of letters that are written from right to left (Unicode Standard Annex 9), and of numbers among them."""
APART, TO_HERE = "\u2068", "\u2069"
"""Unicode isolates: neither the text between them nor the text around them changes the direction of the other."""
_UNSTORABLE = dict.fromkeys((0, *range(0xD800, 0xE000)), "\N{REPLACEMENT CHARACTER}")
FENCE = "\n```"
"""The end of a block of code."""


def one_line(text: str) -> str:
    """A text as one line without control characters, direction marks and invisible characters; `?` if nothing is left."""
    if not text.isprintable():
        text = "".join(c for c in text if c in _JOINERS or c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    text = " ".join(text.split())
    return text if text.strip(_JOINERS) else _NOBODY


def storable(text: str) -> str:
    """A text that every database accepts: NUL and lone surrogates become the replacement character."""
    return text.translate(_UNSTORABLE) if not text.isprintable() else text


def escaped(text: str) -> str:
    """A text that Discord shows literally, without links, mentions or markup, and with directions isolated. Of a
    `Called`, the name that distinguishes them from others."""
    return _apart(_without_mentions(_LISTING.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", one_line(as_shown(text))))))


def set_apart(text: str) -> str:
    """A text with right-to-left letters isolated from what surrounds it, so that `NAME (2) wins 3:1` is read in that order; any other text
    unchanged. Of a `Called`, the name that distinguishes them from others."""
    return _apart(as_shown(text))


def _apart(text: str) -> str:
    if text.isascii() or not any(unicodedata.bidirectional(c) in _TURNING for c in text):
        return text
    return f"{APART}{text}{TO_HERE}"


def as_shown(text: str) -> str:
    """A text as readers see it: for a person the name that distinguishes them, else the text itself."""
    return text.shown if isinstance(text, Called) else str(text)


def fenced(text: str) -> str:
    """A text as a block of code, which nothing in it can end."""
    return f"```\n{_in_code(text)}{FENCE}"


def _in_code(text: str) -> str:
    """A text for use between backticks, where nothing can be escaped."""
    return _without_mentions(text.replace("`", "ˋ"))


def _without_mentions(text: str) -> str:
    """A text without mentions: Discord finds those before it looks at escapes."""
    return text.replace("@", "@\u200b")


def typed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a sentence with each text as `Typed`; `who` as `Names`, since it may list several people."""
    return {name: (Names if name == "who" else Typed)(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


class Typed(str):
    """A text by a person, on one line. Drawn, stored, compared, on a button or in a menu it is the text itself; in a sentence (an f-string, a text
    of `data.language`) it is escaped, since sentences go into messages.

    `str(name)` is the unescaped text.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Typed:
        return super().__new__(cls, one_line(text))

    def __format__(self, spec: str) -> str:
        return format(escaped(self), spec)

    def in_code(self) -> str:
        """The text for use between backticks."""
        return _in_code(self)


class Reader(str):
    """The name of whoever reads a text. Where the text has a form `KEY.who_you`, that is used: *you* in place of the name (`data.language`)."""

    __slots__ = ()


class Names(Typed):
    """Names with ` → ` or `, ` between, as in moderators' acts. Each is isolated, so that they are read in their order."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        whole = escaped(self)
        if whole.startswith(APART):
            whole = "".join(part if part in _BETWEEN or not part else escaped(part) for part in _PARTED.split(self))
        return format(whole, spec)


class Called(Typed):
    """A person's name, with the name of their `account` if known. Sentences show it with what distinguishes it from names that look the same
    (`data.similar_names`): the `sign` of their seat, or the account in brackets, `beside` the name. Stored or compared, it is the name alone."""

    account: str
    sign: str
    beside: str

    def __new__(cls, name: str, account: str = "", sign: str = "", beside: str = "") -> Called:
        made: Called = super().__new__(cls, name)  # type: ignore[assignment]
        made.account, made.sign, made.beside = one_line(account) if account else "", sign, beside
        return made

    @property
    def shown(self) -> str:
        """The name in words: with the sign of the seat, and what else distinguishes it."""
        return " ".join(filter(None, [str(self), self.sign, self.beside]))

    @property
    def pictured(self) -> str:
        """The name in pictures, where seats have their signs already."""
        return " ".join(filter(None, [str(self), self.beside]))


def called_of(name: str) -> Called:
    """A name as that of a person, whose account may be unknown."""
    return name if isinstance(name, Called) else Called(name)
