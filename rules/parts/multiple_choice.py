"""Choosing several things at once: the words of such an action, with one canonical spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.game import Several, Word


def several(options: Sequence[str], amount: int, chosen: Sequence[str]) -> list[Word]:
    """The words after `chosen` when exactly `amount` of the options are to be chosen.

    The options are in rising order, copies together; a choice is spelled in that order. Only words that can still lead to a complete choice are
    returned.
    """
    order = list(dict.fromkeys(options))
    left = Counter(options)
    left.subtract(chosen)
    if left.keys() != set(order) or min(left.values(), default=0) < 0 or list(chosen) != sorted(chosen, key=order.index):
        return []
    first = order.index(chosen[-1]) if chosen else 0
    need = amount - len(chosen)
    if need < 1:
        return []
    return [Word(w, need == 1) for i, w in enumerate(order) if i >= first and left[w] > 0 and sum(left[v] for v in order[i:]) >= need]


def chosen_together(options: Sequence[str], least: int, most: int) -> Several | None:
    """The choice as one `Several`; None if only one is chosen, or there is nothing to choose."""
    most = min(most, len(options))
    return Several(tuple(options), min(least, most), most) if most > 1 and least < len(options) else None
