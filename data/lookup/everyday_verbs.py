"""Everyday synonyms for verbs, such as `walk` for `travel`, in all languages: a `verbs.txt` for each game and one for all.

They are about typed moves. Synonyms in questions about rules: `synonyms` in `data/lookup/normalisation.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from data.lookup.normalisation import idle_anywhere, lines, split
from rules.parts.lazy import once

BESIDE = ("undo", "resign", "tie", "help", "hint")
"""What no game's action does, but a button or a command."""


class Everyday(NamedTuple):
    """The meaning of an everyday word: the game's `verbs`, the likeliest first, or one of `BESIDE`; the typed words (`said`); and the `rest` of
    the text, with their objects."""

    verbs: tuple[str, ...]
    said: str
    rest: str


def everyday(game: str, text: str) -> Everyday | None:
    """Reads a text that begins with an everyday word; None for any other text."""
    known, typed = _known(game), text.replace(",", " ").split()
    for n in range(min(len(typed), _longest(game)), 0, -1):
        if verbs := known.get(tuple(split(" ".join(typed[:n])))):
            rest = typed[n:]
            while rest and rest[0].casefold() in idle_anywhere():
                rest = rest[1:]
            return Everyday(verbs, " ".join(typed[:n]), " ".join(rest))
    return None


@once
def _known(game: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The everyday words and their meanings, the game's own before those of all games."""
    found = {}
    for name in ("verbs.txt", f"{game}/verbs.txt"):
        for line in lines(name):
            verbs, _, phrases = line.partition(":")
            found.update({tuple(split(phrase)): tuple(verbs.split()) for phrase in phrases.split(",")})
    return found


@once
def _longest(game: str) -> int:
    """The number of words in the longest of these."""
    return max(map(len, _known(game)), default=0)
