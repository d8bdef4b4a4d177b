"""What is done by itself, without a command: servers that the bot was removed from are forgotten after a while, and so are databases put aside."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks

from data.backup import tidy
from data.shards import Shards
from rules.competition.clock import DAY

if TYPE_CHECKING:
    from cogs.running.bot import Referee

log = logging.getLogger("referee.housekeeping")
KEPT_DAYS = 30
"""Days for which a server's data is kept when the bot has been removed from it."""


class Housekeeping(commands.Cog):
    """Looks once a day."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        self.daily.cancel()

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        if not self.daily.is_running():
            self.daily.start()
        else:
            await self.look()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """From now on a server counts as left; what is stored about it is kept for a while, in case that it asks the bot in again."""
        log.warning("removed from server %d; what is stored about it goes in %d days", guild.id, KEPT_DAYS)
        await self.look()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.look()

    @tasks.loop(hours=24)
    async def daily(self) -> None:
        """Forgets what has been kept for long enough, and removes old copies of the database."""
        try:
            await self.look()
            await self.bot.store.drafts.sweep(self.bot.store.now() - DAY)
            if (beside := self.bot.store.beside) is not None:
                await asyncio.to_thread(tidy, beside, self.bot.store.now())
        except Exception:  # Another day it may go well.
            log.exception("the daily look has failed")

    async def look(self) -> None:
        """Notes where the bot is, and forgets servers it has left long ago, each by itself."""
        now = self.bot.store.now()
        await self.bot.store.people.note_servers((guild.id for guild in self.bot.guilds), now)
        for guild in await self.bot.store.people.departed(now - KEPT_DAYS * DAY):
            try:
                self.bot.tables.gone(await self.bot.store.people.forget_server(guild))
                self.bot.store.rooms.forget()
                log.info("server %d has been forgotten", guild)
            except Exception:
                log.exception("server %d could not be forgotten; that is tried again", guild)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Housekeeping(bot))
