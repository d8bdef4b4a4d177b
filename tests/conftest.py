"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.content import build
from tests.databases import Places

SHARED = Path(__file__).resolve().parents[2] / "shared"
FILE, SERVER = "sqlite", "postgresql"


def pytest_addoption(parser):
    parser.addoption("--postgresql", action="store_true", help="every store is a database on a server")


@pytest.fixture(params=[FILE, SERVER])
def places(request):
    """The test runs twice: its stores are files, or databases on a server."""
    with Places(request.param == SERVER).standing() as standing:
        yield standing


@pytest.fixture(autouse=True)
def _everything_on_a_server(request):
    if request.config.getoption("--postgresql") and "places" not in request.fixturenames:
        with Places(True).standing():
            yield
    else:
        yield


@pytest.fixture(scope="session")
def monster_hex():
    return build("monster_hex")
