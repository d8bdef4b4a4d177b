"""Parses text columns (JSON and the like): each reader returns a value or raises Unreadable, so that a query for many rows can skip one.

Unreadable text stays stored as it is, until somebody sets it anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isfinite
from typing import Any, TypeVar

import msgspec

from data.content import games
from rules.competition.clock import BANK, CLAIM, COMPUTER, FORFEIT, MOVE, UNTIL, WITHIN, Clock
from rules.game import Seat
from rules.parts.lazy import converted, decoder

T = TypeVar("T")
Kind = Callable[[str], Any]
"""How a text is read. Raises Unreadable."""
_SEED = re.compile(r"[0-9a-f]{64}")


class Unreadable(ValueError):
    """A stored text can't be parsed: cut, damaged, or of a later version. The exception doesn't contain it."""


def decoded(text: str, kind: Callable[..., T]) -> T:
    """A value of a type from JSON. Raises Unreadable."""
    try:
        found: T = decoder(kind).decode(text)
        return found
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Unreadable from None


def mapping(text: str) -> dict[str, Any]:
    """Parses a JSON object."""
    found: dict[str, Any] = decoded(text, dict[str, Any])
    return found


def counts(text: str) -> dict[str, int]:
    """Parses a JSON object of numbers."""
    found: dict[str, int] = decoded(text, dict[str, int])
    return found


def words(text: str) -> list[str]:
    """Parses a list of words."""
    found: list[str] = decoded(text, list[str])
    return found


def numbers(text: str) -> list[int]:
    """Parses a list of whole numbers."""
    found: list[int] = decoded(text, list[int])
    return found


def moments(text: str) -> tuple[float, ...]:
    """Parses a stored list of times (seconds since 1970)."""
    found: tuple[float, ...] = decoded(text, tuple[float, ...])
    return found


def asked(text: str) -> dict[Seat, int]:
    """Parses, for each asked seat, the action since which it is asked."""
    try:
        return {int(seat): number for seat, number in counts(text).items()}
    except ValueError:
        raise Unreadable from None


def chosen(text: str) -> dict[str, Any]:
    """Parses the options of a table, among them its number of seats."""
    found = mapping(text)
    if not isinstance(found.get("seats", 0), int):
        raise Unreadable
    return found


def game(text: str) -> str:
    """Parses the key of an existing game."""
    if text not in games():
        raise Unreadable
    return text


def seats(text: str) -> tuple[Seat, ...]:
    """Parses seats with spaces between."""
    try:
        return tuple(map(int, text.split()))
    except ValueError:
        raise Unreadable from None


def lengths(text: str) -> dict[Seat, float]:
    """Parses seconds by seat."""
    try:
        return {int(seat): length for seat, length in decoded(text, dict[str, float]).items()}
    except ValueError:
        raise Unreadable from None


def seed(text: str) -> int:
    """Parses a seed of 64 hexadecimal digits."""
    if not _SEED.fullmatch(text):
        raise Unreadable
    return int(text, 16)


def outcome(text: str) -> dict[str, Any]:
    """Parses a game's outcome: the places, and other fields where known."""
    found = mapping(text)
    try:
        converted(found.get("places"), list[list[int]])
        converted(found.get("scores", []), list[Any])
        converted(found.get("reason", ""), str)
    except msgspec.MsgspecError:
        raise Unreadable from None
    return found


@lru_cache(maxsize=1024)
def clock(text: str) -> Clock:
    """Parses the rule of a clock; one with unknown fields is of a later version."""
    known: dict[str, Any] = mapping(text)
    found: Clock = decoded(text, Clock)
    lengths = (found.time, found.increment, found.cap)
    sound = found.kind in (MOVE, BANK, WITHIN, UNTIL) and found.then in (FORFEIT, COMPUTER, CLAIM) and all(isfinite(n) and n >= 0 for n in lengths)
    if not sound or not known.keys() <= {*Clock.__struct_fields__}:
        raise Unreadable
    return found


def quiet(text: str) -> tuple[int, int]:
    """Parses the hours of the day from and until which it is quiet."""
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
    if found is None or not (int(found[1]) < 24 and int(found[2]) < 24):
        raise Unreadable
    return int(found[1]), int(found[2])


def each(texts: Mapping[str, str | None], kinds: Mapping[str, Kind]) -> tuple[dict[str, Any], frozenset[str]]:
    """Parses several columns of a row (None stays None); returns the values, and the names of unreadable columns."""
    found: dict[str, Any] = {}
    lost = set()
    for column, text in texts.items():
        try:
            found[column] = None if text is None else kinds[column](text)
        except Unreadable:
            lost.add(column)
    return found, frozenset(lost)
