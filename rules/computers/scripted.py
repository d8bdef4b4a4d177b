"""Computer opponents that follow a script: for small games that have no guide, and for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.game import Action, Budget, Glimpse, Seat
from rules.randomness import Chance

S = TypeVar("S")


class Scripted(Generic[S]):
    """An opponent that follows a script."""

    nodes = 0

    def __init__(self, script: Callable[[Any, Glimpse[S], Seat, Chance], Action]) -> None:
        self._script = script

    def decide(self, rules: Any, glimpse: Glimpse[S], seat: Seat, chance: Chance, budget: Budget) -> Action:
        return self._script(rules, glimpse, seat, chance)
