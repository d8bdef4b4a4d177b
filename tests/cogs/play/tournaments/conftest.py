"""What tests of tournaments by their rows share: a toy game, and a store on each database."""

from __future__ import annotations

import pytest

from data.store import Store
from tests.bids import known
from tests.databases import drop, fresh


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request, tmp_path):
    where = tmp_path / "games.sqlite3" if request.param == "sqlite" else fresh()
    opened = await Store.open(where)
    yield opened
    await opened.close()
    if request.param == "postgresql":
        drop(where)
