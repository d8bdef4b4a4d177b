"""The database, its copies and those put aside: for their owner's eyes alone, and none for longer than promised."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from data.store import Store
from data.store.transfer.backup import ASIDE_DAYS, ASIDE_KEPT, KEPT, backup, restore, tidy
from rules.competition.clock import DAY

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there a file has the rights of its folder")


@pytest.fixture
def open_habits():
    """A machine on which everybody may read what anybody makes."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder) -> dict[str, int]:
    """The rights of all that lies in a folder, itself included."""
    return {str(p.relative_to(folder.parent)): p.stat().st_mode & 0o777 for p in (folder, *folder.rglob("*"))}


def private(folder) -> bool:
    return all(mode == (0o700 if (folder.parent / name).is_dir() else 0o600) for name, mode in rights(folder).items())


async def test_files_are_made_for_their_owner(tmp_path, open_habits):
    database = tmp_path / "kept" / "games.sqlite3"
    store = await Store.open(database)
    await store.bot_facts.set("a", "b")
    copy = await backup(store)
    assert {"kept/games.sqlite3", "kept/games.sqlite3-wal", "kept/games.sqlite3-shm", f"kept/backups/{copy.name}"} <= set(rights(tmp_path / "kept"))
    assert private(tmp_path / "kept"), rights(tmp_path / "kept")
    await store.close()
    await asyncio.to_thread(restore, copy, database)
    assert len(list(database.parent.glob("*.before-restore-*.sqlite3"))) == 1
    await asyncio.to_thread(restore, copy, database)
    assert len(list(database.parent.glob("*.before-restore-*.sqlite3"))) == 2, "within the same second, too"
    await asyncio.to_thread(restore, copy, database.with_name("fresh.sqlite3"))
    assert private(tmp_path / "kept"), rights(tmp_path / "kept")


async def test_files_of_before_are_taken_from_the_others(tmp_path, open_habits):
    tmp_path.chmod(0o755)
    database = tmp_path / "games.sqlite3"
    store = await Store.open(database)
    copy = await backup(store)
    await store.close()
    aside = tmp_path / time.strftime("games.before-restore-%Y%m%d-%H%M%S.sqlite3")
    aside.write_bytes(b"")
    for path in (database, copy, aside):
        path.chmod(0o644)
    copy.parent.chmod(0o755)
    store = await Store.open(database)
    tidy(database, time.time())
    assert {name: mode for name, mode in rights(tmp_path).items() if mode & 0o077} == {tmp_path.name: 0o755}, "a folder that may hold other things"
    await store.close()


async def test_copies_and_databases_put_aside_are_few_and_go(tmp_path):
    database = tmp_path / "games.sqlite3"
    store = await Store.open(database)
    begun = time.time()
    for n in range(KEPT + 2):
        store.now = lambda n=n: begun + n
        copy = await backup(store)
    assert len(list(copy.parent.iterdir())) == KEPT
    await store.close()
    for n in range(ASIDE_KEPT + 1):
        old = time.strftime("games.before-restore-%Y%m%d-%H%M%S.sqlite3", time.gmtime(begun - (n + 1) * 10 * DAY))
        (tmp_path / old).write_bytes(b"")
        (tmp_path / f"{old}-wal").write_bytes(b"")
    newest = await asyncio.to_thread(restore, copy, database)
    kept = sorted(tmp_path.glob("*.before-restore-*.sqlite3"))
    assert kept[-1] == newest
    assert len(kept) == ASIDE_KEPT
    assert len(list(tmp_path.glob("*.before-restore-*-wal"))) == ASIDE_KEPT - 1
    tidy(database, begun + ASIDE_DAYS * DAY - 60)
    assert list(tmp_path.glob("*.before-restore-*")) == [newest]
    tidy(database, begun + ASIDE_DAYS * DAY + 60)
    assert list(tmp_path.glob("*.before-restore-*")) == []
    assert database.exists()


async def test_nothing_is_made_where_nothing_can_be(tmp_path):
    (tmp_path / "folder.sqlite3").mkdir()
    with pytest.raises(Exception, match="unable to open"):
        await Store.open(tmp_path / "folder.sqlite3")


async def test_what_is_put_back_is_the_copy_and_what_is_put_aside_what_was_there(tmp_path):
    database = tmp_path / "games.sqlite3"

    async def noted(path, value: str | None = None) -> tuple[str | None, Path]:
        """What a database says, and a copy of it; with a value, after this has been noted."""
        store = await Store.open(path)
        try:
            if value is not None:
                await store.bot_facts.set("a", value)
            return await store.bot_facts.get("a"), await backup(store)
        finally:
            await store.close()

    _, copy = await noted(database, "first")
    copy = copy.rename(tmp_path / "copy.sqlite3")
    await noted(database, "second")
    aside = await asyncio.to_thread(restore, copy, database)
    assert aside is not None
    assert (await noted(database))[0] == "first"
    assert (await noted(aside))[0] == "second"
    (tmp_path / "bad.sqlite3").write_bytes(copy.read_bytes()[:5000])
    with pytest.raises(ValueError, match=r"."):
        await asyncio.to_thread(restore, tmp_path / "bad.sqlite3", database)
    with pytest.raises(ValueError, match=r"."):
        await asyncio.to_thread(restore, tmp_path / "none.sqlite3", database)
    assert (await noted(database))[0] == "first"
    database.rename(tmp_path / "elsewhere.sqlite3")
    assert await asyncio.to_thread(restore, copy, database) is None
    assert (await noted(database))[0] == "first"
