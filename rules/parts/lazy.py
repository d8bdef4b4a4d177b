"""A thread-safe lazy value: built on first use, exactly once, and kept for good.

`functools.cache` would build it again for each caller before the first has finished. And if two threads let msgspec learn the same type at a time,
the process crashes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

import msgspec

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", covariant=True)


class Once(Protocol, Generic[P, R]):
    """A function that runs once for each set of arguments and keeps its result."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def cache_clear(self) -> None:
        """Forgets all results."""


def once(function: Callable[P, T]) -> Once[P, T]:
    """A decorator like `functools.cache` for threads: one call for each set of arguments, for which concurrent callers wait. Exceptions are not kept.
    Callers whose result exists wait for nobody.

    Each function has a lock of its own, so that those that need each other must not do so in a circle.
    """
    lock = RLock()
    built: Any = cache(function)

    def ask(*args: P.args, **kwargs: P.kwargs) -> Any:
        with lock:
            return built(*args, **kwargs)

    asked: Any = cache(ask)  # It answers without a lock.
    forget = asked.cache_clear

    def clear() -> None:
        with lock:
            built.cache_clear()
            forget()

    asked.cache_clear, asked.__wrapped__ = clear, function
    asked.__doc__, asked.__name__, asked.__module__ = function.__doc__, function.__name__, function.__module__
    return cast(Once[P, T], asked)


_reading = RLock()


def module(name: str) -> ModuleType:
    """Imports a module by name. Imports are done one at a time: two threads that need each other's modules would get half-loaded ones. Raises
    ModuleNotFoundError."""
    with _reading:
        return import_module(name)


@once
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A JSON decoder for a type; msgspec has learned the type, and its parts, when it returns."""
    return msgspec.json.Decoder(kind)


def converted(value: Any, kind: Any) -> Any:
    """A value converted to a type. Raises msgspec.ValidationError if it does not fit."""
    decoder(kind)
    return msgspec.convert(value, kind)


def from_msgpack(message: bytes | memoryview, kind: Any) -> Any:
    """A value of a type, decoded from MessagePack. Raises msgspec.DecodeError."""
    decoder(kind)
    return msgspec.msgpack.decode(message, type=kind)
