"""`/mygames`: the asker's games in all servers, those that wait for them first (`cogs/tables/my_games.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.command_declarations import anywhere, command_text
from cogs.tables.my_games import MyGames

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class MyGamesCommands(commands.Cog):
    """The command `/mygames`."""

    def __init__(self, bot: Referee) -> None:
        self.tables = MyGames(bot)

    @app_commands.command(name=command_text("mygames"), description=command_text("mygames.desc"))
    @anywhere
    async def mygames(self, interaction: discord.Interaction[Any]) -> None:
        """Lists the asker's tables in all servers, with a button in each line."""
        await interaction.response.defer(ephemeral=True)
        await self.tables.show(interaction)


async def setup(bot: Referee) -> None:
    await bot.add_cog(MyGamesCommands(bot))
