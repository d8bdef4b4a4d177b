"""Hooks that measure durations. Without a listener, which is the default, they cost next to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Listener = Callable[[str, str, float], None]
"""Is told of something that has ended: what it was, of which kind, and how many seconds it took. In any thread."""
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Registers a listener for durations."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """Removes a listener."""
    _listeners.remove(listener)


def took(what: str, kind: str, seconds: float) -> None:
    """Reports a duration."""
    for listener in _listeners:
        listener(what, kind, seconds)


class Timed:
    """A decorator of a function, or a context of a block, that measures it. Each answer of the database is measured, so where nobody listens, a
    function is called and nothing else."""

    def __init__(self, what: str, kind: str = "") -> None:
        self._what = what
        self._kind = kind

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        took(self._what, self._kind, time.perf_counter() - self._began)

    def __call__(self, function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> T:
            if not _listeners:
                return function(*args, **kwargs)
            with Timed(self._what, self._kind):
                return function(*args, **kwargs)

        return measured


def timed(what: str, kind: str = "") -> Timed:
    """Measures a function or block, however it ends."""
    return Timed(what, kind)
