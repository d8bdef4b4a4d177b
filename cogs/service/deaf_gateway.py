"""Detects a deaf gateway: one that is connected and answers heartbeats, but delivers no events.

If games run on a shard and it has received nothing for some minutes, the bot requests something that must be answered (its own membership, which
needs no privileged intent). Without an answer the shard is deaf: time stands there from its last event on, and it reconnects. An answer does not
prove that interactions arrive; a shard with games and without any for hours reconnects now and then, as long as Discord's session limits allow.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import discord

from cogs.service.background_task import Looking
from data.store import Store
from data.store.shards import shard_of
from rules.competition.clock import HOUR

log = logging.getLogger("referee.hearing")
SILENCE = 300.0
"""Seconds without an interaction after which a shard is asked whether it hears."""
PATIENCE = 20.0
"""Seconds for which an answer is waited for."""
UNASKED = 6 * HOUR
"""Seconds without an interaction, where clocks run, after which a shard connects anew although it answers; and between two such tries."""
LONGEST = HOUR
"""Seconds at most between two tries of a deaf shard to connect anew."""


class Shard(Protocol):
    """The interface of a gateway connection."""

    async def reconnect(self) -> None: ...

    def is_closed(self) -> bool: ...


class Client(Protocol):
    """The interface of a client: its connections, its servers, and the number of all shards."""

    @property
    def shard_count(self) -> int | None: ...

    @property
    def shards(self) -> Mapping[int, Any]: ...

    @property
    def user(self) -> discord.ClientUser | None: ...

    def get_guild(self, id: int, /) -> discord.Guild | None: ...

    def is_ready(self) -> bool: ...


class Hearing(Looking):
    """Watches the shards of a client for deafness. It calls `deafened` with a shard and since when, and `heard` with one that receives events
    again.

    `spare`: whether Discord allows an extra session.
    """

    def __init__(
        self, client: Client, store: Store, deafened: Callable[[int, float], None], heard: Callable[[int], Awaitable[None]],
        spare: Callable[[], Awaitable[bool]],
    ) -> None:  # fmt: skip
        super().__init__(SILENCE / 5, log, "it is not known whether Discord is heard")
        self._client, self._store = client, store
        self._deafened, self._heard, self._spare = deafened, heard, spare
        self._last: dict[int, float] = {}
        self._spoken: dict[int, float] = {}
        self._anew: dict[int, float] = {}
        self._tries: dict[int, int] = {}

    @property
    def deaf(self) -> frozenset[int]:
        """The shards that receive no events."""
        return frozenset(self._tries)

    def spoken(self, guild: int | None) -> None:
        """Notes that an interaction has come from a server."""
        shard, now = shard_of(guild, self._client.shard_count or 1), self._store.now()
        self._last[shard] = self._spoken[shard] = now

    async def settle(self) -> None:
        """Asks the shards on which games run and which have received nothing for a while."""
        if not self._client.is_ready():
            return
        playing: dict[int, list[int]] = {}
        for row in await self._store.tables.timed(self._store.shards):
            if row.guild is not None:
                playing.setdefault(shard_of(row.guild, self._client.shard_count or 1), []).append(row.guild)
        for number, shard in list(self._client.shards.items()):
            if number in playing and not shard.is_closed():
                await self._listen(number, shard, playing[number])

    async def _listen(self, number: int, shard: Shard, guilds: Sequence[int]) -> None:
        now = self._store.now()
        since = self._last.setdefault(number, now)
        self._spoken.setdefault(number, now)
        if number not in self._tries and now - since < SILENCE:
            return
        if await self._answers(guilds):
            self._last[number] = self._store.now()
            if self._tries.pop(number, None) is not None:
                log.warning("shard %d hears again", number)
                await self._heard(number)
            if now - max(self._spoken[number], self._anew.get(number, 0)) > UNASKED and await self._spare():
                log.info("shard %d has heard of nobody for hours and connects anew", number)
                await self._connect(number, shard)
            return
        self._deafened(number, since)
        tries = self._tries[number] = self._tries.get(number, 0) + 1
        if tries == 1 or now - self._anew.get(number, 0) >= min(self.period * 2 ** min(tries, 10), LONGEST):
            log.error("shard %d is connected and deaf (%d)", number, tries)
            if tries == 1 or await self._spare():
                await self._connect(number, shard)

    async def _connect(self, number: int, shard: Shard) -> None:
        self._anew[number] = self._store.now()
        await shard.reconnect()

    async def _answers(self, guilds: Sequence[int]) -> bool:
        """Whether Discord answers about the bot's own membership in one of `guilds`; True for none."""
        found = next((guild for number in guilds if (guild := self._client.get_guild(number)) is not None and not guild.unavailable), None)
        if found is None or self._client.user is None:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await found.query_members(user_ids=[self._client.user.id], cache=False)
        except TimeoutError:
            return False
        except (ConnectionError, discord.DiscordException):  # It is not connected just now, of which others hear.
            return True
        return True
