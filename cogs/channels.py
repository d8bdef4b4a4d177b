"""What becomes of what stood in a channel that has been deleted. Nothing here is a command; what was missed is found at the next start.

A match gets a new thread from its tournament, a tournament ends as it stands, an open table goes, and a live one waits for `/game here`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from cogs.running.gone import gone
from data.store import OPEN, OVER

if TYPE_CHECKING:
    from cogs.running.bot import Referee

log = logging.getLogger("referee.channels")


class Channels(commands.Cog):
    """Hears of channels that go, and looks for those that have gone unheard."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.look(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.look(thread.thread_id)

    @commands.Cog.listener()
    async def on_table_unreachable(self, game: int) -> None:
        """Discord knows the channel no more to which a table's message was to go."""
        row = await self.bot.store.game(game)
        if row is not None:
            await self.look(row.channel)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        steward = self.bot.hall.steward
        for channel in {*await steward.contests.channels(), *await self.bot.store.lobbies()}:
            if self.bot.get_channel(channel) is None:
                await self.look(channel)
        for contest in await steward.contests.live():
            for match in await steward.threads(contest):
                if self.bot.get_channel(match.channel) is None:
                    await self.look(match.channel)

    async def look(self, channel: int) -> None:
        """Sees to what stood in a channel, if that is gone. Never raises; it may be called at any time."""
        try:
            if await self._holds(channel) and await gone(self.bot, channel):
                await self._clear(channel)
        except discord.HTTPException as failed:
            log.warning("channel %d: Discord does not say whether it is there (%s)", channel, failed)
        except Exception:
            log.exception("channel %d could not be cleared", channel)

    async def _holds(self, channel: int) -> bool:
        """Whether there is anything to see to, since asking Discord costs a request."""
        contests, game = self.bot.hall.steward.contests, await self.bot.store.latest_in(channel)
        contest = await contests.latest_in(channel)
        return game is not None or (contest is not None and contest.status != OVER) or await contests.in_thread(channel) is not None

    async def _clear(self, channel: int) -> None:
        contests = self.bot.hall.steward.contests
        contest, match = await contests.latest_in(channel), await contests.in_thread(channel)
        if contest is not None and contest.status != OVER:
            await self.bot.hall.end_without_channel(contest)
        if match is not None:
            await self.bot.hall.rehouse(match, channel)
        game = await self.bot.store.live_in(channel)
        row = await self.bot.store.game(game) if game else None
        if row is not None and row.status == OPEN:
            await self.bot.store.close_table(row.id)
        for ended in await self.bot.store.unsay(channel):
            self.bot.dispatch("table_over", ended)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Channels(bot))
