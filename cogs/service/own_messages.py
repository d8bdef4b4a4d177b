"""Looks for messages of the bot's own that may have been posted by a process that ended before it could note that."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

import discord

LATEST = 50
"""So many messages of a channel are looked at."""
EARLIER = 60
"""Seconds by which clocks may differ."""


async def own_message(place: discord.abc.Messageable, me: int, since: float, told: Collection[str]) -> int | None:
    """The id of the first message in a place since a moment that is the bot's own and says one of the texts `told`; None if there is none. Raises
    discord.HTTPException where that cannot be read."""
    after = datetime.fromtimestamp(since - EARLIER, UTC)
    found = [message async for message in place.history(limit=LATEST, after=after) if message.author.id == me and message.content in told]
    return min((message.id for message in found), default=None)
