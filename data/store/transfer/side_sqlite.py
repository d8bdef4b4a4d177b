"""A SQLite file as source or target of a copy."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

from data.store.database import DatabaseError
from data.store.sqlite import as_far_as_it_goes
from data.store.transfer.sides import IN_USE, NOTES, Column, Side, Table, Unmovable, Values

BATCH = 500
"""Rows that are in memory at a time."""
PATIENCE = 1.0
"""Seconds for which somebody else may just be looking at the file."""


class SQLiteSide(Side):
    """An existing SQLite file, locked while it is open here."""

    def __init__(self, path: Path) -> None:
        self.where = str(path)
        if not path.is_file():
            raise Unmovable(f"There is no file {path}.")
        with self._plainly():
            self._db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
            # Asked for before anything is read: SQLite then takes the whole file, or says that somebody else has it open.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.text_factory = as_far_as_it_goes  # A damaged letter is no reason to leave all the rest behind.

    def hold(self) -> None:
        with self._plainly():
            self._begin()

    def version(self) -> int:
        with self._plainly():
            self._begin()
            if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone():
                return 0
            ((number,),) = self._db.execute("SELECT MAX(number) FROM migrations")
        return number or 0

    def tables(self) -> dict[str, Table]:
        with self._plainly():
            self._begin()
            names = self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").fetchall()
            return {name: self._table(name) for (name,) in names if name not in NOTES}

    def _table(self, name: str) -> Table:
        columns, places = [], {}
        for column, kind, place in self._db.execute("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", (name,)):
            columns.append(Column(column, kind))
            places[place] = column
        places.pop(0, None)
        parents = frozenset(row[0] for row in self._db.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (name,)))
        key = tuple(places[place] for place in sorted(places)) or tuple(column.name for column in columns)
        return Table(name, tuple(columns), key, parents)

    def count(self, table: Table) -> int:
        with self._plainly():
            ((number,),) = self._db.execute(f"SELECT COUNT(*) FROM {table.name}")
        found: int = number
        return found

    def rows(self, table: Table) -> Iterator[Values]:
        return self._read(f"SELECT {', '.join(table.names)} FROM {table.name}")

    def sorted_rows(self, table: Table) -> Iterator[Values]:
        return self._read(f"SELECT {', '.join(table.names)} FROM {table.name} ORDER BY {', '.join(table.key)}")

    def _read(self, sql: str) -> Iterator[Values]:
        with self._plainly():
            cursor = self._db.execute(sql)
        while True:
            with self._plainly():
                batch = cursor.fetchmany(BATCH)
            if not batch:
                return
            yield from batch

    def clear(self, tables: Iterable[Table]) -> None:
        with self._plainly():
            self._begin()
            for table in tables:
                self._db.execute(f"DELETE FROM {table.name}")

    def fill(self, table: Table, rows: Iterable[Values]) -> None:
        places = ", ".join("?" * len(table.columns))
        with self._plainly():
            self._db.executemany(f"INSERT INTO {table.name} ({', '.join(table.names)}) VALUES ({places})", rows)

    def numbered(self) -> dict[str, str]:
        with self._plainly():
            made = self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'").fetchall()
        return {name: self._table(name).key[0] for (name,) in made}

    def highest(self, table: Table, column: str) -> int:
        with self._plainly():
            ((there,),) = self._db.execute(f"SELECT COALESCE(MAX({column}), 0) FROM {table.name}")
            given = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchall() if self.numbered() else []
        return max(there, *(number for (number,) in given), 0)

    def go_on_after(self, table: Table, column: str, number: int) -> None:
        with self._plainly():
            self._db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
            self._db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))

    def done(self) -> None:
        with self._plainly():
            if self._db.execute("PRAGMA foreign_key_check").fetchone():
                raise Unmovable("Rows refer to others that are not there.")
            self._db.execute("COMMIT")

    def copy_to(self, path: Path) -> None:
        """Copies the file."""
        with self._plainly(), closing(sqlite3.connect(path)) as other:
            if self._db.in_transaction:  # In which nothing has been written, and SQLite does not copy.
                self._db.execute("COMMIT")
            self._db.backup(other)

    def close(self) -> None:
        self._db.close()

    def _begin(self) -> None:
        """Begins the only transaction, which locks the whole file."""
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _plainly(self) -> AbstractContextManager[None]:
        return plainly(self.where)


def in_use(path: Path) -> bool:
    """Whether a bot uses a database, which may be damaged. Raises Unmovable if the file can't be opened."""
    with closing(SQLiteSide(path)) as side:
        try:
            side.hold()
        except Unmovable as error:
            return str(error) == IN_USE.format(path)
    return False


@contextlib.contextmanager
def plainly(where: str) -> Iterator[None]:
    """A context that turns errors of SQLite, the store or the machine into Unmovable, with a sentence about the database `where`."""
    try:
        yield
    except Unmovable:
        raise
    except (sqlite3.Error, DatabaseError) as error:
        said: BaseException | None = error
        while not isinstance(said, sqlite3.Error | None):  # Which has told the store.
            said = said.__cause__
        said = said or error
        code = getattr(said, "sqlite_errorname", "")
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise Unmovable(IN_USE.format(where)) from error
        raise Unmovable(_sentence(where, code, str(said))) from error
    except OSError as error:
        raise Unmovable(f"{where} cannot be used: {error.strerror or error}.") from error


def _sentence(where: str, code: str, said: str) -> str:
    if code in ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_SHMSIZE"):
        return f"There is no room left for {where} ({said})."
    if code in ("SQLITE_NOTADB", "SQLITE_CORRUPT") or code.startswith("SQLITE_CORRUPT"):
        return f"{where} is no database, or a damaged one ({said})."
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR_LOCK")):
        return f"There is no right to read and write {where} and its folder ({said})."
    return f"{where} cannot be used ({said})."
