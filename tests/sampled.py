"""What is played at every place by `make deep` or `make faults`, and at some of them in an ordinary run of the tests.

Cases of one test are named by a mark: with `@pytest.mark.sampled(0.3)` an ordinary run has three of ten, always the same, and each game, language and
database among them; with `any=True` none of these has to be.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, product
from math import ceil
from typing import Any, TypeVar

from data.language import LANGUAGES

T = TypeVar("T")
EVERYWHERE = "EVERYWHERE" in os.environ
WHOLE = EVERYWHERE or "WHOLE" in os.environ
"""Whether tests are run with all of their cases, each of them as briefly as usual."""


def sampled(places: Iterable[T], share: float, seed: int = 1) -> list[T]:
    """A share of some places, always the same; all of them where EVERYWHERE is in the environment."""
    every = list(places)
    if EVERYWHERE:
        return every
    drawn = random.Random(seed).sample(range(len(every)), max(1, round(share * len(every))))
    return [every[n] for n in sorted(drawn)]


def often(usual: int, everywhere: int) -> int:
    """How often something is tried: as usual, or as often as it is where EVERYWHERE is in the environment."""
    return everywhere if EVERYWHERE else usual


def in_one_language(things: Iterable[T]) -> list[tuple[T, str]]:
    """Things each with a language, in turn; each with all languages where EVERYWHERE is in the environment."""
    return [*(product(things, LANGUAGES) if EVERYWHERE else zip(things, cycle(LANGUAGES), strict=False))]


def covering(cases: Sequence[Mapping[str, Any]], share: float, seed: str) -> list[int]:
    """The numbers of a share of a test's cases, always the same: whatever several of them have (a game, a database, a language) at least one of those
    has that are drawn, if need be of more cases."""
    traits = [{(name, _kind(value)) for name, value in case.items()} for case in cases]
    met = Counter(trait for one in traits for trait in one)
    wanted = {trait for trait, times in met.items() if times > 1}
    order = random.Random(seed).sample(range(len(cases)), len(cases))
    found: list[int] = []
    for n in order:
        if traits[n] & wanted:
            found.append(n)
            wanted -= traits[n]
    found += [n for n in order if n not in found][: max(0, ceil(share * len(cases)) - len(found))]
    return sorted(found)


def _kind(value: Any) -> str:
    return str(getattr(value, "game", value))
