"""`/help`, and what a server reads when the bot joins it: how to begin, in a few lines."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.command_declarations import anywhere, command_text
from cogs.messages.reply import answer_with, voice
from cogs.messages.welcome import MORE, begin_message, more_message, welcome_message
from data.language import language_of, texts
from data.store.shards import Shards

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee")
SINCE = "greets"
"""The fact that holds since when servers are greeted: whoever had the bot before is not."""
GREETED = "greeted"
"""Facts of this kind are the servers that have been greeted, or would have been, had there been a place."""


class HelpCommands(commands.Cog):
    """The command `/help`, and the greeting of new servers."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
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

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        """After a start, greets servers that were joined meanwhile."""
        await self._since()
        for guild in self.bot.guilds:
            await self._greet(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._greet(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._greet(guild)

    async def _since(self) -> float:
        """When this database began to greet servers (seconds since 1970); servers joined earlier are not greeted."""
        facts = self.bot.store.facts
        await facts.claim(SINCE, str(self.bot.store.now()))
        return float(await facts.get(SINCE) or 0)

    async def _greet(self, guild: discord.Guild) -> None:
        """Greets a server once, in its system channel, if the bot joined it after `_since` and may write there. Discord announces servers at every
        start, and again after an outage."""
        me = guild.me
        if me is None or me.joined_at is None or not self.bot.sharing.holds(guild.id) or me.joined_at.timestamp() <= await self._since():
            return
        if not await self.bot.store.facts.claim(f"{GREETED} {guild.id}", str(self.bot.store.now())):
            return
        channel = guild.system_channel
        rights = channel and channel.permissions_for(me)
        if channel is None or not rights or not (rights.view_channel and rights.send_messages):
            return
        try:
            await channel.send(**welcome_message(texts(language_of(str(guild.preferred_locale)))))
        except discord.HTTPException as failed:
            log.info("a server could not be greeted: %s", failed)


async def setup(bot: Referee) -> None:
    await bot.add_cog(HelpCommands(bot))
