"""Plain rows of a SQLite or PostgreSQL database, read without the bot's own store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

POSTGRESQL = "postgresql:"
Values = Sequence[Any]


def connect(where: str) -> Any:
    """A connection of its own, committing each statement. Raises what the driver raises."""
    if not where.startswith(POSTGRESQL):
        return sqlite3.connect(where, isolation_level=None, timeout=30)
    import psycopg

    return psycopg.connect(where, autocommit=True, connect_timeout=10)


class Rows:
    """Plain queries, with `?` for values in both databases; a context manager."""

    def __init__(self, where: str) -> None:
        self.postgresql = where.startswith(POSTGRESQL)
        self._db = connect(where)

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _sql(self, sql: str) -> str:
        return sql.replace("%", "%%").replace("?", "%s") if self.postgresql else sql

    def all(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return [tuple(row) for row in self._db.execute(self._sql(sql), values).fetchall()]

    def one(self, sql: str, values: Values = ()) -> Any:
        """The only value of a query."""
        ((found,),) = self.all(sql, values)
        return found

    def run(self, sql: str) -> None:
        """A statement."""
        self._db.execute(sql)

    def many(self, sql: str, values: Iterable[Values]) -> None:
        """A statement for many rows, in one transaction."""
        cursor = self._db.cursor()
        cursor.execute("BEGIN")
        cursor.executemany(self._sql(sql), values)
        cursor.execute("COMMIT")
