"""Checks which people are in the server now, by a few requests to Discord at a time, within a time limit.

Imports no discord.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from typing import Protocol

from cogs.play.presence.whereabouts import GONE, Whereabouts

AT_ONCE = 4
"""Questions under way at the same moment."""
LONGEST = 30.0
"""Seconds after which nothing more is waited for: of whom nothing has been said by then, nothing is known."""


class Knows(Protocol):
    """The interface to ask where a person is; the port has it."""

    async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts: ...


async def attendance(chat: Knows, guild: int, players: Iterable[int]) -> Mapping[int, bool]:
    """For each player whether they are in a server; players for whom Discord gives no clear answer are left out."""
    found: dict[int, bool] = {}
    turns = asyncio.Semaphore(AT_ONCE)

    async def ask(player: int) -> None:
        async with turns:
            where = await chat.whereabouts(guild, player)
        if where.known:
            found[player] = where.what != GONE

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*map(ask, players))
    return dict(found)
