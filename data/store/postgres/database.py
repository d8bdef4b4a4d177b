"""PostgreSQL as a `Database`: a pool of connections, shared with other processes that write, with retries.

Threads do the work, each with a connection of its own as long as it needs one. Work lost on the way (the server restarts, the network, a deadlock) is
retried for a while before an error is raised. If a connection is lost during a commit, the server is asked afterwards whether it was stored.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar

import psycopg
from psycopg import errors

from data.store.database import Conflict, Database, Transaction, Unreachable, Unusable, named
from data.store.lease import Lease, undertaken
from data.store.migration_scripts import POSTGRESQL, newer, scripts
from data.store.postgres.connections import HANGS, Again, InDoubt, Link, Links, plainly, words_of
from data.store.progress import storing

CONNECTIONS = 8
"""How many transactions and queries may be under way at a time."""
PATIENCE = 20.0
"""Seconds for which what has failed is tried again."""
PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between tries."""
HOPELESS = re.compile(r"FATAL: .*(authentication failed|does not exist|pg_hba\.conf|not permitted|permission denied)|no password|resolve host")
"""What the server, or whoever looks for it, says to somebody who will not be let in however often they try."""
T = TypeVar("T")


class Postgres(Database):
    """A database on a PostgreSQL server. Open it with `open`."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__(None)
        self.address = url
        self._links = Links(url)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="postgres")
        self._within: dict[asyncio.Task[Any] | None, Link] = {}

    @classmethod
    async def open(cls, url: str) -> Self:
        """Opens a database and migrates its schema. Raises Unusable if that is impossible, Unreachable if it may be possible later."""
        made = cls(url)
        try:
            await made._run(_try, made._links)
            if await made._patiently(made._links.read, _missing):
                await made.write(_migrate, alone=True)
        except BaseException as error:
            await made.close()
            if isinstance(error, errors.InsufficientPrivilege):
                raise Unusable(f"this user has no right to make tables there ({words_of(error)})") from error
            if isinstance(error, psycopg.Error):
                raise Unusable(words_of(error)) from error
            if isinstance(error, Unreachable) and isinstance(error.__cause__, Again):
                raise
            if isinstance(error, Unreachable | Conflict):
                raise Unusable(str(error)) from error
            raise
        return made

    async def close(self) -> None:
        self._links.close()
        await asyncio.to_thread(self._threads.shutdown)

    async def _run(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def _patiently(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function in a thread, with retries where these may help. Raises Unreachable."""
        until, pause = time.monotonic() + PATIENCE, PAUSE
        while True:
            try:
                return await self._run(function, *args)
            except InDoubt as doubt:
                if await self._patiently(self._links.read, _was_committed, doubt):
                    done: T = doubt.done
                    return done
            except Again as error:
                if time.monotonic() + pause > until:
                    raise Unreachable(str(error)) from error
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)

    async def write(self, function: Callable[..., T], *args: Any, alone: bool = False) -> T:
        begun = undertaken()

        def lease() -> Lease | None:
            now = self.lease()
            return now if begun is None or (now and begun.goes_on(now)) else begun

        with storing():
            return await self._patiently(self._links.write, alone, lease, function, *args)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        link, number = await self._patiently(self._links.begin)
        task = asyncio.current_task()
        self._within[task] = link
        try:
            yield Transaction(lambda function, *args: self._run(_said, function, link, *args))
            del self._within[task]
            try:
                await self._run(_said, link.commit, number)
            except InDoubt as doubt:
                if not await self._patiently(self._links.read, _was_committed, doubt):
                    raise Again("the connection was lost") from doubt
        except BaseException as error:
            await asyncio.shield(self._run(link.rollback))
            if isinstance(error, Again):
                raise Unreachable(str(error)) from error
            raise
        finally:
            self._within.pop(task, None)
            self._links.give(link)

    async def _ask(self, function: Callable[..., T], sql: str, values: Sequence[Any]) -> T:
        if link := self._within.get(asyncio.current_task()):
            return await self._run(_said, function, link, sql, values)
        return await self._patiently(self._links.read, function, sql, values)

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._ask(_all, sql, values)

    async def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        return await self._ask(_records, sql, values)


def _try(links: Links) -> None:
    """Connects, ignoring temporary errors. Raises Unusable if it would always be refused."""
    try:
        links.give(links.take())
    except psycopg.ProgrammingError as error:  # What it says may hold a part of the password.
        raise Unusable("its address cannot be read; write postgresql://user:password@host:port/database, odd letters as in %20") from error
    except psycopg.OperationalError as error:
        if HOPELESS.search(str(error)):
            raise Unusable(words_of(error)) from error


def _said(function: Callable[..., T], *args: Any) -> T:
    """The result of a function, with its errors in plain words."""
    with plainly():
        return function(*args)


def _all(link: Link, sql: str, values: Sequence[Any]) -> list[Any]:
    return link.execute(sql, values).fetchall()


def _records(link: Link, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    return named(link.execute(sql, values))


def _was_committed(link: Link, doubt: InDoubt) -> bool:
    """Whether a transaction of a lost connection was committed. If its process on the server still runs, it is stopped."""
    while True:
        ((status,),) = link.execute("SELECT pg_xact_status(CAST(? AS xid8))", (doubt.number,)).fetchall()
        if status != "in progress":
            return bool(status == "committed")
        link.execute("SELECT pg_terminate_backend(CAST(? AS INTEGER))", (doubt.process,))
        time.sleep(PAUSE)


def _done(link: Link) -> set[int]:
    """The numbers of the migrations done."""
    if link.execute("SELECT to_regclass('migrations') IS NULL").fetchone()[0]:
        return set()
    return {row[0] for row in link.execute("SELECT number FROM migrations").fetchall()}


def _missing(link: Link) -> bool:
    """Whether migrations are missing. Raises Unusable for a newer schema."""
    done = _done(link)
    if fault := newer(done):
        raise Unusable(fault)
    return any(number not in done for number, _ in scripts(POSTGRESQL))


def _migrate(link: Link) -> None:
    """Migrates the schema, within a transaction while nobody else writes."""
    done = _done(link)
    link.script("SET LOCAL statement_timeout = 0")
    link.raw.hangs = None
    link.script("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)")
    for number, script in scripts(POSTGRESQL):
        if number not in done:
            link.script(script)
            link.execute("INSERT INTO migrations VALUES (?, ?)", (number, time.time()))
    link.raw.hangs = HANGS
