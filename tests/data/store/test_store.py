"""The memory: transactions that a kill cannot split, promises that the schema keeps, migrations."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store, Unusable
from data.store.changes import BOARD, TABLE, Change, Message, Raced, Subject
from data.store.personal_settings import Settings
from data.store.rows import ChannelTaken, Repeated, SeatRow, TableRow
from rules.notation import Row
from tests.stored import acted, live_table, new_row

OWN = Subject(TABLE, 1)
KILLED_WRITER = """
import asyncio, os, signal, sys
from data.store import Store
from rules.notation import Row
from tests.stored import acted

async def main(path, step):
    store = await Store.open(path)
    row = await store.tables.get(1)
    count = 0

    def begun(statement):
        nonlocal count
        count += 1
        if count == step:
            os.kill(os.getpid(), signal.SIGKILL)

    await store.database._db.set_trace_callback(begun)
    await store.tables.commit(acted(row, [Row(1, 0, ("a",)), Row(2, 1, ("b",), True)], b"after", 99))
    print("committed", count, flush=True)
    os._exit(0)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


async def fresh(path: Path) -> Store:
    store = await Store.open(path)
    seats = [SeatRow(0, 7, None, "A"), SeatRow(1, None, "greedy", "B")]
    row = await live_table(store, new_row(), seats, snapshot=b"before")
    assert row.id == 1
    return store


async def row_of(store: Store) -> TableRow:
    """The table as it is stored."""
    row = await store.tables.get(1)
    assert row is not None
    return row


async def facts(path: Path) -> tuple[int, int, bytes | None, int, int]:
    store = await Store.open(path)
    row = await row_of(store)
    found = row.revision, row.position, row.snapshot, len(await store.tables.actions(1)), len(await store.outbox.of(OWN))
    await store.close()
    return found


STATEMENTS = 8


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("step", range(1, STATEMENTS + 2))
async def test_a_kill_at_each_step_of_the_transaction(tmp_path, step):
    """All of an action is there, or nothing of it."""
    path = tmp_path / "games.sqlite3"
    await (await fresh(path)).close()
    done = subprocess.run([sys.executable, "-c", KILLED_WRITER, str(path), str(step)], capture_output=True, text=True, timeout=30, check=False)
    before, after = (1, 0, b"before", 0, 1), (2, 2, b"after", 2, 2)
    assert await facts(path) == (after if "committed" in done.stdout else before)
    if step <= STATEMENTS:
        assert done.returncode == -9, done.stderr
        assert "committed" not in done.stdout
    else:
        assert done.stdout.split() == ["committed", str(STATEMENTS)]
    store = await Store.open(path)
    if "committed" not in done.stdout:
        await store.tables.commit(acted(await row_of(store), [Row(1, 0, ("a",)), Row(2, 1, ("b",), True)], b"after", 99))
    await store.close()
    assert await facts(path) == after


@pytest.mark.usefixtures("places")
async def test_an_interaction_counts_once(tmp_path):
    store = await fresh(tmp_path / "g.sqlite3")
    before = await row_of(store)
    after = await store.tables.commit(acted(before, [Row(1, 0, ("a",))], b"1", 5))
    with pytest.raises(Repeated):
        await store.tables.commit(acted(after, [Row(2, 1, ("b",))], b"2", 5))
    with pytest.raises(Repeated):
        await store.tables.commit(acted(before, [Row(1, 0, ("a",))], b"2", 5))
    with pytest.raises(Raced):
        await store.tables.commit(acted(before, [Row(1, 1, ("b",))], b"2", 6))
    row = await row_of(store)
    assert row == after
    assert (row.position, row.snapshot) == (1, b"1")
    assert [r.action for r in await store.tables.actions(1)] == [("a",)]
    await store.close()


@pytest.mark.usefixtures("places")
async def test_one_live_game_a_channel(tmp_path):
    store = await fresh(tmp_path / "g.sqlite3")
    new = Change(new_row(game="x"), seats=[])
    with pytest.raises(ChannelTaken):
        await store.tables.create(new)
    await store.tables.commit(acted(await row_of(store), [Row(1, 0, ("a",))], b"1", places=[[0]]))
    second = await store.tables.create(new)
    assert await store.tables.live_in(5) == second
    with pytest.raises(ChannelTaken):
        await store.tables.create(new)
    await store.close()


@pytest.mark.usefixtures("places")
async def test_owed_ids_are_never_used_again(tmp_path):
    """The nonce that keeps Discord from posting twice is made of them."""
    store = await fresh(tmp_path / "g.sqlite3")
    first = await store.outbox.of(OWN)
    await store.outbox.done(first, 1, 900)
    assert await store.outbox.subjects() == []
    assert (await row_of(store)).message == 900
    await store.close()
    store = await Store.open(tmp_path / "g.sqlite3")
    await store.outbox.owe(OWN, Message(BOARD))
    (again,) = await store.outbox.of(OWN)
    assert again.id > first[-1].id
    assert again.begun is None
    assert await store.outbox.subjects() == [OWN]
    await store.close()


async def test_everything_is_back_after_reopening(tmp_path):
    path = tmp_path / "g.sqlite3"
    store = await fresh(path)
    await store.personal_settings.set_settings(7, Settings("cs", "dark", False))
    await store.bot_facts.set("k", "v")
    await store.close()
    store = await Store.open(path)
    assert await store.personal_settings.settings(7) == Settings("cs", "dark", False)
    assert await store.personal_settings.settings(8) == Settings()
    assert await store.bot_facts.get("k") == "v"
    row = await store.tables.get(1)
    assert row is not None
    assert row.seed == 3
    assert await store.one("PRAGMA journal_mode") == ("wal",)
    assert await store.one("PRAGMA synchronous") == (2,)
    await store.close()


async def test_a_migration_that_fails_leaves_nothing(tmp_path, monkeypatch):
    import shutil

    from data.store import migration_scripts as module

    folder = tmp_path / "migrations"
    shutil.copytree(module.MIGRATIONS, folder)
    (folder / "999_broken.sql").write_text("CREATE TABLE half (a INTEGER) STRICT; SELECT * FROM nowhere;", encoding="utf-8")
    monkeypatch.setattr(module, "MIGRATIONS", folder)
    with pytest.raises(Unusable):
        await Store.open(tmp_path / "g.sqlite3")
    monkeypatch.undo()
    store = await Store.open(tmp_path / "g.sqlite3")
    assert await store.one("SELECT count(*) FROM sqlite_master WHERE name = 'half'") == (0,)
    await store.close()


async def test_the_table_of_a_channel_is_found_without_looking_at_all_others(tmp_path):
    """Every command begins with this: among 100,000 games all of it took three times as long."""
    store, asked = await Store.open(tmp_path / "games.sqlite3"), list[str]()
    try:
        await store.database._reader.set_trace_callback(asked.append)
        assert await store.tables.latest_in(5) is None
    finally:
        await store.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        plans = [row[3] for sql in asked for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert plans
    assert not any("SCAN" in plan for plan in plans), plans
