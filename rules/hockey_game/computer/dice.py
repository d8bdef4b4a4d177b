"""Two dice: how likely their sums are, and the differences of two throws."""

from __future__ import annotations

DICE = tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))
"""Sums of two dice and how likely they are."""
DIFFERENCE = tuple((d, sum(pa * pb for a, pa in DICE for b, pb in DICE if a - b == d)) for d in range(-10, 11))
"""Differences of two such sums and how likely they are."""


def wins(lead: int) -> float:
    """How likely the attacker wins with so much more than the defender before any dice, no cards on either side."""
    return sum(p for d, p in DIFFERENCE if lead + d > 0)
