"""Event loops for tests, which share threads: else each would start threads of its own for what is done beside it, and one to end them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from tests.waiting import until

PAUSE = 0.001
"""Seconds until a loop that is to end looks anew whether all that it has started is done, at first."""


def _begin() -> None:
    global THREADS
    THREADS = ThreadPoolExecutor(thread_name_prefix="beside")


_begin()
if hasattr(os, "register_at_fork"):  # A process that is forked has none of the threads, and would wait for them for ever.
    os.register_at_fork(after_in_child=_begin)


class Loop(asyncio.SelectorEventLoop):
    """Ends when all is done that it has given to the threads. Knows its own `tasks` that are not done: the library, which is asked for them after
    whatever people do, looks through those of earlier loops as well."""

    def __init__(self) -> None:
        super().__init__()
        self._given = set[Future[Any]]()
        self.tasks = set[asyncio.Task[Any]]()

    def create_task(self, *args: Any, **more: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = super().create_task(*args, **more)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> Any:
        if executor is not None:
            return super().run_in_executor(executor, func, *args)
        job = THREADS.submit(func, *args)
        self._given.add(job)
        job.add_done_callback(self._given.discard)
        return asyncio.wrap_future(job, loop=self)

    async def shutdown_default_executor(self, *_: Any) -> None:
        await until(lambda: not self._given, "what is done beside the loop", pause=PAUSE)


class Policy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = Loop


def at_work(*beginnings: str) -> bool:
    """Whether a task of the present loop is under way whose name begins in one of these ways."""
    loop = asyncio.get_running_loop()
    tasks = loop.tasks if isinstance(loop, Loop) else asyncio.all_tasks()  # Tools have any loop.
    return any(task.get_name().startswith(beginnings) for task in tasks if not task.done())
