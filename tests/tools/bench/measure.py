"""Timing as ratios: medians of interleaved rounds, and the table of results."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 7
RESULTS: list[tuple[str, str, float, str, str]] = []


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def interleaved(*calls: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """The median time of each call, taken in turns so that a busy moment meets all of them."""
    for call in calls:
        call()
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, found in zip(calls, times, strict=True):
            gc.collect()
            found.append(seconds(call))
    return [statistics.median(t) for t in times]


def result(row: str, what: str, value: float, must: str, good: str) -> None:
    RESULTS.append((row, what, value, must, good))
    numbers = [float(m) for m in (must, good)]
    verdict = "good" if value <= numbers[1] else "must" if value <= numbers[0] else "MISSED"
    print(f"{row:4} {what:62} {value:8.2f}   must {must:>5}  good {good:>5}   {verdict}", flush=True)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]
