"""`/game analysis` and *Analysis*: the decisive moments of a finished game, private to the asker, who may share them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.reply import answer_with, called, theme_of, voice
from cogs.messages.table.analysis import analysis_message
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.history.secret_decks import check_told
from cogs.play.table import Table
from cogs.play.thinking.analysis import Analyses
from cogs.service.access import table_for, table_to_show
from data.language import Texts

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableAnalysis:
    """Handles the command and the buttons of analyses."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.analyses = Analyses(bot.tables)
        bot.handlers.update(analysis=self.on_analysis, analysisshow=self.on_show)

    async def on_analysis(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Analysis* below the end of a game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell(interaction, await table_for(interaction, rest))

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show to all*: posts the analysis in the channel."""
        number, language = rest.split(":")
        table, say = await table_to_show(interaction, number, language)
        by = "\n" + say("rules.shown", name=called(interaction.user))
        message = await self._message(interaction, table, say, table.row.theme)
        await answer_with(interaction, **message | {"content": cut(message["content"], MAX_CONTENT - len(by)) + by})

    async def _tell(self, interaction: discord.Interaction[Any], table: Table) -> None:
        say = await voice(interaction, table.rules.key)
        if table.over:
            await answer_with(interaction, content=say("analysis.wait"))
        message = await self._message(interaction, table, say, await theme_of(interaction, table.row.theme))
        show = Press("analysisshow", f"{table.id}:{say.language}", say("rules.show"))
        await answer_with(interaction, **message, view=panel([show]))

    async def _message(self, interaction: discord.Interaction[Any], table: Table, say: Texts, theme: str) -> dict[str, Any]:
        takes_long()
        await check_told(table)
        found = await self.analyses.of(table, interaction.user.id)
        return await analysis_message(table, found, say, theme)
