"""Buttons and commands of a lobby: joining or accepting, leaving or declining, and starting. `cogs.play.open_tables` decides when a lobby closes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.interaction_channel import channel_of
from cogs.messages.reply import answer_with, called, voice
from cogs.play.open_tables import asked
from cogs.play.table_queries import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import listed, lobby_for
from data.store.rows import LIVE, SeatRow, TableRow

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableLobby:
    """Handles `/game join` and `leave`, at the channel's table, and the buttons of a lobby, each at its table."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(join=self.join, leave=self.leave, start=self.start)

    async def join(self, interaction: discord.Interaction[Any], rest: str | None = None, values: Sequence[str] = ()) -> None:
        """Takes a free seat, or accepts a challenge."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._unless_begun(interaction, rest, "game.joined_already", "game.begun_already"):
            lobby = await lobby_for(interaction, rest)
            seats = await self.bot.store.tables.seats(lobby.id)
            _check_own(lobby, seats, interaction.user.id)
            started = await self.bot.tables.join(lobby.id, (interaction.user.id, called(interaction.user)))
        say = await voice(interaction)
        waits = not started and asked(await self.bot.store.tables.seats(lobby.id))
        await answer_with(interaction, content=say("game.dealt" if started else "game.accepted" if waits else "game.joined"))

    @asynccontextmanager
    async def _unless_begun(self, interaction: discord.Interaction[Any], rest: str | None, seated: str, other: str) -> AsyncIterator[None]:
        """Raises Unfit in the place of NoTable if the game at this channel's table has begun: with the text for whoever is `seated` there, or for any
        `other` person."""
        try:
            yield
        except NoTable:
            live = await self.bot.store.tables.live_in(channel_of(interaction))
            row = await self.bot.store.tables.get(live) if live is not None else None
            if row is None or row.status != LIVE or row.guild != interaction.guild_id or (rest is not None and row.id != int(rest)):
                raise
            seats = await self.bot.store.tables.seats(row.id)
            raise Unfit(seated if any(s.player == interaction.user.id for s in seats) else other) from None

    async def leave(self, interaction: discord.Interaction[Any], rest: str | None = None, values: Sequence[str] = ()) -> None:
        """Leaves the table, or declines a challenge. The outbox tells the channel what follows."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._unless_begun(interaction, rest, "game.begun_to_leave", "game.not_seated"):
            lobby = await lobby_for(interaction, rest)
            waits = asked(seats := await self.bot.store.tables.seats(lobby.id))
            _check_own(lobby, seats, interaction.user.id)
            gone = await self.bot.tables.leave(lobby.id, interaction.user.id)
        say = await voice(interaction)
        declined = any(s.player == interaction.user.id for s in waits)
        await answer_with(interaction, content=say("game.declined" if declined else "game.closed" if gone else "game.left"))

    async def start(self, interaction: discord.Interaction[Any], rest: str | None = None, values: Sequence[str] = ()) -> None:
        """Starts the game with those who are there. Raises Unfit for a person without a seat."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._unless_begun(interaction, rest, "game.begun", "game.begun"):
            lobby = await lobby_for(interaction, rest)
            if not any(s.player == interaction.user.id for s in await self.bot.store.tables.seats(lobby.id)):
                raise Unfit("game.not_seated")
            await self.bot.tables.start(lobby.id, interaction.user.id)
        await answer_with(interaction, content=(await voice(interaction))("game.dealt"))


def _check_own(lobby: TableRow, seats: Sequence[SeatRow], player: int) -> None:
    """Raises Unfit for a person who answers a challenge to others, without a free seat."""
    waits = asked(seats)
    if waits and len(seats) >= lobby.options["seats"] and all(s.player != player for s in seats):
        raise Unfit("game.others_answer", names=listed(waits))
