"""Actions that have been evaluated, and which of them people are told first, with which shares of the victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rules.computers.evaluation import calibrated
from rules.computers.reasons import SAME, Reason
from rules.game import Action

EQUAL = SAME / 2
"""Shares that differ by less are told as equally good, even when they are calibrated."""


class Weighed(NamedTuple):
    """An action, the share of the victory that its seat may expect from it (0 to 1), and how often the search visited it.

    `proven`: the share is exact with perfect play, since the game was solved and nothing is hidden: a win, a loss or a draw. `cheaper`: others are
    as good, as far as known, and this one saves more for later.
    """

    action: Action
    share: float
    looks: int
    proven: bool = False
    cheaper: bool = False


class Priced(Protocol):
    """The part of a `Guide` that says what actions use up."""

    def cost(self, rules: Any, action: Action) -> float:
        """What an action uses that could be kept for later."""
        ...


def calibrated_for_people(rules: Any, seats: int, found: Sequence[Weighed], why: Reason | None) -> tuple[list[Weighed], Reason | None]:
    """Evaluated actions and a reason as people are told them: shares of the victory are calibrated, but where they are proven."""
    if found[0].proven:
        return [*found], why
    if why is not None:
        why = why._replace(share=calibrated(rules, why.share, seats), others=calibrated(rules, why.others, seats))
    return [weighed._replace(share=calibrated(rules, weighed.share, seats)) for weighed in found], why


def as_good(best: Weighed, other: Weighed) -> bool:
    """Whether an action is told to be as good as a better one."""
    return best.share - other.share < EQUAL


def put_first(found: Sequence[Weighed], other: Weighed) -> list[Weighed]:
    """Evaluated actions with another one before the best, which spares nothing any more that the other does not."""
    return [other, found[0]._replace(cheaper=False), *(weighed for weighed in found[1:] if weighed.action != other.action)]


def thrifty(rules: Any, guide: Priced, found: Sequence[Weighed], looks: int) -> list[Weighed]:
    """Evaluated actions, first the cheapest of those that are as good as the best, as far as known from so many `looks`, then the dearer ones of
    those. Only what is told is chosen so: what a computer does is not."""
    if found[0].proven:
        return [*found]
    equal = [found[0], *(w for w in found[1:] if w.looks >= looks and as_good(found[0], w))]
    costs = {w.action: guide.cost(rules, w.action) for w in equal}
    first = min(equal, key=lambda w: costs[w.action])
    dearer = [w for w in equal if costs[w.action] > costs[first.action]]
    equals = [first._replace(cheaper=first.cheaper or bool(dearer)), *dearer]
    return [*equals, *(w for w in found if w.action not in {e.action for e in equals})]
