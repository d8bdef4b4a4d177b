"""Decides whether people can act at tables and tournaments, by Discord's events and by messages that failed. Where they can't, clocks are stopped.

What counts is the server, the channel, a moderator's lock and the bot's own messages. What players can do to themselves is in
`cogs.service.absence_checks`.
"""

from __future__ import annotations

import contextlib
import logging
from typing import Protocol

import discord

from cogs.play.clocks.table_clocks import ABSENT, CHANNEL, DELETED, LOCKED, SERVER, UNTOLD
from cogs.play.open_tables import UNSEEN
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tables import Tables
from cogs.play.tournaments.registry import NoTournament
from cogs.play.tournaments.sign_up import Entries
from cogs.service.background_task import Looking
from data.store.rows import TableRow, Tournament
from data.store.silent_players import Place

log = logging.getLogger("referee.reach")
PERIOD = 300.0
"""Seconds after which everything is looked at once more, whatever was missed."""


class Seen(Protocol):
    """The interface to a client's cache."""

    def get_guild(self, id: int, /) -> discord.Guild | None: ...

    def is_ready(self) -> bool: ...


class Reach(Looking):
    """A background task that checks tables and tournaments one by one when something may have changed."""

    def __init__(self, tables: Tables, cups: Entries, client: Seen) -> None:
        super().__init__(PERIOD, log, "it is not known where people can act")
        self._store = tables.store
        self._tables = tables
        self._cups = cups
        self._client = client

    @property
    def knows(self) -> bool:
        """Whether the client's cache is filled."""
        return self._client.is_ready()

    async def settle(self) -> None:
        """Stops or starts clocks at each table and tournament where that has changed."""
        if not self.knows:
            return
        untold = await self._store.outbox.untold()
        for row in await self._store.tables.timed(self._store.shards):
            why = self.why(row) or (UNTOLD if row.id in untold else None)
            if why != row.stands and not (row.stands == UNSEEN or (why is None and row.stands == ABSENT)):  # Others see to these.
                await self._settle(row, why, untold.get(row.id) if why == UNTOLD else None)
        for cup in await self._store.tournaments.timed(self._store.shards):
            why = self.why(cup)
            if why != cup.stands:
                await self._settle_tournament(cup, why)

    async def _settle(self, row: TableRow, why: str | None, since: float | None) -> None:
        with contextlib.suppress(NoTable, Stranded, Stale):
            table = await self._tables.get(row.id)
            now = self._store.now()
            if await (table.clocks.run() if why is None else table.clocks.stand(why, now if since is None else since)):
                log.info("table %d: time %s (%s)", row.id, "runs" if why is None else "stands", why or row.stands)

    async def _settle_tournament(self, cup: Tournament, why: str | None) -> None:
        with contextlib.suppress(NoTournament):
            run = self._cups.run(cup.id) if why is None else self._cups.stand(cup.id, why, self._store.now())
            if await run:
                log.info("tournament %d: time %s (%s)", cup.id, "runs" if why is None else "stands", why or cup.stands)

    def why(self, row: TableRow | Tournament | Place) -> str | None:
        """Why nobody can act at a table or tournament; None if people can, as far as known."""
        if row.guild is None:
            return None
        guild = self._client.get_guild(row.guild)
        if guild is None or guild.unavailable:
            return SERVER
        try:
            return self._there(guild, row)
        except (AttributeError, KeyError, TypeError):  # What Discord has told of this server could not be read whole.
            return None

    @staticmethod
    def _there(guild: discord.Guild, row: TableRow | Tournament | Place) -> str | None:
        """Why nobody can act in a channel of a known server; None if people can."""
        channel = guild.get_channel_or_thread(row.channel)  # Of archived threads nothing is known; they are opened, or that is owed.
        if channel is not None:
            if isinstance(channel, discord.Thread) and channel.locked and not channel.permissions_for(guild.me).manage_threads:
                return LOCKED
            if not writes(channel, guild.me):
                return CHANNEL
        elif row.stands in (DELETED, LOCKED):  # Whoever has been told so by Discord has written it there.
            return row.stands
        return None


def writes(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Whether a member may write in a channel."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return True  # Nothing is known of the rights there.
    rights = channel.permissions_for(member)
    return rights.view_channel and (rights.send_messages_in_threads if isinstance(channel, discord.Thread) else rights.send_messages)
