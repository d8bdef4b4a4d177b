"""`/help`: how to begin, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.reply import anywhere, command_text, cut, voice
from data.content import games
from data.language import texts

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class HelpCommands(commands.Cog):
    """The way in."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @app_commands.command(name=command_text("help"), description=command_text("help.desc"))
    @anywhere
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """What the bot does and which commands there are."""
        await interaction.response.defer(ephemeral=True)
        say = await voice(interaction)
        titles = ", ".join(texts(say.language, key)("title") for key in games())
        await interaction.edit_original_response(content=cut(say("help.text", games=titles)))


async def setup(bot: Referee) -> None:
    await bot.add_cog(HelpCommands(bot))
