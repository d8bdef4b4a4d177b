"""What the tests wait by: it ends, and says what it waited for."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.waiting import for_ever, rounds, until, within


async def test_a_wait_that_takes_too_long_says_what_it_waited_for():
    with pytest.raises(AssertionError, match=r"0\.05 seconds for the end of the world"):
        async with within("the end of the world", 0.05):
            await for_ever()


async def test_what_is_too_late_for_somebody_else_stays_that():
    async def late() -> None:
        async with within("something else"), asyncio.timeout(0.01):
            await for_ever()

    with pytest.raises(TimeoutError):
        await late()


async def test_what_is_waited_for_is_read_where_nobody_says_it():
    never: list[int] = []
    with pytest.raises(AssertionError, match="len\\(never\\) == 7"):
        await until(lambda: len(never) == 7, seconds=0.02)


async def test_what_is_so_is_given_and_may_have_to_be_awaited():
    counted = iter(range(9))

    async def found() -> int:
        return next(counted)

    assert await until(found) == 1
    assert await until(lambda: next(counted) > 4)
    assert next(counted) == 6


async def test_what_takes_long_is_asked_for_less_and_less_often():
    asked: list[float] = []

    def late() -> bool:
        asked.append(time.monotonic())
        return asked[-1] - asked[0] > 0.5

    await until(late)
    assert len(asked) < 30
    asked.clear()
    await until(lambda: late() or len(asked) == 4, pause=0.15)
    assert asked[-1] - asked[0] < 0.9, "nobody is kept longer than by what they said"


def test_rounds_are_counted():
    tried = rounds("luck", 1, 5, most=3)
    assert [next(tried) for _ in range(3)] == [1, 6, 11]
    with pytest.raises(AssertionError, match="tried 3 times for luck"):
        next(tried)
