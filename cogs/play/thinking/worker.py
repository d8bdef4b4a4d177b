"""Computes a computer player's answer, in this process or in a worker (`python -m cogs.play.thinking.worker`).

A worker imports the rules and their content, and nothing of Discord or the store.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any, NamedTuple

import msgspec

from cogs.play.thinking.worker_requests import Task
from rules.parts.lazy import converted, from_msgpack

NICENESS = 5
"""How much a process that thinks stands back behind others on its machine, the bot itself before all."""
LONGEST = 10.0
"""Seconds of a processor for one answer, after which the process is ended."""
COLLECTED = 1.0
"""Seconds of a processor that are thought for between two collections of garbage, each of which takes some milliseconds."""
SIZE = 4
"""Bytes before a message that say how long it is."""


class Thought(NamedTuple):
    """The result of a task: the answer and the processor seconds it took; or, without an answer, where and how it failed, with nothing of the
    position."""

    answer: Any
    failed: str = ""
    seconds: float = 0.0


def think(task: Task) -> Thought:
    """Computes the result of a task."""
    begun = time.thread_time()
    try:
        return Thought(converted(task.answer(), task.ANSWER), seconds=time.thread_time() - begun)
    except Exception as error:  # An opponent may fail in any way, and must not stop its table.
        return Thought(None, "".join([*traceback.format_tb(error.__traceback__), type(error).__qualname__]), time.thread_time() - begun)


def read(stream: IO[bytes]) -> bytes:
    """Reads the next message. Raises EOFError if the other side has gone."""
    size = int.from_bytes(_exactly(stream, SIZE), "big")
    return _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def write(stream: IO[bytes], message: bytes) -> None:
    """Sends a message. Raises OSError if the other side has gone."""
    stream.write(len(message).to_bytes(SIZE, "big") + message)
    stream.flush()


def _listen(put: Callable[[bytes], None]) -> None:
    """Passes tasks on with `put`. If the process that asks is gone, ends this one, as nobody waits for an answer."""
    try:
        while True:
            put(read(sys.stdin.buffer))
    finally:
        os._exit(0)


def serve() -> None:
    """Answers tasks from the standard input until it ends. Garbage is collected between tasks, which is faster."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Whatever prints something does not print into an answer.
    for ends in (signal.SIGINT, signal.SIGTERM):  # They are meant for the bot, which ends us when it ends.
        signal.signal(ends, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(tasks.put,), daemon=True).start()
    encoder = msgspec.msgpack.Encoder()
    gc.disable()
    spent = 0.0
    while True:
        task = from_msgpack(tasks.get(), Task)
        _limit(LONGEST)
        thought = think(task)
        _limit(0)
        try:
            write(answers, encoder.encode(thought))
        except OSError:
            os._exit(0)
        spent += thought.seconds
        if spent > COLLECTED:
            gc.collect()
            spent = 0.0


def _limit(seconds: float) -> None:
    """Makes the system end this process after `seconds` of processor time; 0: no limit. Where that isn't supported, the asking process watches the
    clock."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    serve()
