"""Session start limits of the gateway: per day, and per bucket of shards within some seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

TOTAL, A_DAY = 1000, 24 * 3600.0
SPAN = 5.0
"""Seconds for which an IDENTIFY uses up its bucket."""


class Starts:
    """Counts identifies. A shard's bucket is its number modulo `max_concurrency`; buckets don't wait for each other. `refused`: those that came too
    early."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = TOTAL
        self.max_concurrency = 1
        self.span = SPAN
        self.refused = 0
        self._clock = clock
        self._used = 0
        self._since = 0.0
        self._latest: dict[int, float] = {}

    def limit(self) -> dict[str, int]:
        """The `session_start_limit` of Discord's documentation."""
        left = self._day_left()
        return {
            "total": self.total,
            "remaining": max(self.total - self._used, 0),
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def leave(self, count: int) -> None:
        """Sets how many sessions may still start today."""
        self._day_left()
        self._since = self._since if self._used else self._clock()
        self._used = self.total - count

    def _day_left(self) -> float:
        """The seconds until the daily count is reset."""
        if self._used and self._clock() - self._since >= A_DAY:
            self._used = 0
        return self._since + A_DAY - self._clock() if self._used else 0.0

    def hasty(self, shard: int) -> bool:
        """Counts an IDENTIFY of a shard unless it comes too early; returns whether it does."""
        bucket, now = shard % self.max_concurrency, self._clock()
        if now - self._latest.get(bucket, -self.span) < self.span:
            self.refused += 1
            return True
        self._latest[bucket] = now
        return False

    def used_up(self) -> bool:
        """Counts a session start unless the day's are used up; returns whether they are."""
        self._day_left()
        if self._used >= self.total:
            return True
        self._since = self._since if self._used else self._clock()
        self._used += 1
        return False
