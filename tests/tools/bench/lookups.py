"""Rows L: how long a question about the rules takes, in milliseconds, and the building of the index."""

from __future__ import annotations

import statistics
import time

from data.language import LANGUAGES
from data.lookup.answering import Lookup
from tests.data.lookup.test_answering import asked
from tests.tools.bench.measure import percentile, result, seconds


def lookups() -> None:
    """Every question of the tests, with and without its game, and what is typed on the way to it."""
    building = [seconds(Lookup) for _ in range(5)]
    index = Lookup()
    found: list[float] = []
    typing: list[float] = []
    for language in LANGUAGES:
        for game, _, question in asked(language):
            for here in (game, None):
                start = time.perf_counter()
                index.find(question, language, here)
                found.append(time.perf_counter() - start)
                start = time.perf_counter()
                index.suggest(question[: len(question) // 2], language, here)
                typing.append(time.perf_counter() - start)
    result("L1", "a question answered, p95 in ms", percentile(found, 0.95) * 1e3, "20", "10")
    result("L2", "headings offered while typing, p95 in ms", percentile(typing, 0.95) * 1e3, "20", "10")
    result("L3", "building the index, median in ms", statistics.median(building) * 1e3, "300", "150")
