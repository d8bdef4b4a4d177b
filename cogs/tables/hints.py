"""`/game hint` and *Hint*: what the strongest computer would do in the asker's place, privately."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import look_of, unescaped
from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.moves.hint import hint_message
from cogs.messages.moves.line_film import film_message
from cogs.messages.panel_navigation import opened, show
from cogs.messages.reply import theme_of, voice
from cogs.messages.table.replay import LARGEST
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
        bot.handlers.update(hint=self.on_hint, showme=self.on_show)

    async def hint(self, interaction: discord.Interaction[Any]) -> None:
        """Shows a hint for the channel's table."""
        await interaction.response.defer(ephemeral=True)
        await self._tell(interaction, await table_for(interaction))

    async def on_hint(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hint*: shows it in the panel, with a way back."""
        await opened(interaction)
        await self._tell(interaction, await table_for(interaction, rest))

    async def on_show(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Show me*: the line behind a hint as a film, in the panel, with ways back."""
        await opened(interaction)
        number, mark = rest.split(":")
        table = await table_for(interaction, number)
        seat = table.seat_of(interaction.user.id)
        await self._check_allowed(table)
        table.check_fresh(seat, int(mark))
        takes_long()
        why = (await self.hints.ask(table, seat, interaction.user.id)).why
        if why is None or why.shown is None:
            raise Unfit("hint.film.nothing")
        say = await voice(interaction, table.rules.key)
        look = unescaped(table, look_of(table, say, await theme_of(interaction, table.row.theme)))
        message = await film_message(table.rules, why.shown, look, min(LARGEST, interaction.filesize_limit))
        back = [Press("hint", str(table.id), say("button.hint")), Press("panel", str(table.id), say("hint.otherwise"))]
        await show(interaction, message | {"view": panel(back)})

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
