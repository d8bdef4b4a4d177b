"""Reads the numbered SQL scripts for either database; `sqlite.py` and `postgres/database.py` run them, each once.

Those of `data/migrations` are for SQLite. PostgreSQL begins with the first one of the folder `postgresql`, the schema at that number; later ones
are taken from its folder, or else translated from SQLite's.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from data.store.postgres.dialect import schema

MIGRATIONS = Path(__file__).parents[1] / "migrations"
SQLITE, POSTGRESQL = "", "postgresql"
UNTIED = "-- Foreign keys are off"
"""How a script for SQLite begins that makes tables anew to which others refer: theirs would go with the old ones."""


def _numbered(folder: Path) -> dict[int, Path]:
    return {int(path.name.split("_")[0]): path for path in folder.glob("*.sql")}


def scripts(dialect: str) -> list[tuple[int, str]]:
    """The migrations of a dialect, by number."""
    own = _numbered(MIGRATIONS / dialect)
    found = {number: path.read_text(encoding="utf-8") for number, path in own.items()}
    if dialect == POSTGRESQL:
        for number, path in _numbered(MIGRATIONS).items():
            if number > min(own):
                found.setdefault(number, schema(path.read_text(encoding="utf-8")))
    return sorted(found.items())


def newest() -> int:
    """The number of the newest migration."""
    return max(_numbered(MIGRATIONS))


def newer(done: Iterable[int | None]) -> str | None:
    """A sentence if a database has a migration that this version of the bot doesn't know; else None."""
    number = max((number for number in done if number is not None), default=0)
    return f"it is of a newer version of the bot (migration {number})" if number > newest() else None
