"""The buttons about a silent player, for whom a table without a clock has waited too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, called, voice
from cogs.messages.table.silent_players import BACK, HERE
from cogs.play.table_queries import NotSeated
from cogs.play.unfit import Unfit
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableSilentPlayers:
    """The buttons *I am here*, *Take my seat back*, and those by which others decide."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(vanished=self.on_vanished)

    async def on_vanished(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Handles a decision about a silent player. Raises Unfit if it isn't the presser's, or is no longer possible."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, seat, what, mark = rest.split(":")
        table = await table_for(interaction, number)
        say = await voice(interaction)
        player = interaction.user.id
        if what == BACK:
            if await self.bot.silent_players.come_back(table, (player, called(interaction.user))) is None:
                raise Unfit("vanished.not_your_seat")
            words = say("vanished.back")
        elif int(seat) in table.seats_of(player):
            words = say("vanished.thanks")  # Whoever has pressed anything is there.
        elif what == HERE:
            raise Unfit("vanished.not_you")
        elif not table.seats_of(player):
            raise NotSeated
        else:
            missing = await self.bot.silent_players.choose(table, player, int(seat), what, mark)
            words = say("vanished.others_too", names=", ".join(f"**{name}**" for name in missing)) if missing else say("desk.done")
        await answer_with(interaction, content=words)
