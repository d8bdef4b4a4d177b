"""A database on a PostgreSQL server, to which other processes may write at the same time.

Threads do the work, each with a connection of its own for as long as it needs one. What is lost on the way (the server restarts, the network, a
deadlock) is done anew for a while before anybody hears of it. Of what was lost while it was being committed the server is asked whether it was.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, LiteralString, Self, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from data.store.database import Conflict, Cursor, Database, Superseded, Transaction, Unreachable, Unusable, named
from data.store.dialect import statement
from data.store.lease import Lease, undertaken
from data.store.migrations import POSTGRESQL, newer, scripts
from data.timing import timed

CONNECTIONS = 8
"""How many transactions and queries may be under way at a time."""
PATIENCE = 20.0
"""Seconds for which what has failed is tried again."""
PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between tries."""
NAMES, WRITERS = 1, 2
"""The first numbers of advisory locks: of what goes by a name; of all who write."""
SETTINGS = (
    "default_transaction_read_only=on",  # Whoever writes says so.
    "default_transaction_isolation=read\\ committed",
    "idle_in_transaction_session_timeout=6s",  # A process that is frozen holds nobody up, before its lease has run out.
    "client_min_messages=warning",
)
OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "cursor_factory": psycopg.RawCursor,
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15000,
    "application_name": "referee",
    "options": " ".join(f"-c {setting}" for setting in SETTINGS),
}
"""How connections are made. That a network is dead is noticed within about 15 seconds."""
HOPELESS = re.compile(r"FATAL: .*(authentication failed|does not exist|pg_hba\.conf|not permitted|permission denied)|no password|resolve host")
"""What the server, or whoever looks for it, says to somebody who will not be let in however often they try."""
T = TypeVar("T")


class Again(Exception):
    """Nothing is stored, and another try may go well."""


class InDoubt(Exception):
    """The connection was lost while a transaction was being committed, which has given something if it was."""

    def __init__(self, number: str, process: int, done: Any = None) -> None:
        super().__init__(number, process)
        self.number, self.process, self.done = number, process, done


@contextmanager
def _plainly() -> Iterator[None]:
    """Errors of PostgreSQL in the words that all databases share; what is wrong with a statement stays what it is."""
    try:
        yield
    except psycopg.IntegrityError as error:
        raise Conflict(_words(error)) from error
    except (errors.DiskFull, errors.OutOfMemory) as error:
        raise Unreachable(_words(error)) from error
    except (psycopg.OperationalError, errors.IdleInTransactionSessionTimeout) as error:  # Deadlocks and the like are among them.
        raise Again(_words(error)) from error


def _words(error: psycopg.Error) -> str:
    """What the server says, without the values that it may give as details."""
    return error.diag.message_primary or str(error).strip().partition("\n")[0]


class _Int(Int8Dumper):
    """Numbers are of one kind, however small, so that a statement is prepared once; truth is 0 or 1."""

    def dump(self, obj: Any) -> bytes:
        return str(int(obj)).encode()


class Link:
    """A connection to the server, for threads."""

    def __init__(self, url: str) -> None:
        self.raw = psycopg.connect(url, **OPTIONS)
        self.raw.adapters.register_dumper(int, _Int)
        self.raw.adapters.register_dumper(bool, _Int)
        self.raw.adapters.register_dumper(str, StrDumper)

    @property
    def lost(self) -> bool:
        """Whether it is of no use any more."""
        return self.raw.closed

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor:
        return self.raw.cursor(binary=True).execute(cast(LiteralString, statement(sql)), values)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = self.raw.cursor()
        cursor.executemany(cast(LiteralString, statement(sql)), values)
        return cursor

    def lock(self, name: str) -> None:
        self.execute(f"SELECT pg_advisory_xact_lock({NAMES}, hashtext(?))", (name,))

    def given(self, table: str) -> int:
        row = self.execute(f"SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {table}_id_seq").fetchone()
        return int(row[0])

    def go_on_after(self, table: str, number: int) -> None:
        self.execute(f"SELECT setval('{table}_id_seq', ?, false)", (number + 1,))

    def script(self, script: str) -> list[Any]:
        """Several statements without values; gives the rows of the last one."""
        cursor = self.raw.execute(cast(LiteralString, script))
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def begin(self, alone: bool = False, lease: Lease | None = None) -> str:
        """Begins to write under a lease; gives the transaction's number. Raises Superseded."""
        lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        ended = f"pg_try_advisory_xact_lock_shared({lease.session})" if lease else "false"
        # In this order: whoever gets what we hold waits for those who write, so that it stays ours to the end.
        ((number, ended),) = self.script(f"BEGIN READ WRITE; SELECT {lock}({WRITERS}, 0); SELECT pg_current_xact_id()::text, {ended}")
        if lease and ended and not all(self._is_free(claimed) for claimed in lease.claimed):
            self.rollback()
            raise Superseded("another process looks after this by now")
        return str(number)

    def _is_free(self, claimed: int) -> bool:
        """Whether nobody has claimed something, nor will until the end of the transaction."""
        return bool(self.script(f"SELECT pg_try_advisory_xact_lock_shared({claimed})")[0][0])

    def commit(self, number: str, done: Any = None) -> None:
        """Ends the transaction of a number. Raises InDoubt."""
        process = self.raw.info.backend_pid
        try:
            self.raw.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self.lost:
                raise InDoubt(number, process, done) from error
            raise

    def rollback(self) -> None:
        """Takes the transaction back. With a lost connection it has gone."""
        with suppress(psycopg.Error):
            self.raw.execute("ROLLBACK")


class Links:
    """The connections to one database, for threads: as many as are in use at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Link] = []
        self._closed = False

    def take(self) -> Link:
        """One that nobody uses, or a new one."""
        with suppress(IndexError):
            while True:
                link = self._idle.pop()
                if not link.lost:
                    return link
        return Link(self._url)

    def give(self, link: Link) -> None:
        """One that is not needed any more. Where it is lost others probably are."""
        if link.lost or self._closed:
            link.raw.close()
            self._let_go()
        else:
            self._idle.append(link)

    def close(self) -> None:
        """Closes them all, those in use when they are given back."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        idle, self._idle = self._idle, []
        for link in idle:
            link.raw.close()

    @contextmanager
    def one(self) -> Iterator[Link]:
        """One for a while. Raises Again."""
        with _plainly():
            link = self.take()
            try:
                yield link
            finally:
                self.give(link)

    def begin(self) -> tuple[Link, str]:
        """One that has begun to write, and its transaction's number. Raises Again."""
        with _plainly():
            link = self.take()
            try:
                return link, link.begin()
            except BaseException:
                self.give(link)
                raise

    @timed("database", "read")
    def read(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function of one. Raises Again."""
        with self.one() as link:
            return function(link, *args)

    @timed("database", "write")
    def write(self, alone: bool, lease: Callable[[], Lease | None], function: Callable[..., T], *args: Any) -> T:
        """A whole transaction. Raises Again, InDoubt, Superseded."""
        with self.one() as link:
            number = link.begin(alone, lease())
            try:
                done = function(link, *args)
                link.commit(number, done)
            except BaseException:
                link.rollback()
                raise
            return done


class Postgres(Database):
    """A database on a server. Open it with `open`."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__(None)
        self.address = url
        self._links = Links(url)
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="postgres")
        self._within: dict[asyncio.Task[Any] | None, Link] = {}

    @classmethod
    async def open(cls, url: str) -> Self:
        """Opens a database and brings its schema up to date. Raises Unusable where that is impossible, Unreachable where it may be possible later."""
        made = cls(url)
        try:
            await made._run(_try, made._links)
            if await made._patiently(made._links.read, _missing):
                await made.write(_migrate, alone=True)
        except BaseException as error:
            await made.close()
            if isinstance(error, errors.InsufficientPrivilege):
                raise Unusable(f"this user has no right to make tables there ({_words(error)})") from error
            if isinstance(error, psycopg.Error):
                raise Unusable(_words(error)) from error
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
        """Calls a function in a thread, again and again where that may help. Raises Unreachable."""
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
    """Connects, whatever may hinder it for now. Raises Unusable where it would be refused at any time."""
    try:
        links.give(links.take())
    except psycopg.ProgrammingError as error:  # What it says may hold a part of the password.
        raise Unusable("its address cannot be read; write postgresql://user:password@host:port/database, odd letters as in %20") from error
    except psycopg.OperationalError as error:
        if HOPELESS.search(str(error)):
            raise Unusable(_words(error)) from error


def _said(function: Callable[..., T], *args: Any) -> T:
    """What a function gives, or its error in plain words."""
    with _plainly():
        return function(*args)


def _all(link: Link, sql: str, values: Sequence[Any]) -> list[Any]:
    return link.execute(sql, values).fetchall()


def _records(link: Link, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    return named(link.execute(sql, values))


def _was_committed(link: Link, doubt: InDoubt) -> bool:
    """Whether a transaction of a lost connection was committed. If its process on the server still goes on it is stopped."""
    while True:
        ((status,),) = link.execute("SELECT pg_xact_status(CAST(? AS xid8))", (doubt.number,)).fetchall()
        if status != "in progress":
            return bool(status == "committed")
        link.execute("SELECT pg_terminate_backend(CAST(? AS INTEGER))", (doubt.process,))
        time.sleep(PAUSE)


def _done(link: Link) -> set[int]:
    """The numbers of the migrations that have been carried out."""
    if link.execute("SELECT to_regclass('migrations') IS NULL").fetchone()[0]:
        return set()
    return {row[0] for row in link.execute("SELECT number FROM migrations").fetchall()}


def _missing(link: Link) -> bool:
    """Whether the schema is not up to date. Raises Unusable for one that is newer."""
    done = _done(link)
    if fault := newer(done):
        raise Unusable(fault)
    return any(number not in done for number, _ in scripts(POSTGRESQL))


def _migrate(link: Link) -> None:
    """Brings the schema up to date, within a transaction while nobody else writes."""
    done = _done(link)
    link.script("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)")
    for number, script in scripts(POSTGRESQL):
        if number not in done:
            link.script(script)
            link.execute("INSERT INTO migrations VALUES (?, ?)", (number, time.time()))
