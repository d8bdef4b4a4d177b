"""Read-only checks of a PostgreSQL database from outside. Needs psycopg."""

from __future__ import annotations

from typing import NamedTuple

import psycopg

from data.store.database import Unusable
from data.store.postgres.connections import words_of

OLDEST = 13
"""The first version of PostgreSQL that can say what became of a transaction."""
PATIENCE = 10


class Server(NamedTuple):
    """The state of a PostgreSQL server.

    Its version, the latest migration (0: none), whether it is writable and tables can be created, allowed and used connections, and the size of
    the database in bytes.
    """

    major: int
    version: int
    writable: bool
    makes_tables: bool
    most: int
    used: int
    size: int


def server(address: str) -> Server:
    """Checks a server and its database, read-only. Raises Unusable if it can't be reached."""
    try:
        with psycopg.connect(address, connect_timeout=PATIENCE, application_name="referee doctor", autocommit=True) as db:
            db.execute(f"SET statement_timeout = '{PATIENCE}s'")

            def one(query: str) -> int:
                found = db.execute(query.encode()).fetchone()
                return int(found[0] or 0) if found else 0

            version = 0
            if one("SELECT CAST(to_regclass('migrations') IS NOT NULL AS INTEGER)"):
                version = one("SELECT MAX(number) FROM migrations")
            return Server(
                one("SELECT current_setting('server_version_num')") // 10000,
                version,
                not one("SELECT CAST(pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS INTEGER)"),
                bool(one("SELECT CAST(has_schema_privilege(current_schema(), 'CREATE') AS INTEGER)")),
                one("SELECT current_setting('max_connections')"),
                one("SELECT COUNT(*) FROM pg_stat_activity"),
                one("SELECT pg_database_size(current_database())"),
            )
    except psycopg.ProgrammingError as error:  # What it says may hold a part of the password.
        raise Unusable("its address cannot be read, or it does not let the bot look") from error
    except psycopg.Error as error:
        raise Unusable(words_of(error)) from error
