"""`/game hint` and *Hint*: what the strongest computer would do in the asker's place, privately."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.moves.hint import hint_message
from cogs.messages.panel_navigation import opened, show
from cogs.messages.reply import voice
from cogs.play.single_flight import Busy
from cogs.play.table import Table
from cogs.play.thinking.hints import Hints
from cogs.play.thinking.pool import Ceased, NoAnswer
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from rules.game import Action, Refused

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableHints:
    """Handles the command and the buttons of hints."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self.hints = Hints(bot.tables)
        bot.handlers.update(hint=self.on_hint)

    async def hint(self, interaction: discord.Interaction[Any]) -> None:
        """Shows a hint for the channel's table."""
        await interaction.response.defer(ephemeral=True)
        await self._tell(interaction, await table_for(interaction))

    async def on_hint(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hint*: shows it in the panel, with a way back."""
        await opened(interaction)
        await self._tell(interaction, await table_for(interaction, rest))

    async def _tell(self, interaction: discord.Interaction[Any], table: Table) -> None:
        seat = table.seat_of(interaction.user.id)
        await self._check_allowed(table)
        takes_long()
        found = await self.hints.ask(table, seat, interaction.user.id)
        aim: tuple[Action, ...] = ()
        with contextlib.suppress(Busy, Ceased, NoAnswer, Refused):  # The hint stands without it.
            aim = await self.hints.aim(table, seat, interaction.user.id, found.action)
        say = await voice(interaction, table.rules.key)
        await show(interaction, await hint_message(interaction, table, seat, found, say, aim))

    async def _check_allowed(self, table: Table) -> None:
        """Raises Unfit with the reason if the table has no hints."""
        if table.row.hints:
            return
        if table.row.rated:
            raise Unfit("hint.rated")
        raise Unfit("hint.tournament" if await self.bot.tournaments.live_of(table.id) else "hint.off")
