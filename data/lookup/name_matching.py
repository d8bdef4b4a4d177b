"""Name matching: finds the deck, game or character that a typed name means, without accents, capitals and signs, in any language, also by the
beginning. Cards: `cogs/messages/rules/find_cards.py`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from data.accents import folded
from data.lookup.spelling import alike

NEAREST = 5
"""So many things are named to somebody who has called something by no name it has."""
K = TypeVar("K", bound=Hashable)


def plain(text: str) -> str:
    """A name for comparing: lower case without accents, words with one space between."""
    return " ".join(re.sub(r"[\W_]+", " ", folded(text)).split())


def meant(text: str, names: Mapping[K, Iterable[str]]) -> list[K]:
    """The things, each with all its names, that a text may mean: the one with that name, else those with a name that begins so, else those with a
    word that does."""
    for like in (folded, plain):
        if wanted := like(text):
            whole = [key for key, called in names.items() if any(like(name) == wanted for name in called)]
            if whole:
                return whole[:1]
    wanted = plain(text)
    if not wanted:
        return []
    begun, within = _with(wanted, names)
    return begun or within


def offered(text: str, names: Mapping[K, Iterable[str]]) -> list[K]:
    """Completions of a text: things with a word that begins so, first those with a name that does; if there are none, the most similar ones."""
    wanted = plain(text)
    begun, within = _with(wanted, names)
    return [*dict.fromkeys([*begun, *within])] or _nearest(wanted, names)


def _with(wanted: str, names: Mapping[K, Iterable[str]]) -> tuple[list[K], list[K]]:
    """The things with a name that begins so, and those with a later word that does."""
    begun = [key for key, called in names.items() if any(plain(name).startswith(wanted) for name in called)]
    within = [key for key, called in names.items() if any(f" {wanted}" in plain(name) for name in called)]
    return begun, within


def _nearest(wanted: str, names: Mapping[K, Iterable[str]]) -> list[K]:
    likeness = {key: max((alike(wanted, plain(name)) for name in called), default=0.0) for key, called in names.items()}
    return sorted(likeness, key=lambda key: -likeness[key])[:NEAREST]
