"""Two processes that serve the same server, both with a database of their own connections, look at the same moment: one position a day is posted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.service.daily_practice import BEGINS, DailyPractice, today
from data.store import Store
from data.store.daily_practice import ANY
from rules.competition.clock import DAY, HOUR
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("places")

HOME, HERE, NOW = 2000 << 22, 7, BEGINS + 20_000 * DAY + HOUR


class Channel:
    """What Discord holds: a message for each nonce, and how often it was asked for one."""

    def __init__(self) -> None:
        self.messages: dict[str, str] = {}
        self.asked = 0

    async def send(self, channel: int, message: dict[str, Any], nonce: str) -> int:
        self.asked += 1
        self.messages.setdefault(nonce, message["content"])
        await asyncio.sleep(0)
        return [*self.messages].index(nonce) + 1

    async def history(self, **_: Any) -> AsyncIterator[Any]:
        """Nothing can be read yet of what has just been sent."""
        for _ in ():
            yield


def process(store: Store, channel: Channel) -> DailyPractice:
    """The positions of the day as one process looks after them."""

    async def room(*_: int) -> Any:
        return SimpleNamespace(games=(), language="en", theme="dark")

    bot: Any = SimpleNamespace(
        store=store, port=channel, room=room, user=SimpleNamespace(id=1), reach=SimpleNamespace(knows=True, why=lambda _: None),
        sharing=SimpleNamespace(holds=lambda _: True), get_guild=lambda _: None, get_partial_messageable=lambda _: channel,
    )  # fmt: skip
    return DailyPractice(bot)


def meeting(rows: Any, barrier: asyncio.Barrier) -> None:
    """Whoever has read that a day is free waits until the other has read it, too."""
    days: Callable[[int], Awaitable[Any]] = rows.days

    async def read(guild: int) -> Any:
        found = await days(guild)
        async with within("the other process to read"):
            await barrier.wait()
        return found

    rows.days = read


@pytest.fixture
async def stores(tmp_path):
    opened = [await Store.open(tmp_path / "both.sqlite3") for _ in range(2)]
    for store in opened:
        store.now = lambda: NOW
    yield opened
    for store in opened:
        await store.close()


async def test_of_two_who_find_the_day_free_at_the_same_moment_one_posts(stores):
    channel, barrier = Channel(), asyncio.Barrier(2)
    both = [process(store, channel) for store in stores]
    await stores[0].daily_practice.set(HOME, HERE, ANY)
    for store in stores:
        meeting(store.daily_practice, barrier)
    await asyncio.gather(*(one.settle() for one in both))
    assert channel.asked == 1
    [day] = await stores[0].daily_practice.wanting(today(NOW) + 1) and await _days(stores[0])
    assert (day.day, day.message) == (today(NOW), 1)


async def test_who_looks_while_the_other_is_sending_adds_no_message(stores):
    """The day is taken on and its message not known yet: it may be that the other process has ended, so it is sent with the same nonce."""
    channel = Channel()
    one, other = (process(store, channel) for store in stores)
    await stores[0].daily_practice.set(HOME, HERE, ANY)
    send = channel.send

    async def sends(*args: Any) -> int:
        channel.send = send
        await other.settle()
        return await send(*args)

    channel.send = sends
    await one.settle()
    assert channel.asked == 2
    assert len(channel.messages) == 1
    assert [day.message for day in await _days(stores[1])] == [1]


async def _days(store: Store) -> Any:
    return await type(store.daily_practice).days(store.daily_practice, HOME)
