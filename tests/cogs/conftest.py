"""The chat that whole-bot tests are held in."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from cogs.play import tables
from tests.bids import Time, known, memory, timed
from tests.chat import Chat
from tests.coarse import blank, put
from tests.moved_databases import database, server


@pytest.fixture(autouse=True)
def shell(surroundings, request):
    """Nothing is drawn for whom does not ask for what is `drawn`. Who begins is settled by the seats, for whom does not ask for a `pie`: tests are
    about something else."""
    with ExitStack() as around:
        if "drawn" not in request.fixturenames:
            around.enter_context(blank())
        if "pie" not in request.fixturenames:
            around.enter_context(put((tables, "for_one_game", lambda rules, options, seats: {})))
        yield


@pytest.fixture
def pie():
    """New tables open as people have them."""


@pytest.fixture
async def chat(tmp_path):
    async with Chat(tmp_path) as opened:
        yield opened


@pytest.fixture
def time():
    """What a test says that it is."""
    return Time()


@pytest.fixture
async def store(time):
    """A store that goes by this time, in which the game of the house is known."""
    async with timed(time) as opened:
        yield opened


@pytest.fixture
async def in_memory():
    """A store in memory that goes by the real time, in which the game of the house is known."""
    with known():
        async with memory() as opened:
            yield opened


@pytest.fixture(scope="module")
def address():
    """A PostgreSQL server."""
    with server() as running:
        yield running


@pytest.fixture
def where(address):
    """An empty database on it."""
    with database(address) as made:
        yield made
