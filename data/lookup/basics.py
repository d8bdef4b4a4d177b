"""A classifier: which of the basics (a rulebook's chapter 0, in every game) a question asks for, if any.

One logistic regression per entry, trained on examples (`python -m tests.tools.learning`). Its traits are words, pairs and triples of words, the
first word, and pieces of words, so that endings and typos matter little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, sqrt

import msgspec

from data.language import DATA
from rules.parts.lazy import decoder, once

WEIGHTS = DATA / "basics.json"
PIECES = (3, 4, 5)
"""The lengths of pieces of words, counted with the gaps around a word."""


class Learnt(msgspec.Struct, frozen=True):
    """The trained classifier: the bias of each entry (`0.2`), and the weight of each trait of a question for entries."""

    bias: dict[str, float]
    weights: dict[str, dict[str, float]]


def traits(words: Sequence[str]) -> set[str]:
    """The traits of a question, from its folded words."""
    return set(_traits(words))


def _traits(words: Sequence[str]) -> Iterator[str]:
    for length in (1, 2, 3):
        yield from (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
    yield from (f"^{word}" for word in words[:1])
    for word in words:
        whole = f" {word} "
        for length in PIECES:
            yield from (f"#{whole[at : at + length]}" for at in range(len(whole) - length + 1))


@once
def _learnt() -> Learnt:
    found: Learnt = decoder(Learnt).decode(WEIGHTS.read_bytes())
    return found


def likely(words: Sequence[str]) -> dict[str, float]:
    """For each of the basics, by its number in chapter 0, the probability that a question of these folded words asks for it."""
    learnt, said = _learnt(), traits(words)
    told = dict.fromkeys(learnt.bias, 0.0)
    for trait in said & learnt.weights.keys():
        for entry, weight in learnt.weights[trait].items():
            told[entry] += weight
    return {entry: 1 / (1 + exp(-bias - told[entry] / sqrt(len(said) or 1))) for entry, bias in learnt.bias.items()}
