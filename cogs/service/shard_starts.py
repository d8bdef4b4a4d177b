"""Limits on new gateway sessions: how many at a time in all processes, and how many a day."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord

from data.store.peers import Peers

log = logging.getLogger("referee.identifying")
SPAN = 5.0
"""Seconds after which the next shard of a bucket may begin a session, as Discord wants it."""
CALM = (1.0, 5.0)
"""Between so many seconds a shard waits whose session Discord has ended, as Discord wants it."""
AGAIN = 0.25
"""Seconds between two tries to get a bucket that another process has."""
UNREACHABLE, LONGEST = 5.0, 120.0
"""Seconds until Discord is asked again that has not answered: twice as long each time, up to the second one."""
UNAUTHORIZED = 401


class ShardStarts:
    """A rate limiter for gateway sessions, shared with the other processes of the bot.

    Discord starts `max_concurrency` shards in parallel, one in each bucket; in a bucket, one begins every five seconds. `ask` asks Discord for the
    number of shards it recommends, its address, and its limits.
    """

    def __init__(self, peers: Peers, ask: Callable[[], Awaitable[tuple[int, str, Any]]]) -> None:
        self._peers = peers
        self._ask = ask
        self._known: discord.SessionStartLimits | None = None
        self._begun: set[int] = set()
        self._buckets: dict[int, asyncio.Lock] = {}
        self._spans: set[asyncio.Task[None]] = set()

    async def recommended(self) -> int:
        """The number of shards that Discord recommends; waits until it answers. Raises discord.LoginFailure for a wrong token."""
        pause = UNREACHABLE
        while True:
            try:
                count, _, limits = await self._ask()
                known = discord.SessionStartLimits(**limits)
                if min(int(count), int(known.max_concurrency)) < 1 or min(int(known.remaining), int(known.reset_after), int(known.total)) < 0:
                    raise ValueError
            except Exception as error:  # Whatever it answers, another time it may be better.
                if isinstance(error.__cause__, discord.HTTPException) and error.__cause__.status == UNAUTHORIZED:
                    raise discord.LoginFailure from error
                log.warning("Discord does not say how to connect (%s); asked again in %.0f seconds", type(error).__name__, pause)
                await asyncio.sleep(pause * random.uniform(0.5, 1))
                pause = min(2 * pause, LONGEST)
            else:
                self._known = known
                return count

    @asynccontextmanager
    async def turn(self, shard: int) -> AsyncIterator[None]:
        """Waits until Discord allows a shard to identify; the caller connects within the context. Raises discord.LoginFailure."""
        if shard in self._begun:
            await asyncio.sleep(random.uniform(*CALM))
        limits = await self._enough()
        bucket = shard % limits.max_concurrency
        lock, name = self._buckets.setdefault(bucket, asyncio.Lock()), f"identify {bucket}"
        await lock.acquire()
        try:
            while not await self._peers.claim(name):
                await asyncio.sleep(AGAIN)
        except BaseException:
            lock.release()
            raise
        self._begun.add(shard)
        try:
            yield
        finally:
            span = asyncio.create_task(self._free(lock, name))
            self._spans.add(span)
            span.add_done_callback(self._spans.discard)

    async def _free(self, lock: asyncio.Lock, name: str) -> None:
        try:
            await asyncio.sleep(SPAN)
            await self._peers.release(name)
        finally:
            lock.release()

    async def _enough(self) -> discord.SessionStartLimits:
        """Waits until there are sessions left today, and returns the limits. `max_concurrency` sessions are kept in reserve: others may be
        starting theirs, and too many starts make Discord reset the token."""
        while True:
            if self._known is None:
                await self.recommended()
            limits, self._known = self._known, None
            assert limits is not None
            if limits.remaining > limits.max_concurrency:
                return limits
            wait = limits.reset_after / 1000
            log.error("Discord lets this bot begin %d more sessions of %d a day: waiting %.0f minutes", limits.remaining, limits.total, wait / 60)
            await asyncio.sleep(wait + 1)

    async def spare(self) -> bool:
        """Whether an extra session may begin: half of a day's are reserved for necessary ones."""
        await self.recommended()
        return self._known is not None and self._known.remaining > max(self._known.total // 2, self._known.max_concurrency)

    def close(self) -> None:
        """Ends all waiting."""
        for span in self._spans:
            span.cancel()
