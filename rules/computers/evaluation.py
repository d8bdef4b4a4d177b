"""The evaluation of positions: the value for each seat, by weights fitted to games with `python -m tests.tools.training`, and what is told of it.

How sure a search is, is one thing, and how often it is right another. So what people are told is *calibrated*: of positions that are said to be worth
70 %, seven of ten are won in the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec


class Calibration(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """From a share that a search finds to how often such positions are won: their log odds, beside an even share, grow alike (Platt scaling)."""

    slope: float = 1.0
    """How many times larger they are than the search says: above 1 it is too timid, below too sure."""

    def of(self, share: float, seats: int) -> float:
        """The calibrated share of one of so many seats. What is certain stays so, and order does not change."""
        if seats < 2 or not 0.0 < share < 1.0:
            return share
        even = math.log(seats - 1)
        log_odds = self.slope * (math.log(share / (1.0 - share)) + even) - even
        return 1.0 / (1.0 + math.exp(-log_odds))


class Judgement(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A weight for each feature of a seat's position, by its name. How likely seats are to win is the softmax of their sums (a conditional logit)."""

    weights: dict[str, float]
    calibration: Calibration = Calibration()

    def fits(self, names: Sequence[str]) -> bool:
        """Whether it has been fitted to features of just these names, in this order."""
        return list(self.weights) == list(names)

    def shares(self, features: Sequence[Sequence[float]]) -> list[float]:
        """Each seat's expected share of the victory; a seat without features has none."""
        weights = list(self.weights.values())
        sums = [sum(w * x for w, x in zip(weights, row, strict=True)) if row else -math.inf for row in features]
        top = max(sums)
        odds = [math.exp(n - top) for n in sums]
        whole = sum(odds)
        return [n / whole for n in odds]


def calibrated(rules: Any, share: float, seats: int) -> float:
    """The share that people are told, of one of so many seats, for a share that a search or a judgement has found; the same if nothing is fitted."""
    judgement: Judgement | None = getattr(rules, "judgement", None)
    return share if judgement is None else judgement.calibration.of(share, seats)
