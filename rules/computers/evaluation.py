"""The evaluation of positions: the value for each seat, by weights fitted to games with `python -m tests.tools.training`."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec


class Judgement(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A weight for each feature of a seat's position, by its name. How likely seats are to win is the softmax of their sums (a conditional logit)."""

    weights: dict[str, float]

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
