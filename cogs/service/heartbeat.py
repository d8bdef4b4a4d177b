"""The heartbeat of the event loop: notices when the process was frozen or asleep, and when the loop hangs.

A process that stands still (a closed laptop, a paused machine, SIGSTOP) can't note that itself. The next beat finds out how long it was, by two
clocks: the wall clock goes on while a machine sleeps, the steady clock can't be set. A watchdog thread (`cogs.service.watchdog`) watches the beat
and reports what holds it up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cogs.service.background_task import Repeating

INTERVAL = 0.5
"""Seconds between two beats."""
GAP = 5.0
"""Seconds without a beat after which the process counts as having stood still: far more than a busy machine makes it late."""


class Heartbeat(Repeating):
    """A task that beats at a fixed interval, and notes the steady time of its last beat. `wall` and `steady` are clocks in seconds."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._last = wall(), steady()
        self._passed = 0.0
        self._missed: float | None = None
        self.beats, self.beaten = 0, steady()
        self.unwatched = 0

    @contextmanager
    def resting(self) -> Iterator[None]:
        """A context in which the watchdog accepts a blocked loop."""
        self.unwatched += 1
        try:
            yield
        finally:
            self.unwatched -= 1

    def start(self) -> None:
        """Starts beating."""
        if self._task is None:
            self._last, self._missed = (self._wall(), self._steady()), None
        super().start()

    async def _run(self) -> None:
        while True:
            self.look()
            self.beats, self.beaten = self.beats + 1, self._steady()
            await asyncio.sleep(INTERVAL)

    def look(self) -> None:
        """Checks whether the process has stood still since the last beat."""
        now = self._wall(), self._steady()
        since = max(now[0] - self._last[0], now[1] - self._last[1], 0)
        if since > GAP and self._task is not None and self._missed is None:
            self._missed = self._passed
        self._last, self._passed = now, self._passed + since

    @property
    def absent(self) -> float:
        """Seconds since the process last ran before a standstill that has not been credited yet; 0 without one."""
        self.look()
        return 0.0 if self._missed is None else self._passed - self._missed

    def told(self) -> None:
        """Resets `absent`, after the missed time has been credited."""
        self._missed = None
