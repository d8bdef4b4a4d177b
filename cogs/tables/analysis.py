"""*Analysis*: the decisive moments of a finished game, private to the asker, who may share them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import look_of, unescaped
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.moves.line_film import film_message
from cogs.messages.reply import answer_with, called, theme_of, voice
from cogs.messages.table.analysis import analysis_message, film_buttons
from cogs.messages.table.replay import LARGEST
from cogs.messages.truncation import MAX_CONTENT, cut
from cogs.play.history.secret_decks import check_told
from cogs.play.table import Table
from cogs.play.thinking.analysis import Analyses, Analysis
from cogs.play.unfit import Unfit
from cogs.service.access import table_for, table_to_show

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableAnalysis:
    """Handles the command and the buttons of analyses."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.analyses = Analyses(bot.tables)
        bot.handlers.update(analysis=self.on_analysis, analysisshow=self.on_show, moment=self.on_moment)

    async def on_analysis(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Analysis* below the end of a game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell(interaction, await table_for(interaction, rest))

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show to all*: posts the analysis in the channel."""
        number, language = rest.split(":")
        table, say = await table_to_show(interaction, number, language)
        by = "\n" + say("rules.shown", name=called(interaction.user))
        message = await analysis_message(table, await self._found(interaction, table), say, table.row.theme)
        await answer_with(interaction, **message | {"content": cut(message["content"], MAX_CONTENT - len(by)) + by})

    async def _tell(self, interaction: discord.Interaction[Any], table: Table) -> None:
        say = await voice(interaction, table.rules.key)
        if table.over:
            await answer_with(interaction, content=say("analysis.wait"))
        found = await self._found(interaction, table)
        message = await analysis_message(table, found, say, await theme_of(interaction, table.row.theme))
        show = Press("analysisshow", f"{table.id}:{say.language}", say("rules.show"))
        await answer_with(interaction, **message, view=panel([show, *film_buttons(table, found, say)]))

    async def on_moment(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show me*, of one moment: the line that would have been better, as everybody would have seen it."""
        number, place = rest.split(":")
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, number)
        moments = (await self._found(interaction, table)).moments
        why = moments[int(place)].why if int(place) < len(moments) else None
        if why is None or why.shown is None or table.row.rated:
            raise Unfit("hint.film.nothing")
        say = await voice(interaction, table.rules.key)
        look = unescaped(table, look_of(table, say, await theme_of(interaction, table.row.theme)))
        message = await film_message(table.rules, why.shown, look, min(LARGEST, interaction.filesize_limit))
        await answer_with(interaction, **message)

    async def _found(self, interaction: discord.Interaction[Any], table: Table) -> Analysis:
        takes_long()
        await check_told(table)
        return await self.analyses.of(table, interaction.user.id)
