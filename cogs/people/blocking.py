"""*Block*, and its page of `/settings`: blocks people, from whom the user wants to hear nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.reply import answer_with, voice
from cogs.messages.settings import block_page
from cogs.play.table_queries import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import lobby_for, table_for
from data.store.rows import OPEN
from data.user_text import Typed

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class Blocking:
    """Blocks people; only whoever blocks learns of it."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(block=self.on_block)

    async def page(self, interaction: discord.Interaction[Any]) -> dict[str, Any]:
        """The page with the people whom the asker has blocked, and a menu to change that."""
        return block_page(await voice(interaction), await self.bot.store.blocks.of(interaction.user.id))

    async def name(self, interaction: discord.Interaction[Any], other: int) -> None:
        """Blocks or unblocks a person. Raises data.store.configured_limits.TooMany."""
        blocks, player = self.bot.store.blocks, interaction.user.id
        await (blocks.remove if other in await blocks.of(player) else blocks.add)(player, other)

    async def on_block(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Block*: blocks the person who made a table's message ping the presser. Raises NoTable, Unfit, data.store.configured_limits.TooMany."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        number, _, caller = rest.partition(":")
        name = await self._caller(interaction, number, int(caller))
        await self.bot.store.blocks.add(interaction.user.id, int(caller))
        await answer_with(interaction, content=(await voice(interaction))("block.done", name=name))

    async def _caller(self, interaction: discord.Interaction[Any], number: str, caller: int) -> str:
        """The name of a person who has or had a seat at the asker's table. Raises NoTable, and Unfit for anybody else."""
        store = self.bot.store
        row = await store.tables.get(int(number))
        if row is None:
            raise NoTable
        found = await lobby_for(interaction, number) if row.status == OPEN else (await table_for(interaction, number)).row
        seats = await store.tables.seats(found.id)
        sat = {s.player: s.name for s in await store.tables.sittings(found.id)} | {s.player: s.name for s in seats}
        name = sat.get(caller)
        if name is None or caller == interaction.user.id or all(s.player != interaction.user.id for s in seats):
            raise Unfit("block.not_called")
        return Typed(name)
