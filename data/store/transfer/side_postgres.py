"""A PostgreSQL database as source or target of a copy. Needs psycopg."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from data.store.postgres.peers import JOINING, counting, lock
from data.store.transfer.sides import BLOB, IN_USE, INTEGER, NOTES, REAL, TEXT, Column, Side, Table, Unmovable, Values

BATCH = 2000
"""Rows that are fetched at a time."""
KINDS = {"bigint": INTEGER, "double precision": REAL, "text": TEXT, "bytea": BLOB}
WIRE = {INTEGER: "int8", REAL: "float8", TEXT: "text", BLOB: "bytea"}
"""How COPY calls the kinds of columns."""
OPTIONS = {"connect_timeout": 10, "keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 15_000}
"""A network that is dead is noticed within some 15 seconds."""
LINGER = 2.0
"""Seconds in which the server may still be ending the connections of a bot that has just stopped."""
OWN = "c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')"

BOTS = (
    "SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database()"
    " AND l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.classid::bigint = %s"
)
"""Whether anybody uses it: each bot holds a lock by which they are counted."""


class PostgresSide(Side):
    """A PostgreSQL database in a snapshot: later changes of others are not seen, and a `reading` side writes nothing."""

    takes_nul = False

    def __init__(self, address: str, reading: bool = False) -> None:
        self.where = shown(address)
        with self._plainly():
            self._db = psycopg.connect(address, application_name="referee move", **OPTIONS)  # type: ignore[arg-type]
        self._db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ if reading else psycopg.IsolationLevel.READ_COMMITTED
        self._db.read_only = reading

    def hold(self) -> None:
        """Locks the database, and takes a new snapshot."""
        ((schema,),) = self._all("SELECT current_schema()")
        ours, latest = False, time.monotonic() + LINGER
        while True:
            ours = ours or self._all("SELECT pg_try_advisory_lock(%s)", (lock(schema, JOINING),))[0][0]
            free = ours and not self._all(BOTS, (counting(schema) & 0xFFFFFFFF,))
            self._db.rollback()
            if free:
                return
            if time.monotonic() > latest:
                raise Unmovable(IN_USE.format(self.where))
            time.sleep(0.05)

    def version(self) -> int:
        if not self._all(f"SELECT 1 FROM pg_class c WHERE c.relname = 'migrations' AND {OWN}"):
            return 0
        ((number,),) = self._all("SELECT MAX(number) FROM migrations")
        return number or 0

    def tables(self) -> dict[str, Table]:
        columns: dict[str, list[Column]] = {name: [] for (name,) in self._all(f"SELECT c.relname FROM pg_class c WHERE {OWN} ORDER BY c.relname")}
        for name, column, kind in self._all(
            "SELECT c.relname, a.attname, format_type(a.atttypid, NULL) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            f" WHERE {OWN} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum"
        ):
            columns[name].append(Column(column, KINDS.get(kind, kind)))
        keys: dict[str, list[str]] = {}
        for name, column in self._all(
            "SELECT c.relname, a.attname FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'"
            " CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS part (number, place)"
            f" JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.number WHERE {OWN} ORDER BY c.relname, part.place"
        ):
            keys.setdefault(name, []).append(column)
        parents: dict[str, set[str]] = {}
        for name, other in self._all(
            "SELECT c.relname, p.relname FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f'"
            f" JOIN pg_class p ON p.oid = k.confrelid WHERE {OWN}"
        ):
            parents.setdefault(name, set()).add(other)
        return {
            name: Table(name, tuple(found), tuple(keys.get(name, (column.name for column in found))), frozenset(parents.get(name, ())))
            for name, found in columns.items()
            if name not in NOTES
        }

    def count(self, table: Table) -> int:
        ((number,),) = self._all(sql.SQL("SELECT COUNT(*) FROM {}").format(sql.Identifier(table.name)))
        found: int = number
        return found

    def rows(self, table: Table) -> Iterator[Values]:
        return self._read(sql.SQL("SELECT {} FROM {}").format(_columns(table), sql.Identifier(table.name)))

    def sorted_rows(self, table: Table) -> Iterator[Values]:
        """All rows of a table by its key; -0.0 becomes 0.0, as in SQLite."""
        kinds = dict(table.columns)
        values = (sql.SQL("{} + 0" if kind == REAL else "{}").format(sql.Identifier(name)) for name, kind in table.columns)
        key = (sql.SQL('{} COLLATE "C"' if kinds[name] == TEXT else "{}").format(sql.Identifier(name)) for name in table.key)
        comma, name = sql.SQL(", "), sql.Identifier(table.name)
        return self._read(sql.SQL("SELECT {} FROM {} ORDER BY {}").format(comma.join(values), name, comma.join(key)))

    def _read(self, query: sql.Composed) -> Iterator[Values]:
        with self._plainly(), self._db.cursor(name="rows", binary=True) as cursor:
            cursor.execute(query)
            while batch := cursor.fetchmany(BATCH):
                yield from batch

    def clear(self, tables: Iterable[Table]) -> None:
        names = sql.SQL(", ").join(sql.Identifier(table.name) for table in tables)
        with self._plainly():
            self._db.execute("SET LOCAL lock_timeout = '5s'")
            self._db.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(names))

    def fill(self, table: Table, rows: Iterable[Values]) -> None:
        query = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(sql.Identifier(table.name), _columns(table))
        with self._plainly(), self._db.cursor() as cursor, cursor.copy(query) as copy:
            copy.set_types([WIRE[column.kind] for column in table.columns])
            for row in rows:
                copy.write_row(row)

    def numbered(self) -> dict[str, str]:
        found = self._all(
            f"SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE {OWN} AND a.attidentity <> ''"
        )
        return dict(found)

    def highest(self, table: Table, column: str) -> int:
        ((there,),) = self._all(sql.SQL("SELECT COALESCE(MAX({}), 0) FROM {}").format(sql.Identifier(column), sql.Identifier(table.name)))
        ((sequence,),) = self._all("SELECT pg_get_serial_sequence(%s, %s)", (table.name, column))
        ((given,),) = self._all(sql.SQL("SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {}").format(sql.SQL(sequence)))
        return max(there, given, 0)

    def go_on_after(self, table: Table, column: str, number: int) -> None:
        changed = sql.SQL("ALTER TABLE {} ALTER COLUMN {} RESTART WITH {}")
        with self._plainly():
            self._db.execute(changed.format(sql.Identifier(table.name), sql.Identifier(column), sql.Literal(number + 1)))

    def done(self) -> None:
        try:
            self._db.commit()
        except psycopg.OperationalError as error:
            raise Unmovable(f"The connection to {self.where} was lost at the very end. Say the same again to learn how it ended.") from error

    def close(self) -> None:
        with contextlib.suppress(psycopg.Error):
            self._db.close()

    def _all(self, query: Any, values: tuple[Any, ...] = ()) -> list[Any]:
        with self._plainly():
            return self._db.execute(query, values or None).fetchall()

    def _plainly(self) -> AbstractContextManager[None]:
        return plainly(self.where)


def shown(address: str) -> str:
    """An address for people, without a password. Raises Unmovable for text that is no address."""
    try:
        parts: dict[str, Any] = {"user": "", "host": "localhost", "dbname": "", **conninfo_to_dict(address)}
    except psycopg.Error:  # Whose words hold all of it.
        raise Unmovable("That is no address of a database: it reads like postgresql://user:password@host:5432/database.") from None
    user, port = f"{parts['user']}@" if parts["user"] else "", f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{user}{parts['host']}{port}/{parts['dbname'] or parts['user']}"


def _columns(table: Table) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, table.names))


@contextlib.contextmanager
def plainly(where: str) -> Iterator[None]:
    """A context that turns errors of the server, the network or psycopg into Unmovable, with a sentence about the database `where`."""
    try:
        yield
    except psycopg.Error as error:
        raise Unmovable(_sentence(where, error)) from error


def _sentence(where: str, error: psycopg.Error) -> str:
    said = " ".join((error.diag.message_primary or str(error)).split())
    match error:
        case psycopg.errors.InsufficientPrivilege():
            return f"There is no right to do that in {where} ({said})."
        case _ if isinstance(error, psycopg.errors.DiskFull) or "could not extend file" in said:
            return f"There is no room left on the server of {where} ({said})."
        case psycopg.errors.ForeignKeyViolation():
            return f"Rows refer to others that are not there ({said})."
        case psycopg.errors.LockNotAvailable():
            return IN_USE.format(where)
        case psycopg.OperationalError() if error.pgconn is None or error.sqlstate is None or error.sqlstate.startswith(("08", "57")):
            return f"There is no connection to {where} ({said})."
    return f"{where} cannot be used ({said})."
