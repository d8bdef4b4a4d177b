"""Deleted channels, and archived or locked threads: what becomes of their tables, matches and tournaments. No commands.

An archived thread of a live game is opened again; in a locked one the clocks stand.

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
from data.store.rows import OPEN, OVER
from data.store.shards import Shards

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.channels")
MANY = 1000
"""Tables of a server that are looked at when one of its channels has gone."""
TRIES = 4
"""How often Discord is asked about a channel that it has called deleted."""


class Channels(commands.Cog):
    """Notices deleted channels of the servers that this process serves, by Discord's events or by looking, and deals with what was in them."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Deals with a deleted channel, and with its threads and posts. Discord doesn't name those, and archived ones are in no cache."""
        await self._deleted(channel.guild.id, channel.id)
        if self.bot.sharing.holds(channel.guild.id):
            for row in await self.bot.store.tables.tables_of(channel.guild.id, 0, MANY):
                if channel.guild.get_channel_or_thread(row.channel) is None:
                    await self.look(row.channel)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._deleted(thread.guild_id, thread.thread_id)

    async def _deleted(self, guild: int, channel: int) -> None:
        """Deals with a channel that Discord reports as deleted. While Discord answers that it exists, is hidden, or nothing at all, asks again: no
        later event in that channel could make us look once more."""
        if self.bot.sharing.holds(guild):
            for tries in range(TRIES):
                if await self.look(channel):
                    return
                await asyncio.sleep(self.bot.worker.pause * PARKED_GROWTH**tries)

    @commands.Cog.listener()
    async def on_unreachable(self, subject: Subject) -> None:
        """Looks whether a channel is gone to which a message could not be sent."""
        tables, tournaments = self.bot.store.tables, self.bot.store.tournaments
        found = await tables.get(subject.id) if subject.kind == TABLE else await tournaments.get(subject.id)
        if found is not None:
            await self.look(found.channel)

    # What could not be said before may perhaps be said now.

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retries what failed in a channel and below it when its permissions change, or its type, since the new type may allow threads."""
        if before.overwrites != after.overwrites or before.type != after.type:
            await self._wake(after.guild, after)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retries what failed in a server when a role's permissions change."""
        await self._wake(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retries what failed in a server when the bot's own roles change."""
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
        """Retries what failed in a server that was unavailable, or that has invited the bot again."""
        await self._wake(guild)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retries what failed in a thread that the bot has been added to, or can see now."""
        await self._wake(thread.guild, thread)

    async def _wake(self, guild: discord.Guild, where: discord.abc.GuildChannel | discord.Thread | None = None) -> None:
        """Retries what failed in a server, or in the channel `where` and below it. Archived threads and posts are in no cache: any channel may be
        their parent."""
        if not self.bot.sharing.holds(guild.id):
            return
        stuck = await self.bot.store.outbox.stuck(guild.id)
        if found := [channel for channel in stuck if where is None or _within(channel, where)]:
            await self.bot.worker.retry(channels=found)
        self.bot.reach.look()

    # A thread in which a game goes on stays open: in one that is archived, buttons do nothing for most people.

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retries what failed in a thread that has been reopened; reopens one that archived itself. One that moderators lock stays closed."""
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
        """Stops the clocks of a table, if there is one, from now on."""
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
        """After a start, looks for channels deleted and threads archived meanwhile, of which Discord sends no event."""
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
        """If a channel is gone, deals with what was in it. Returns whether nothing is left to do. Never raises; may be called at any time."""
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
        """Whether any table, match or tournament is in a channel; spares a request to Discord."""
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
        moves = match is not None and await self.bot.tournaments.replace_thread(match, channel)
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
    """Whether `channel` is the channel `where`, or may be below it."""
    known = where.guild.get_channel_or_thread(channel)
    return channel == where.id or known is None or (isinstance(known, discord.Thread) and known.parent_id == where.id)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Channels(bot))
