"""A process that may be killed between any two steps, as far as a test can tell."""

from __future__ import annotations

import asyncio
from typing import Any

from data.store import Store


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
            await asyncio.Event().wait()
