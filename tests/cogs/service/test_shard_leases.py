"""Who looks after which shards, and who may begin a session when: by processes that are but objects here, with a hall in which they meet."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from cogs.service import shard_leases, shard_starts
from cogs.service.shard_leases import ShardLeases
from cogs.service.shard_starts import ShardStarts
from data.store.changes import TABLE, Subject
from data.store.shards import Shards
from tests.bids import memory
from tests.waiting import until

GUILD_OF = {0: 0, 1: 1 << 22, 2: 2 << 22, 3: 3 << 22}


class Hall:
    """Where processes meet."""

    def __init__(self) -> None:
        self.holders: dict[str, Guest] = {}
        self.guests: list[Guest] = []


class Guest:
    """The peers of one process."""

    shared = valid = True
    lease = None

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.connected = True
        self.told: list[str] = []
        self.heard: Callable[[str], None] = lambda word: None
        self.lost: Callable[[], None] = lambda: None
        hall.guests.append(self)

    async def join(self, count: int) -> None:
        pass

    async def claim(self, name: str) -> bool:
        await asyncio.sleep(0)
        return self.connected and self.hall.holders.setdefault(name, self) is self

    async def release(self, name: str) -> None:
        if self.hall.holders.get(name) is self:
            del self.hall.holders[name]

    def tell(self, *words: str) -> None:
        self.told += words
        for guest in self.hall.guests:
            if guest is not self and guest.connected:
                for word in words:
                    guest.heard(word)

    def cut(self) -> None:
        """Its connection is lost."""
        self.connected = False
        self.hall.holders = {name: who for name, who in self.hall.holders.items() if who is not self}
        self.lost()

    async def close(self) -> None:
        pass


class Work:
    """In the place of worker and clockwork: notes what it is told."""

    def __init__(self, store) -> None:
        self.store = store
        self.noted: list[str] = []
        self.woken: list[Subject] = []
        self.slow = 0.0

    async def begin(self, shards: Shards) -> None:
        await asyncio.sleep(self.slow)
        self.store.shards |= shards
        self.noted.append(f"begin {shards}")

    async def end(self, shards: Shards) -> None:
        self.store.shards -= shards
        self.noted.append(f"end {shards}")

    def look(self) -> None:
        self.noted.append("look")

    def hear(self, subject: Subject) -> None:
        self.woken.append(subject)


class Hands:
    """The worker, which has the same names for other things."""

    def __init__(self, work: Work) -> None:
        self.look, self.hear = work.look, work.hear
        self.elsewhere: Callable[[Subject], None]
        self.lease: Callable[[], object]
        self.begun: list[Shards] = []

    async def begin(self, shards: Shards) -> None:
        self.begun.append(shards)

    async def end(self, patience: float) -> None:
        pass


class Process:
    def __init__(self, store, hall: Hall) -> None:
        self.store = store
        self.peers = Guest(hall)
        self.work = Work(store)
        self.hands = Hands(self.work)
        self.sharing = ShardLeases(store, self.peers, self.hands, self.work)

    async def start(self, shards: str) -> None:
        await self.sharing.start(Shards.parse(shards))
        for shard in Shards.parse(shards).own:
            self.sharing.ready(shard)

    def holds(self, *shards: int) -> bool:
        return all(self.sharing.holds(GUILD_OF[shard]) for shard in shards)


@pytest.fixture
async def two(monkeypatch):
    monkeypatch.setattr(shard_leases, "LOOK", 0.05)
    monkeypatch.setattr(shard_leases, "PRESS_WAITS", 0.4)
    hall = Hall()
    async with memory() as one, memory() as other:
        made = Process(one, hall), Process(other, hall)
        yield made
        for process in made:
            await process.sharing.close()


async def test_the_second_one_stands_by_and_takes_over_from_one_that_goes(two, monkeypatch):
    monkeypatch.setattr(shard_leases, "PRESS_WAITS", 30.0)
    one, other = two
    await one.start("0-3/4")
    await until(lambda: one.holds(0, 1, 2, 3))
    await other.start("0-3/4")
    await asyncio.sleep(0.2)
    assert not any(other.holds(shard) for shard in range(4))
    assert other.store.shards.own == frozenset()
    assert one.store.shards.own == {0, 1, 2, 3}
    waiting = asyncio.create_task(other.sharing.answers(GUILD_OF[2]))
    await asyncio.sleep(0.05)
    await one.sharing.close()
    assert await waiting, "who has pressed meanwhile is answered"
    assert not await one.sharing.answers(GUILD_OF[2])
    await until(lambda: other.store.shards.own == {0, 1, 2, 3})
    assert one.store.shards.own == frozenset()
    assert one.work.noted[-1].startswith("end")


async def test_who_holds_a_shard_answers_at_once_and_who_does_not_is_silent(two):
    one, other = two
    await one.start("0-1/2")
    await until(lambda: one.holds(0, 1))
    await other.start("0-1/2")
    began = time.monotonic()
    assert await one.sharing.answers(GUILD_OF[1])
    assert await one.sharing.answers(None)
    assert time.monotonic() - began < 0.2
    assert not await other.sharing.answers(GUILD_OF[1])
    assert not await other.sharing.answers(None)
    assert not await other.sharing.answers(GUILD_OF[1], patient=False)


async def test_what_is_lost_is_not_looked_after_at_once_and_what_another_has_taken_not_again(two):
    one, other = two
    await one.start("0-1/2")
    await until(lambda: one.store.shards.own == {0, 1})
    await other.start("0-1/2")
    one.peers.cut()
    assert one.store.shards.own == frozenset()
    assert not one.holds(0)
    await until(lambda: other.holds(0, 1))
    one.peers.connected = True
    one.peers.heard("")
    await asyncio.sleep(0.2)
    assert not one.holds(0)
    assert one.store.shards.own == frozenset()


async def test_while_nobody_can_hold_anything_everybody_answers(two):
    one, other = two
    await one.start("0/1")
    await until(lambda: one.holds(0))
    await other.start("0/1")
    for process in two:
        process.peers.cut()
    assert all(await asyncio.gather(*(process.sharing.answers(None) for process in two))), "Discord lets one of them"


async def test_what_is_lost_while_it_is_begun_is_not_looked_after(two):
    one, _ = two
    one.work.slow = 0.2
    await one.start("0/1")
    await until(lambda: one.holds(0))
    one.peers.cut()
    await asyncio.sleep(0.4)
    assert one.store.shards.own == frozenset()
    assert one.hands.begun == []
    one.peers.connected = True
    one.peers.heard("")
    await until(lambda: one.store.shards.own == {0} and len(one.hands.begun) == 1)


async def test_a_shard_without_discord_is_left_to_who_has_it(two, monkeypatch):
    monkeypatch.setattr(shard_leases, "LONELY", 0.2)
    one, other = two
    await one.start("0-1/2")
    await until(lambda: one.holds(0, 1))
    await other.start("0-1/2")
    one.sharing.away(0)
    one.sharing.away(1)
    one.sharing.ready(1)  # Back within a moment.
    await until(lambda: other.holds(0))
    assert one.holds(1)
    assert not one.holds(0)
    one.sharing.ready(0)
    await asyncio.sleep(0.2)
    assert not one.holds(0), "it is in good hands"


async def test_what_happens_elsewhere_is_told_and_heard(two):
    one, other = two
    await one.start("0/2")
    await other.start("1/2")
    await until(lambda: one.store.shards.own == {0} and other.store.shards.own == {1})
    one.hands.elsewhere(Subject(TABLE, 12))
    assert other.work.woken == [Subject(TABLE, 12)]
    other.store.due_changed.clear()
    one.store.due_changed.clear()
    one.store.database.ring(GUILD_OF[0])
    assert not other.store.due_changed.is_set()
    one.store.database.ring(GUILD_OF[1])
    assert other.store.due_changed.is_set()
    assert await other.store.channel_settings.own(7, 8) == await one.store.channel_settings.own(7, 8)
    before = dict(other.store.channel_settings._known)
    assert before
    await one.store.channel_settings.set(7, 8, before[7, 8]._replace(pings=False))
    assert other.store.channel_settings._known == {}
    other.store.due_changed.clear()
    other.peers.heard("")
    assert other.store.due_changed.is_set()
    assert other.work.noted[-1] == "look"


# Beginning sessions


class Discord:
    """Tells how many sessions may begin."""

    def __init__(self, concurrency: int = 1, remaining: int = 1000, reset: float = 0.0) -> None:
        self.limits = {"total": 1000, "remaining": remaining, "reset_after": reset * 1000, "max_concurrency": concurrency}
        self.asked = 0

    async def ask(self) -> tuple[int, str, dict]:
        self.asked += 1
        return 4, "wss://", dict(self.limits)


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(shard_starts, "SPAN", 0.3)
    monkeypatch.setattr(shard_starts, "CALM", (0.0, 0.01))
    monkeypatch.setattr(shard_starts, "AGAIN", 0.01)


async def turn(made: ShardStarts) -> None:
    async with made.turn(0):
        pass


async def test_shards_of_a_bucket_begin_one_after_the_other_in_all_processes(hasty):
    hall, discord = Hall(), Discord(concurrency=2)
    processes = [ShardStarts(Guest(hall), discord.ask) for _ in range(2)]
    begun: list[tuple[float, int]] = []

    async def begin(shard: int) -> None:
        async with processes[shard % 3 % 2].turn(shard):
            begun.append((time.monotonic(), shard))

    await asyncio.gather(*map(begin, range(8)))
    for bucket in (0, 1):
        moments = [at for at, shard in begun if shard % 2 == bucket]
        assert all(b - a > 0.28 for a, b in pairwise(moments))
    assert begun[-1][0] - begun[0][0] < 1.8, "buckets do not wait for each other"
    for process in processes:
        process.close()


async def test_the_first_shard_waits_for_nobody_and_asks_once(hasty):
    discord = Discord()
    made = ShardStarts(Guest(Hall()), discord.ask)
    began = time.monotonic()
    assert await made.recommended() == 4
    await turn(made)
    assert time.monotonic() - began < 0.2
    assert discord.asked == 1
    made.close()


async def test_who_has_few_sessions_left_waits_and_says_so(hasty, caplog):
    discord = Discord(concurrency=2, remaining=2, reset=0.3)
    made = ShardStarts(Guest(Hall()), discord.ask)
    waiting = asyncio.create_task(turn(made))
    with caplog.at_level(logging.ERROR):
        await asyncio.sleep(0.2)
    assert not waiting.done()
    assert "2 more sessions of 1000" in caplog.text
    assert discord.asked == 1, "it does not ask again and again"
    discord.limits["remaining"] = 1000
    await asyncio.wait_for(waiting, 10)
    assert discord.asked == 2
    made.close()


async def test_a_bucket_is_not_kept_by_who_gives_up(hasty):
    hall = Hall()
    one, other = ShardStarts(Guest(hall), Discord().ask), ShardStarts(Guest(hall), Discord().ask)
    await turn(one)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(turn(other), 0.1)
    await asyncio.wait_for(turn(other), 5)
    one.close()
    other.close()
