"""SQLite as a `Database`: one file with one writer, and a reader that sees committed data only."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from data.duration_listeners import timed
from data.store.database import Conflict, Database, Transaction, Unreachable, Unusable, named
from data.store.migration_scripts import SQLITE, UNTIED, newer, scripts
from data.store.private_files import keep_private, private_folder
from data.store.progress import storing

MEMORY = ":memory:"
"""The name of a database that nobody keeps."""
CHECKPOINT_PAGES = 8000
"""Pages (4 KiB) of write-ahead log before SQLite folds them into the file: rarer and longer than its default of 1000."""
WRITING = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
)
READING = ("query_only = ON", "busy_timeout = 5000")
PASSING = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""Errors that may be over later."""
NO_TEXT = "Could not decode to UTF-8"
"""What Python says of a text that is none."""
T = TypeVar("T")


class _Plain(sqlite3.Connection):
    """A connection, used within its own thread."""

    def lock(self, name: str) -> None:
        """Does nothing: there is one writer, so everything is locked."""

    def given(self, table: str) -> int:
        row = self.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
        return int(row[0]) if row else 0

    def go_on_after(self, table: str, number: int) -> None:
        self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


class _Threaded(aiosqlite.Connection):
    """A SQLite connection with a thread of its own."""

    async def __aenter__(self) -> Self:
        try:
            await self
        except BaseException:  # Its thread has a last word to say, for which there may be no event loop any more.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    async def run(self, function: Callable[..., T], *args: Any) -> T:
        """Calls a function of the connection in that thread. If cancelled before it starts, it does not start."""
        task = asyncio.current_task()
        assert task is not None
        with _plainly:
            done: T = await self._execute(_unless_given_up, task, task.cancelling(), function, self._conn, *args)
            return done


def _unless_given_up(task: asyncio.Task[Any], times: int, function: Callable[..., T], *args: Any) -> T:
    if task.cancelling() > times:
        raise asyncio.CancelledError
    return function(*args)


class _Plainly:
    """A context that turns SQLite's errors into those of all databases; errors in a statement stay as they are. It is entered for every statement."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.IntegrityError):
            raise Conflict(str(error)) from error
        if isinstance(error, sqlite3.DatabaseError) and getattr(error, "sqlite_errorcode", 0) & 0xFF in PASSING:
            raise Unreachable(str(error)) from error


_plainly = _Plainly()


def _connect(path: Path | str, **options: Any) -> _Threaded:
    return _Threaded(lambda: sqlite3.connect(path, isolation_level=None, factory=_Plain, **options), iter_chunk_size=64)


def _lenient(db: sqlite3.Connection, function: Callable[..., T], *args: Any) -> T:
    """The result of a function of the connection. If a text has damaged bytes, calls it again with those replaced, so that one damaged row doesn't
    fail a whole query."""
    try:
        return function(*args)
    except sqlite3.OperationalError as error:
        if not str(error).startswith(NO_TEXT):
            raise
        db.text_factory = as_far_as_it_goes
        try:
            return function(*args)
        finally:
            db.text_factory = str


def as_far_as_it_goes(text: bytes) -> str:
    """A text from its bytes, with replacement characters for damaged ones."""
    return text.decode(errors="replace")


@timed("database", "write")
def _whole(db: sqlite3.Connection, function: Callable[..., T], *args: Any) -> T:
    """A whole transaction in one call of its thread."""
    return _lenient(db, _transaction, db, function, *args)


def _transaction(db: sqlite3.Connection, function: Callable[..., T], *args: Any) -> T:
    db.execute("BEGIN IMMEDIATE")
    try:
        done = function(db, *args)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return done


@timed("database", "read")
def _all(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[Any]:
    return _lenient(db, lambda: db.execute(sql, values).fetchall())


@timed("database", "read")
def _records(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    return _lenient(db, lambda: named(db.execute(sql, values)))


class Sqlite(Database):
    """A SQLite file with one connection that writes and one that reads, each in its own thread. Open it with `open`."""

    path: Path

    def __init__(self, path: Path, db: _Threaded, reader: _Threaded) -> None:
        super().__init__(path)
        self._db = db
        self._reader = reader
        self._writing = asyncio.Lock()
        self._writer: asyncio.Task[Any] | None = None
        self._opened = AsyncExitStack()

    @classmethod
    async def open(cls, path: str | Path) -> Self:
        """Opens or creates the file and migrates it. `:memory:` means a temporary file, deleted on close.

        Raises Unusable if that is impossible.
        """
        try:
            async with AsyncExitStack() as opened:  # Threads of connections would keep the process alive.
                if str(path) == MEMORY:
                    path = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="referee-"))) / "referee.sqlite3"
                path = Path(path)
                private_folder(path.parent)
                keep_private(path)
                db = await opened.enter_async_context(_connect(path))
                for pragma in WRITING:
                    await db.execute(f"PRAGMA {pragma}")
                await db.run(_migrate)
                # Closed before the other one, since the last one folds the write-ahead log into the file.
                where = f"{path.resolve().as_uri()}?mode=ro"
                reader = await opened.enter_async_context(_connect(where, uri=True))
                for pragma in READING:
                    await reader.execute(f"PRAGMA {pragma}")
                made = cls(path, db, reader)
                made._opened = opened.pop_all()
            return made
        except (sqlite3.Error, Conflict, Unreachable) as error:
            raise Unusable(f"{path}: {error}") from error

    async def close(self) -> None:
        await self._opened.aclose()

    async def copy_to(self, path: Path) -> None:
        """Copies the present content into one file. Raises sqlite3.Error."""
        keep_private(path)
        async with self._writing, aiosqlite.connect(path) as copy:
            await self._db.backup(copy)

    async def write(self, function: Callable[..., T], *args: Any, alone: bool = False) -> T:
        with storing():
            async with self._writing:
                return await self._db.run(_whole, function, *args)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        async with self._writing:
            self._writer = asyncio.current_task()
            try:
                with _plainly:
                    await self._db.execute("BEGIN IMMEDIATE")
                    yield Transaction(self._db.run)
                    await self._db.commit()
            except BaseException:
                await self._db.rollback()
                raise
            finally:
                self._writer = None

    def _seeing(self) -> _Threaded:
        """The connection from which the present task has to read."""
        return self._db if self._writer is asyncio.current_task() else self._reader

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        # At once: a cursor left open would hold later queries of the connection to what was committed before it.
        return await self._seeing().run(_all, sql, values)

    async def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        return await self._seeing().run(_records, sql, values)


def _migrate(db: sqlite3.Connection) -> None:
    """Migrates the file, one migration after another."""
    db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
    done = {row[0] for row in db.execute("SELECT number FROM migrations")}
    if fault := newer(done):
        raise Unusable(fault)
    for number, body in scripts(SQLITE):
        if number not in done:
            db.execute(f"PRAGMA foreign_keys = {'OFF' if body.startswith(UNTIED) else 'ON'}")  # Which can be said outside of transactions alone.
            db.executescript(f"BEGIN IMMEDIATE;\n{body}\nINSERT INTO migrations VALUES ({number}, {time.time()});\nCOMMIT;")
    db.execute("PRAGMA foreign_keys = ON")


def damage(path: Path) -> str | None:
    """Checks a copy of the database: why it is not readable, damaged, or of a newer version of the bot; None if it is sound."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
            (number,) = db.execute("SELECT MAX(number) FROM migrations").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return newer([number]) if verdict == "ok" else str(verdict)


def given_in(path: Path, names: Sequence[str]) -> dict[str, int] | None:
    """The highest numbers given to rows of some tables, as far as known; None if the database can't be read.

    Where an earlier version did not count them, the number of outbox rows, which were always counted, is an upper bound.
    """
    try:
        with closing(sqlite3.connect(path)) as db:
            if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
                return None
            there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            counted = dict(db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            found = {name: db.execute(f"SELECT COALESCE(MAX(id), 0) FROM {name}").fetchone()[0] for name in names if name in there}
    except sqlite3.Error:
        return None
    return {name: max(highest, counted.get(name, counted.get("owed", 0))) for name, highest in found.items()}
