"""What is read while somebody writes: what was committed, and at once. And nothing stays behind when the database is closed."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import threading
from pathlib import Path

import pytest

from data.store import Store, Unreachable, Unusable, sqlite
from tests.waiting import within

SOON = 2
"""Seconds within which a reader that waits for nobody has its answer."""
SET = "UPDATE facts SET value = ? WHERE key = ?"


@pytest.fixture
async def store():
    opened = await Store.open(":memory:")  # With threads, as in a bot.
    await opened.bot_facts.set("a", "old")
    await opened.bot_facts.set("b", "old")
    yield opened
    await opened.close()


async def seen(store: Store) -> list[tuple[str]]:
    """What another task reads."""
    return await asyncio.create_task(store.all("SELECT value FROM facts WHERE key IN ('a', 'b')"))


class Hanging:
    """A function of SQL that does not come back until it is let go."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.free, self.there = threading.Event(), threading.Event()

    def __call__(self) -> int:
        self.there.set()
        return int(self.free.wait(30))

    async def __aenter__(self) -> Hanging:
        await self.store.database._db.create_function("hang", 0, self)
        return self

    async def __aexit__(self, *failure: object) -> None:
        self.free.set()


async def test_nobody_reads_half_of_what_is_taken_back(store):
    async def write() -> None:
        async with store.transaction() as db:
            await db.execute(SET, ("new", "a"))
            assert await seen(store) == [("old",)] * 2
            assert await store.bot_facts.get("a") == "new", "whoever writes it knows it"
            await db.execute(SET, ("new", "b"))
            assert await seen(store) == [("old",)] * 2
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write()
    assert await seen(store) == [("old",)] * 2
    assert await store.bot_facts.get("a") == "old"


async def test_all_of_it_is_read_once_it_is_committed(store):
    async with store.transaction() as db:
        await db.execute(SET, ("new", "a"))
        await db.execute(SET, ("new", "b"))
        assert await seen(store) == [("old",)] * 2
    assert await seen(store) == [("new",)] * 2
    assert await store.one("SELECT value FROM facts WHERE key = 'a'") == ("new",)
    assert await store.records("SELECT key, value FROM facts WHERE key = 'b'") == [{"key": "b", "value": "new"}]


async def test_a_task_begun_within_a_transaction_is_no_part_of_it(store):
    """It may live on when that has ended."""
    async with store.transaction() as db:
        await db.execute(SET, ("new", "a"))
        later = asyncio.create_task(store.bot_facts.get("a"))
        assert await later == "old"


async def test_who_has_written_reads_it_whatever_others_read_meanwhile(store):
    async def often(key: str) -> None:
        for n in range(40):
            await store.bot_facts.set(key, str(n))
            assert await store.bot_facts.get(key) == str(n)
            assert await store.records("SELECT value FROM facts WHERE key = ?", (key,)) == [{"value": str(n)}]

    async def reading() -> None:
        async with within("those who write"):
            while True:
                await store.one("SELECT key, value FROM facts, migrations")
                await store.records("SELECT key, value FROM facts, migrations")

    others = [asyncio.create_task(reading()) for _ in range(3)]
    await asyncio.gather(*(often(key) for key in "xyz"))
    assert not any(task.done() for task in others)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def test_a_writer_that_hangs_stops_no_reader(store):
    async with Hanging(store) as hanging:

        async def write() -> None:
            async with store.transaction() as db:
                await db.execute(SET, ("new", "a"))
                await db.execute("UPDATE facts SET value = hang() WHERE key = 'b'")

        writing = asyncio.create_task(write())
        await asyncio.to_thread(hanging.there.wait, 30)
        async with asyncio.timeout(SOON):
            assert await store.bot_facts.get("a") == "old"
            assert await store.records("SELECT value FROM facts WHERE key = 'b'") == [{"value": "old"}]
        hanging.free.set()
        await writing
    assert await store.bot_facts.get("a") == "new"


async def test_whoever_gives_up_before_it_begins_leaves_the_way_free(store):
    async with Hanging(store) as hanging:
        asking = asyncio.create_task(store.database._db.execute_fetchall("SELECT hang()"))
        await asyncio.to_thread(hanging.there.wait, 30)
        impatient = asyncio.create_task(store.bot_facts.set("a", "never"))
        await asyncio.sleep(0.05)
        impatient.cancel()
        hanging.free.set()
        await asking
    with pytest.raises(asyncio.CancelledError):
        await impatient
    await store.bot_facts.set("b", "new")
    assert (await store.bot_facts.get("a"), await store.bot_facts.get("b")) == ("old", "new")


async def test_readers_write_nothing(store):
    for sql in ("DELETE FROM facts", "CREATE TABLE more (a INTEGER)", "DROP TABLE facts"):
        with pytest.raises(Unreachable, match="readonly"):
            await store.all(sql)
    assert await seen(store) == [("old",)] * 2


def connections() -> set[threading.Thread]:
    """Threads of connections that still run, those among them that an earlier test has left to end."""
    return {thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name}


def places() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("referee-*"))


async def ended(before: set[threading.Thread]) -> bool:
    """Whether no more threads run than did before; a thread that has said so may take a moment to go."""
    for _ in range(100):
        if connections() <= before:
            return True
        await asyncio.sleep(0.02)
    return False


async def test_a_database_that_nobody_keeps_is_private_and_goes(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = connections()
    store = await Store.open(":memory:")
    (place,) = places()
    rights = {path.stat().st_mode & 0o077 for path in (place, *place.iterdir())}
    assert len(connections() - before) == 2
    await store.close()
    assert rights == {0}
    assert not places()
    assert await ended(before)


@pytest.mark.parametrize("pragmas", ["WRITING", "READING"])
async def test_nothing_is_left_of_a_database_that_could_not_be_opened(tmp_path, monkeypatch, pragmas):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sqlite, pragmas, ("no = pragma = at all",))
    before = connections()
    with pytest.raises(Unusable):
        await Store.open(":memory:")
    assert await ended(before)
    assert not places()


@pytest.mark.parametrize("failing", ["_db", "_reader"])
async def test_closing_closes_both_even_if_one_fails(tmp_path, monkeypatch, failing):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = connections()
    store = await Store.open(":memory:")
    connection = getattr(store.database, failing)
    plain = connection.close

    async def close() -> None:
        await plain()
        raise sqlite3.OperationalError("the disk is gone")

    connection.close = close
    with pytest.raises(sqlite3.OperationalError, match="the disk is gone"):
        await store.close()
    assert await ended(before)
    assert not places()


async def test_the_log_is_folded_into_the_file_at_the_end(tmp_path):
    store = await Store.open(tmp_path / "g.sqlite3")
    await store.bot_facts.set("a", "kept")
    assert await store.bot_facts.get("a") == "kept"
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["g.sqlite3"]
