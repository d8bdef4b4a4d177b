"""Turns among servers and their people: whoever waits, in which order, and that none is lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from cogs.play.fair_queue import Asker, Turns
from tests.waiting import within


async def in_line(turns: Turns, who: Asker, name: str, order: list[str], work: asyncio.Event | None = None) -> None:
    async with turns.turn(who):
        order.append(name)
        if work:
            async with within("the test to let it work"):
                await work.wait()
        else:
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ("A1 A1 B1", "A1 B1 A1"),
        ("A1 A1 A1 B1 B1 C1", "A1 B1 C1 A1 B1 A1"),
        ("A1 A1 A1 A2 A2 A3", "A1 A2 A3 A1 A2 A1"),
        ("A1 A1 A1 A2 B5 B5 B5", "A1 B5 A2 B5 A1 B5 A1"),
        ("A1 B1 A1 B1 C1", "A1 B1 C1 A1 B1"),
    ],
)
async def test_servers_and_their_people_think_in_turn(waiting, expected):
    turns, order, free = Turns(1), [], asyncio.Event()
    first = asyncio.create_task(in_line(turns, Asker(99, 99), "first", order, free))
    await asyncio.sleep(0)
    tasks = [asyncio.create_task(in_line(turns, Asker(ord(name[0]), int(name[1])), name, order)) for name in waiting.split()]
    await asyncio.sleep(0)
    assert (turns.taken, turns.waiting) == (1, len(tasks))
    free.set()
    await asyncio.gather(first, *tasks)
    assert order == ["first", *expected.split()]
    assert (turns.taken, turns.waiting) == (0, 0)


@pytest.mark.parametrize(("most", "server", "person"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (8, 7, 4)])
async def test_nobody_has_all_turns(most, server, person):
    turns, order, free = Turns(most), [], asyncio.Event()
    one = [asyncio.create_task(in_line(turns, Asker(1, 1), "one", order, free)) for _ in range(20)]
    await asyncio.sleep(0.01)
    assert order == ["one"] * person
    others = [asyncio.create_task(in_line(turns, Asker(1, 2 + n), "same server", order, free)) for n in range(20)]
    await asyncio.sleep(0.01)
    assert len(order) == server
    assert turns.waits(Asker(1, 1))
    assert not turns.waits(Asker(2, 1))
    elsewhere = [asyncio.create_task(in_line(turns, Asker(2, 99), "other", order, free)) for _ in range(20)]
    await asyncio.sleep(0.01)
    assert len(order) == most
    free.set()
    await asyncio.gather(*one, *others, *elsewhere)
    assert Counter(order) == {"one": 20, "same server": 20, "other": 20}


async def test_turns_are_neither_lost_nor_given_twice():
    """Askers come, give up while they wait and while they have their turn, at any moment."""
    rng, turns, there, most = random.Random(8), Turns(3), [0], [0]

    async def ask(who: Asker) -> None:
        async with turns.turn(who):
            there[0] += 1
            most[0] = max(most[0], there[0])
            try:
                for _ in range(rng.randrange(3)):
                    await asyncio.sleep(0)
            finally:
                there[0] -= 1

    tasks: list[asyncio.Task[None]] = []
    for _ in range(3000):
        tasks.append(asyncio.create_task(ask(Asker(rng.randrange(4), rng.randrange(5)))))
        if rng.random() < 0.4:
            rng.choice(tasks[-9:]).cancel()
        if rng.random() < 0.3:
            await asyncio.sleep(0)
    done = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 60)
    assert sum(isinstance(one, asyncio.CancelledError) for one in done) > 200
    assert not [one for one in done if one is not None and not isinstance(one, asyncio.CancelledError)]
    assert most == [3]
    assert (turns.taken, turns.waiting, turns._servers, turns._people) == (0, 0, {}, {})
