"""*Explain the move*: what the computer that teaches at a table says of its latest turn, privately, to anybody who sees the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.drawing import look_of
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.reply import answer_with, voice
from cogs.messages.table.teaching import teaching_words
from cogs.play.thinking.teaching import Explanations, teachers
from cogs.play.unfit import Unfit
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableTeaching:
    """Handles the button."""

    def __init__(self, bot: Referee) -> None:
        self.explanations = Explanations(bot.tables)
        bot.handlers.update(teach=self.on_teach)

    async def on_teach(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Tells it. Raises Unfit where nobody teaches."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        if not teachers(table):
            raise Unfit("teach.nobody")
        takes_long()
        found = await self.explanations.ask(table, interaction.user.id)
        say = await voice(interaction, table.rules.key)
        await answer_with(interaction, content=teaching_words(table, found, look_of(table, say)))
