"""A process that may be killed between any two steps, as far as a test can tell."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from data.store import Store
from tests.waiting import for_ever, until


class Mortal:
    """Whatever works on one file; each write to it has a point before and one after."""

    def __init__(self, store: Store, kill_at: int = 0) -> None:
        self.store = store
        self.points = 0
        self.kill_at = kill_at
        self.dead = asyncio.Event()
        write = store.database.write

        async def counted(*args: Any, **kwargs: Any) -> Any:
            await self.point()
            done = await write(*args, **kwargs)
            await self.point()
            return done

        store.database.write = counted  # type: ignore[method-assign]

    async def point(self) -> None:
        """Between two steps. From where the process is killed nothing goes on."""
        self.points += 1
        if self.points == self.kill_at:
            self.dead.set()
        if self.dead.is_set():
            if (task := asyncio.current_task()) is not None and task.cancelling():  # What was waited for may have swallowed it.
                raise asyncio.CancelledError
            await for_ever()

    async def comes_through(self, doing: Awaitable[Any], over: asyncio.Event | None = None, passing: Callable[[], None] = lambda: None) -> bool:
        """Whether something is done, with all that follows from it, before the process is killed, or `over`; it is given up then.

        Time is `passing` meanwhile: what has failed is tried again later, and would never be where time stands still.
        """
        ends, task = over or self.dead, asyncio.ensure_future(doing)

        async def through() -> bool:
            passing()
            return ends.is_set() or (task.done() and not await self.store.outbox.subjects())

        try:
            await until(through, "what is being done and all that follows from it", pause=0.002)
            if not ends.is_set():
                await task
            return not ends.is_set()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
