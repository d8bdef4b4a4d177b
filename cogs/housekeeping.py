"""What is deleted when: old data of servers that the bot has left, settings of people who have not been here for long (`unused_settings`), setups
that nobody has finished, databases put aside (after how long: `tidy` in `data/store/transfer/backup.py`)."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord.ext import commands, tasks

from data.store.shards import Shards
from data.store.transfer.backup import tidy
from rules.competition.clock import DAY

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.housekeeping")
UNKNOWN_GUILD = 10004
KEPT_DAYS = 30
"""Days for which a server's data is kept when the bot has been removed from it."""
UNUSED_DAYS = 2 * 365
"""Days without any interaction after which what somebody has set or saved for themselves is deleted."""


class Housekeeping(commands.Cog):
    """Runs the clean-up once a day."""

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
        """Notes that the bot has left a server; its stored data is kept for a while, in case the server invites the bot again."""
        log.warning("removed from server %d; what is stored about it goes in %d days", guild.id, KEPT_DAYS)
        await self.bot.store.departed_servers.note((), [guild.id], self.bot.store.now())
        await self.look()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.look()

    @tasks.loop(hours=24)
    async def daily(self) -> None:
        """Deletes expired data, and old copies of the database."""
        try:
            await self.look()
            await self.bot.store.setups.sweep(self.bot.store.now() - DAY)
            await self.bot.store.silent_players.tidy()
            if self.bot.sharing.holds(None):
                await self.bot.store.unused_settings.tidy(UNUSED_DAYS)
            await self.bot.store.reply_times.tidy()
            if (beside := self.bot.store.beside) is not None:
                await asyncio.to_thread(tidy, beside, self.bot.store.now())
        except Exception:  # Another day it may go well.
            log.exception("the daily look has failed")

    async def look(self) -> None:
        """Notes in which servers the bot is, and deletes the data of those it left long ago, one by one."""
        now, servers = self.bot.store.now(), self.bot.store.departed_servers
        here = {guild.id for guild in self.bot.guilds}
        await servers.note(here, (), now)
        for guild in await servers.missed(here):
            if await self._left(guild):
                await servers.note((), [guild], now)
        for guild in await servers.left_before(now - KEPT_DAYS * DAY):
            try:
                await self._forget(guild, now)
            except Exception:
                log.exception("server %d could not be forgotten; that is tried again", guild)

    async def _forget(self, guild: int, now: float) -> None:
        left = await self._left(guild)
        if left:
            self.bot.tables.gone(await self.bot.store.departed_servers.forget(guild))
            self.bot.store.channel_settings.forget()
            log.info("server %d has been forgotten", guild)
        elif left is False:
            await self.bot.store.departed_servers.note([guild], (), now)

    async def _left(self, guild: int) -> bool | None:
        """Whether the bot is no longer in a server, as Discord says; None where it does not say."""
        try:
            await self.bot.fetch_guild(guild, with_counts=False)
        except discord.HTTPException as error:
            return True if error.code == UNKNOWN_GUILD else None
        except (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException):
            return None
        except Exception:  # It has answered with what the library cannot read.
            return False
        return False


async def setup(bot: Referee) -> None:
    await bot.add_cog(Housekeeping(bot))
