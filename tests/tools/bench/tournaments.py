"""Rows C: tournaments and clocks: pairing, the pictures of standings and brackets, and what a thousand running clocks cost."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

from cogs.messages.tournaments.pictures import halves
from data.store import Store
from render.tournaments import paint_bracket, paint_standings
from render.tournaments.bracket import Box, Round, Tree
from render.tournaments.player_marks import Player
from render.tournaments.standings import LOST, SHARED, WON, Heads, Line, Result, Table
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import GameResult, Plan
from tests.tools.bench.games import p6
from tests.tools.bench.measure import interleaved, result

CLOCKS = 1000


def tournaments(folder: Path) -> None:
    """Rows C1 to C5."""
    pairing()
    standings()
    asyncio.run(clocks(folder))


def pairing() -> None:
    """C1: the last round of a Swiss of 128, paired anew."""
    chance = random.Random(1)
    state = tournament_rules.begin(Plan("swiss"), range(128), 1)
    slowest = 0.0
    while state.open:
        for fixture in state.open:
            order = chance.sample(fixture.entrants, 2)
            state = tournament_rules.report(state, fixture.number, GameResult(((order[0],), (order[1],))))
        start = time.perf_counter()
        state = tournament_rules.advance(state)
        slowest = max(slowest, time.perf_counter() - start)
    result("C1", "the slowest pairing of 128 in a Swiss, seconds", slowest, "2", "1")


def standings() -> None:
    """C2 to C4: a full page of standings and of a bracket against Pillow's encoding of it, as R1, and a page after one result."""
    kinds = (Result("1", WON), Result("½", SHARED), Result("0", LOST))
    players = [Player(n, f"Player {n}") for n in range(16)]
    lines = tuple(Line(str(n + 1), p, halves(n), tuple(kinds[(n + i) % 3] for i in range(7)), ("3½", "12")) for n, p in enumerate(players))
    table = Table("Cup", "Swiss", Heads("Place", "Player", "Points", tuple("1234567"), ("Buchholz", "wins")), lines)
    (picture, _), *_ = paint_standings(table, "light")
    changed = iter(table._replace(lines=(*lines[:3], lines[3]._replace(points=f"{n}½"), *lines[4:])) for n in range(1000))
    whole, change, anchor = interleaved(
        lambda: list(paint_standings(table, "light")), lambda: list(paint_standings(next(changed), "light")), p6(picture), rounds=25
    )
    print(f"standings: P6 = {anchor * 1e3:.1f} ms")
    result("C2", "a page of standings, everything redrawn, warm / P6", whole / anchor, "2", "0.6")
    result("C3", "the same with one line that is new / P6", change / anchor, "2", "0.6")
    pair = (players[0], players[1])
    rounds = tuple(Round(f"Round {r}", tuple(Box(10 * r + n, pair, won=n % 2) for n in range(8 >> r))) for r in range(3))
    tree = Tree("Cup", "", rounds)
    picture = paint_bracket(tree, "light")
    whole, anchor = interleaved(lambda: paint_bracket(tree, "light"), p6(picture), rounds=25)
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
