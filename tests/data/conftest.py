"""Databases on a PostgreSQL server, for tests of whatever lies below a store."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.moved_databases import database, server


@pytest.fixture(scope="module")
def machine() -> Iterator[str]:
    """A server with databases."""
    with server() as address:
        yield address


@pytest.fixture
def elsewhere(machine) -> Iterator[str]:
    """An empty database on a server."""
    with database(machine) as address:
        yield address
