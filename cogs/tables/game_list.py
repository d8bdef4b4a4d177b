"""`/game list`: the games of a server."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.button_lists import MOST_LETTERS, ButtonLine, leading, listed, together
from cogs.messages.buttons import Press
from cogs.messages.reply import answer_with, voice
from cogs.service.lost_channels import visible
from data.language import Texts, texts
from data.similar_names import told_apart
from data.store.rows import OPEN, SeatRow, TableRow

if TYPE_CHECKING:
    from cogs.service.bot import Referee

MOST_LISTED, MOST_LOOKED_AT = 20, 60
"""Tables in a list, and those among which they are looked for."""


class GameList:
    """Handles `/game list` and the buttons for its pages."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(games=self.on_page)

    async def show(self, interaction: discord.Interaction[Any], page: int = 0) -> None:
        """Lists the asker's tables, and those of this server in channels that the asker can see."""
        say = await voice(interaction)
        lines: list[ButtonLine] = []
        for row in await self.bot.store.tables.tables_of(interaction.guild_id, interaction.user.id, MOST_LOOKED_AT):
            if len(lines) == MOST_LISTED:
                break
            seats = await self.bot.store.tables.seats(row.id)
            if not await self._may_know(interaction, row, seats):
                continue
            worded = partial(say, f"list.{row.status}", id=row.id, title=texts(say.language, row.game)("title"), channel=row.channel)
            names = together(told_apart([s.name for s in seats]), MOST_LETTERS - len(worded(names="")))
            lines.append(ButtonLine(worded(names=names), _button(interaction, row, seats, say)))
        await answer_with(interaction, **listed(lines, page, "games", say, say("list.none")))

    async def on_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows another page of the list."""
        await interaction.response.defer()
        await self.show(interaction, int(rest))

    async def _may_know(self, interaction: discord.Interaction[Any], row: TableRow, seats: list[SeatRow]) -> bool:
        """Whether the asker may know of a table: they have a seat there, or see its channel."""
        if row.channel == interaction.channel_id or any(s.player == interaction.user.id for s in seats):
            return True
        return isinstance(interaction.user, discord.Member) and await visible(self.bot, row.channel, interaction.user)


def _button(interaction: discord.Interaction[Any], row: TableRow, seats: list[SeatRow], say: Texts) -> Press | discord.ui.Button[Any]:
    """*Join* for a table of this channel with a free seat; else a link to the table."""
    free = row.status == OPEN and len(seats) < row.options["seats"]
    if free and row.channel == interaction.channel_id and all(s.player != interaction.user.id for s in seats):
        return Press("join", str(row.id), say("button.join"), discord.ButtonStyle.success)
    return leading(row, say)
