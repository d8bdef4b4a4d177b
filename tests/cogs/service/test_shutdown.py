"""The real process is told to stop (SIGTERM, SIGINT) at the worst moments: it finishes what it has begun, in time, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from data.content import build
from data.store import Store
from playground.http_server import Standin
from playground.world import World
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.service.test_kill import connected, start, use
from tests.reading import read
from tests.sampled import EVERYWHERE
from tests.waiting import until, within

IN_TIME = 10.0
"""Seconds that a stop may take."""
GAME = {"game": "monster_hex", "opponent": BOHUMIL, "options": "seating=joined"}


@pytest.fixture
async def standin(tmp_path):
    opened = Standin(World(tmp_path / "world"))
    opened.gateway.starts.span = 0  # Bots are started again at once.
    await opened.start()
    yield opened
    await opened.stop()


@asynccontextmanager
async def running(standin: Standin, folder: Path, *command: str) -> AsyncIterator[subprocess.Popen[str]]:
    """The bot in a process of its own, connected."""
    standin.sessions.clear()
    process = await asyncio.to_thread(start, standin, folder, command=command or ("bot.py",))
    try:
        await connected(standin)
        await until(lambda: standin.world.commands)
        yield process
    finally:
        process.kill()
        process.wait(10)


async def ended(process: subprocess.Popen[str]) -> tuple[int, float]:
    """How a process has ended, and how long that took from now on."""
    began = time.monotonic()
    status = await asyncio.to_thread(process.wait, IN_TIME + 5)
    return status, time.monotonic() - began


async def next_move(folder: Path) -> tuple[str, str]:
    """Who is to act at the first table, and what they may do."""
    store, rules = await Store.open(folder / "games.sqlite3"), build("monster_hex")
    try:
        row = await store.tables.get(1)
    finally:
        await store.close()
    assert row is not None
    assert row.snapshot is not None
    state = rules.load(row.snapshot)
    (seat,) = rules.to_act(state)
    return (ANNA, BOHUMIL)[seat], " ".join(next(legal(rules, state, seat)))


def asked(folder: Path, sql: str, *values: str) -> list[tuple]:
    """What is stored."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as db:  # One left open would keep an older state in sight.
        return db.execute(sql, values).fetchall()


def owed(folder: Path, kind: str = "%") -> int:
    """How much is owed, but for what waits for another message."""
    return asked(folder, "SELECT COUNT(*) FROM owed WHERE kind LIKE ? AND kind <> 'held'", kind)[0][0]


def stored(folder: Path) -> list[tuple]:
    return asked(folder, "SELECT number, action FROM actions ORDER BY number")


def boards(standin: Standin) -> list[str]:
    return [m["content"] for m in map(read, standin.world.messages.values()) if m["_only"] is None and m["attachments"]]


def answers(standin: Standin) -> list[str]:
    return [m["content"] for m in map(read, standin.world.messages.values()) if m["_only"] is not None]


async def challenged(standin: Standin, folder: Path) -> None:
    """Anna has named Bohumil for a table, and he has joined."""
    await use(standin, ANNA, "game new", **GAME)
    await until(lambda: asked(folder, "SELECT 1 FROM games"))
    await use(standin, BOHUMIL, "game join")


@pytest.mark.parametrize(("number", "turns"), [(signal.SIGTERM, 20 if EVERYWHERE else 1), *([(signal.SIGINT, 1)] if EVERYWHERE else [])])
async def test_in_the_middle_of_a_move(standin, tmp_path, number, turns):
    """Whatever moment it is: who was answered that it is done finds it done, and everything is told once after the next start."""
    chance = random.Random(number)
    for turn in range(turns):
        async with running(standin, tmp_path) as process:
            if not turn:
                await challenged(standin, tmp_path)
            await until(lambda: boards(standin) and not owed(tmp_path))
            member, action = await next_move(tmp_path)
            before = len(stored(tmp_path))
            playing = asyncio.create_task(use(standin, member, "move", action=action))
            await asyncio.sleep(chance.uniform(0.0, 0.06))
            process.send_signal(number)
            status, took = await ended(process)
            assert status == 0
            assert took < IN_TIME
            result = await playing
            told = read(standin.world.messages[result["message"]])["content"] if result.get("message") else ""
            after = len(stored(tmp_path))
            assert after - before == ("✓" in told), told
            assert after > before or not told or "try again" in told or "znovu" in told, told
    async with running(standin, tmp_path):
        await until(lambda: boards(standin) and not owed(tmp_path))
    assert len(boards(standin)) == len(set(boards(standin)))


@pytest.mark.deep
async def test_while_the_board_is_drawn_and_sent(standin, tmp_path):
    """What has been stored is sent before the end, or owed until the next start; never twice."""
    async with running(standin, tmp_path) as process:
        await challenged(standin, tmp_path)
        await until(lambda: boards(standin) and not owed(tmp_path))
        member, action = await next_move(tmp_path)
        before = len(boards(standin))
        playing = asyncio.create_task(use(standin, member, "move", action=action))
        await until(lambda: len(stored(tmp_path)) == 1)
        process.send_signal(signal.SIGTERM)
        status, took = await ended(process)
        assert (status, took < IN_TIME) == (0, True)
        await playing
        assert any("✓" in words for words in answers(standin))
        assert len(boards(standin)) - before == (not owed(tmp_path, "board"))
    async with running(standin, tmp_path):
        await until(lambda: boards(standin) and not owed(tmp_path))
    assert len(boards(standin)) == before + 1


async def test_while_a_computer_thinks(standin, tmp_path):
    """It thinks no further, still owes its move, and makes it after the next start."""
    slowly = "import bot, cogs.play.thinking.worker_process as m; m.write = lambda *_: None; raise SystemExit(bot.main())"  # It waits to be asked.
    async with running(standin, tmp_path, "-c", slowly) as process:
        await use(standin, ANNA, "game new", game="monster_hex", computers="1", options="seating=joined opening=fixed")
        await until(lambda: boards(standin) and not owed(tmp_path))
        _, action = await next_move(tmp_path)
        playing = asyncio.create_task(use(standin, ANNA, "move", action=action))  # It is the computer's turn then, and it thinks.
        await until(lambda: owed(tmp_path, "computers"))
        process.send_signal(signal.SIGTERM)
        status, took = await ended(process)
        assert (status, took < IN_TIME) == (0, True)
        await playing
        assert "✓" in answers(standin)[-1]
        assert owed(tmp_path, "computers")
        assert not asked(tmp_path, "SELECT 1 FROM owed WHERE trouble IS NOT NULL")
    async with running(standin, tmp_path):
        await until(lambda: not owed(tmp_path), seconds=60)
    numbers = [number for number, _ in stored(tmp_path)]
    assert len(numbers) == len(set(numbers)) > 1


@pytest.mark.deep
async def test_while_discord_is_slow(standin, tmp_path):
    """It waits no longer than it may; who asks meanwhile reads that it takes a moment, and the message is sent once after the next start."""
    async with running(standin, tmp_path) as process:
        await challenged(standin, tmp_path)
        await until(lambda: boards(standin) and not owed(tmp_path))
        before, came, over = len(boards(standin)), asyncio.Event(), asyncio.Event()

        async def slowly(request, handler):
            if request.method == "POST" and request.path.endswith("/messages"):
                came.set()
                response = await handler(request)
                async with within("the test to let it go on"):
                    await over.wait()
                return response
            return await handler(request)

        standin.rates.meddle = slowly
        member, action = await next_move(tmp_path)
        await use(standin, member, "move", action=action)
        await until(came.is_set, "the message")
        process.send_signal(signal.SIGTERM)
        ending = asyncio.create_task(ended(process))
        await asyncio.sleep(0.3)
        late = await use(standin, ANNA, "game list")
        assert "being restarted" in read(standin.world.messages[late["message"]])["content"]
        status, took = await ending
        assert (status, took < IN_TIME) == (0, True)
        assert owed(tmp_path, "board") == 1
    over.set()
    standin.rates.meddle = None
    async with running(standin, tmp_path):
        await until(lambda: boards(standin) and not owed(tmp_path))
    assert len(boards(standin)) == before + 1


async def test_a_second_signal_ends_it_at_once(standin, tmp_path):
    async with running(standin, tmp_path) as process:
        came, over = asyncio.Event(), asyncio.Event()

        async def never(request, handler):
            if request.path.endswith("/messages") and request.method == "POST":
                came.set()
                async with within("the end of the test"):
                    await over.wait()
            return await handler(request)

        standin.rates.meddle = never
        await use(standin, ANNA, "game new", **GAME)
        await until(came.is_set, "the message")
        process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        status, took = await ended(process)
        assert status == 128 + signal.SIGTERM
        assert took < 1
    over.set()


@pytest.mark.deep  # In the middle of a move an ordinary run ends it in the same way.
async def test_what_stands_still_stops_at_once(standin, tmp_path):
    async with running(standin, tmp_path) as process:
        process.send_signal(signal.SIGTERM)
        status, took = await ended(process)
        assert status == 0
        assert took < IN_TIME
        assert HERE in standin.world.channels


async def test_nobody_waits_for_what_hangs_in_a_thread(standin, tmp_path):
    """Such as a picture that takes for ever: everything is closed, so that nothing is lost by it."""
    hanging = "import time, bot, cogs.service.start_up as begun; begun.is_quick = lambda: False; begun.lookup = lambda: time.sleep(60)"
    async with running(standin, tmp_path, "-c", f"{hanging}; raise SystemExit(bot.main())") as process:
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        status, took = await ended(process)
        assert status == 0
        assert took < IN_TIME
