"""A loop that is held up is noted, and a process that hangs ends and begins anew; one that was frozen, or asleep, or is looked at, goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from cogs.service import watchdog
from cogs.service.heartbeat import INTERVAL, Heartbeat
from cogs.service.watchdog import HANGS, LATE, LONGEST, OFTEN, SPAN, STATUS, TICK, Ends, Watchdog
from data.duration_listeners import listen, unlisten
from playground.http_server import Standin
from playground.world import World
from tests.cogs.service.test_kill import ROOT
from tests.sampled import often
from tests.waiting import until


class Loop:
    """An event loop and its watchdog, told of each second by hand."""

    def __init__(self, folder: Path) -> None:
        self.wall, self.steady = 1_790_000_000.0, 50.0
        self.beat = Heartbeat(lambda: self.wall, lambda: self.steady)
        self.ended = 0
        self.ends = Ends(folder / "ends", lambda: self.wall)
        self.dog = Watchdog(self.beat, self.ends, self._end, lambda: self.steady)
        self.dog._ticked = self.steady
        self.dog._loop = watchdog.threading.get_ident()
        self.places: list[str] = []

    def _end(self) -> None:
        self.ended += 1
        self.dog._missed = 0

    def pass_time(self, seconds: float, beats: bool) -> None:
        self.wall += seconds
        self.steady += seconds
        if beats:
            self.beat.beats += 1
            self.beat.beaten = self.steady

    def ticks(self, times: int, beats: bool = False) -> None:
        for _ in range(times):
            self.pass_time(TICK, beats)
            self.dog.tick(lambda seconds: self.pass_time(seconds, False))

    @contextmanager
    def heard(self):
        def hear(what: str, kind: str, seconds: float) -> None:
            if what == "held up":
                self.places.append(kind)

        listen(hear)
        yield
        unlisten(hear)


@pytest.fixture
def loop(tmp_path):
    made = Loop(tmp_path)
    with made.heard():
        yield made


def test_a_loop_that_goes_round_is_left_alone(loop):
    loop.ticks(1000, beats=True)
    assert not loop.ended
    assert not loop.places


def test_what_holds_it_up_is_told_once_with_its_place_and_no_values(loop, caplog):
    secret = "the hand of seat one"
    loop.ticks(3, beats=True)
    assert len(secret) > 3
    loop.ticks(5)
    (place,) = loop.places
    assert "test_watchdog.py:" in place or place.startswith("cogs/service/watchdog.py:")
    (said,) = [record.getMessage() for record in caplog.records]
    assert "test_what_holds_it_up_is_told_once_with_its_place_and_no_values" in said
    assert secret not in said
    loop.ticks(1, beats=True)
    loop.ticks(2)
    assert len(loop.places) == 2, "each time that it is held up"


def test_a_second_is_waited_for_before_anything_is_said(loop):
    loop.ticks(3, beats=True)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        loop.pass_time(seconds, beats=True)

    loop.pass_time(TICK, beats=False)
    loop.dog.tick(wait)
    assert waits == [pytest.approx(LATE + INTERVAL - TICK)]
    assert not loop.places, "it was late by less than a second"


def test_a_process_that_hangs_ends_after_thirty_ticks(loop):
    loop.ticks(3, beats=True)
    loop.ticks(HANGS - 1)
    assert not loop.ended
    loop.ticks(1)
    assert loop.ended == 1


@pytest.mark.parametrize("asleep", [False, True], ids=["stopped", "asleep"])
def test_a_wake_is_one_tick_and_nothing_is_said(loop, asleep):
    loop.ticks(3, beats=True)
    for _ in range(50):
        loop.wall += 3600
        loop.steady += 0 if asleep else 3600
        loop.dog.tick(lambda seconds: loop.pass_time(seconds, True))  # The thread comes first.
        loop.ticks(2, beats=True)
    assert not loop.ended
    assert not loop.places


def test_nobody_minds_while_a_copy_is_made(loop):
    with loop.beat.resting():
        loop.ticks(10 * HANGS)
    assert not loop.ended
    loop.ticks(HANGS)
    assert loop.ended == 1


def test_nobody_minds_while_somebody_looks_at_it(loop, monkeypatch):
    monkeypatch.setattr(watchdog, "DEBUGGERS", {__name__.partition(".")[0]})
    loop.ticks(10 * HANGS)
    assert not loop.ended


def test_it_is_not_armed_where_each_line_is_traced(loop):
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        loop.dog.arm()
    finally:
        sys.settrace(before)
    assert loop.dog._thread is None


def test_three_ends_follow_at_once_and_then_the_pauses_grow(loop):
    moments = []
    for _ in range(often(3, 72) * 3600):
        before = loop.ended
        loop.ticks(1)
        if loop.ended > before:
            moments.append(loop.wall)
    gaps = [b - a for a, b in pairwise(moments)]
    assert all(gap < 2 * HANGS for gap in gaps[: OFTEN - 1])
    assert gaps[OFTEN - 1] == pytest.approx(SPAN, abs=2)
    assert gaps[OFTEN] == pytest.approx(2 * SPAN, abs=2)
    for n in range(len(moments) - OFTEN):
        assert moments[n + OFTEN] - moments[n] >= SPAN, "three in ten minutes at most"
    assert max(gaps) <= LONGEST + 2 * HANGS


def test_a_file_that_cannot_be_read_or_written_keeps_nothing_from_ending(tmp_path, caplog):
    broken = tmp_path / "ends"
    broken.write_text('["x", {}]')
    ends = Ends(broken)
    assert ends.wait == 0
    ends.note()
    assert Ends(tmp_path / "no" / "folder").wait == 0
    Ends(tmp_path / "no" / "folder").note()
    assert "cannot be noted" in caplog.text


HANGING = """
import asyncio, os, signal, sys, time, bot
import cogs.service.watchdog as dog
dog.HANGS = 4
from cogs.service.bot import Referee
from tests.sampled import EVERYWHERE
begin = Referee.on_ready
async def on_ready(self):
    await begin(self)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, hold, 3.0)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, hold, 10_000.0)
    print("ready for it", flush=True)
def hold(seconds):
    time.sleep(seconds)
Referee.on_ready = on_ready
raise SystemExit(bot.main())
"""


@pytest.fixture
async def standin(tmp_path):
    opened = Standin(World(tmp_path / "world"))
    opened.gateway.starts.span = 0
    await opened.start()
    yield opened
    await opened.stop()


@contextmanager
def running(standin: Standin, folder: Path, **settings: str):
    """The bot in a process of its own, which can be told to hang, and what it has said."""
    known = {"DISCORD_TOKEN": "playground", "DISCORD_API": standin.address, "REFEREE_DB": str(folder / "games.sqlite3"), "WATCHDOG": ""}
    surroundings = os.environ | known | {"DATABASE_URL": "", "SHARDS": "", "METRICS": "", "LOG_FORMAT": ""} | settings
    log = folder / "log"
    with log.open("w") as written:
        process = subprocess.Popen([sys.executable, "-c", HANGING], cwd=ROOT, env=surroundings, stdout=written, stderr=written)
    try:
        yield process, log.read_text
    finally:
        process.kill()
        process.wait(10)
        print(log.read_text())


def times(said: Callable[[], str], words: str, count: int) -> Callable[[], bool]:
    return lambda: said().count(words) >= count


async def test_a_process_that_hangs_begins_anew_in_its_own_place(tmp_path, standin):
    with running(standin, tmp_path) as (process, said):
        await until(times(said, "ready for it", 1))
        process.send_signal(signal.SIGUSR1)
        await until(times(said, "held up:", 1))
        assert " hold\n" in said()
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(6)
        process.send_signal(signal.SIGCONT)
        await asyncio.sleep(3)
        assert said().count("ready for it") == 1, "neither three seconds nor a freeze end it"
        assert process.poll() is None
        process.send_signal(signal.SIGUSR2)
        await until(times(said, "ready for it", 2))
        assert "this process ends" in said()
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 15) == 0


async def test_a_process_that_something_starts_again_ends_with_a_status_of_its_own(tmp_path, standin):
    with running(standin, tmp_path, WATCHDOG="compose") as (process, said):
        await until(times(said, "ready for it", 1))
        began = time.monotonic()
        process.send_signal(signal.SIGUSR2)
        assert await asyncio.to_thread(process.wait, 30) == STATUS
        assert time.monotonic() - began > 3
        assert said().count("ready for it") == 1
