"""Two dice: the probabilities of their sums, and of the differences of two throws."""

from __future__ import annotations

DICE = tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))
"""Sums of two dice and how likely they are."""
DIFFERENCE = tuple((d, sum(pa * pb for a, pa in DICE for b, pb in DICE if a - b == d)) for d in range(-10, 11))
"""Differences of two such sums and how likely they are."""


def wins(lead: int) -> float:
    """The probability that the attacker wins when ahead by `lead` before the dice of both, without cards."""
    return sum(p for d, p in DIFFERENCE if lead + d > 0)
