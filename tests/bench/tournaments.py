"""Rows C: tournaments and clocks: pairing, the pictures of standings and brackets, and what a thousand running clocks cost."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

from cogs.showing.scoreboard import halves
from data.store import Store
from render.tournaments import LOST, SHARED, WON, Box, Line, Result, Round, paint_bracket, paint_standings
from rules.competition import tournament as course
from rules.competition.tournament import GameResult, Plan
from tests.bench.games import p6
from tests.bench.measure import interleaved, result

CLOCKS = 1000


def tournaments(folder: Path) -> None:
    """Rows C1 to C5."""
    pairing()
    standings()
    asyncio.run(clocks(folder))


def pairing() -> None:
    """C1: the last round of a Swiss of 128, paired anew."""
    chance = random.Random(1)
    state = course.begin(Plan("swiss"), range(128), 1)
    slowest = 0.0
    while state.open:
        for fixture in state.open:
            order = chance.sample(fixture.entrants, 2)
            state = course.report(state, fixture.number, GameResult(((order[0],), (order[1],))))
        start = time.perf_counter()
        state = course.advance(state)
        slowest = max(slowest, time.perf_counter() - start)
    result("C1", "the slowest pairing of 128 in a Swiss, seconds", slowest, "2", "1")


def standings() -> None:
    """C2 to C4: a full page of standings and of a bracket against Pillow's encoding of it, as R1, and a page after one result."""
    kinds = (Result("1", WON), Result("½", SHARED), Result("0", LOST))
    lines = [Line(str(n + 1), f"Player {n}", halves(n), tuple(kinds[(n + i) % 3] for i in range(7))) for n in range(16)]
    (picture, _), *_ = paint_standings("Cup", lines, "light")
    changed = iter([*lines[:3], lines[3]._replace(points=f"{n}½"), *lines[4:]] for n in range(1000))
    whole, change, anchor = interleaved(
        lambda: paint_standings("Cup", lines, "light"), lambda: paint_standings("Cup", next(changed), "light"), p6(picture), rounds=25
    )
    print(f"standings: P6 = {anchor * 1e3:.1f} ms")
    result("C2", "a page of standings, everything redrawn, warm / P6", whole / anchor, "2", "0.6")
    result("C3", "the same with one line that is new / P6", change / anchor, "2", "0.6")
    rounds = [Round(f"Round {r}", tuple(Box(10 * r + n, ("Anna", "Bohumil"), won=n % 2) for n in range(8 >> r))) for r in range(3)]
    (picture, _), *_ = paint_bracket("Cup", rounds, "light")
    whole, anchor = interleaved(lambda: paint_bracket("Cup", rounds, "light"), p6(picture), rounds=25)
    result("C4", "a page of a bracket, warm / P6", whole / anchor, "2", "0.6")


async def clocks(folder: Path) -> None:
    """C5: what a look of the sleeping task takes with a thousand dials running, none of them due, against one dial."""
    times = {}
    for number in (1, CLOCKS):
        store = await Store.open(folder / f"clocks{number}.sqlite3")
        async with store.transaction() as db:
            for n in range(1, number + 1):
                due = store.now() + 5000 + n
                columns = "id, game, version, channel, language, theme, options, host, status, created"
                await db.execute(f"INSERT INTO games ({columns}) VALUES (?, 'monster_hex', 1, ?, 'en', 'light', '{{}}', 1, 'live', 0)", (n, n))
                await db.execute("INSERT INTO dials VALUES (?, 0, 60, 0, ?, ?, '[]', ?, 0)", (n, due - 60, due, due))
        tables, found = store.tables, []
        for _ in range(200):
            start = time.perf_counter()
            assert await tables.ringing(store.now()) == []
            assert await tables.next_ring() is not None
            found.append(time.perf_counter() - start)
        times[number] = statistics.median(found)
        await store.close()
    result("C5", "a look at 1,000 running clocks / at one", times[CLOCKS] / times[1], "2", "1.2")
