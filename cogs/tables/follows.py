"""`/game follow` and its buttons: news of other people's games by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import panel
from cogs.messages.panel_navigation import show
from cogs.messages.reply import answer_with, voice
from cogs.messages.table.direct_messages import place_of
from cogs.messages.table.eliminated_panel import out_message
from cogs.messages.table.follows import STOP, TURNS, following, watching_message
from cogs.play.table import Table
from cogs.play.table_queries import Closed
from cogs.play.unfit import Unfit
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class Follows:
    """Handles the command and the buttons."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(follow=self.on_follow)

    async def follow(self, interaction: discord.Interaction[Any], how: str) -> None:
        """Follows the channel's table."""
        await interaction.response.defer(ephemeral=True)
        await self._follow(interaction, await table_for(interaction), how)

    async def on_follow(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A button that follows a table or stops that. Stopping works everywhere, whatever has become of the table."""
        number, how = rest.split(":")
        if how != STOP:
            await interaction.response.defer()
            return await self._follow(interaction, await table_for(interaction, number), how)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._stop(interaction, int(number))

    async def _stop(self, interaction: discord.Interaction[Any], table: int) -> None:
        await self.bot.store.follows.unfollow(table, interaction.user.id)
        await answer_with(interaction, content=(await voice(interaction))("follow.stopped"), view=None)

    async def _follow(self, interaction: discord.Interaction[Any], table: Table, how: str) -> None:
        """Lets a person follow a table if they don't play, or are out of the game; a first message tests whether they accept direct messages."""
        if how == STOP:
            return await self._stop(interaction, table.id)
        if table.plays(interaction.user.id):
            raise Unfit("follow.seated")
        if table.over:
            raise Closed
        follows, player, say = self.bot.store.follows, interaction.user.id, await voice(interaction, table.rules.key)
        await follows.follow(table.id, player, how == TURNS, say.language)
        hello = {"content": f"{place_of(table, say)}\n{say(f'follow.{how}')}", "view": panel([following(table, say, STOP)])}
        if not await self.bot.direct_messages.greet(player, hello, str(interaction.id)):
            await follows.unfollow(table.id, player)
            raise Unfit("direct.closed")
        if own := table.seats_of(player):
            message = await out_message(interaction, table, own[0])
        else:
            message = watching_message(table, say, how == TURNS, await self.bot.store.tables.since(table.row))
        await show(interaction, message)
