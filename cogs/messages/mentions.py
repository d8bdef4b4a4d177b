"""Mentions: a message pings only those whom `cogs.play.notifications` has chosen; everybody else is named without a ping.

A message from one person to another looks the same whether it pings or not: its sender learns neither the other's settings nor whom they have
blocked.
"""

from __future__ import annotations

import discord

from cogs.play.notification_rules import Pinged

NOBODY = Pinged()
"""Nobody is called."""


def mention(player: int | None, name: str, pinged: Pinged) -> str:
    """The mention of a person whom the message may ping, else their name in bold."""
    return f"<@{player}>" if player in pinged else f"**{name}**"


def called_only(pinged: Pinged) -> discord.AllowedMentions:
    """Allows a message to ping these players and nobody else."""
    return discord.AllowedMentions(users=[discord.Object(p) for p in sorted(pinged)], everyone=False, roles=False, replied_user=False)


def mention_by_id(player: int) -> str:
    """The mention of a person by id, whether the message pings them or not: Discord shows their name, and to others it looks the same."""
    return f"<@{player}>"
