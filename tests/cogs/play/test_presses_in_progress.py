"""Boards wait for what is done by one press, and for no longer than they have patience."""

from __future__ import annotations

import asyncio

from cogs.play.presses_in_progress import Presses
from tests.waiting import within


async def test_who_waits_goes_on_when_the_last_press_is_over():
    presses = Presses()
    await presses.over(10.0)
    with presses:
        with presses:
            waits = asyncio.ensure_future(presses.over(10.0))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waits.done(), "one of two is still under way"
    async with within("the end of both"):
        await waits


async def test_patience_ends():
    presses = Presses()
    with presses:
        async with within("the end of patience"):
            await presses.over(0.01)


async def test_who_is_given_up_at_the_moment_when_a_press_is_over_does_not_go_on():
    """Else a process that ends would send one board more, and be waited for."""
    presses = Presses()
    for steps in range(4):
        with presses:
            waits = asyncio.ensure_future(presses.over(10.0))
            for _ in range(steps):
                await asyncio.sleep(0)
        waits.cancel()
        async with within("the end of who is given up"):
            await asyncio.wait([waits], timeout=5)
        assert waits.cancelled(), f"after {steps} steps"
