"""`/game offer`, `/game take` and *Take the seat*: a seat that is offered, or that a computer has taken from a person, gets another player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, called, voice
from cogs.messages.table.motions import put_words
from cogs.play import seat_takeover
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class SeatTakeover:
    """Handles these commands and the button."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(take=self.on_take)

    async def offer(self, interaction: discord.Interaction[Any], on: bool) -> None:
        """Offers the asker's seat to anybody, or ends the offer."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        seat = table.seat_of(interaction.user.id)
        await self._check(table)
        await table.seating.offer(seat, on)
        await answer_with(interaction, content=(await voice(interaction))("take.offered" if on else "take.kept"))

    async def take(self, interaction: discord.Interaction[Any]) -> None:
        """Gives the asker an offered seat, or one that a computer has taken from a person."""
        await interaction.response.defer(ephemeral=True)
        await self._take(interaction, await table_for(interaction))

    async def on_take(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._take(interaction, await table_for(interaction, rest))

    async def _take(self, interaction: discord.Interaction[Any], table: Table) -> None:
        await self._check(table)
        if table.seats_of(interaction.user.id):
            raise Unfit("take.seated")
        put = await seat_takeover.take(self.bot.motions, table, (interaction.user.id, called(interaction.user)))
        say = await voice(interaction, table.rules.key)
        await answer_with(interaction, content=say("take.done") if put is None else put_words(table, put.motion, put.before, say))

    async def _check(self, table: Table) -> None:
        if await self.bot.tournaments.live_of(table.id):
            raise Unfit("take.tournament")
        if table.row.rated:  # Else whoever is losing would have nothing to lose.
            raise Unfit("take.rated")
