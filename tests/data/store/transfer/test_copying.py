"""Copies of a database, in a file or on a server: made while everybody plays on, put back as they were; nothing is half there."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from data.store import DatabaseError, Store
from data.store.after_restore import COPIED, FACT
from data.store.bot_facts import KEY
from data.store.migration_scripts import MIGRATIONS
from data.store.postgres.peers import PostgresPeers
from data.store.transfer.backup import backup, restore, restore_on_server
from data.store.transfer.copying import CopyProgress
from tests.moved_databases import contents as everything
from tests.moved_databases import strange
from tests.sampled import EVERYWHERE, sampled
from tests.waiting import within

ROOT = Path(__file__).resolve().parents[4]


def contents(where) -> dict[str, list[str]]:
    """All rows, but for what is noted when a copy is made and put back, and what everybody is told of it."""
    found = everything(where)
    found["facts"] = [row for row in found["facts"] if not any(f"'{key}'" in row for key in (COPIED, FACT, KEY))]
    owed = [row for row in found["owed"] if "put_back" not in row and "entries" not in row]
    found["owed"] = [re.sub(r"\('next', [^)]*\), ", "", row) for row in owed]
    found["tournaments"] = [re.sub(r"\('message', [^)]*\), ", "", row) for row in found["tournaments"]]
    return found


def silent(progress: CopyProgress) -> None:
    """Nobody looks on."""


@pytest.fixture
def beside(tmp_path) -> Path:
    """Where copies are put beside."""
    return tmp_path / "games.sqlite3"


@pytest.fixture(params=["file", "server"])
def where(request, beside) -> str:
    """A database that is not there yet."""
    return str(beside) if request.param == "file" else request.getfixturevalue("elsewhere")


async def noted(where: str, beside: Path, value: str) -> Path:
    """A copy of a database after something has been noted in it."""
    store = await Store.open(where)
    store.beside = beside
    try:
        await store.bot_facts.set("a", value)
        return await backup(store)
    finally:
        await store.close()


def put_back(copy: Path, where: str, beside: Path) -> Path | None:
    return restore(copy, beside) if where == str(beside) else restore_on_server(copy, where, beside, silent)


@pytest.mark.sampled(0.5)
async def test_a_copy_holds_what_was_there_and_is_put_back(where, beside):
    first = (await noted(where, beside, "first")).rename(beside.with_name("first.sqlite3"))
    assert contents(first) == contents(where)
    assert first.stat().st_mode & 0o777 == 0o600
    second = await noted(where, beside, "second")
    assert contents(second) == contents(where) != contents(first)
    before = first.read_bytes()
    aside = await asyncio.to_thread(put_back, first, where, beside)
    assert contents(where) == contents(first)
    assert contents(aside) == contents(second), "what was there is put aside"
    assert first.read_bytes() == before
    assert sorted(p.name for p in beside.parent.iterdir() if p.suffix == ".new" or "-wal" in p.name) == []


async def test_a_copy_goes_into_either_kind(beside, elsewhere, tmp_path):
    here = await noted(str(beside), beside, "here")
    strange(beside)
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(beside, copy)
    assert await asyncio.to_thread(put_back, copy, elsewhere, beside) is None, "there was nothing"
    assert contents(elsewhere) == contents(copy) != contents(here)
    there = await noted(elsewhere, beside, "there")
    assert await asyncio.to_thread(put_back, there, str(beside), beside) is not None
    assert contents(beside) == contents(elsewhere)


@pytest.mark.sampled(0.5)
async def test_a_copy_of_an_earlier_version_is_put_back_and_brought_up_to_date(where, beside, tmp_path):
    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old)) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
        for path in sorted(MIGRATIONS.glob("*.sql"))[:14]:
            db.executescript(path.read_text(encoding="utf-8"))
            db.execute("INSERT INTO migrations VALUES (?, 1.5)", (int(path.name[:3]),))
        db.execute("INSERT INTO facts VALUES ('a', 'old')")
        db.commit()
    await noted(where, beside, "new")
    await asyncio.to_thread(put_back, old, where, beside)
    store = await Store.open(where)
    store.beside = beside
    try:
        assert await store.bot_facts.get("a") == "old"
    finally:
        await store.close()
    assert contents(where).keys() == contents(await noted(where, beside, "newer")).keys()


async def test_what_is_no_sound_copy_is_not_put_back(where, beside, tmp_path):
    copy = await noted(where, beside, "kept")
    before = contents(where)
    (tmp_path / "cut").write_bytes(copy.read_bytes()[:9000])
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at" * 40)
    shutil.copy(copy, tmp_path / "newer")
    with closing(sqlite3.connect(tmp_path / "newer")) as db:
        db.execute("INSERT INTO migrations VALUES (999, 0)")
        db.commit()
    for name in ("cut", "text", "none", "newer"):
        with pytest.raises(ValueError, match="newer" if name == "newer" else "."):
            await asyncio.to_thread(put_back, tmp_path / name, where, beside)
    assert contents(where) == before
    assert not list(tmp_path.glob("*.new"))
    assert not list(tmp_path.glob("*.before-restore-*"))


async def test_nothing_is_put_in_the_place_of_a_database_that_a_bot_uses(beside, elsewhere):
    copy = await noted(str(beside), beside, "copy")
    store = await Store.open(beside)
    try:
        with pytest.raises(ValueError, match="stop it first"):
            await asyncio.to_thread(put_back, copy, str(beside), beside)
        assert await store.bot_facts.get("a") == "copy"
    finally:
        await store.close()
    await noted(elsewhere, beside, "there")
    before, bot = contents(elsewhere), PostgresPeers(elsewhere)
    try:
        await bot.start()
        await bot.join(1)
        with pytest.raises(DatabaseError, match="stop the bot first"):
            await asyncio.to_thread(put_back, copy, elsewhere, beside)
    finally:
        await bot.close()
    assert contents(elsewhere) == before


async def test_everybody_plays_on_while_a_copy_is_made_of_one_moment(elsewhere, beside):
    """Two tables that change together agree in it, and whoever writes meanwhile does not wait."""
    store = await Store.open(elsewhere)
    store.beside = beside
    longest, done = 0.0, asyncio.Event()

    async def look() -> None:
        nonlocal longest
        async with within("the end of the copy"):
            while not done.is_set():
                start = time.perf_counter()
                await asyncio.sleep(0.005)
                longest = max(longest, time.perf_counter() - start)

    def counted(db, number: int) -> None:
        db.execute("UPDATE games SET position = ? WHERE id = 1", (number,))
        db.execute("INSERT INTO actions (game, number, seat, action, at) VALUES (1, ?, 0, 'x', 0)", (number,))

    async def play() -> int:
        number = 20_000
        async with within("the end of the copy"):
            while not done.is_set():
                number += 1
                await store.database.write(counted, number)
        return number

    try:
        with psycopg.connect(elsewhere) as db:
            columns = "game, version, channel, language, theme, options, host, status, created, position"
            db.execute(f"INSERT INTO games ({columns}) VALUES ('x', 1, 9, 'en', 'light', '{{}}', 1, 'live', 0, 20000)")
            db.execute("INSERT INTO actions (game, number, seat, action, at) SELECT 1, n, 0, 'place', n FROM generate_series(1, 20000) n")
        tasks = [asyncio.create_task(look()), asyncio.create_task(play())]
        await asyncio.sleep(0.1)
        copy = await backup(store)
        done.set()
        _, last = await asyncio.gather(*tasks)
    finally:
        await store.close()
    with closing(sqlite3.connect(copy)) as db:
        ((position,),) = db.execute("SELECT position FROM games")
        ((number, count),) = db.execute("SELECT MAX(number), COUNT(*) FROM actions")
    assert position == number == count
    assert 20_000 < position < last, "somebody has written before and after"
    assert longest < 1, "nobody waits for a copy"


def hemmed_in(size: int) -> None:
    """No file of this process may grow beyond this."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def in_another_process(work, size: int) -> str:
    """What work says that is done where no file may grow beyond a size."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            hemmed_in(size)
            os.write(writing, str(work()).encode())
        except BaseException as error:
            os.write(writing, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


@pytest.mark.sampled(0.5)
def test_without_room_there_is_no_copy_and_nothing_is_put_back(where, beside):
    copy = asyncio.run(noted(where, beside, "x" * 300_000))
    copy = copy.rename(beside.with_name("copy.sqlite3"))
    asyncio.run(noted(where, beside, "y" * 300_000)).unlink()
    before = contents(where)

    async def made() -> Path:
        store = await Store.open(where)
        store.beside = beside
        try:
            return await backup(store)
        finally:
            await store.close()

    for size in sampled((60_000, 250_000), 0.5):
        said = in_another_process(lambda: asyncio.run(made()), size)
        assert "Unmovable: There is no room left for" in said
        assert not list(copy.parent.glob("backups/*"))
        said = in_another_process(lambda: put_back(copy, where, beside), size)
        assert "too large" in said or "no room" in said
        assert contents(where) == before
        assert not list(beside.parent.glob("*.new*")) + list(beside.parent.glob("*.before-restore-*"))
    assert asyncio.run(made()).exists()
    assert put_back(copy, where, beside) is not None
    assert contents(where) == contents(copy)


@pytest.mark.parametrize("at", [0, 20, 40, 70] if EVERYWHERE else [20])
def test_killed_while_a_copy_is_put_back(elsewhere, beside, at):
    copy = asyncio.run(noted(elsewhere, beside, "first"))
    asyncio.run(noted(elsewhere, beside, "second"))
    before, child = contents(elsewhere), os.fork()
    if not child:
        told = iter(range(at))
        restore_on_server(copy, elsewhere, beside, lambda progress: next(told, None) is None and os.kill(os.getpid(), signal.SIGKILL))
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert contents(elsewhere) == before
    put_back(copy, elsewhere, beside)
    assert contents(elsewhere) == contents(copy)


def test_the_command_puts_a_copy_back_on_a_server(elsewhere, beside):
    copy = asyncio.run(noted(elsewhere, beside, "first"))
    asyncio.run(noted(elsewhere, beside, "second"))

    def said(name: str) -> tuple[int, str]:
        environment = os.environ | {"REFEREE_DB": str(beside), "DATABASE_URL": elsewhere}
        done = subprocess.run(
            [sys.executable, "bot.py", "restore", name], cwd=ROOT, capture_output=True, text=True, env=environment, check=False, timeout=120
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout

    status, words = said(str(beside.with_name("none")))
    assert status == 1
    assert words.endswith("Nothing has changed.\n")
    status, words = said(str(copy))
    assert (status, words.count("\n")) == (0, 1)
    (aside,) = beside.parent.glob("games.before-restore-*.sqlite3")
    assert words == f"Restored {copy}. The database before is {aside}.\n"
    assert contents(elsewhere) == contents(copy)
