"""Asks Discord whether a channel is deleted, or hidden from a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.service.discord_port import shows

if TYPE_CHECKING:
    from cogs.service.bot import Referee


async def gone(bot: Referee, channel: int) -> bool:
    """Whether a channel has been deleted. Discord is asked each time: what the bot remembers may be out of date.

    A channel that the bot may not see (403) is not gone. Others still see it, the buttons there still work, and whoever has taken the right
    away can give it back. Raises discord.HTTPException while Discord gives no answer.
    """
    try:
        await bot.fetch_channel(channel)
    except discord.NotFound:
        return True
    except (discord.Forbidden, discord.InvalidData):
        return False
    return False


async def visible(bot: Referee, channel: int, member: discord.Member) -> bool:
    """Whether a member sees a channel, as far as the bot can tell; of a private thread only who may manage threads is known to."""
    found = bot.get_channel(channel)
    if found is None:  # An archived thread, perhaps.
        try:
            found = await bot.fetch_channel(channel)
        except (discord.HTTPException, discord.InvalidData):
            return False
    if not isinstance(found, discord.abc.GuildChannel | discord.Thread) or found.guild.id != member.guild.id:
        return False
    return shows(found, member)
