"""*Handicap* in a lobby: its host, or once they have left whoever plays there, gives a player more than the rules have it.

What that is: `rules/parts/handicaps.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.panel_navigation import show
from cogs.messages.reply import answer_with, voice
from cogs.messages.table.lobby import handicap_panel
from cogs.play.handicap_offers import offered_handicap
from cogs.play.open_tables import gives_handicaps
from cogs.play.table_queries import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import lobby_for
from data.store.rows import LIVE, SeatRow, TableRow
from rules.parts.handicaps import SIZES

if TYPE_CHECKING:
    from cogs.service.bot import Referee

_CHOICE = re.compile(f"([0-9]{{1,20}}):([0-{SIZES[-1]}])")
"""What is chosen: a player and a size, 0 for none."""


class Handicaps:
    """Handles the button and its menu."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(handicap=self.ask, handicapped=self.give)

    async def ask(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Shows the menu. Raises Unfit for whoever may not choose there."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        lobby = await self._lobby(interaction, rest)
        seats = await self.bot.store.tables.seats(lobby.id)
        if not gives_handicaps(lobby, seats, interaction.user.id):
            raise Unfit("handicap.host")
        await answer_with(interaction, **await self._panel(interaction, lobby, seats))

    async def _panel(self, interaction: discord.Interaction[Any], lobby: TableRow, seats: Sequence[SeatRow], *, done: bool = False) -> dict[str, Any]:
        offered = await offered_handicap(self.bot.store, lobby, seats)
        return handicap_panel(lobby, seats, await voice(interaction, lobby.game), offered, done=done)

    async def _lobby(self, interaction: discord.Interaction[Any], number: str) -> TableRow:
        """The open table. Raises Unfit once its game has begun, and NoTable."""
        try:
            return await lobby_for(interaction, number)
        except NoTable:
            row = await self.bot.store.tables.get(int(number))
            if row is not None and row.status == LIVE and row.channel == interaction.channel_id:
                raise Unfit("handicap.begun") from None
            raise

    async def give(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Gives what was chosen. Raises Unfit."""
        await interaction.response.defer()
        lobby = await self._lobby(interaction, rest)
        found = _CHOICE.fullmatch(values[0])
        if found is None:
            raise Unfit("error.too_old")
        await self.bot.tables.handicap(lobby.id, interaction.user.id, int(found[1]), int(found[2]))
        await show(interaction, await self._panel(interaction, lobby, await self.bot.store.tables.seats(lobby.id), done=True))
