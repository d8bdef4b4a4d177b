"""`python -m tests.tools.soak.throughput [--database sqlite|postgresql] [--processes 1 2 4] [--tables N ...]`: the interactions a second it takes.

People type legal moves at many tables of Monster Hex, more and more of them at a time. Told are the most interactions a second of which 99 in 100
are acknowledged within a second, what one of them costs in CPU time of all bots, and how long a person waits for the answer, as a ratio to one
bare commit on the same database.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build
from rules.notation import write
from tests.every_game.setups import random_action
from tests.tools.soak.judge import DONE
from tests.tools.soak.rows import Rows
from tests.tools.soak.run import shards_in_all, shards_of
from tests.tools.soak.stage import POSTGRESQL, SQLITE, Stage, staged
from tests.tools.soak.world import Mix, Place, fill, schema

GAME = "monster_hex"
MIX = Mix((GAME,), 40, 0.0, 0.0)
CROWDS = (1, 2, 4, 8, 16, 32)
"""How many people type at the same time."""
SERVERS, COMMITS = 64, 200
BOUND = 1.0
"""Seconds within which 99 of 100 are to be acknowledged."""


class Step(NamedTuple):
    """The results of a crowd: interactions a second, until the acknowledgement (p50, p99) and the answer (p50, p99), CPU seconds an interaction."""

    crowd: int
    rate: float
    acknowledged: tuple[float, float]
    answered: tuple[float, float]
    cpu: float


class Typist:
    """A person who knows the positions of some tables, and types a legal move at each in turn."""

    def __init__(self, stage: Stage, places: Sequence[Place], states: dict[int, Any], rng: random.Random) -> None:
        self._stage = stage
        self._places = cycle(places)
        self._states = states
        self._rng = rng
        self._rules: Any = build(GAME)
        self.waits: list[tuple[float, float]] = []

    async def go_on(self, until: float) -> None:
        """Types until a moment."""
        while time.monotonic() < until:
            await self._move(next(self._places))

    async def _move(self, place: Place) -> None:
        rules, state = self._rules, self._states[place.table]
        acting = rules.to_act(state)
        if not acting:
            return await asyncio.sleep(0)
        action = random_action(rules, state, acting[0], self._rng)
        began = time.monotonic()
        result = await self._stage.standin.use(place.players[acting[0]], "move", place.channel, 30, action=write(action))
        answer = (result.get("answer") or {}).get("content") or ""
        if answer.startswith(DONE):
            self._states[place.table] = rules.apply(state, acting[0], action).state
            self.waits.append((result["seconds"], time.monotonic() - began))


@contextmanager
def measured(processes: Sequence[int]) -> Iterator[list[float]]:
    """The CPU seconds that processes and those they have started spend meanwhile, in a list of one."""
    found = [0.0]
    before = sum(map(_cpu, processes))
    yield found
    found[0] = sum(map(_cpu, processes)) - before


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bare_commit(rows: Rows) -> float:
    """The median of one commit of one row."""
    rows.run("CREATE TABLE bare (n BIGINT, body TEXT)")
    took = []
    for n in range(COMMITS):
        began = time.perf_counter()
        rows.many("INSERT INTO bare VALUES (?, ?)", [(n, "x" * 2000)])
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def _percentiles(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]


async def steps(folder: Path, database: str, processes: int, tables: int, seconds: float) -> tuple[float, list[Step]]:
    """The seconds of one bare commit, and the results of each crowd."""
    rng = random.Random(5)
    async with staged(folder, database, shards_of(processes), 1 if processes == 1 else None) as stage:
        servers = await stage.standin.ask("servers", count=SERVERS, channels=-(-tables // SERVERS))
        members = await stage.standin.ask("members", count=400)
        await schema(stage)
        with stage.rows() as rows:
            places = fill(rows, servers, members, tables, rng, MIX)
            seeds = dict(rows.all("SELECT id, snapshot FROM games"))
            bare = bare_commit(rows)
        rules: Any = build(GAME)
        rng.shuffle(places)
        used = places[: 32 * max(CROWDS)]
        states = {place.table: rules.load(bytes(seeds[place.table])) for place in used}
        for bot in stage.bots:
            await stage.start(bot)
        await stage.standin.ready(*range(shards_in_all(processes)))
        await asyncio.sleep(5)  # Shards are claimed, and everything is read.
        found = []
        for crowd in CROWDS:
            typists = [Typist(stage, used[n::crowd], states, random.Random(n)) for n in range(crowd)]
            until = time.monotonic() + seconds
            with measured([bot.process for bot in stage.bots]) as cpu:
                began = time.monotonic()
                await asyncio.gather(*(typist.go_on(until) for typist in typists))
                took = time.monotonic() - began
                await asyncio.sleep(1.0)  # Boards that are on their way.
            waits = [wait for typist in typists for wait in typist.waits]
            if not waits:
                break
            acknowledged, answered = zip(*waits, strict=True)
            step = Step(crowd, len(waits) / took, _percentiles(acknowledged), _percentiles(answered), cpu[0] / len(waits))
            found.append(step)
            print(shown(step), flush=True)
        return bare, found


def shown(step: Step) -> str:
    """A crowd's results in words."""
    a, b = step.acknowledged, step.answered
    return (
        f"  {step.crowd:3} people: {step.rate:6.1f}/s, acknowledged {a[0] * 1e3:5.0f} / {a[1] * 1e3:5.0f} ms, answered {b[0] * 1e3:5.0f} /"
        f" {b[1] * 1e3:5.0f} ms, {step.cpu * 1e3:5.1f} ms of CPU each"
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak.throughput")
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), action="append")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, nargs="+", default=[1000])
    parser.add_argument("--seconds", type=float, default=8)
    chosen = parser.parse_args()
    for database in chosen.database or (SQLITE, POSTGRESQL):
        for processes in [1] if database == SQLITE else chosen.processes:
            for tables in chosen.tables:
                folder = Path(tempfile.mkdtemp(prefix="throughput-"))
                print(f"{database}, {processes} processes, {tables} tables", flush=True)
                try:
                    bare, found = asyncio.run(steps(folder, database, processes, tables, chosen.seconds))
                finally:
                    shutil.rmtree(folder, ignore_errors=True)
                best = max((step for step in found if step.acknowledged[1] < BOUND), key=lambda step: step.rate, default=None)
                alone = found[0].answered
                print(
                    f"  most within {BOUND:g} s: {best.rate if best else 0:.1f}/s; one accepted action {alone[0] / bare:.1f} / {alone[1] / bare:.1f}"
                    f" bare commits (p50 / p99), of {bare * 1e3:.2f} ms each",
                    flush=True,
                )


if __name__ == "__main__":
    main()
