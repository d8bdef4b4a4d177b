"""Tables that are opened by a button: a rematch, a game chosen from a menu, the game that a lesson was about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.playing.challenges import asked, names
from cogs.playing.tables import Opening, Party, Unfit
from cogs.running.doors import check_room, table_for
from cogs.showing.buttons import panel
from cogs.showing.newgame import COMPUTER, newgame_menus
from cogs.showing.reply import called, check_rights, voice
from data.content import build, games
from render.theme import known_theme

if TYPE_CHECKING:
    from cogs.running.bot import Referee


class TableOpening:
    """What stands behind them."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(again=self.on_again, newgame=self.on_menus, fresh=self.on_fresh)

    async def on_again(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Rematch*: the same game with the same people, the seats turned. The others are asked."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        table.seat_of(interaction.user.id)
        check_rights(interaction)
        await check_room(interaction, table.rules.key)
        made, _ = await self.bot.tables.rematch(table, interaction.user.id, interaction.channel_id or 0)
        await self.tell(interaction, made)

    async def on_menus(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*New game*: which one, and against whom."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        say = await voice(interaction)
        await interaction.edit_original_response(content=say("newgame.which"), view=panel(newgame_menus(say)))

    async def on_fresh(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """A game from the menus, or that of a lesson: a table in this channel."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        against, _, named = rest.partition(":")
        game = next(iter(values), named)
        if game not in games():
            raise Unfit("error.too_old")
        if interaction.guild is None:
            raise Unfit("error.only_in_servers")
        check_rights(interaction)
        room, say = await check_room(interaction, game), await voice(interaction, game)
        computers = min(build(game).seats) - 1 if against == COMPUTER else 0
        party = Party((interaction.user.id, called(interaction.user)), (), computers, say("computer"))
        looks = room.language or say.language, known_theme(room.theme)
        made, _ = await self.bot.tables.open(Opening(game, interaction.guild_id, interaction.channel_id or 0, {}, *looks), party)
        await self.tell(interaction, made)

    async def tell(self, interaction: discord.Interaction[Any], made: int, rated: bool = False) -> None:
        """Says what has become of a new table: it is dealt, or waits for those who are asked, or for whoever joins."""
        say, row = await voice(interaction), await self.bot.store.tables.get(made)
        waits = asked(await self.bot.store.tables.seats(made))
        begun = row is not None and row.snapshot is not None
        if not begun and waits:
            words = say("game.asked", **names(waits))
        else:
            words = say("game.dealt" if begun else "game.opened_rated" if rated else "game.opened")
        await interaction.edit_original_response(content=words)
