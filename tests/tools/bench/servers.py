"""Rows P: the cost of PostgreSQL: an action against a bare transaction of one row, with few and with many games; two processes against one."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from typing import Any

from data.content import build
from data.store import Store
from data.store.rows import TableRow
from rules.notation import Row
from tests.every_game.setups import Setup, random_game
from tests.moved_databases import database, server
from tests.stored import acted
from tests.tools.bench.measure import percentile, result

FEW, MANY = 1000, 100_000
TIMES = 600
"""Actions in a row."""
SERVERS, TABLES, CROWD, SECONDS, TURNS = 16, 400, 8, 4.0, 5
"""Of row P2: servers, tables, people who type at the same time, seconds of a turn, turns of each."""


def servers() -> None:
    """Measures rows P1 and P2."""
    with ExitStack() as opened:
        address = opened.enter_context(server(durable=True))
        asyncio.run(committing(*(opened.enter_context(database(address)) for _ in range(2))))
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        asyncio.run(sharing(Path(folder)))


# An action


async def filled(address: str, games: int) -> Store:
    """A store with many games, each with a few seats."""
    store = await Store.open(address)
    rules: Any = build("monster_hex")
    snapshot = rules.dump(rules.setup(4, {}, 1).state)

    def fill(db: Any) -> None:
        columns = "game, version, guild, channel, language, theme, options, host, status, seed, snapshot, created"
        rows = [("monster_hex", 1, 1, 10_000 + n, "en", "light", "{}", 1, "live", f"{n:064x}", snapshot, 0.0) for n in range(games)]
        db.executemany(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        seats = [(n + 1, seat, n * 4 + seat, "x") for n in range(games) for seat in range(4)]
        db.executemany("INSERT INTO seats (game, seat, player, name) VALUES (?, ?, ?, ?)", seats)

    await store.database.write(fill)
    return store


async def committing(few_at: str, many_at: str) -> None:
    """P1, with a thousand games and with a hundred thousand on one server."""
    import psycopg

    few, many = await filled(few_at, FEW), await filled(many_at, MANY)
    snapshot = build("monster_hex").dump(list(random_game(Setup("monster_hex", 4, {}), 3))[-1][3].state)
    rows: dict[int, TableRow] = {id(store): row for store in (few, many) if (row := await store.tables.get(1)) is not None}
    try:
        with psycopg.connect(few_at, autocommit=True) as db:
            db.execute("CREATE TABLE bare (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body BYTEA)")
            db.execute("VACUUM ANALYZE")

            def bare() -> float:
                start = time.perf_counter()
                db.execute("BEGIN")
                db.execute("INSERT INTO bare (body) VALUES (%s)", (snapshot,), prepare=True)
                db.execute("COMMIT")
                return time.perf_counter() - start

            async def commit(store: Store) -> float:
                row = rows[id(store)]
                start = time.perf_counter()
                rows[id(store)] = await store.tables.commit(acted(row, [Row(row.position + 1, 0, ("place", "m01", "c1", "r0"))], snapshot))
                return time.perf_counter() - start

            anchor, small, large = [], [], []
            for _ in range(TIMES):
                anchor.append(bare())
                small.append(await commit(few))
                large.append(await commit(many))
    finally:
        await few.close()
        await many.close()
    unit, slow = statistics.median(anchor), percentile(anchor, 0.99)
    print(f"a bare transaction on PostgreSQL: {unit * 1e3:.2f} ms, p99 {slow * 1e3:.2f} ms")
    result("P1", "an accepted action on PostgreSQL / a bare transaction, p50", statistics.median(small) / unit, "4", "2.5")
    result("P1", "the same, p99 / p99", percentile(small, 0.99) / slow, "4", "2.5")
    result("P1", "the same with 100,000 games / with 1,000", statistics.median(large) / statistics.median(small), "1.33", "1.2")


# Two processes


async def sharing(folder: Path) -> None:
    """P2: the same people at as many tables of one process and of two, in turns."""
    from tests.tools.soak.run import shards_in_all, shards_of
    from tests.tools.soak.stage import POSTGRESQL, Stage, staged
    from tests.tools.soak.throughput import GAME, MIX, Typist, measured
    from tests.tools.soak.world import fill, schema

    async with AsyncExitStack() as opened:
        typists: dict[int, tuple[Stage, Sequence[Typist]]] = {}
        for processes in (1, 2):
            place = folder / str(processes)
            place.mkdir()
            stage = await opened.enter_async_context(staged(place, POSTGRESQL, shards_of(processes), 1 if processes == 1 else None))
            found = await stage.standin.ask("servers", count=SERVERS, channels=TABLES // SERVERS)
            members = await stage.standin.ask("members", count=200)
            await schema(stage)
            with stage.rows() as rows:
                places = fill(rows, found, members, TABLES, Random(5), MIX)
                seeds = dict(rows.all("SELECT id, snapshot FROM games"))
            states = {p.table: build(GAME).load(bytes(seeds[p.table])) for p in places}
            for bot in stage.bots:
                await stage.start(bot)
            await stage.standin.ready(*range(shards_in_all(processes)))
            typists[processes] = stage, [Typist(stage, places[n::CROWD], states, Random(n)) for n in range(CROWD)]
        await asyncio.sleep(5)  # Shards are claimed, and everything is read.
        costs: dict[int, list[float]] = {1: [], 2: []}
        for turn in range(TURNS + 1):
            for processes, (stage, people) in typists.items():
                before = sum(len(typist.waits) for typist in people)
                with measured([bot.process for bot in stage.bots]) as cpu:
                    until = time.monotonic() + SECONDS
                    await asyncio.gather(*(typist.go_on(until) for typist in people))
                    await asyncio.sleep(1)  # Boards that are on their way.
                done = sum(len(typist.waits) for typist in people) - before
                if turn:  # The first one warms up.
                    costs[processes].append(cpu[0] / done)
    one, two = (statistics.median(costs[processes]) for processes in (1, 2))
    print(f"CPU time of an interaction: {one * 1e3:.1f} ms with one process, {two * 1e3:.1f} ms with two")
    result("P2", "CPU time of an interaction, two processes on one PostgreSQL / one", two / one, "1.15", "1.05")
