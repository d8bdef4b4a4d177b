"""Where matches get their threads: below an ordinary text channel, or as posts of the tournament's forum; and the rights that this needs.

How many there may be, and what waits: `match_threads`.
"""

from __future__ import annotations

import discord

MATCHES = ("create_public_threads", "send_messages_in_threads")
"""The rights that matches need besides those of a table, below a text channel."""


def home_of(channel: object) -> discord.TextChannel | discord.ForumChannel | None:
    """The channel below which a tournament's matches are played; None if it can't have threads, such as announcements."""
    if isinstance(channel, discord.TextChannel):
        return channel if channel.type is discord.ChannelType.text else None
    above = channel.parent if isinstance(channel, discord.Thread) else None
    return above if isinstance(above, discord.ForumChannel) and above.type is discord.ChannelType.forum else None


def rights_in(channel: object) -> tuple[str, ...]:
    """The rights that matches need there, beside those of a table."""
    return ("send_messages", *MATCHES[1:]) if isinstance(channel, discord.Thread) else MATCHES
