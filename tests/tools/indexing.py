"""Writes `data/index.bin`, which words stand where in the rulebooks: `python -m tests.tools.indexing`, after any change of them."""

from __future__ import annotations

from data.language import LANGUAGES
from data.lookup.indexing import Indexed, index_of, searched, write


def made() -> dict[str, Indexed]:
    """What is known of the entries of each language."""
    return {language: index_of(searched(language), language) for language in LANGUAGES}


if __name__ == "__main__":
    write(made())
