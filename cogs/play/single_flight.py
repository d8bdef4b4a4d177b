"""`SingleFlight`: a cache in which all who ask for the same share one computation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Busy(Exception):
    """A person already waits for another result of this kind; each gets one at a time."""


class SingleFlight(Generic[K, T]):
    """A cache of the latest results, in memory only, in which concurrent requests for the same key share one computation."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[K, asyncio.Task[T]] = OrderedDict()
        self._asking: dict[int, K] = {}

    async def get(self, key: K, player: int, find: Callable[[], Awaitable[T]]) -> T:
        """The result of a key, for a person. A failed computation is tried again. Raises Busy, and whatever `find` raises."""
        if self._asking.setdefault(player, key) != key:
            raise Busy
        try:
            return await asyncio.shield(self._task(key, find))  # Others may wait for it, too.
        finally:
            self._asking.pop(player, None)

    def _task(self, key: K, find: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        found = self._found.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            found = self._found[key] = asyncio.create_task(_awaited(find))
            found.add_done_callback(lambda task: task.cancelled() or task.exception())  # Whoever waited for it may have gone.
        self._found.move_to_end(key)
        while len(self._found) > self._most:
            self._found.popitem(last=False)
        return found


async def _awaited(find: Callable[[], Awaitable[T]]) -> T:
    return await find()
