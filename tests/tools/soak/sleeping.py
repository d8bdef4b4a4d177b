"""The steady clock of processes whose machine may sleep: it stands meanwhile, as CLOCK_MONOTONIC does, and the one on the wall goes on."""

from __future__ import annotations

import mmap
import struct
import time
from pathlib import Path

SECONDS = struct.Struct("d")


class Slept:
    """For how long the machine has slept in all, in a file that its processes share."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(SECONDS.pack(0.0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), SECONDS.size)

    @property
    def seconds(self) -> float:
        return float(SECONDS.unpack_from(self._shared)[0])

    def add(self, seconds: float) -> None:
        """It has slept; to be said before anybody goes on."""
        SECONDS.pack_into(self._shared, 0, self.seconds + seconds)


def keep_steady(path: Path) -> None:
    """The steady clock of this process, and of those that it forks, does not go on while the machine sleeps. Before anybody reads the clock."""
    slept, real = Slept(path), time.monotonic
    time.monotonic = lambda: real() - slept.seconds
