"""What is played at every place by `make faults`, and at some of them in an ordinary run of the tests."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
EVERYWHERE = "EVERYWHERE" in os.environ


def sampled(places: Iterable[T], share: float, seed: int = 1) -> list[T]:
    """A share of some places, always the same; all of them where EVERYWHERE is in the environment."""
    every = list(places)
    if EVERYWHERE:
        return every
    drawn = random.Random(seed).sample(range(len(every)), max(1, round(share * len(every))))
    return [every[n] for n in sorted(drawn)]
