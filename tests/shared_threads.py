"""Event loops for tests, which share threads: else each loop would start threads of its own for what is done beside it, and one to end them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

THREADS = ThreadPoolExecutor(thread_name_prefix="beside")
PAUSE = 0.001
"""Seconds until a loop that is to end looks anew whether all that it has started is done."""


class Loop(asyncio.SelectorEventLoop):
    """Ends when all is done that it has given to the threads."""

    def __init__(self) -> None:
        super().__init__()
        self._given = set[Future[Any]]()

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> Any:
        if executor is not None:
            return super().run_in_executor(executor, func, *args)
        job = THREADS.submit(func, *args)
        self._given.add(job)
        job.add_done_callback(self._given.discard)
        return asyncio.wrap_future(job, loop=self)

    async def shutdown_default_executor(self, *_: Any) -> None:
        while self._given:
            await asyncio.sleep(PAUSE)


class Policy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = Loop
