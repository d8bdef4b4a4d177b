"""Similarity of spellings, for typos. Its library takes megabytes, and is imported on first use."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4
"""Letters of the shortest word that may pass for a typo of another one."""
MOST_MEANT = 3
"""How many words one with a typo may stand for."""
LIKE = 80
"""How alike, of 100, two words must be spelled for one to pass for a typo of the other."""


def meant_by(typo: str, words: Iterable[str]) -> list[tuple[str, float]]:
    """The words for which an unknown one may be a typo, the most similar first, each with its similarity (1: equal)."""
    if len(typo) < SHORTEST:
        return []
    return [(word, like / 100) for word, like in closest(typo, words, MOST_MEANT, LIKE)]


def closest(word: str, words: Iterable[str], limit: int, at_least: float = 0.0) -> list[tuple[str, float]]:
    """Those of some words that are most similar to a word, best first, each with its similarity (100: equal)."""
    from rapidfuzz import fuzz, process

    return [(close, like) for close, like, _ in process.extract(word, list(words), scorer=fuzz.ratio, score_cutoff=at_least, limit=limit)]


def alike(wanted: str, name: str) -> float:
    """The similarity of a typed text to a name, or a part of it (100: equal)."""
    from rapidfuzz import fuzz

    return fuzz.WRatio(wanted, name)


def one_letter_apart(one: str, other: str) -> bool:
    """Whether two words differ by one letter replaced, missing or added, or by two letters exchanged."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) == len(other):
        exchanged = one[at + 1 : at + 2] + one[at : at + 1] + one[at + 2 :]
        return one[at + 1 :] == other[at + 1 :] or exchanged == other[at:]
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[at + 1 :] == shorter[at:]
