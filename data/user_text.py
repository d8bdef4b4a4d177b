"""Sanitises text that people typed (names, reasons, titles): no Discord markup, no broken lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

_JOINERS = "\u200c\u200d"
"""Letters without a width that emoji and some scripts are spelled with; all others only hide or turn round what stands beside them."""
_MARKUP = re.compile(r"[\\*_~`|\[\]<>#/:]")
"""Marks of emphasis, code, links (bare ones and invitations too), mentions, time stamps, headings and quotations."""
_LISTING = re.compile(r"^(\d*)([-+.)])")
"""What makes an entry of a list of a line."""
_NOBODY = "?"
_BETWEEN = (" → ", ", ")
_PARTED = re.compile(f"({'|'.join(_BETWEEN)})")
"""What stands between names, as a part of its own."""
_TURNING = frozenset(("R", "AL", "AN"))
"""The classes of letters that are written from right to left (Unicode Standard Annex 9), and of numbers among them."""
APART, TO_HERE = "\u2068", "\u2069"
"""Between these a text stands apart: what is around it is not reordered by its direction, nor it by theirs."""
_NO_LETTERS = dict.fromkeys((0, *range(0xD800, 0xE000)), "\N{REPLACEMENT CHARACTER}")
FENCE = "\n```"
"""The end of a block of code."""


def one_line(text: str) -> str:
    """A text as one line without control letters, letters that turn the direction of writing, and invisible ones; `?` where nothing is left."""
    if not text.isprintable():
        text = "".join(c for c in text if c in _JOINERS or c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    text = " ".join(text.split())
    return text if text.strip(_JOINERS) else _NOBODY


def storable(text: str) -> str:
    """A text as every database takes it: what is no letter (NUL, half of a letter) becomes the sign for that."""
    return text.translate(_NO_LETTERS) if not text.isprintable() else text


def escaped(text: str) -> str:
    """A text that Discord shows in a message letter by letter, without a link, a mention, or anything else made of it, and without turning round
    what stands beside it. Of somebody it is what tells them apart from others."""
    return _apart(_uncalling(_LISTING.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", one_line(as_shown(text))))))


def set_apart(text: str) -> str:
    """A text with letters that are written from right to left, set apart from what stands around it: `NAME (2) wins 3:1` is read in that order.
    Any other text as it is. Of somebody it is what tells them apart from others."""
    return _apart(as_shown(text))


def _apart(text: str) -> str:
    if text.isascii() or not any(unicodedata.bidirectional(c) in _TURNING for c in text):
        return text
    return f"{APART}{text}{TO_HERE}"


def as_shown(text: str) -> str:
    """What a text says to its readers: of somebody what tells them apart from others, of anything else itself."""
    return text.shown if isinstance(text, Called) else str(text)


def fenced(text: str) -> str:
    """A text as a block of code, which nothing in it can end."""
    return f"```\n{_in_code(text)}{FENCE}"


def _in_code(text: str) -> str:
    """As a text may stand between backticks, where nothing is escaped."""
    return _uncalling(text.replace("`", "ˋ"))


def _uncalling(text: str) -> str:
    """Discord decides who is called before it looks at escapes."""
    return text.replace("@", "@\u200b")


def typed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of a sentence that somebody may have written as they liked; `who` may be several."""
    return {name: (Names if name == "who" else Typed)(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


class Typed(str):
    """A text by a person, on one line. It is what it says wherever it is drawn, stored or compared, on a button or in a menu;
    put into a sentence (an f-string, a text of `data.language`) it is escaped, since sentences go into messages.

    `str(name)` is what a person called themselves, without that care.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Typed:
        return super().__new__(cls, one_line(text))

    def __format__(self, spec: str) -> str:
        return format(escaped(self), spec)

    def in_code(self) -> str:
        """The text for use between backticks."""
        return _in_code(self)


class Names(Typed):
    """Names with ` → ` or `, ` between, as acts of moderators note them. Each stands apart by itself, so that they are read in their order."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        whole = escaped(self)
        if whole.startswith(APART):
            whole = "".join(part if part in _BETWEEN or not part else escaped(part) for part in _PARTED.split(self))
        return format(whole, spec)


class Called(Typed):
    """What somebody is called, with the name of their `account` where it is known. What tells them apart from others who
    look the same (`data.similar_names`)
    stands in sentences, and what they are called alone wherever it is stored or compared."""

    account: str
    sign: str
    beside: str

    def __new__(cls, name: str, account: str = "", sign: str = "", beside: str = "") -> Called:
        made: Called = super().__new__(cls, name)  # type: ignore[assignment]
        made.account, made.sign, made.beside = one_line(account) if account else "", sign, beside
        return made

    @property
    def shown(self) -> str:
        """In words: with the sign of their seat, and with what else stands beside their name."""
        return " ".join(filter(None, [str(self), self.sign, self.beside]))

    @property
    def pictured(self) -> str:
        """In pictures, where seats have their signs already."""
        return " ".join(filter(None, [str(self), self.beside]))


def called_of(name: str) -> Called:
    """A name as that of a person, whose account may be unknown."""
    return name if isinstance(name, Called) else Called(name)
