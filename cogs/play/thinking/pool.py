"""The pool of worker processes in which computers think, so that nobody waits for them; or a stand-in that uses this process."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import msgspec

from cogs.play.fair_queue import Asker, Turns
from cogs.play.thinking.worker import Thought, think
from cogs.play.thinking.worker_process import Died, Mind, spare_cores
from cogs.play.thinking.worker_requests import Task
from data.duration_listeners import took
from rules.parts.lazy import converted, from_msgpack

log = logging.getLogger("referee.thinking")
IDLE = 300.0
"""Seconds after which a process that nobody asks ends."""
LONGEST = 60.0
"""Seconds for one answer, by the clock. Usually the time of its processor ends before (`worker.LONGEST`)."""
TRIES = 3
"""Processes that may die of a request until it is given up."""


class NoAnswer(Exception):
    """A computer found no answer; the text says why, and nothing of the position. The game has to go on without it."""


class Ceased(Exception):
    """Nothing is computed any more, as the bot shuts down. The outbox keeps what computers have to do."""


class Thinker(Protocol):
    """The interface for computing a computer's answers."""

    async def think(self, task: Task, asker: Asker) -> Thought:
        """Computes the result of a task, which may take a while. Raises NoAnswer and Ceased. Cancelling it stops the computation."""
        ...

    def waits(self, asker: Asker) -> bool:
        """Whether a request of a person is still waiting, as too many are computed already."""
        ...

    def close(self) -> None:
        """Stops all computation."""
        ...


class Here:
    """A `Thinker` that computes in a thread of this process."""

    async def think(self, task: Task, asker: Asker) -> Thought:
        return _answered(task, await asyncio.to_thread(think, task))

    def waits(self, asker: Asker) -> bool:
        return False

    def close(self) -> None:
        pass


HERE = Here()


class Apart:
    """A `Thinker` that computes in worker processes, started on demand and ended when idle for a while."""

    def __init__(self, most: int = 0, idle: float = IDLE, longest: float = LONGEST) -> None:
        """At most `most` processes at a time; 0: one fewer than there are cores."""
        self.turns = Turns(most or spare_cores())
        self._idle_for = idle
        self._longest = longest
        self._threads = ThreadPoolExecutor(self.turns.most, "thinking")
        self._idle: dict[Mind, asyncio.TimerHandle] = {}
        self._busy: set[Mind] = set()
        self._closed = False

    @property
    def minds(self) -> list[Mind]:
        """The present worker processes."""
        return [*self._idle, *self._busy]

    def waits(self, asker: Asker) -> bool:
        return self.turns.waits(asker)

    async def think(self, task: Task, asker: Asker) -> Thought:
        message = msgspec.msgpack.encode(task)
        async with self.turns.turn(asker):
            for _ in range(TRIES):
                if self._closed:
                    raise Ceased
                try:
                    return _answered(task, from_msgpack(await self._ask(message), Thought))
                except Died as died:
                    if died.overrun:
                        raise NoAnswer("it has thought for too long") from None
                    log.warning("a process that thinks has died: %s", died)
                except TimeoutError:
                    raise NoAnswer("it has thought for too long") from None
        raise NoAnswer(f"{TRIES} processes have died of it")

    async def _ask(self, message: bytes) -> bytes:
        """One process's answer to a message. Raises Died, TimeoutError, and OSError if none can be started."""
        mind = self._take()
        self._busy.add(mind)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._longest):
                answer = await loop.run_in_executor(self._threads, mind.ask, message)
        except BaseException:  # It is dead, or thinks about what nobody wants to know any more.
            self._end(mind)
            raise
        finally:
            self._busy.discard(mind)
        self._idle[mind] = loop.call_later(self._idle_for, self._rest, mind)
        return answer

    def _take(self) -> Mind:
        """The idle process that was used last, or a new one."""
        while self._idle:
            mind, timer = self._idle.popitem()
            timer.cancel()
            if mind.alive:
                return mind
            self._end(mind)
        return Mind()

    def _rest(self, mind: Mind) -> None:
        del self._idle[mind]
        self._end(mind)

    def _end(self, mind: Mind) -> None:
        mind.kill()
        if self._closed:
            mind.close()
        else:
            self._threads.submit(mind.close)

    def close(self) -> None:
        self._closed = True
        for timer in self._idle.values():
            timer.cancel()
        for mind in self.minds:
            mind.kill()
        for mind in self.minds:
            mind.close()
        self._idle.clear()
        self._threads.shutdown()  # Which wait for what has been killed, and for nothing else.


def _answered(task: Task, thought: Thought) -> Thought:
    """A thought whose answer has the type that its task promises. Raises NoAnswer."""
    if thought.failed:
        raise NoAnswer(f"it fails:\n{thought.failed}")
    took("thought", task.KIND, thought.seconds)
    return thought._replace(answer=converted(thought.answer, task.ANSWER))
