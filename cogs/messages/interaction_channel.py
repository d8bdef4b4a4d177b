"""The channel of an interaction."""

from __future__ import annotations

from typing import Any

import discord

from cogs.play.unfit import Unfit


def channel_of(interaction: discord.Interaction[Any]) -> int:
    """The id of the channel that an interaction comes from. Raises Unfit if Discord has not named one, as nothing may happen in none."""
    if interaction.channel_id is None:
        raise Unfit("error.nowhere")
    return interaction.channel_id
