"""Validates a loaded state: a snapshot may be damaged or of other rules, and must not fail somewhere later.

A game's `check` says what must hold of its states, mostly that what they name exists. Then everything is asked that a table asks at once. Numbers
of copies aren't checked: they may have been different in an earlier version, whose games go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable
from typing import Any, TypeVar

import msgspec

from rules.game import Refused, Seat

S = TypeVar("S")

LARGEST = 1_000_000
"""No number of a state is larger, but for those that are sets of bits."""
LONGEST = 10_000
"""No list or text of a state is longer."""


def need(true: object, what: str) -> None:
    """Raises ValueError with `what` unless something is true."""
    if not true:
        raise ValueError(what)


def within(number: int, low: int, high: int, what: str) -> None:
    """Raises ValueError unless a number is between two others, inclusive."""
    need(low <= number <= high, f"{what}: {number} is not from {low} to {high}")


def known(words: Iterable[Any], among: Container[Any], what: str) -> None:
    """Raises ValueError unless all `words` are in `among`."""
    for word in words:
        need(word in among, f"{what}: there is no {word!r}")


def distinct(words: Collection[Any], what: str) -> None:
    """Raises ValueError if a word occurs twice."""
    need(len(set(words)) == len(words), f"{what}: something is there twice")


def part_of(part: Iterable[Any], whole: Iterable[Any], what: str) -> None:
    """Raises ValueError if something occurs more often than in `whole`."""
    more = Counter(part) - Counter(whole)
    need(not more, f"{what}: too many of {[*more][:3]}")


def bounded(value: Any, bits: Collection[str] = ()) -> None:
    """Raises ValueError for a number, list or text that is too large, anywhere in plain data; except in the fields `bits`, which are bit sets."""
    rest = [value]
    while rest:
        found = rest.pop()
        if isinstance(found, int):
            within(found, -LARGEST, LARGEST, "number")
        elif isinstance(found, float):
            need(found == found and abs(found) <= LARGEST, "number")
        elif isinstance(found, dict):
            need(len(found) <= LONGEST, "too many entries")
            rest += (item for name, item in found.items() if name not in bits)
        elif isinstance(found, str | list):
            need(len(found) <= LONGEST, "too long")
            rest += found if isinstance(found, list) else ()


def said_by(state: Any, seats: range) -> None:
    """Raises ValueError if a seat that doesn't exist has said something ahead; states of games without such have no such fields."""
    known([*getattr(state, "orders", ()), *getattr(state, "ahead", ())], seats, "said ahead")


def restored(rules: Any, snapshot: bytes, read: Callable[[bytes], S], check: Callable[[S], range], bits: Collection[str] = ()) -> S:
    """The state from a snapshot; `check` returns its seats. Raises ValueError for any fault."""
    try:
        bounded(msgspec.json.decode(snapshot), bits)
        state = read(snapshot)
        seats = check(state)
        said_by(state, seats)
        _answers(rules, state, seats)
    except ValueError:
        raise
    except Exception as error:  # Rules may fail in any way where they meet what they have not made.
        raise ValueError(f"no position of this game: {type(error).__name__} {error}") from error
    return state


def _answers(rules: Any, state: Any, seats: Iterable[Seat]) -> None:
    """Asks of a position all that a table asks at once. Raises ValueError if nobody could act in it, and whatever the rules raise."""
    acting, outcome = rules.to_act(state), rules.outcome(state)
    need(bool(acting) == (outcome is None), "nobody is to act")
    known(acting, list(seats), "to act")
    for seat in acting:
        try:
            decision = rules.decision(state, seat)
        except Refused as error:
            raise ValueError(f"nothing is asked: {error}") from error
        need(decision.kind in rules.kinds, "nothing is asked")
        need(rules.words(state, seat, ()), "nothing is legal")
    for viewer in (None, *seats):
        rules.view(state, viewer)
