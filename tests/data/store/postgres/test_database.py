"""PostgreSQL as it fails: connections cut at any moment, deadlocks, a server that restarts. Nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import time
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from data.store import Conflict, Store, Unreachable
from data.store.changes import Raced
from data.store.postgres import database
from data.store.rows import Repeated, SeatRow
from rules.notation import Row
from tests.databases import drop, fresh, server
from tests.stored import acted, live_table, new_row
from tests.waiting import within

FORWARDED, SWALLOWED, FORGOTTEN = "forwarded", "swallowed", "forgotten"
"""What becomes of a commit whose connection is cut: the server has it; it has not; it has not, and waits for it."""


@pytest.fixture
def address():
    made = fresh()
    yield made
    drop(made)


@pytest.fixture
async def store(address):
    opened = await Store.open(address)
    yield opened
    await opened.close()


class Cutter:
    """The way to a server, cut where the first commit passes while it is armed."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        host, self._database = (parse_qs(parts.query).get("host") or [parts.hostname or ""])[0], parts.path
        self._user = parts.username or "postgres"
        self._host, self._port = host, parts.port or 5432
        self.armed: str | None = None
        self.cut = 0
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Cutter:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"postgresql://{self._user}@127.0.0.1:{self._server.sockets[0].getsockname()[1]}{self._database}?sslmode=disable"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._host.startswith("/"):
            there, back = await asyncio.open_unix_connection(f"{self._host}/.s.PGSQL.{self._port}")
        else:
            there, back = await asyncio.open_connection(self._host, self._port)
        self._writers += [writer, back]
        answers = asyncio.create_task(self._pass(there, writer))
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                how = self.armed if b"COMMIT" in data else None
                if how is not None:
                    self.armed, self.cut = None, self.cut + 1
                    answers.cancel()
                    writer.transport.abort()
                    if how == FORWARDED:
                        back.write(data)
                        await back.drain()
                        await there.read(1)
                    if how != FORGOTTEN:
                        back.close()
                    return
                back.write(data)
                await back.drain()
        back.close()

    async def _pass(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await there.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest.fixture
async def cutter(address):
    async with Cutter(address) as made:
        yield made


def add(db, key: str) -> int:
    """One more, which tells how often it has been done."""
    db.execute("UPDATE facts SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = ?", (key,))
    return int(db.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()[0])


@pytest.mark.parametrize("how", [FORWARDED, SWALLOWED, FORGOTTEN])
async def test_what_is_cut_off_in_its_commit_is_done_once(cutter, how):
    store = await Store.open(cutter.address)
    try:
        await store.bot_facts.set("n", "0")
        row = await live_table(store, new_row(), [SeatRow(0, 7, None, "A")])
        for n in range(1, 4):
            cutter.armed = how
            assert await store.database.write(add, "n") == n
            cutter.armed = how
            row = await store.tables.commit(acted(row, [Row(n, 0, ("a",))], interaction=n))
            with pytest.raises(Repeated):
                await store.tables.commit(acted(row, [Row(n + 1, 0, ("b",))], interaction=n))
        assert cutter.cut == 6
        assert await store.bot_facts.get("n") == "3"
        assert [done.number for done in await store.tables.actions(row.id)] == [1, 2, 3]
        async with store.transaction() as db:
            await db.run(add, "n")
            cutter.armed = how
        assert await store.bot_facts.get("n") == "4"
    except Unreachable:
        assert how != FORWARDED, "what the server has is done"
        assert await store.bot_facts.get("n") == "3", "a transaction step by step is not begun anew"
    finally:
        await store.close()


async def test_connections_that_are_cut_again_and_again_lose_and_double_nothing(store, address):
    await store.bot_facts.set("n", "0")
    ended = False

    async def cut() -> None:
        async with within("the end of the counting"):
            while not ended:
                await asyncio.to_thread(_cut, address)
                await asyncio.sleep(0.03)

    async def count() -> None:
        for _ in range(15):
            await store.database.write(add, "n")
            assert await store.bot_facts.get("n") is not None

    cutting = asyncio.create_task(cut())
    await asyncio.gather(*(count() for _ in range(4)))
    ended = True
    await cutting
    assert await store.bot_facts.get("n") == "60"


def _cut(address: str) -> None:
    with psycopg.connect(server(), autocommit=True) as db:
        name = urlsplit(address).path[1:]
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))


async def test_of_two_that_wait_for_each_other_both_are_done(store):
    for key in "ab":
        await store.bot_facts.set(key, "0")

    def one(db, first: str, second: str) -> None:
        add(db, first)
        time.sleep(0.2)
        add(db, second)

    await asyncio.gather(store.database.write(one, "a", "b"), store.database.write(one, "b", "a"))
    assert (await store.bot_facts.get("a"), await store.bot_facts.get("b")) == ("2", "2")


async def test_a_server_that_is_away_is_waited_for_but_not_for_ever(store, address, monkeypatch):
    """As where it restarts: nobody is let in for a while."""
    await store.bot_facts.set("n", "0")
    name = urlsplit(address).path[1:]

    def let_in(whether: str) -> None:
        with psycopg.connect(server(), autocommit=True) as db:
            db.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {whether}")
        if whether == "false":
            _cut(address)

    await asyncio.to_thread(let_in, "false")
    writing, reading = asyncio.create_task(store.database.write(add, "n")), asyncio.create_task(store.bot_facts.get("n"))
    await asyncio.sleep(1)
    assert not writing.done()
    assert not reading.done()
    await asyncio.to_thread(let_in, "true")
    assert await writing == 1
    assert await reading in ("0", "1")
    monkeypatch.setattr(database, "PATIENCE", 0.5)
    await asyncio.to_thread(let_in, "false")
    began = time.monotonic()
    with pytest.raises(Unreachable):
        await store.database.write(add, "n")
    with pytest.raises(Unreachable):
        await store.bot_facts.get("n")
    assert time.monotonic() - began < 10
    await asyncio.to_thread(let_in, "true")
    assert await store.database.write(add, "n") == 2, "it goes on by itself"


async def test_what_contradicts_is_told_apart_from_what_may_go_well_later(store):
    with pytest.raises(Conflict) as told:
        await store.database.write(lambda db: db.execute("INSERT INTO facts VALUES ('marks', 'secret')"))
    assert "secret" not in str(told.value)
    assert "marks" not in str(told.value), "values stay out of the log"
    with pytest.raises(psycopg.errors.UndefinedTable):
        await store.all("SELECT * FROM nowhere")
    with pytest.raises(Exception, match="read-only"):
        await store.all("DELETE FROM facts RETURNING 1")
    assert len(store.key) == 32


async def test_nobody_writes_while_somebody_is_alone(store, address):
    other = await Store.open(address)
    try:
        await store.bot_facts.set("n", "0")

        def slowly(db) -> tuple[str, str]:
            before = db.execute("SELECT value FROM facts WHERE key = 'n'").fetchone()[0]
            time.sleep(0.4)
            return before, db.execute("SELECT value FROM facts WHERE key = 'n'").fetchone()[0]

        alone = asyncio.create_task(store.database.write(slowly, alone=True))
        await asyncio.sleep(0.2)
        await other.database.write(add, "n")
        assert await alone == ("0", "0")
        assert await store.bot_facts.get("n") == "1"
    finally:
        await other.close()


async def test_games_that_end_at_the_same_moment_all_count(store, address):
    """As if one had ended after the other: how often each has played, and that nobody's rating is overwritten."""
    other = await Store.open(address)
    try:
        seats = [SeatRow(0, 7, None, "A"), SeatRow(1, 8, None, "B")]
        rows = [await live_table(store, new_row(channel=100 + n, rated=True), seats) for n in range(8)]
        ended = [
            (store, other)[n % 2].tables.commit(acted(row, [Row(1, 0, ("a",))], places=[[0], [1]], rated=[[7], [8]], wide=True))
            for n, row in enumerate(rows)
        ]
        await asyncio.gather(*ended)
        assert {(one.player, one.games) for one in await store.ratings.ranked(0)} == {(7, 1), (8, 1)}, "over all the same two count once"
        assert {(one.player, one.games) for one in await store.ratings.ranked(1)} == {(7, 8), (8, 8)}
        curve = await store.ratings.curve(7, "monster_hex", 1)
        (now,) = [one.rating for one in await store.ratings.ranked(1, player=7)]
        assert max(one.rating.mu for one in curve.values()) == pytest.approx(now.mu)
        assert len({round(one.rating.mu, 9) for one in curve.values()}) == 8, "each game builds on another one"
    finally:
        await other.close()


async def test_of_many_at_the_same_moment_one_changes_the_table(store, address):
    other = await Store.open(address)
    try:
        row = await live_table(store, new_row(), [SeatRow(0, 7, None, "A")])
        acts = [(store, other)[n % 2].tables.commit(acted(row, [Row(1, 0, (f"a{n}",))], interaction=n)) for n in range(8)]
        done = await asyncio.gather(*acts, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Raced"] * 7 + ["TableRow"], done
        assert len(await store.tables.actions(row.id)) == 1
        same = [(store, other)[n % 2].tables.commit(acted(row._replace(revision=2), [Row(2, 0, ("b",))], interaction=99)) for n in range(4)]
        done = await asyncio.gather(*same, return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["Repeated"] * 3 + ["TableRow"], "the same click is not somebody else's"
        with pytest.raises(Raced):
            await store.tables.commit(acted(row, [Row(2, 0, ("c",))], interaction=1000))
    finally:
        await other.close()
