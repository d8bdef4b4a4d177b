"""A gateway that is connected, answers heartbeats and delivers nothing: it is noticed, costs nobody time, and the shard connects anew."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.service.deaf_gateway import LONGEST, SILENCE, UNASKED, Hearing
from data.store.shards import EVERYTHING
from rules.competition.clock import HOUR, MOVE, Clock
from tests.bids import known, memory, open_table
from tests.sampled import often
from tests.waiting import within

BEGUN = 1_790_000_000.0


class Discord:
    """One shard with a server; it may be deaf, for ever or until it connects anew, and lets so many sessions begin."""

    def __init__(self) -> None:
        self.deaf = self.stays_deaf = False
        self.asked = self.anew = 0
        self.spare = True
        self.shards: dict[int, Any] = {0: self}
        self.shard_count: int | None = 1
        self.user: Any = SimpleNamespace(id=7)
        self.unavailable = False

    def is_ready(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def get_guild(self, number: int) -> Any:
        return self

    async def query_members(self, user_ids: list[int], cache: bool) -> list[Any]:
        assert (user_ids, cache) == ([7], False), "no member is asked about, and none is remembered"
        self.asked += 1
        if self.deaf:
            await asyncio.sleep(3600)
        return []

    async def reconnect(self) -> None:
        self.anew += 1
        self.deaf = self.deaf and self.stays_deaf

    async def has_spare(self) -> bool:
        return self.spare


@pytest.fixture
async def made(monkeypatch):
    monkeypatch.setattr("cogs.service.deaf_gateway.PATIENCE", 0.01)
    discord, told, time = Discord(), [], [BEGUN]

    async def heard(shard: int) -> None:
        told.append(("heard", shard))

    async with memory() as store:
        store.now = lambda: time[0]
        store.shards = EVERYTHING
        with known():
            hearing = Hearing(discord, store, lambda shard, since: told.append((shard, since)), heard, discord.has_spare)
            yield SimpleNamespace(discord=discord, told=told, time=time, store=store, hearing=hearing)


async def passes(made: Any, seconds: float) -> None:
    """Time passes, and it listens as often as it does."""
    end = made.time[0] + seconds
    async with within("the time that was to pass"):
        while made.time[0] < end:
            made.time[0] = min(made.time[0] + made.hearing.period, end)
            await made.hearing.settle()


async def test_nothing_is_asked_where_no_clock_runs_or_somebody_is_heard(made):
    await passes(made, HOUR)
    assert not made.discord.asked, "nobody plays"
    await open_table(made.store, 2, clock=Clock(MOVE, HOUR))
    for _ in range(20):
        made.hearing.spoken(1)
        await passes(made, 2 * made.hearing.period)
    assert not made.discord.asked, "people press"
    await passes(made, HOUR)
    assert 0 < made.discord.asked <= HOUR / SILENCE + 1
    assert (made.told, made.discord.anew, made.hearing.deaf) == ([], 0, frozenset())


async def test_a_deaf_shard_is_noticed_within_minutes_and_connects_anew(made):
    await open_table(made.store, 2, clock=Clock(MOVE, HOUR))
    made.hearing.spoken(1)
    last = made.time[0]
    made.discord.deaf = True
    await passes(made, 3 * SILENCE)
    assert made.told[0] == (0, last), "time stands since it was last heard"
    assert made.told[-1] == ("heard", 0)
    assert (made.discord.anew, made.hearing.deaf) == (1, frozenset())


async def test_one_that_stays_deaf_connects_anew_with_measure(made):
    await open_table(made.store, 2, clock=Clock(MOVE, HOUR))
    made.discord.deaf = made.discord.stays_deaf = True
    hours = often(12, 30)
    await passes(made, hours * HOUR)
    assert made.hearing.deaf == {0}
    assert 10 < made.discord.anew <= hours * HOUR / LONGEST + 8
    assert ("heard", 0) not in made.told
    made.discord.spare = False
    before = made.discord.anew
    await passes(made, hours * HOUR)
    assert made.discord.anew == before, "a day's sessions are kept for those that need one"


async def test_an_answer_does_not_prove_that_interactions_come(made):
    """Where clocks run and nobody is heard for six hours the shard connects anew, at most once in six hours."""
    await open_table(made.store, 2, clock=Clock(MOVE, HOUR))
    await passes(made, UNASKED - 60)
    assert not made.discord.anew
    await passes(made, 4 * UNASKED)
    assert 3 <= made.discord.anew <= 5
    assert made.told == []


async def test_a_process_with_some_of_many_shards_asks_its_own(made):
    """Server 1 is of shard 0 of 16, of which this process has two others as well."""
    made.discord.shard_count, made.discord.shards = 16, {0: made.discord, 1: made.discord, 2: made.discord}
    await open_table(made.store, 2, clock=Clock(MOVE, HOUR), guild=5 << 22)
    await passes(made, HOUR)
    assert not made.discord.asked, "its server is of shard 5"
