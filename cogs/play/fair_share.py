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


def rest_after(seconds: float, longest: float) -> float:
    """The seconds of rest after a look at thousands, so that it takes a tenth of the time; at most `longest`, for it may have been the database that
    stood still, or this process."""
    return min(9 * seconds, longest)


def asking() -> Asker | None:
    """For whom the present task works; None for nobody in particular."""
    return _asker.get()


@contextmanager
def asked_by(asker: Asker | None) -> Iterator[None]:
    """A context manager: tasks started within it, and all that these start, are scheduled for `asker`."""
    token = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(token)


class Rounds:
    """The scheduler of an event loop: in each round one task of each server takes a step; a server's people take turns."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._gone: set[int] = set()
        self._waiting: dict[int, dict[int, deque[asyncio.Future[None]]]] = {}

    def wait(self, asker: Asker) -> asyncio.Future[None] | None:
        """The future that a step has to wait for; None if it may run at once."""
        if asker.server not in self._gone:
            if not self._gone:
                self._loop.call_soon(self._next)
            self._gone.add(asker.server)
            return None
        mine = self._loop.create_future()
        self._waiting.setdefault(asker.server, {}).setdefault(asker.person, deque()).append(mine)
        return mine

    def _next(self) -> None:
        """Begins the next round: lets one waiting step of each server run."""
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
    """Wraps a coroutine so that it waits for its turn before each step. Exceptions thrown into it arrive at once."""

    def __init__(self, work: Coroutine[Any, Any, Any], asker: Asker, rounds: Rounds) -> None:
        self._work = work
        self._asker = asker
        self._rounds = rounds
        self._goes = False
        self.__name__ = getattr(work, "__name__", "step")
        self.__qualname__ = getattr(work, "__qualname__", "step")

    def send(self, value: Any) -> Any:
        """Does the coroutine's next step, or returns the future that it has to wait for."""
        if not self._goes and (turn := self._rounds.wait(self._asker)) is not None:
            self._goes = True
            turn._asyncio_future_blocking = True  # As `await` has it.
            return turn
        self._goes = False
        return self._work.send(value)

    def throw(self, *error: Any) -> Any:
        """Throws an exception into the coroutine."""
        self._goes = False
        return self._work.throw(*error)

    def close(self) -> None:
        """Closes the coroutine."""
        self._work.close()

    def __await__(self) -> Any:
        return self._work.__await__()


def take_turns(loop: asyncio.AbstractEventLoop) -> None:
    """Makes tasks that work for somebody take turns from now on, and makes threads yield to the event loop."""
    sys.setswitchinterval(SLICE)
    rounds = Rounds(loop)

    def task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        asker = more["context"].get(_asker) if more.get("context") is not None else _asker.get()
        return asyncio.Task(work if asker is None else Stepwise(work, asker, rounds), loop=loop, **more)

    loop.set_task_factory(task)


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a function in a thread, in the asker's turn, and returns its result. The function must be thread-safe."""
    asker = asking()
    if asker is None:
        return await asyncio.to_thread(work, *args, **kwargs)
    turns = _threads.setdefault(asyncio.get_running_loop(), Turns(AT_ONCE))
    async with turns.turn(asker):
        return await asyncio.to_thread(work, *args, **kwargs)
