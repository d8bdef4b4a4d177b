"""Everyday phrases for words of actions that are no verbs, such as `turned by two` for `r2` (in a game's `words.txt`, if any), and filler words
between them, such as `onto`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from data.lookup.normalisation import idle_anywhere, lines, split
from rules.parts.lazy import once

BETWEEN = frozenset(split("onto into toward towards against near směrem proti vedle mezi vers contre chez jusque"))
"""Words between things, in any language, beside those that say nothing anywhere (`idle_words.txt`)."""


class Plain(NamedTuple):
    """A simplified text: which words were `dropped`, and whether an everyday phrase was replaced (`guessed`)."""

    text: str
    dropped: tuple[str, ...]
    guessed: bool


def plainer(game: str, knows: Callable[[str], bool], text: str) -> Plain:
    """A text with everyday phrases replaced by a game's words, and without filler words after the first word.

    Words that the game `knows` are never dropped.
    """
    typed = text.replace(",", " ").split()
    known, kept, dropped, guessed = _known(game), typed[:1], [], False
    at = 1
    while at < len(typed):
        phrase = next((n for n in range(len(typed) - at, 0, -1) if tuple(split(" ".join(typed[at : at + n]))) in known), 0)
        word = typed[at].casefold()
        if phrase:
            kept.append(known[tuple(split(" ".join(typed[at : at + phrase])))])
            guessed = True
        elif not knows(word) and split(word) and {*split(word)} <= idle_anywhere() | BETWEEN:
            dropped.append(typed[at].lower())
        else:
            kept.append(typed[at])
        at += phrase or 1
    return Plain(" ".join(kept), tuple(dropped), guessed)


@once
def _known(game: str) -> dict[tuple[str, ...], str]:
    """The everyday phrases and their meanings."""
    rows = [line.partition(":") for line in lines(f"{game}/words.txt")]
    return {tuple(split(phrase)): word for word, _, phrases in rows for phrase in phrases.split(",")}
