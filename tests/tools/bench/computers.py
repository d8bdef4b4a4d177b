"""Row H1: how long the strongest computers think about a decision, and how long the event loop stands still meanwhile."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from typing import Any

from cogs.play.fair_queue import Asker
from cogs.play.thinking.pool import Apart
from cogs.play.thinking.worker_requests import STRONGEST, Request
from data.content import build
from rules.randomness import Chance
from tests.every_game.setups import Setup, random_game
from tests.tools.bench.measure import percentile, result

DECISIONS = 20
SLICE = 0.001
SOMEBODY = Asker(1, 1)


def requests(game: str) -> Iterator[Request]:
    """Decisions spread over games that default stops leave to a seat."""
    rules: Any = build(game)
    rng = random.Random(7)
    for number in range(DECISIONS):
        course = random_game(Setup(game, rng.choice(rules.seats), {}), number)
        positions = [(state, seat) for state, seat, _, _ in course if rules.standing(state, seat, frozenset()) is None]
        state, seat = positions[rng.randrange(len(positions))]
        yield Request(game, rules.dump(state), seat, STRONGEST, Chance.of(number).key)


async def computers(game: str) -> None:
    """Asks one process as a table does, one question after the other."""
    apart, stalls, thoughts = Apart(1), [0.0], []

    async def beat() -> None:
        while True:
            due = time.perf_counter() + SLICE
            await asyncio.sleep(SLICE)
            stalls.append(time.perf_counter() - due)

    asked = list(requests(game))
    await apart.think(asked[0], SOMEBODY)  # It reads its content.
    beating = asyncio.create_task(beat())
    try:
        for request in asked:
            thoughts.append((await apart.think(request, SOMEBODY)).seconds)
    finally:
        beating.cancel()
        apart.close()
    result("H1", f"{game}: a decision of the strongest computer, seconds, longest of {DECISIONS}", max(thoughts), "3", "1.5")
    result("H1", f"{game}: stall of the event loop meanwhile, ms, p99", 1000 * percentile(stalls, 0.99), "5", "2")
