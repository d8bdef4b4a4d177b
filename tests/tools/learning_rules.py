"""Learns which entry of a rulebook a question asks for: `python -m tests.tools.learning_rules` writes `leanings.bin` beside each book.

The examples are the books themselves: the words that people ask an entry with, its heading, and its sentences, in all languages.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain
from math import sqrt

import msgspec
import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

from data.content import games
from data.language import DATA, LANGUAGES
from data.lookup.basics import traits
from data.lookup.learned_ranking import FILE, Leanings, checksum
from data.lookup.normalisation import split
from data.rulebook import rulebook

SELDOM = 2
"""Traits of fewer examples are not looked at."""
KEPT = 220_000
"""So many weights of a game are kept, the strongest."""
SHORTEST = 3
"""Sentences of fewer words say nothing by themselves."""
COST, ROUNDS = 3e-6, 12
"""What weights cost, and how often all examples are gone through."""


def examples(game: str) -> Iterator[tuple[str, list[str]]]:
    """The numbers of entries, each with words that ask for it."""
    for language in LANGUAGES:
        for rule in rulebook(game, language).values():
            if rule.kind != "chapter":
                sentences = (said for said in re.split(r"[.;:]", rule.text) if len(split(said)) >= SHORTEST)
                found = map(split, chain(rule.also.split(","), [rule.heading], sentences))
                yield from ((rule.number, words) for words in found if words)


def table(asked: Sequence[set[int]], columns: np.ndarray) -> csr_matrix:
    """The traits of examples that are columns: a row each, of length one if all of its traits were."""
    known = set(columns.tolist())
    rows = [np.searchsorted(columns, sorted(said & known)) for said in asked]
    values = [np.full(len(row), 1 / sqrt(len(said) or 1), dtype=np.float32) for row, said in zip(rows, asked, strict=True)]
    ends = np.cumsum([0, *map(len, rows)])
    return csr_matrix((np.concatenate(values), np.concatenate(rows), ends), shape=(len(rows), len(columns)))


def learnt(game: str) -> Leanings:
    """The strongest weights of a game."""
    numbers, words = zip(*examples(game), strict=True)
    asked = [set(map(checksum, traits(said))) for said in words]
    every, often = np.unique(np.concatenate([list(said) for said in asked]), return_counts=True)
    columns = every[often >= SELDOM]
    model = SGDClassifier(loss="log_loss", alpha=COST, max_iter=ROUNDS, tol=None, random_state=1).fit(table(asked, columns), numbers)
    weights = model.coef_
    least = np.partition(np.abs(weights).ravel(), -KEPT)[-KEPT]
    unit = float(np.abs(weights).max() / 127)
    whole = np.where(np.abs(weights) >= least, np.round(weights / unit), 0).astype(np.int8)
    columns, whole = columns[whole.any(axis=0)], whole[:, whole.any(axis=0)]
    at, which = np.nonzero(whole.T)
    starts = np.searchsorted(at, np.arange(len(columns) + 1))
    return Leanings(
        entries=[str(number) for number in model.classes_],
        bias=[round(float(one), 3) for one in model.intercept_],
        unit=unit,
        traits=columns.astype("<u4").tobytes(),
        starts=starts.astype("<u4").tobytes(),
        which=which.astype(np.uint8).tobytes(),
        weights=whole.T[at, which].tobytes(),
    )


if __name__ == "__main__":
    for game in sys.argv[1:] or games():
        (DATA / game / FILE).write_bytes(zlib.compress(msgspec.msgpack.encode(learnt(game)), 9))
