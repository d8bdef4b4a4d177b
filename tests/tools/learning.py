"""Learns which of the basics a question asks for: `python -m tests.tools.learning` writes `data/basics.json`.

The examples are all words that people ask the entries of the rulebooks with, those of chapter 0 for what they ask, all others for none of the basics,
and `questions/taught`, written for this: the basics in the words of each game, and what only sounds like them (`x`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import msgspec
import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from data.content import games
from data.language import LANGUAGES
from data.lookup.basics import WEIGHTS, Learnt, traits
from data.lookup.normalisation import split
from data.rulebook import rulebook
from tests.data.lookup.test_answering import QUESTIONS

OTHER = "x"
"""What asks for none of the basics."""
SELDOM = 3
"""Traits of fewer examples are not looked at."""
FITTED = 10.0
"""How closely the examples are fitted: the inverse of what weights cost."""


def taught() -> Iterator[tuple[str, str]]:
    """The examples written for this, each with the entry that it asks for."""
    for language in LANGUAGES:
        for row in (QUESTIONS / "taught" / f"{language}.txt").read_text(encoding="utf-8").splitlines():
            entry, question = row.split(" | ")
            yield entry, question


def examples() -> list[tuple[str, str]]:
    """All questions to learn from, each with the entry of chapter 0 that it asks for."""
    found = list(taught())
    for language in LANGUAGES:
        for rule in (rule for game in games() for rule in rulebook(game, language).values()):
            entry = rule.number.partition("-")[2] if rule.kind == "basics" else OTHER
            found += [(entry, words) for words in rule.also.split(",") if words.strip()]
    return list(dict.fromkeys(found))


def learnt(asked: list[tuple[str, str]]) -> Learnt:
    """The weights, few of them other than nothing."""
    seen = [dict.fromkeys(said, 1 / sqrt(len(said) or 1)) for said in (traits(split(question)) for _, question in asked)]
    vectors = DictVectorizer()
    table = vectors.fit_transform(seen)
    often = np.flatnonzero(table.getnnz(axis=0) >= SELDOM)
    names = vectors.get_feature_names_out()[often]
    entries = np.array([entry for entry, _ in asked])
    made = Learnt({}, {})
    for entry in sorted(set(entries) - {OTHER}, key=lambda number: int(number.partition(".")[2])):
        model = LogisticRegression(solver="liblinear", l1_ratio=1, C=FITTED, random_state=0).fit(table[:, often], entries == entry)
        made.bias[str(entry)] = round(float(model.intercept_[0]), 2)
        for at in np.flatnonzero(np.abs(model.coef_[0]) >= 0.005):
            made.weights.setdefault(str(names[at]), {})[str(entry)] = round(float(model.coef_[0][at]), 2)
    return Learnt(made.bias, dict(sorted(made.weights.items())))


if __name__ == "__main__":
    WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(learnt(examples())), indent=0) + b"\n")
