"""Folds texts (no accents, no capitals), so that a question typed without diacritics finds the same. `data/lookup` splits texts into words."""

from __future__ import annotations

import re
import unicodedata

_MARKS = re.compile("[\u0300-\u034e\u0350-\u036f\u2066-\u2069]+")
"""Marks written over Latin letters, and those between which a name is set apart."""


def folded(text: str) -> str:
    """A text without accents and capitals, for comparing."""
    plain = text.casefold().strip()
    if plain.isascii():
        return plain
    plain = _MARKS.sub("", unicodedata.normalize("NFD", plain.replace("œ", "oe")))
    return plain.strip() if plain.isascii() else "".join(c for c in plain if not unicodedata.combining(c)).strip()
