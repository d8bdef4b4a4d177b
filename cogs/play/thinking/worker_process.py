"""A worker process in which computers think; started by its first request."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from cogs.play.thinking.worker import read, write

ROOT = Path(__file__).resolve().parents[3]
MODULE = "cogs.play.thinking.worker"
BELOW_OTHERS = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""What Windows has in the place of niceness."""


class Died(Exception):
    """A worker process ended instead of answering; `overrun`: because it took too long."""

    def __init__(self, status: int) -> None:
        super().__init__(f"exit status {status}")
        self.overrun = status == -getattr(signal, "SIGPROF", 0)


class Mind:
    """A worker process that answers one request at a time. It ends when this process does, in whatever way, as its standard input closes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return not self._killed and (self._process is None or self._process.poll() is None)

    @property
    def pid(self) -> int | None:
        """The id of the process; None before it has started."""
        return None if self._process is None else self._process.pid

    def ask(self, message: bytes) -> bytes:
        """Waits for the answer to a message, in a thread. Raises Died, and OSError if no process can be started."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write(process.stdin, message)
            return read(process.stdout)
        except (EOFError, OSError, ValueError) as error:  # ValueError: it has been closed meanwhile.
            self.kill()
            raise Died(process.wait()) from error

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._killed:
                raise Died(0)
            if self._process is None:
                command = [sys.executable, "-m", MODULE]
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, creationflags=BELOW_OTHERS)
            return self._process

    def kill(self) -> None:
        """Kills the process, also during a computation. Waiting callers get Died."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Ends the process and waits for that; nobody may ask it any more."""
        self.kill()
        if self._process is not None:
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):  # What could not be sent is sent to nobody.
                    if stream is not None:
                        stream.close()


def spare_cores() -> int:
    """How many computers may think at a time: one fewer than there are cores for us, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)
