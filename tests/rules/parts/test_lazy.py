"""What is built when somebody first asks for it is built once, whoever asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.parts.lazy import converted, from_msgpack, once

THREADS = 8
PATIENCE = 30.0


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What threads that begin at the same moment get, or what they raise."""
    start, found = threading.Barrier(len(works)), [None] * len(works)

    def go(n: int) -> None:
        start.wait(PATIENCE)
        try:
            found[n] = works[n]()
        except Exception as error:
            found[n] = error

    threads = [threading.Thread(target=go, args=(n,), daemon=True) for n in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "somebody waits for ever"
    return found


def test_whoever_asks_meanwhile_gets_what_is_built_once():
    calls, entered, go_on = [], threading.Event(), threading.Event()

    @once
    def built(key: str) -> object:
        calls.append(key)
        if key == "slow":
            entered.set()
            assert go_on.wait(PATIENCE)
        return object()

    ready = built("ready")
    slow = threading.Thread(target=built, args=("slow",))
    slow.start()
    assert entered.wait(PATIENCE)
    assert built("ready") is ready, "who has it waits for nobody"
    threading.Timer(0.05, go_on.set).start()
    found = at_once(*[lambda: built("slow")] * THREADS)
    slow.join(PATIENCE)
    assert len({id(one) for one in found}) == 1
    assert calls == ["ready", "slow"]


def test_what_it_raises_is_raised_to_each_and_tried_anew():
    calls = []

    @once
    def built() -> int:
        """Says how often."""
        calls.append(1)
        if len(calls) < 3:
            raise KeyError(len(calls))
        return len(calls)

    for _ in range(2):
        with pytest.raises(KeyError):
            built()
    assert built() == built() == 3
    built.cache_clear()
    assert built() == 4
    assert (built.__name__, built.__doc__) == ("built", "Says how often.")


def test_what_needs_itself_for_something_else_and_others_is_built():
    @once
    def lower(n: int) -> int:
        return n + (lower(n - 1) if n else 0)

    @once
    def upper(n: int) -> int:
        return lower(n) + lower(n + 1)

    found = at_once(*[lambda n=n: (upper if n % 2 else lower)(40 + n) for n in range(THREADS)])
    assert found[0] == 40 * 41 // 2
    assert found[1] == 41 * 42 // 2 + 42 * 43 // 2


class Inner(msgspec.Struct):
    one: int


class Outer(msgspec.Struct):
    inner: list[Inner]


def test_types_are_learnt_before_they_are_used():
    assert converted({"inner": [{"one": 1}]}, Outer) == Outer([Inner(1)])
    assert from_msgpack(msgspec.msgpack.encode(Outer([Inner(2)])), Outer).inner[0].one == 2
    with pytest.raises(msgspec.ValidationError):
        converted({"inner": 3}, Outer)
