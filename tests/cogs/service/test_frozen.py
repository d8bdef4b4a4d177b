"""Real processes on one PostgreSQL of which one is frozen, hangs, or is killed: who stands by goes on soon, and what wakes up does nothing twice."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tests.cogs.service.test_two_processes import ANNA, HERE, Process, Stage, answered_once, staged
from tests.cogs.service.test_watchdog import HANGING
from tests.sampled import EVERYWHERE
from tests.waiting import rounds, until

SILENT, SILENT_WHEN_ALL_DIE = 15.0, 10.0
"""Seconds for which nobody may answer, as docs/running.md promises it."""
EVERY = 0.4
"""Seconds between two who ask."""


@pytest.fixture
async def stage(where, tmp_path):
    async with staged(where, tmp_path) as made:
        yield made


class Asking:
    """People who ask for something again and again; how long each stretch is in which nobody is answered."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._tasks: set[asyncio.Task[None]] = set()
        self._began = time.monotonic()
        self.answered: list[float] = []
        self.asked = 0

    async def _ask(self) -> None:
        told = await self._stage.there.use(ANNA, "mygames", HERE, follow=3)
        if "error" not in told and told.get("followed", True):
            self.answered.append(time.monotonic() - self._began)

    async def run(self) -> None:
        for _ in rounds("people to stop asking"):
            self.asked += 1
            task = asyncio.create_task(self._ask())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(EVERY)

    def silence(self) -> float:
        """Seconds of the longest stretch without an answer until now."""
        moments = [0.0, *sorted(self.answered), time.monotonic() - self._began]
        return max(b - a for a, b in pairwise(moments))

    async def close(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def asking(stage: Stage) -> AsyncIterator[Asking]:
    made = Asking(stage)
    running = asyncio.create_task(made.run())
    try:
        yield made
    finally:
        running.cancel()
        await made.close()
        print(f"{len(made.answered)} of {made.asked} were answered; {made.silence():.1f} s of silence at most")


async def holder_and_other(stage: Stage, **settings: str) -> tuple[Process, Process]:
    one = stage.start(**settings)
    await one.says("looks after shards 0/1")
    two = stage.start(**settings)
    await two.says("stands by for shards 0/1")
    return one, two


def nothing_is_doubled(stage: Stage) -> None:
    ((actions, interactions),) = stage.rows("SELECT COUNT(*), COUNT(DISTINCT interaction) FROM actions WHERE interaction IS NOT NULL")
    assert actions == interactions
    boards: list[int] = [row[0] for row in stage.rows("SELECT COUNT(*) FROM owed")]
    assert boards == [0]


async def worked_off(stage: Stage) -> None:
    await until(lambda: not stage.rows("SELECT 1 FROM owed"), "what is owed", pause=0.1)


@pytest.mark.deep
async def test_a_holder_that_is_frozen_is_replaced_and_stands_by_when_it_wakes(stage):
    one, two = await holder_and_other(stage)
    await stage.table()
    answered_once(await stage.move())
    async with asking(stage) as people:
        await asyncio.sleep(3)
        one.popen.send_signal(signal.SIGSTOP)
        await two.says("looks after shards 0/1")
        await asyncio.sleep(15)
        one.popen.send_signal(signal.SIGCONT)
        await one.says(r"(?s)looked after by another process.*ready as.*")
        assert "stands by for shards 0/1" in one.said
        await asyncio.sleep(5)
        assert people.silence() < SILENT
    assert one.said.count("looks after shards") == 1
    answered_once(await stage.move())
    await worked_off(stage)
    nothing_is_doubled(stage)
    assert "Traceback" not in one.said + two.said
    await stage.there.ready(0, times=2)
    await two.kill()
    await one.says(r"(?s)stands by.*looks after shards 0/1")
    answered_once(await stage.move())


@pytest.mark.deep
async def test_a_holder_that_hangs_is_replaced_begins_anew_and_stands_by(stage):
    one = stage.start(HANGING)
    await one.says("(?s)looks after shards 0/1.*ready for it|ready for it.*looks after shards 0/1")
    two = stage.start()
    await two.says("stands by for shards 0/1")
    async with asking(stage) as people:
        await asyncio.sleep(3)
        one.popen.send_signal(signal.SIGUSR2)
        await two.says("looks after shards 0/1")
        await one.says("(?s)this process ends.*stands by for shards 0/1")
        await asyncio.sleep(5)
        assert people.silence() < SILENT


@pytest.mark.deep
async def test_a_holder_that_is_killed_is_replaced_at_once(stage):
    one, two = await holder_and_other(stage)
    async with asking(stage) as people:
        await asyncio.sleep(3)
        await one.kill()
        await two.says("looks after shards 0/1")
        await asyncio.sleep(5)
        assert people.silence() < SILENT_WHEN_ALL_DIE / 2


@pytest.mark.deep
async def test_when_both_are_killed_and_started_again_people_wait_for_less_than_ten_seconds(stage):
    one, two = await holder_and_other(stage)
    async with asking(stage) as people:
        await asyncio.sleep(3)
        await asyncio.gather(one.kill(), two.kill())
        stage.start()
        stage.start()
        await asyncio.sleep(15)
        assert people.silence() < SILENT_WHEN_ALL_DIE


BUSY = 6
LASTS = 540 if EVERYWHERE else 60
"""Seconds for which a machine is busy: as long as a test may last."""


@pytest.mark.deep
@pytest.mark.timeout(LASTS + 50)
async def test_beside_six_busy_loops_a_healthy_holder_keeps_its_shards(stage):
    one, two = await holder_and_other(stage)
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        await asyncio.sleep(LASTS)
        assert (one.said + two.said).count("looks after shards") == 1
        assert "is lost" not in one.said + two.said
    finally:
        for loop in loops:
            loop.kill()
            loop.wait(10)
