"""Read-only checks of a database from outside, also while a bot uses it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from data.store.database import Unusable

PATIENCE = 5.0
"""Seconds for which somebody else may be writing."""


class State(NamedTuple):
    """The state of a database: the number of its latest migration (0: it has none), and the size of a copy in bytes."""

    version: int
    size: int


@contextmanager
def _connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection to an existing file. Raises Unusable, also for errors while it is used."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE)) as db:
            yield db
    except sqlite3.Error as error:
        raise Unusable(str(error)) from error


def state(path: Path) -> State:
    """The state of a database file. Raises Unusable if it can't be read."""
    with _connected(path, "ro") as db:
        version = 0
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone():
            version = db.execute("SELECT MAX(number) FROM migrations").fetchone()[0] or 0
        pages, page = db.execute("PRAGMA page_count").fetchone()[0], db.execute("PRAGMA page_size").fetchone()[0]
    return State(version, pages * page)


def write_nothing(path: Path) -> None:
    """Begins to write into a file and rolls that back. Raises Unusable if it is impossible."""
    with _connected(path, "rw") as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE written_by_the_doctor (number INTEGER)")
        db.execute("ROLLBACK")


def copy(path: Path, made: Path) -> None:
    """Copies the present content of a file. Raises Unusable."""
    with _connected(path, "ro") as db:
        try:
            with closing(sqlite3.connect(made)) as other:
                db.backup(other)
        except OSError as error:
            raise Unusable(str(error)) from error


def rows(path: Path) -> dict[str, int]:
    """The number of rows in each table of a file. Raises Unusable."""
    with _connected(path, "ro") as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall()
        return {name: db.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for (name,) in names}
