"""Deleted channels: what becomes of their tables, matches and tournaments. No commands.

A match gets a new thread from its tournament, a tournament ends as it stands, an open table closes, and a live one waits for `/game here` while its
time stands. Deletions that were missed are found at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from cogs.play.clocks.table_clocks import DELETED, LOCKED
from cogs.play.outbox_worker import PARKED_GROWTH
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.registry import NoTournament
from cogs.service.lost_channels import gone
from data.language import texts
from data.store.changes import ENTRIES, REOPEN, TABLE, TOURNAMENT, Message, Raced, Subject
from data.store.shards import Shards
from data.store.values import OPEN, OVER

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.channels")
MANY = 1000
"""Tables of a server that are looked at when one of its channels has gone."""
TRIES = 4
"""How often Discord is asked about a channel that it has called deleted."""


class Channels(commands.Cog):
    """Hears of channels that go, and looks for those that have gone unheard: in servers that are looked after here."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Its threads and posts have gone with it. Discord does not name them, and those that are archived are not remembered."""
        await self._deleted(channel.guild.id, channel.id)
        if self.bot.sharing.holds(channel.guild.id):
            for row in await self.bot.store.tables.tables_of(channel.guild.id, 0, MANY):
                if channel.guild.get_channel_or_thread(row.channel) is None:
                    await self.look(row.channel)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._deleted(thread.guild_id, thread.thread_id)

    async def _deleted(self, guild: int, channel: int) -> None:
        """Discord tells that a channel is gone. Where it answers then that it is there or hidden, or nothing, it is asked again:
        nobody can do anything there that would let us look once more."""
        if self.bot.sharing.holds(guild):
            for tries in range(TRIES):
                if await self.look(channel):
                    return
                await asyncio.sleep(self.bot.worker.pause * PARKED_GROWTH**tries)

    @commands.Cog.listener()
    async def on_unreachable(self, subject: Subject) -> None:
        """Discord knows the channel no more to which a message was to go."""
        tables, tournaments = self.bot.store.tables, self.bot.store.tournaments
        found = await tables.get(subject.id) if subject.kind == TABLE else await tournaments.get(subject.id)
        if found is not None:
            await self.look(found.channel)

    # What could not be said before may perhaps be said now.

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """The bot may be allowed more here, and in what is below; or the channel has become one of another kind, in which threads can be made."""
        if before.overwrites != after.overwrites or before.type != after.type:
            await self._wake(after.guild, after)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The bot may be allowed more anywhere in the server."""
        await self._wake(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot itself may have got a role."""
        if after == after.guild.me:
            await self._wake(after.guild)

    # Where people can act, and where time stands.

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.bot.reach.look()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.bot.reach.look()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._wake(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server was out of reach, or has asked the bot in again."""
        await self._wake(guild)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot has been let into a private thread, or has come to see a channel with its threads."""
        await self._wake(thread.guild, thread)

    async def _wake(self, guild: discord.Guild, where: discord.abc.GuildChannel | discord.Thread | None = None) -> None:
        """What could not be done in a server, or in a channel of it and in whatever may be below that, is tried again. Archived threads and posts,
        which are not remembered, may be below any channel."""
        if not self.bot.sharing.holds(guild.id):
            return
        stuck = await self.bot.store.outbox.stuck(guild.id)
        if found := [channel for channel in stuck if where is None or _within(channel, where)]:
            await self.bot.worker.retry(channels=found)
        self.bot.reach.look()

    # A thread in which a game goes on stays open: in one that is archived, buttons do nothing for most people.

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread that has been opened is written to again; one that has archived itself is opened. Moderators who lock one mean it."""
        state: dict[str, Any] = dict(thread.data.get("thread_metadata") or {})
        if not self.bot.sharing.holds(thread.guild_id):
            return
        self.bot.reach.look()
        if not state.get("archived"):
            await self.bot.worker.retry(channels=[thread.thread_id])
        elif not state.get("locked"):
            await self._reopen(thread.thread_id)
        else:
            await self._stand(await self.bot.store.tables.live_in(thread.thread_id), LOCKED)

    async def _stand(self, table: int | None, why: str) -> None:
        """Time stands at a table, if there is one, since now."""
        with contextlib.suppress(NoTable, Stranded, Stale):
            if table is not None:
                await (await self.bot.tables.get(table)).clocks.stand(why, self.bot.store.now())

    async def _reopen(self, thread: int) -> None:
        table, owed = await self.bot.store.tables.live_in(thread), self.bot.store.outbox
        if table is not None and all(debt.kind != REOPEN for debt in await owed.of(Subject(TABLE, table))):
            await owed.owe(Subject(TABLE, table), Message(REOPEN))
        cup = await self.bot.store.tournaments.latest_in(thread)
        if cup is not None and cup.status != OVER:  # It is opened by what is written to it.
            await owed.owe(Subject(TOURNAMENT, cup.id), Message(ENTRIES))

    @commands.Cog.listener()
    async def on_begun(self, shards: Shards) -> None:
        """Looks for what has gone and what has been archived while nobody was there; Discord does not tell of that."""
        tournaments = self.bot.tournaments
        for channel in {*await self.bot.store.tournaments.channels(), *await self.bot.store.tables.lobbies()}:
            if self.bot.get_channel(channel) is None:
                await self.look(channel)
                await self._reopen(channel)
        for tournament in await self.bot.store.tournaments.live():
            with contextlib.suppress(NoTournament):
                for match in await tournaments.matches(tournament):
                    if match.thread is not None and self.bot.get_channel(match.thread) is None:
                        await self.look(match.thread)
        for channel in await self.bot.store.tables.played_in():
            if self.bot.get_channel(channel) is None:  # Discord tells of all channels but archived threads.
                await self._reopen(channel)

    async def look(self, channel: int) -> bool:
        """Sees to what stood in a channel, if that is gone; says whether there is nothing to see to any more. Never raises; it may be called
        at any time."""
        try:
            if not await self._holds(channel):
                return True
            if await gone(self.bot, channel):
                await self._clear(channel)
                return True
        except discord.HTTPException as failed:
            log.warning("channel %d: Discord does not say whether it is there (%s)", channel, failed)
        except Exception:
            log.exception("channel %d could not be cleared", channel)
        return False

    async def _holds(self, channel: int) -> bool:
        """Whether there is anything to see to, since asking Discord costs a request."""
        tournaments, table = self.bot.store.tournaments, await self.bot.store.tables.latest_in(channel)
        tournament = await tournaments.latest_in(channel)
        return table is not None or tournament is not None or await tournaments.in_thread(channel) is not None

    async def _clear(self, channel: int) -> None:
        tournaments = self.bot.store.tournaments
        tournament, match = await tournaments.latest_in(channel), await tournaments.in_thread(channel)
        if tournament is not None and tournament.status != OVER:  # Nobody could be told how it goes on.
            assert self.bot.user is not None
            why = Ruling(self.bot.user.id, texts(tournament.language)("tournament.channel_gone"))
            await self.bot.tournaments.end(tournament.id, why)
        moves = match is not None and await self.bot.tournaments.unhouse(match, channel)
        table = await self.bot.store.tables.live_in(channel)
        row = await self.bot.store.tables.get(table) if table else None
        if row is not None and row.status == OPEN:
            with contextlib.suppress(Raced):
                await self.bot.store.tables.close(row)
        else:  # Nobody can act until they carry it on elsewhere.
            await self._stand(table, DELETED)
        if not moves:
            await self.bot.store.outbox.unsay(channel)


def _within(channel: int, where: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether a channel is this one, or may be below it."""
    known = where.guild.get_channel_or_thread(channel)
    return channel == where.id or known is None or (isinstance(known, discord.Thread) and known.parent_id == where.id)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Channels(bot))
