"""A background task that does one thing again and again until it is closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging


class Repeating:
    """A background task that can be started, closed and started again. What it does is `_run`, which goes on until it is cancelled."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins, unless it has begun."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Ends; returns when the task has ended."""
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        raise NotImplementedError


class Looking(Repeating):
    """A background task that calls `settle` every `period` seconds, and at once when something may have changed.

    A look that fails is logged, with what is `unknown` since, and is no reason not to look again.
    """

    def __init__(self, period: float, log: logging.Logger, unknown: str) -> None:
        self.period = period
        self._log, self._unknown = log, unknown
        self._again = asyncio.Event()

    def look(self) -> None:
        """Triggers a look now: something may have changed."""
        self._again.set()

    async def settle(self) -> None:
        """Does one look, and what follows from it."""
        raise NotImplementedError

    async def _run(self) -> None:
        while True:
            self._again.clear()
            try:
                await self.settle()
            except Exception:
                self._log.exception(self._unknown)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.period):
                    await self._again.wait()
