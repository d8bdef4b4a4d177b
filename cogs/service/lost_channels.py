"""Asks Discord whether a channel is deleted, or hidden from a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.service.discord_port import shows

if TYPE_CHECKING:
    from cogs.service.bot import Referee


async def gone(bot: Referee, channel: int) -> bool:
    """Whether a channel has been deleted. Asks Discord each time, since the cache may be outdated.

    A channel that the bot can't see (403) isn't gone: others still see it, its buttons work, and the right can be given back. Raises
    discord.HTTPException while Discord gives no answer.
    """
    try:
        await bot.fetch_channel(channel)
    except discord.NotFound:
        return True
    except (discord.Forbidden, discord.InvalidData):
        return False
    return False


async def visible(bot: Referee, channel: int, member: discord.Member) -> bool:
    """Whether a member can see a channel, as far as the bot can tell; for a private thread True only for those who may manage threads."""
    found = bot.get_channel(channel)
    if found is None:  # An archived thread, perhaps.
        try:
            found = await bot.fetch_channel(channel)
        except (discord.HTTPException, discord.InvalidData):
            return False
    if not isinstance(found, discord.abc.GuildChannel | discord.Thread) or found.guild.id != member.guild.id:
        return False
    return shows(found, member)
