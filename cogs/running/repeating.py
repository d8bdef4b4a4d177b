"""Something that a task of its own does again and again, from its start until it is closed."""

from __future__ import annotations

import asyncio


class Repeating:
    """Begins once, and may begin again when it has been closed. What it does is `_run`, which goes on until it is cancelled."""

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
