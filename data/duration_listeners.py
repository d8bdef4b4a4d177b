"""Hooks that measure durations. Without a listener, which is the default, they cost next to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


@contextmanager
def timed(what: str, kind: str = "") -> Iterator[None]:
    """Measures a function or block, however it ends."""
    began = time.perf_counter()
    try:
        yield
    finally:
        took(what, kind, time.perf_counter() - began)
