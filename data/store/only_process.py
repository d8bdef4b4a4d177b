"""One process on a SQLite file: a second one waits until the first has ended, however that ends.

Two would both answer what Discord sends to both. The lock is SQLite's own, on an empty file beside the database. It goes with its process, also with
one that is killed, and is not inherited by the processes in which computers think. Tools that only read the database need no lock.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

from data.store.database import Unusable
from data.store.private_files import keep_private, private_folder

log = logging.getLogger("referee.only_process")
LOOK = 0.5
"""Seconds between two tries."""
LOCK = "-lock"
"""What the name of the locked file ends with, after the database's."""


@asynccontextmanager
async def only_process(database: Path) -> AsyncIterator[None]:
    """Keeps other processes that ask for the same from a database's file; waits while one of them keeps this one from it.

    Raises Unusable where the file cannot be locked.
    """
    path = database.with_name(database.name + LOCK)
    with ExitStack() as kept:
        with _unusable(path):
            private_folder(path.parent)
            keep_private(path)
            db = kept.enter_context(closing(sqlite3.connect(path, timeout=0, isolation_level=None)))
            if not _locked(db):
                log.warning("another process runs the bot on %s; waiting until it has ended", database)
                while not _locked(db):
                    await asyncio.sleep(LOOK)
                log.warning("it has ended")
        yield


def _locked(db: sqlite3.Connection) -> bool:
    try:
        db.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return False
        raise
    return True


@contextmanager
def _unusable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"{path}: {error}") from error
