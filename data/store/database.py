"""One SQLite file: its migrations, its one writer, and readers that see what is committed and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite

from data.private import keep_private, private_folder
from data.shards import EVERYTHING

MIGRATIONS = Path(__file__).parents[1] / "migrations"
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
T = TypeVar("T")
P = ParamSpec("P")


class Connection(aiosqlite.Connection):
    """A connection to SQLite, which has a thread of its own."""

    async def __aenter__(self) -> Self:
        await self
        return self

    async def run(self, function: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function in that thread, so that many statements need not wait for the thread one by one."""
        done: T = await self._execute(function, self._conn, *args, **kwargs)
        return done


def _connect(path: Path | str, **options: Any) -> Connection:
    return Connection(lambda: sqlite3.connect(path, isolation_level=None, **options), iter_chunk_size=64)


class Database:
    """One file with a connection that writes and one that reads, each with its thread. Open it with `open`.

    `now` tells the time, seconds since 1970; `rung` is set whenever something falls due at another time than before. `shards` are looked after
    by this process.
    """

    def __init__(self, path: Path, db: Connection, reader: Connection) -> None:
        self.path = path
        self.shards = EVERYTHING
        self.now: Callable[[], float] = time.time
        self.rung = asyncio.Event()
        self._db = db
        self._reader = reader
        self._writing = asyncio.Lock()
        self._writer: asyncio.Task[Any] | None = None
        self._opened = AsyncExitStack()

    @classmethod
    async def open(cls, path: str | Path) -> Self:
        """Opens or creates the file and brings it up to date. `:memory:` is a file of its own that goes when it is closed.

        Raises sqlite3.Error where that is impossible.
        """
        async with AsyncExitStack() as opened:  # Threads of connections would keep the process alive.
            if str(path) == MEMORY:
                path = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="referee-"))) / "referee.sqlite3"
            path = Path(path)
            private_folder(path.parent)
            keep_private(path)
            db = await opened.enter_async_context(_connect(path))
            for pragma in WRITING:
                await db.execute(f"PRAGMA {pragma}")
            await _migrate(db)
            # Closed before the other one, since the last one folds the write-ahead log into the file.
            where = f"{path.resolve().as_uri()}?mode=ro"
            reader = await opened.enter_async_context(_connect(where, uri=True))
            for pragma in READING:
                await reader.execute(f"PRAGMA {pragma}")
            made = cls(path, db, reader)
            await made._begin()
            made._opened = opened.pop_all()
        return made

    async def _begin(self) -> None:
        """What is to be read at once."""

    async def close(self) -> None:
        """Closes both connections, even where one of them fails."""
        await self._opened.aclose()

    async def copy_to(self, path: Path) -> None:
        """A copy of everything as it is now, in one file. Raises sqlite3.Error."""
        keep_private(path)
        async with self._writing, aiosqlite.connect(path) as copy:
            await self._db.backup(copy)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """All or nothing; one at a time. Nobody else reads any of it before its end."""
        async with self._writing:
            self._writer = asyncio.current_task()
            try:
                await self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                await self._db.commit()
            except BaseException:
                await self._db.rollback()
                raise
            finally:
                self._writer = None

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query: as they were last committed, or within a transaction as that has made them."""
        db = self._db if self._writer is asyncio.current_task() else self._reader
        # At once: a cursor left open would hold later queries of the connection to what was committed before it.
        return list(await db.execute_fetchall(sql, values))

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Sequence[Any] | None:
        """The first row of a query, as with `all`."""
        return next(iter(await self.all(sql, values)), None)

    async def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """All rows of a query by the names of their columns."""
        async with self._reader.execute(f"SELECT * FROM ({sql}) LIMIT 0", values) as cursor:
            names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in await self.all(sql, values)]


async def _migrate(db: Connection) -> None:
    await db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
    done = {row[0] for row in await db.execute_fetchall("SELECT number FROM migrations")}
    for path in sorted(MIGRATIONS.glob("*.sql")):
        number = int(path.name.split("_")[0])
        if number not in done:
            body = path.read_text(encoding="utf-8")
            script = f"BEGIN IMMEDIATE;\n{body}\nINSERT INTO migrations VALUES ({number}, {time.time()});\nCOMMIT;"
            await db.executescript(script)


def damage(path: Path, newest: int) -> str | None:
    """What is wrong with a copy of the database: not readable, damaged, or with a migration later than the `newest` known; None if nothing is."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
            (number,) = db.execute("SELECT MAX(number) FROM migrations").fetchone()
    except sqlite3.Error as error:
        return str(error)
    if verdict != "ok":
        return str(verdict)
    return f"it is of a newer version of the bot (migration {number})" if number > newest else None
