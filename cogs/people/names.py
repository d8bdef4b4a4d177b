"""The names of other people, as far as a person may know them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import discord

from data.store.rows import EVERYWHERE

if TYPE_CHECKING:
    from cogs.service.bot import Referee


async def known_names(bot: Referee, interaction: discord.Interaction[Any], players: Iterable[int]) -> dict[int, str]:
    """The names of those `players` whom the asker may know: as in this server; outside of servers those whom the asker has met, or who show their
    games everywhere."""
    store, players = bot.store, list(players)
    known = await store.finished_games.names(players, interaction.guild_id or EVERYWHERE, None if interaction.guild_id else interaction.user.id)
    return await store.finished_games.names(await store.personal_settings.shown_everywhere(players)) | known
