"""Time without a person's rests (nights, free weekends, days away): when a length has passed for them, and how much has.

`data/rest_hours.py` says when a person rests, `rules/competition/clock.py` which clocks heed it (all but `strict` ones).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

Rests = Callable[[float], Iterator[tuple[float, float]]]
"""A person's rests from a moment on, as beginnings and ends in order, none touching the next."""


def no_rests(start: float) -> Iterator[tuple[float, float]]:
    """The rests of a person who never rests."""
    return iter(())


def after(start: float, length: float, rests: Rests) -> float:
    """The moment at which `length` has passed for a person since `start`."""
    at = start
    for begin, end in rests(start):
        if begin >= at + length:
            break
        length -= max(begin - at, 0)
        at = max(at, end)
    return at + length


def passed(start: float, end: float, rests: Rests) -> float:
    """The time that has passed for a person between two moments, in seconds."""
    rested = 0.0
    for begin, until in rests(start):
        if begin >= end:
            break
        rested += min(until, end) - max(begin, start)
    return max(end - start - rested, 0)


def awake(at: float, rests: Rests) -> float:
    """The first moment from `at` on at which a person does not rest."""
    begin, end = next(rests(at), (at + 1, at))
    return end if begin <= at else at
