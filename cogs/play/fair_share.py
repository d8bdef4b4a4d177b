"""Fair scheduling on the event loop: processor time goes round by server, and within a server by person.

A request is a task, and so is all that follows from it. In each round of the event loop one task of each server does one step, so that a thousand
requests of one person cost others no more than one; a task that waits for the network or the disk holds nothing. Work in threads, which holds the
interpreter for longer, waits for a turn (`cogs.play.fair_queue`).
"""

from __future__ import annotations

import asyncio
import sys
import weakref
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from cogs.play.fair_queue import Asker, Turns

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 3
"""So many threads work for those who ask: one for a person, and at most two for a server."""
SLICE = 0.001
"""Seconds after which a thread lets others have the interpreter: the event loop waits so long whenever something has arrived."""
_asker: ContextVar[Asker | None] = ContextVar("asker", default=None)
_threads: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = weakref.WeakKeyDictionary()


def asking() -> Asker | None:
    """For whom the present task works; None for nobody in particular."""
    return _asker.get()


@contextmanager
def asked_by(asker: Asker | None) -> Iterator[None]:
    """A context in which everything that is begun, with all that follows, is scheduled as asked for by somebody."""
    token = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(token)


class Rounds:
    """The scheduler of one event loop: in each round one task of each server may take a step, those of its people in turn."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._gone: set[int] = set()
        self._waiting: dict[int, dict[int, deque[asyncio.Future[None]]]] = {}

    def wait(self, asker: Asker) -> asyncio.Future[None] | None:
        """The future for which a step has to wait; None where it may run at once."""
        if asker.server not in self._gone:
            if not self._gone:
                self._loop.call_soon(self._next)
            self._gone.add(asker.server)
            return None
        mine = self._loop.create_future()
        self._waiting.setdefault(asker.server, {}).setdefault(asker.person, deque()).append(mine)
        return mine

    def _next(self) -> None:
        """The next round: whoever has waited longest in each server goes on in it."""
        self._gone.clear()
        for server in [*self._waiting]:
            if self._let_one_go_on(server):
                self._gone.add(server)
        if self._gone:
            self._loop.call_soon(self._next)

    def _let_one_go_on(self, server: int) -> bool:
        people = self._waiting[server]
        while people:
            person, line = next(iter(people.items()))
            del people[person]
            while line and line[0].done():  # It has been given up.
                line.popleft()
            if line:
                line.popleft().set_result(None)
                if line:
                    people[person] = line  # Others are first now.
                break
        else:
            del self._waiting[server]
            return False
        if not people:
            del self._waiting[server]
        return True


class Stepwise(Coroutine[Any, Any, Any]):
    """A coroutine that waits for its turn before each of its steps. Exceptions thrown into it reach it at once."""

    def __init__(self, work: Coroutine[Any, Any, Any], asker: Asker, rounds: Rounds) -> None:
        self._work = work
        self._asker = asker
        self._rounds = rounds
        self._goes = False
        self.__name__ = getattr(work, "__name__", "step")
        self.__qualname__ = getattr(work, "__qualname__", "step")

    def send(self, value: Any) -> Any:
        """The next step, or what it waits for."""
        if not self._goes and (turn := self._rounds.wait(self._asker)) is not None:
            self._goes = True
            turn._asyncio_future_blocking = True  # As `await` has it.
            return turn
        self._goes = False
        return self._work.send(value)

    def throw(self, *error: Any) -> Any:
        """An error instead of a step."""
        self._goes = False
        return self._work.throw(*error)

    def close(self) -> None:
        """Cancels the coroutine: it is not continued."""
        self._work.close()

    def __await__(self) -> Any:
        return self._work.__await__()


def take_turns(loop: asyncio.AbstractEventLoop) -> None:
    """From now on tasks that work for somebody do so in turn, and threads give way to the event loop."""
    sys.setswitchinterval(SLICE)
    rounds = Rounds(loop)

    def task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        asker = more["context"].get(_asker) if more.get("context") is not None else _asker.get()
        return asyncio.Task(work if asker is None else Stepwise(work, asker, rounds), loop=loop, **more)

    loop.set_task_factory(task)


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a function in a thread, in the asker's turn, and gives its result. The function must be safe in a thread."""
    asker = asking()
    if asker is None:
        return await asyncio.to_thread(work, *args, **kwargs)
    turns = _threads.setdefault(asyncio.get_running_loop(), Turns(AT_ONCE))
    async with turns.turn(asker):
        return await asyncio.to_thread(work, *args, **kwargs)
