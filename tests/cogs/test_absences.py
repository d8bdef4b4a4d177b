"""Somebody who has left, does not see the channel or is timed out: what Discord says of them, and what is kept of it."""

from __future__ import annotations

import pytest

from cogs.playing.tables import Tables
from cogs.playing.whereabouts import BLIND, GONE, HERE, MUTED, UNKNOWN, Whereabouts
from data.shards import EVERYTHING
from data.store.changes import Change
from data.store.values import Absence
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, THERE
from tests.chat import HERE as CHANNEL
from tests.cogs.test_reach import Time

SERVER = 2000


@pytest.fixture
def time():
    return Time()


@pytest.fixture
async def store(time):
    async with memory() as opened:
        opened.now = time
        opened.shards = EVERYTHING
        with known():
            yield opened


async def test_what_discord_has_said_is_kept_with_the_table_and_goes_with_its_end(store):
    made = await open_table(store, 2)
    await made._commit(Change(made.row, absences={101: Absence(101, GONE, 5.0), 102: Absence(102, MUTED, 6.0, 7.0, 8.0)}))
    assert await store.absences.gone_since(made.id, 101) == 5.0
    assert await store.absences.gone_since(made.id, 102) is None
    table = await Tables(store).get(made.id)
    assert table.absences == {101: Absence(101, GONE, 5.0), 102: Absence(102, MUTED, 6.0, 7.0, 8.0)}
    await table.concede(0)
    assert table.absences == await store.absences.of(table.id) == {}


async def test_who_is_forgotten_is_forgotten_here_as_well(store):
    table = await open_table(store, 2)
    await table._commit(Change(table.row, absences={101: Absence(101, GONE, 5.0), 102: Absence(102, BLIND, 6.0)}))
    await store.people.forget(101)
    assert set(await store.absences.of(table.id)) == {102}


# What Discord says


async def where(chat, member: str, channel: str = CHANNEL) -> str:
    return (await chat.bot.port.whereabouts(SERVER, int(member), int(channel))).what


async def test_only_that_somebody_is_no_member_means_that_they_are_gone(chat):
    assert await where(chat, BOHUMIL) == HERE
    chat.leaves(BOHUMIL)
    assert await where(chat, BOHUMIL) == GONE
    assert await where(chat, CECILE) == HERE
    assert await where(chat, "99") == UNKNOWN, "there is no such person: 10013"
    chat.unavailable()
    await chat.settle()
    assert await where(chat, BOHUMIL) == UNKNOWN
    chat.available()
    chat.comes_back(BOHUMIL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == HERE
    chat.leaves(BOHUMIL)
    chat.throws_out()
    await chat.settle()
    assert await where(chat, BOHUMIL) == UNKNOWN, "whoever is not there themselves cannot know"


@pytest.mark.parametrize("trouble", [500, 403, "silence"])
async def test_a_refusal_or_silence_says_nothing(chat, trouble, monkeypatch):
    chat.leaves(BOHUMIL)
    with monkeypatch.context() as broken:
        broken.setattr(chat.bot.http, "get_member", _failing(trouble))
        assert await where(chat, BOHUMIL) == UNKNOWN
    assert await where(chat, BOHUMIL) == GONE


def _failing(trouble):
    from tests.cogs.test_port import refused

    async def get_member(*_):
        raise TimeoutError if trouble == "silence" else refused(trouble)

    return get_member


async def test_the_channel_is_hidden_from_a_member_or_from_a_role_that_they_have_lost(chat):
    chat.hides(CHANNEL, BOHUMIL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == BLIND
    assert await where(chat, BOHUMIL, THERE) == HERE
    assert await where(chat, CECILE) == HERE
    thread = chat.thread_in(CHANNEL, CECILE)
    await chat.settle()
    assert await where(chat, BOHUMIL, thread) == BLIND
    chat.archives(thread)
    await chat.settle()
    assert await where(chat, BOHUMIL, thread) == BLIND
    chat.hides(CHANNEL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == HERE
    private = chat.thread_in(CHANNEL, ANNA, private=True)
    assert await where(chat, BOHUMIL, private) == HERE, "who is in a private thread is not known"
    assert (await chat.bot.port.whereabouts(SERVER, int(BOHUMIL), 99)).what == HERE, "of that channel nothing is told"


async def test_a_time_out_is_known_with_its_end(chat):
    chat.timed_out(BOHUMIL, 3600)
    found = await chat.bot.port.whereabouts(SERVER, int(BOHUMIL), int(CHANNEL))
    assert found == Whereabouts(MUTED, pytest.approx(chat.bot.store.now() + 3600, abs=5))
    chat.ahead += 3700
    assert await where(chat, BOHUMIL) == HERE
