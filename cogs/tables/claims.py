"""`/game claim` and *Claim the game*: players of a rated game whose time is over are out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.play.clocks.claims import claim
from cogs.service.access import table_for

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableClaims:
    """Handles the command and the button."""

    def __init__(self, bot: Referee) -> None:
        bot.handlers.update(claim=self.claim)

    async def claim(self, interaction: discord.Interaction[Any], rest: str | None = None, values: Sequence[str] = ()) -> None:
        """*Claim the game*, also a command: players whose time is over lose. Raises Unfit if there are none, or the claimant is asked."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        names = await claim(await table_for(interaction, rest), interaction.user.id)
        words = (await voice(interaction))("claim.done", names=", ".join(f"**{name}**" for name in names))
        await answer_with(interaction, content=words)
