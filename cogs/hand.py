"""`/hand` and *Hand*: the hand of the asker's seat, for nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import panel
from cogs.messages.command_declarations import command_text
from cogs.messages.drawing import hand_file, look_of, unescaped
from cogs.messages.panel_navigation import opened, way_back
from cogs.messages.panel_navigation import show as show_panel
from cogs.messages.reply import theme_of, voice
from cogs.messages.truncation import cut
from cogs.play.table import Table
from cogs.service.access import table_for
from render.painter import painter

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class HandCommands(commands.Cog):
    """Shows a hand."""

    def __init__(self, bot: Referee) -> None:
        bot.handlers.update(hand=self.on_hand)

    async def on_hand(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hand*: shows the presser their hand, privately."""
        await opened(interaction)
        table = await table_for(interaction, rest)
        await self._show(interaction, table)

    @app_commands.command(name=command_text("hand"), description=command_text("hand.desc"))
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """The asker's hand, for nobody else."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        await self._show(interaction, table)

    async def _show(self, interaction: discord.Interaction[Any], table: Table) -> None:
        seat, say = table.seat_of(interaction.user.id), await voice(interaction, table.rules.key)
        look = look_of(table, say, await theme_of(interaction, table.row.theme))
        file = await hand_file(table.view(seat), unescaped(table, look))
        words = painter(table.rules.key).describe_hand(table.view(seat), look) if file is not None else say("hand.empty")
        view = panel(way_back(interaction, table.id, say))
        await show_panel(interaction, {"content": cut(words), "attachments": [file] if file is not None else [], "view": view})


async def setup(bot: Referee) -> None:
    await bot.add_cog(HandCommands(bot))
