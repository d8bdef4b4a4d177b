"""Base classes of background tasks that repeat something until they are closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging


class Repeating:
    """A background task that can be started, closed and started again. Subclasses define `_run`, which runs until cancelled."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Starts the task, unless it runs."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Cancels the task and waits for its end."""
        if self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        raise NotImplementedError


class Looking(Repeating):
    """A background task that calls `settle` every `period` seconds, and at once after `look`.

    If that fails, it logs the error with what is `unknown` since, and goes on.
    """

    def __init__(self, period: float, log: logging.Logger, unknown: str) -> None:
        self.period = period
        self._log, self._unknown = log, unknown
        self._again = asyncio.Event()

    def look(self) -> None:
        """Makes `settle` be called now: something may have changed."""
        self._again.set()

    async def settle(self) -> None:
        """Checks once, and does what follows."""
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
