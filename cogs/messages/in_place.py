"""Navigation in private panels: look-ups open in the panel, with a way back; from a public message they open privately."""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages.buttons import Press
from data.language import Texts


def in_panel(interaction: discord.Interaction[Any]) -> bool:
    """Whether what was pressed stands in a message that its presser alone sees, which is no list: a layout never takes words again."""
    flags = interaction.message.flags if interaction.message is not None else None
    return flags is not None and flags.ephemeral and not flags.components_v2


async def opened(interaction: discord.Interaction[Any]) -> None:
    """Acknowledges a press whose answer takes the place of the panel it stands in, or is a private message of its own."""
    if in_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def way_back(interaction: discord.Interaction[Any], table: int, say: Texts) -> list[Press]:
    """*Back to the game*, in a panel."""
    return [Press("panel", str(table), say("button.to_game"), row=4)] if in_panel(interaction) else []
