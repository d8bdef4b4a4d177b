"""`/help`, and what a server reads when the bot joins it: how to begin, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.messages.command_declarations import anywhere, command_text
from cogs.messages.reply import answer_with, voice
from cogs.messages.welcome import MORE, begin_message, more_message, welcome_message
from cogs.service.greetings import Greetings
from data.store.shards import Shards

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class HelpCommands(commands.Cog):
    """The command `/help`, and the greeting of new servers."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.greetings = Greetings(bot)
        bot.handlers.update(welcome=self.on_welcome)

    @app_commands.command(name=command_text("help"), description=command_text("help.desc"))
    @anywhere
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Shows how to begin, and what the bot can do."""
        await interaction.response.defer(ephemeral=True)
        await answer_with(interaction, **welcome_message(await voice(interaction), more=True))

    async def on_welcome(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows one way to begin, privately; or replaces a page of what the bot can do by another."""
        way, _, page = rest.partition(":")
        if way == MORE:
            await interaction.response.defer()
            await answer_with(interaction, **more_message(int(page), await voice(interaction)))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        await answer_with(interaction, **begin_message(way, await voice(interaction)))

    # Once in every server

    async def cog_unload(self) -> None:
        self.hourly.cancel()

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        """Servers that were joined while nobody was there."""
        await self.greetings.look()
        if not self.hourly.is_running():
            self.hourly.start()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.greetings.greet(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.greetings.greet(guild)

    @tasks.loop(hours=1)
    async def hourly(self) -> None:
        """Tries again what could not be written."""
        await self.greetings.look()


async def setup(bot: Referee) -> None:
    await bot.add_cog(HelpCommands(bot))
