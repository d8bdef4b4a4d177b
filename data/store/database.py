"""The interface of a database, SQLite or PostgreSQL: queries, transactions, and the errors that they raise."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from data.store.lease import Lease
from data.store.shards import EVERYTHING

T = TypeVar("T")
log = logging.getLogger("referee.database")


class DatabaseError(Exception):
    """The base class of database errors; the message says why."""


class Unreachable(DatabaseError):
    """The database does not answer, or has no space left. Nothing is stored; a later try may succeed."""


class Superseded(Unreachable):
    """The lease is lost: another process holds this one's claims. Nothing is stored, and a retry is pointless."""


class Conflict(DatabaseError):
    """A constraint is violated: a unique value exists already, or a referenced row does not exist. Nothing is stored."""


class Unusable(DatabaseError):
    """The database can't be opened in its present state."""


class Cursor(Protocol):
    """The result of a statement. `rowcount` is the number of rows that it has changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A transaction, for functions that run in a thread. Values replace `?`, or by number `?1` and so on."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor: ...
    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Cursor: ...
    def lock(self, name: str) -> None:
        """Locks a name until the end of the transaction; the next statement sees what earlier holders have committed."""

    def given(self, table: str) -> int:
        """The highest number ever given to a row of a table with counted ids; 0 for none."""

    def go_on_after(self, table: str, number: int) -> None:
        """Makes the next row of a table with counted ids get a higher number than this."""


class Transaction:
    """An asynchronous transaction, each of whose statements is awaited."""

    def __init__(self, run: Callable[..., Any]) -> None:
        self._run = run

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function with the connection and further arguments, in a thread."""
        done: T = await self._run(function, *args)
        return done

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Executes a statement; returns the number of rows changed."""
        return await self.run(lambda db: db.execute(sql, values).rowcount)

    async def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> None:
        """Executes a statement for each of many values."""
        await self.run(lambda db: db.executemany(sql, values))

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query, as the transaction sees them."""
        return await self.run(lambda db: db.execute(sql, values).fetchall())


class Database(ABC):
    """The interface of a database. Every method may raise Unreachable.

    `now`: the time, seconds since 1970. `due_changed`: an event set whenever a due time changes. `shared`: other processes write to it, too. `path`:
    its file, None for a server. `shards`: those that this process serves, under its `lease`.
    """

    shared = False

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.shards = EVERYTHING
        self.now: Callable[[], float] = time.time
        self.due_changed = asyncio.Event()
        self.due_changed_elsewhere: Callable[[], None] = lambda: None
        self.lease: Callable[[], Lease | None] = lambda: None
        self._passed: set[tuple[str, object, str]] = set()

    def passed_over(self, what: str, which: object, columns: Collection[str]) -> None:
        """Logs a row with unreadable columns that a query for many skips; once, and without its contents."""
        fresh = {(what, which, column) for column in columns} - self._passed
        if fresh:
            self._passed |= fresh
            log.warning("%s %s: what stands in %s cannot be read", what, which, ", ".join(sorted(column for *_, column in fresh)))

    def ring(self, guild: int | None) -> None:
        """Wakes the timer for a server: a due time has changed."""
        self.due_changed.set()
        if not self.shards.holds(guild):
            self.due_changed_elsewhere()

    @abstractmethod
    async def close(self) -> None:
        """Closes all connections, even if closing one of them fails."""

    @abstractmethod
    async def write(self, function: Callable[..., T], *args: Any, alone: bool = False) -> T:
        """One transaction: runs `function(connection, *args)` in a thread, all or nothing, and returns its result.

        It may be called more than once, where a transaction has to begin anew, and so must change nothing but the database. Between its statements
        others may commit; while it is `alone` nobody else writes anything: for what counts, or looks at everything, before it writes. Raises what
        the function raises, Conflict, and Superseded for what was begun under a lease that another process has got since.
        """

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """One transaction, statement by statement, which is not retried. Its changes are visible to others only after its end."""

    @abstractmethod
    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query: as last committed, or within a transaction of this task as that sees them."""

    @abstractmethod
    async def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """All rows of a query, by the names of their columns."""

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Sequence[Any] | None:
        """The first row of a query, as with `all`."""
        return next(iter(await self.all(sql, values)), None)


def named(cursor: Any) -> list[dict[str, Any]]:
    """The rows of a cursor as dicts by column name."""
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
