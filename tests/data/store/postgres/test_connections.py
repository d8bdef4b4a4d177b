"""A PostgreSQL server that takes what it is asked and never answers: nobody waits for ever, and no thread either."""

from __future__ import annotations

import asyncio
import time

import pytest

from data.store import Store, Unreachable
from data.store.postgres import connections
from data.store.postgres import database as module
from tests.cogs.service.test_start_up import through
from tests.databases import drop, fresh

HANGS, PATIENCE = 0.5, 1.0


@pytest.fixture
async def silent(monkeypatch):
    """A store, and the way to its server, which can fall silent."""
    address = fresh()
    async with through(address) as (proxy, url):
        store = await Store.open(url)
        store.database._links.close()
        store.database._links._closed = False
        monkeypatch.setattr(connections, "HANGS", HANGS)
        monkeypatch.setattr(module, "PATIENCE", PATIENCE)
        yield store, proxy
        proxy.silence(False)
        await store.close()
    drop(address)


async def test_who_asks_a_server_that_hangs_is_told_so_and_it_goes_on_when_that_does(silent):
    store, proxy = silent
    await store.bot_facts.set("before", "there")
    proxy.silence(True)
    began = time.monotonic()
    asked = [store.bot_facts.get("before") for _ in range(module.CONNECTIONS)] + [store.bot_facts.set(f"late {n}", "there") for n in range(3)]
    found = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 60)
    assert all(isinstance(one, Unreachable) for one in found), found
    assert time.monotonic() - began < 30
    proxy.silence(False)
    async with asyncio.timeout(30):
        assert [await store.bot_facts.get("before") for _ in range(2 * module.CONNECTIONS)] == ["there"] * 2 * module.CONNECTIONS


async def test_what_is_answered_late_but_in_time_is_not_given_up(silent):
    store, _ = silent
    asking = asyncio.create_task(store.all("SELECT pg_sleep(0.3)"))
    assert len(await asyncio.wait_for(asking, 30)) == 1
    assert len(await asyncio.wait_for(store.all("SELECT 1 FROM generate_series(1, 5)"), 30)) == 5
