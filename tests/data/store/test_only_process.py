"""One process on a SQLite file: others wait, a killed one keeps nobody waiting, and nobody waits for tools."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Unusable
from data.store.only_process import LOCK, only_process
from tests.waiting import until

ROOT = Path(__file__).parents[3]
HOLDS = """
import asyncio, pathlib, sys
from data.store.only_process import only_process
async def main():
    async with only_process(pathlib.Path(sys.argv[1])):
        pathlib.Path(sys.argv[2]).touch()
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def other(database, tmp_path):
    """Another process that has the file to itself."""
    there = tmp_path / "there"
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(database), str(there)], cwd=ROOT)
    try:
        await until(there.exists, "the other process")
        yield process
    finally:
        process.kill()
        process.wait(10)


async def test_who_comes_second_waits_until_the_first_is_killed(database, other, caplog):
    there = asyncio.Event()

    async def second() -> None:
        async with only_process(database):
            there.set()

    task = asyncio.create_task(second())
    await until(lambda: "waiting until it has ended" in caplog.text)
    await asyncio.sleep(0.7)  # Longer than between two tries.
    assert not there.is_set()
    other.kill()
    await until(task.done, "the second one to go on")
    task.result()
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]


async def test_who_waits_can_be_stopped_and_keeps_nobody_waiting(database, other, caplog):
    async def second() -> None:
        async with only_process(database):
            raise AssertionError

    task = asyncio.create_task(second())
    await until(lambda: "waiting" in caplog.text)
    task.cancel()
    await asyncio.wait([task], timeout=10)
    assert task.cancelled()
    other.kill()
    other.wait(10)
    async with only_process(database):
        pass
    assert caplog.text.count("waiting") == 1


async def test_the_lock_is_private_and_the_database_itself_is_free(database):
    async with only_process(database):
        with closing(sqlite3.connect(database)) as db:
            db.execute("CREATE TABLE seen (a)")
        if os.name != "nt":
            assert stat.S_IMODE(database.with_name(database.name + LOCK).stat().st_mode) == 0o600
    async with only_process(database):
        pass


async def test_what_fails_inside_stays_what_it_is(database):
    with pytest.raises(OSError, match="the port"):
        async with only_process(database):
            raise OSError("the port is taken")


async def test_where_nothing_can_be_locked_it_is_said(tmp_path):
    (tmp_path / "a file").write_text("")
    for place in (tmp_path / "a file" / "games.sqlite3", tmp_path / "games.sqlite3"):
        if place.parent == tmp_path:
            place.with_name(place.name + LOCK).mkdir()
        with pytest.raises(Unusable, match="lock"):
            async with only_process(place):
                raise AssertionError
