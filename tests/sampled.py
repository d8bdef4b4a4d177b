"""What is played at every place by `make faults`, and at some of them in an ordinary run of the tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from itertools import cycle, product
from typing import TypeVar

from data.language import LANGUAGES

T = TypeVar("T")
EVERYWHERE = "EVERYWHERE" in os.environ


def sampled(places: Iterable[T], share: float, seed: int = 1) -> list[T]:
    """A share of some places, always the same; all of them where EVERYWHERE is in the environment."""
    every = list(places)
    if EVERYWHERE:
        return every
    drawn = random.Random(seed).sample(range(len(every)), max(1, round(share * len(every))))
    return [every[n] for n in sorted(drawn)]


def in_one_language(things: Iterable[T]) -> list[tuple[T, str]]:
    """Things each with a language, in turn; each with all languages where EVERYWHERE is in the environment."""
    return [*(product(things, LANGUAGES) if EVERYWHERE else zip(things, cycle(LANGUAGES), strict=False))]
