"""`/game nudge` and its button: the asked players are pinged once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.play.nudges import nudge
from cogs.play.table import Table
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class Nudges:
    """Handles the command and the button."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(nudge=self.on_nudge)

    async def nudge(self, interaction: discord.Interaction[Any]) -> None:
        """Nudges the asked players of the channel's table."""
        await interaction.response.defer(ephemeral=True)
        await self._nudge(interaction, await table_for(interaction))

    async def on_nudge(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Nudge*: pings the asked players."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._nudge(interaction, await table_for(interaction, rest))

    async def _nudge(self, interaction: discord.Interaction[Any], table: Table) -> None:
        names = await nudge(table, table.seat_of(interaction.user.id), self.bot.notifications)
        say = await voice(interaction)
        await answer_with(interaction, content=say("nudge.done", names=", ".join(f"**{name}**" for name in names)))
