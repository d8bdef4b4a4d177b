"""The heartbeat of the event loop: notices when the process was frozen or asleep, and when the loop hangs.

A process that stands still (a closed laptop, a paused machine, one that is stopped and goes on) cannot note it itself. Whoever looks next finds how
long nobody was there, by two clocks: the one on the wall goes on while a machine sleeps, the steady one is not set by anybody. A thread watches the
beat (`cogs.service.watchdog`) and says what holds it up.
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
"""After so many seconds without a beat nobody was there: far more than a busy machine makes it late."""


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
        """Nobody minds meanwhile how long the loop is held up."""
        self.unwatched += 1
        try:
            yield
        finally:
            self.unwatched -= 1

    def start(self) -> None:
        """Begins to beat."""
        if self._task is None:
            self._last, self._missed = (self._wall(), self._steady()), None
        super().start()

    async def _run(self) -> None:
        while True:
            self.look()
            self.beats, self.beaten = self.beats + 1, self._steady()
            await asyncio.sleep(INTERVAL)

    def look(self) -> None:
        """Finds out whether the process has been there since the last look."""
        now = self._wall(), self._steady()
        since = max(now[0] - self._last[0], now[1] - self._last[1], 0)
        if since > GAP and self._task is not None and self._missed is None:
            self._missed = self._passed
        self._last, self._passed = now, self._passed + since

    @property
    def absent(self) -> float:
        """Seconds since the process last ran before a standstill that nobody has been credited with yet; 0 without one."""
        self.look()
        return 0.0 if self._missed is None else self._passed - self._missed

    def told(self) -> None:
        """Resets `absent`, once everybody has been credited with the missed time."""
        self._missed = None
