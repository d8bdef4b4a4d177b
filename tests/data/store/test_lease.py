"""What is begun under a lease is not stored once another process has got what that was about: two processes on a real server."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from data.store import Store
from data.store.database import Superseded
from data.store.lease import Lease, undertake
from data.store.postgres.peers import PostgresPeers
from tests.databases import drop, fresh
from tests.waiting import until


class Process:
    """A store, and the peers under whose lease it is written to."""

    def __init__(self, store: Store, peers: PostgresPeers) -> None:
        self.store, self.peers = store, peers

    async def write(self, word: str) -> None:
        await self.store.bot_facts.set(word, "there")

    async def end_session(self) -> None:
        """The server ends the session of its peers, as where its event loop has stood still."""
        number = self.peers.lease.session
        with psycopg.connect(self.peers._url, autocommit=True) as db:
            db.execute("SELECT pg_terminate_backend(%s)", (self.peers._session[0],))
        await until(lambda: self.peers.lease.session not in (0, number) and self.peers.connected)

    async def claims(self, name: str) -> None:
        await until(lambda: self.peers.claim(name), pause=0.05)


@asynccontextmanager
async def process(url: str) -> AsyncIterator[Process]:
    store, peers = await Store.open(url), PostgresPeers(url)
    await peers.start()
    store.database.lease = lambda: peers.lease
    try:
        await until(lambda: peers.connected)
        yield Process(store, peers)
    finally:
        await peers.close()
        await store.close()


@pytest.fixture
async def two():
    url = fresh()
    async with process(url) as one, process(url) as other:
        yield one, other
    drop(url)


async def held_by_one(one: Process) -> None:
    """It looks after a shard, and what the present task does is done under that."""
    await one.claims("shard 0")
    undertake(one.peers.lease)
    await one.write("before")


async def test_what_another_process_has_got_is_written_no_more_by_what_was_begun_before(two):
    one, other = two
    await held_by_one(one)
    begun = one.peers.lease
    await one.end_session()
    await other.claims("shard 0")
    with pytest.raises(Superseded):
        await one.write("late")
    assert await other.store.bot_facts.get("late") is None
    undertake(other.peers.lease)
    await other.write("by the other")
    assert await one.store.bot_facts.get("by the other") == "there"
    assert not begun.goes_on(one.peers.lease)
    undertake(one.peers.lease)
    await one.write("something that is begun now")


async def test_a_session_that_ends_costs_nothing_where_nobody_has_got_anything(two):
    """As where the server restarts: what is under way is written while nobody holds the shard, and when it is claimed again."""
    one, other = two
    await held_by_one(one)
    await one.end_session()
    await one.write("while nobody holds it")
    await one.claims("shard 0")
    await one.write("when it is ours again")
    await one.peers.release("shard 0")
    await other.claims("shard 0")
    with pytest.raises(Superseded):
        await one.write("late")


async def test_what_is_left_to_another_is_finished(two):
    one, other = two
    await held_by_one(one)
    await one.peers.release("shard 0")
    await other.claims("shard 0")
    await one.write("the last step")


async def test_whoever_gets_something_waits_for_what_is_being_written(two):
    """From when it is looked after by another process nothing of the time before is stored."""
    one, other = two
    await held_by_one(one)
    inside, go_on = threading.Event(), threading.Event()

    def slowly(db) -> None:
        inside.set()
        assert go_on.wait(30)
        db.execute("INSERT INTO facts VALUES ('slow', 'there')")

    writing = asyncio.create_task(one.store.database.write(slowly))
    await until(inside.is_set)
    await one.end_session()
    claiming = asyncio.create_task(other.claims("shard 0"))
    await asyncio.sleep(0.3)
    assert not claiming.done()
    go_on.set()
    await asyncio.wait_for(asyncio.gather(writing, claiming), 30)
    assert await other.store.bot_facts.get("slow") == "there"


async def test_a_silent_event_loop_loses_its_session_by_the_servers_clock(monkeypatch):
    from data.store.postgres import peers as postgres_peers

    monkeypatch.setattr(postgres_peers, "LEASE", 1.0)
    monkeypatch.setattr(postgres_peers, "RENEW", 0.2)
    url = fresh()
    async with process(url) as one, process(url) as other:
        await one.claims("shard 0")
        one.peers._task.cancel()  # Nothing is said any more, and the connection stays.
        assert one.peers.valid
        assert not await other.peers.claim("shard 0")
        await until(lambda: other.peers.claim("shard 0"), seconds=10, pause=0.05)
        assert not one.peers.valid, "it knows by itself, before it has heard of it"
    with contextlib.suppress(psycopg.Error):
        drop(url)


def test_leases():
    assert Lease(1, frozenset({5})).goes_on(Lease(1))
    assert Lease(1, frozenset({5})).goes_on(Lease(2, frozenset({5, 6})))
    assert not Lease(1, frozenset({5})).goes_on(Lease(2, frozenset({6})))
    assert not Lease(1, frozenset({5})).goes_on(Lease(0))
    assert Lease(1).goes_on(Lease(0))
