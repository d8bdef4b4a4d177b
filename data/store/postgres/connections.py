"""Connections to PostgreSQL for threads, in a pool; translates the server's errors into those of all databases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, LiteralString, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from data.duration_listeners import timed
from data.store.database import Conflict, Cursor, Superseded, Unreachable
from data.store.lease import Lease
from data.store.postgres.dialect import statement

HANGS = 25.0
"""Seconds for which an answer of the server is waited for."""
NAMES, WRITERS = 1, 2
"""The first numbers of advisory locks: for locks by name, and for all writers."""
SETTINGS = (
    "default_transaction_read_only=on",  # Whoever writes says so.
    "default_transaction_isolation=read\\ committed",
    "statement_timeout=20s",
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
T = TypeVar("T")


class Again(Exception):
    """A transient error: nothing is stored, and a retry may succeed."""


class InDoubt(Exception):
    """The connection was lost during a commit, which may or may not be stored.

    It has the result of the transaction, in case it was.
    """

    def __init__(self, number: str, process: int, done: Any = None) -> None:
        super().__init__(number, process)
        self.number, self.process, self.done = number, process, done


@contextmanager
def plainly() -> Iterator[None]:
    """A context that turns errors of PostgreSQL into those of `data.store.database`; errors in a statement stay as they are."""
    try:
        yield
    except psycopg.IntegrityError as error:
        raise Conflict(words_of(error)) from error
    except (errors.DiskFull, errors.OutOfMemory) as error:
        raise Unreachable(words_of(error)) from error
    except (psycopg.OperationalError, errors.IdleInTransactionSessionTimeout) as error:  # Deadlocks and the like are among them.
        raise Again(words_of(error)) from error


def words_of(error: psycopg.Error) -> str:
    """The server's message, without the values in its details."""
    return error.diag.message_primary or str(error).strip().partition("\n")[0]


class _Int(Int8Dumper):
    """Dumps all ints as one type, however small, so that a statement is prepared once; bools as 0 or 1."""

    def dump(self, obj: Any) -> bytes:
        return str(int(obj)).encode()


class _Impatient(psycopg.Connection[Any]):
    """A connection that closes itself if the server has not answered within `hangs` seconds, so that no thread waits for ever."""

    hangs: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or self.hangs)
        except errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError("no answer") from None


class Link:
    """A connection to the server, for use in threads."""

    def __init__(self, url: str) -> None:
        self.raw = _Impatient.connect(url, **OPTIONS)
        self.raw.hangs = HANGS
        self.raw.adapters.register_dumper(int, _Int)
        self.raw.adapters.register_dumper(bool, _Int)
        self.raw.adapters.register_dumper(str, StrDumper)

    @property
    def lost(self) -> bool:
        """Whether the connection is closed."""
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
        """Executes several statements without values; returns the rows of the last one."""
        cursor = self.raw.execute(cast(LiteralString, script))
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def begin(self, alone: bool = False, lease: Lease | None = None) -> str:
        """Begins a write transaction under a lease, and returns its number. Raises Superseded."""
        lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        ended = f"pg_try_advisory_xact_lock_shared({lease.session})" if lease else "false"
        # In this order: whoever gets what we hold waits for those who write, so that it stays ours to the end.
        ((number, ended),) = self.script(f"BEGIN READ WRITE; SELECT {lock}({WRITERS}, 0); SELECT pg_current_xact_id()::text, {ended}")
        if lease and ended and not all(self._is_free(claimed) for claimed in lease.claimed):
            self.rollback()
            raise Superseded("another process looks after this by now")
        return str(number)

    def _is_free(self, claimed: int) -> bool:
        """Whether nobody has claimed something, nor can until the end of the transaction."""
        return bool(self.script(f"SELECT pg_try_advisory_xact_lock_shared({claimed})")[0][0])

    def commit(self, number: str, done: Any = None) -> None:
        """Commits transaction `number`. Raises InDoubt."""
        process = self.raw.info.backend_pid
        try:
            self.raw.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self.lost:
                raise InDoubt(number, process, done) from error
            raise

    def rollback(self) -> None:
        """Rolls the transaction back; a lost connection has done so already."""
        with suppress(psycopg.Error):
            self.raw.execute("ROLLBACK")


class Links:
    """A connection pool for threads, with as many connections as are in use at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Link] = []
        self._closed = False

    def take(self) -> Link:
        """An idle connection, or a new one."""
        with suppress(IndexError):
            while True:
                link = self._idle.pop()
                if not link.lost:
                    return link
        return Link(self._url)

    def give(self, link: Link) -> None:
        """Returns a connection to the pool. If it is lost, or the pool is closed, it is closed together with all idle ones."""
        if link.lost or self._closed:
            link.raw.close()
            self._let_go()
        else:
            self._idle.append(link)

    def close(self) -> None:
        """Closes all connections; those in use when they are returned."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        idle, self._idle = self._idle, []
        for link in idle:
            link.raw.close()

    @contextmanager
    def one(self) -> Iterator[Link]:
        """A context with a connection for reading. Raises Again."""
        with plainly():
            link = self.take()
            try:
                yield link
            finally:
                self.give(link)

    def begin(self) -> tuple[Link, str]:
        """A connection in a new write transaction, and the transaction's number. Raises Again."""
        with plainly():
            link = self.take()
            try:
                return link, link.begin()
            except BaseException:
                self.give(link)
                raise

    @timed("database", "read")
    def read(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function with a connection. Raises Again."""
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
