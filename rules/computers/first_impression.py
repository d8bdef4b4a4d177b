"""Computer opponents without lookahead, which miss some of their options: the easy level, and the normal one but in Planetary Conquerors.
How many options a level misses: `computer/levels` of each game."""

from __future__ import annotations

import math
from typing import Any, Generic, TypeVar

from rules.computers.tree_search import Guide
from rules.game import Action, Budget, Glimpse, Seat
from rules.randomness import Chance

S = TypeVar("S")


class FirstImpression(Generic[S]):
    """An opponent that chooses by the first impression of its options, misses some of them, and does not look ahead."""

    nodes = 0

    def __init__(self, guide: Guide[S], overlooks: float, whim: float) -> None:
        """`overlooks`: the share of candidates that it misses. `whim`: the larger, the less it cares which of the others is best."""
        self.guide = guide
        self.overlooks = overlooks
        self.whim = whim

    def decide(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget) -> Action:
        state = self.guide.reached(rules, glimpse(chance), seat)
        candidates = self.guide.candidates(rules, state, seat)
        noticed = [c for c in candidates if _drawn(chance) >= self.overlooks] or candidates
        # The largest of promises with Gumbel noise comes up as often as their softmax says.
        values = [c.promise - self.whim * math.log(-math.log(_drawn(chance))) for c in noticed]
        return noticed[values.index(max(values))].action


def _drawn(chance: Chance) -> float:
    """A random number strictly between 0 and 1."""
    return (chance.below(1 << 32) + 0.5) / (1 << 32)
