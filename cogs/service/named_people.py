"""Validates the people named in a command: Discord lets users name anybody, also absent people, oneself, or one person twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from cogs.messages.reply import called
from cogs.play.presence.membership import attendance
from cogs.play.unfit import Unfit
from data.user_text import Typed


def check_seated(interaction: discord.Interaction[Any], *named: discord.User | discord.Member) -> None:
    """Raises Unfit if one of the named players is a bot, or no member of this server: Discord resolves only members as such."""
    if any(user.bot for user in named):
        raise Unfit("game.no_bots")
    for user in named:
        if not isinstance(user, discord.Member):
            raise Unfit("named.outside", who=called(user))


def check_once(*named: discord.User | discord.Member) -> None:
    """Raises Unfit if a person is named twice."""
    seen: set[int] = set()
    for user in named:
        if user.id in seen:
            raise Unfit("named.twice", who=called(user))
        seen.add(user.id)


def check_others(interaction: discord.Interaction[Any], *named: discord.User | discord.Member) -> None:
    """Raises Unfit if the user has named themselves, or a person twice."""
    if any(user.id == interaction.user.id for user in named):
        raise Unfit("named.yourself")
    check_once(*named)


async def check_still_here(interaction: discord.Interaction[Any], players: Mapping[int, str]) -> None:
    """Raises Unfit if one of the `players` of a rematch (names by id) has certainly left this server."""
    there = await attendance(interaction.client.port, interaction.guild_id or 0, players)
    for player, name in players.items():
        if not there.get(player, True):
            raise Unfit("named.outside", who=Typed(name))
