"""Detects names that look the same, and distinguishes them by account names, and at a table by the signs of the seats.

Two names look the same if they differ only in capitals, accents, width, gaps and invisible characters, or in letters of other scripts and figures
that look alike: the skeletons of Unicode Technical Standard 39, with its table of confusables cut down to Latin, Greek and Cyrillic letters.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from data.accents import folded
from data.user_text import Called, called_of

_UNSEEN = ("Mn", "Me", "Cf")
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮԌԚԜѴ" "аеѕіјорсухһԁԛԝѵ" "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ" "αγηικνορυχωϲ" "ıɑɡI1|0",
    "ABESlJKMHOPCTXYGQWV" "aesijopcyxhdqwv" "ABEZHlKMNOPTYXC" "aynikvopuxwc" "iaglllo",
)  # fmt: skip
"""Letters and figures, and those that they are to the eye; a capital I is a small l."""
_PAIRS = {"rn": "m", "vv": "w"}


def _unsigned(n: int) -> str:
    """The default of `sign`: no signs."""
    return ""


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """The skeletons of a name: two names look the same if they share one."""
    seen = unicodedata.normalize("NFKC", name)
    seen = "".join(c for c in unicodedata.normalize("NFD", seen) if unicodedata.category(c) not in _UNSEEN and not c.isspace())
    drawn = folded(seen.translate(_ALIKE))
    for pair, one in _PAIRS.items():
        drawn = drawn.replace(pair, one)
    return frozenset((folded(seen), drawn))


def told_apart(names: Sequence[str], sign: Callable[[int], str] = _unsigned) -> tuple[Called, ...]:
    """The people with these names, in order, made distinct for readers: names that look the same get the `sign` of their seat, if any, and the
    account's name, if it is known and different."""
    people = [Called(str(name), called_of(name).account) for name in names]
    seen = Counter(look for person in people for look in looks(person))
    accounts = Counter((look, person.account) for person in people for look in looks(person))
    found = []
    for n, one in enumerate(people):
        if any(seen[look] > 1 for look in looks(one)):
            known = one.account and all(accounts[look, one.account] == 1 for look in looks(one))
            one = Called(str(one), one.account, sign(n), f"({one.account})" if known else "")
        found.append(one)
    return tuple(found)
