"""*Yes* below "did you mean": repeats the command with the corrected option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from cogs.messages.reply import answer_with, stands_laid_out
from cogs.messages.typed_again import Again

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TypedAgain(commands.Cog):
    """Repeats commands."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(retry=self.on_retry)

    async def on_retry(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Runs the command; its answer replaces the question. Raises Unfit, and whatever the command raises."""
        await Again.read(rest).give(interaction)
        if interaction.response.type is discord.InteractionResponseType.deferred_message_update and not stands_laid_out(interaction):
            shown = await interaction.original_response()
            if any(str(getattr(part, "custom_id", "")).startswith("b:retry:") for row in shown.components for part in getattr(row, "children", ())):
                await answer_with(interaction, view=None)


async def setup(bot: Referee) -> None:
    await bot.add_cog(TypedAgain(bot))
