"""Buttons and menus that open a table: a rematch, a game chosen from a menu, a character of a game, the game of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import panel
from cogs.messages.drawing import drawn
from cogs.messages.reply import answer_with, theme_of, voice
from cogs.messages.table.characters import MENU, characters_message, faces_file
from cogs.messages.table.new_game import COMPUTER, SEATS, newgame_menus
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from cogs.service.named_people import check_still_here
from cogs.tables.new_game import CHARACTERS, TableWishes
from cogs.tables.typed_time_confirmation import wished
from data.content import build, games
from data.store.setups import REMATCH, TABLE
from rules.computers.characters import characters_of

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class TableOpening:
    """Handles these buttons and menus."""

    def __init__(self, bot: Referee, wishes: TableWishes) -> None:
        self.wishes = wishes
        bot.handlers.update(again=self.on_again, newgame=self.on_menus, fresh=self.on_fresh)
        bot.handlers[MENU] = self.on_characters

    async def on_again(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Rematch*: opens the same game with the same people, with the seats rotated. The others are asked."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        table = await table_for(interaction, rest)
        table.seat_of(interaction.user.id)
        others = {s.player: s.name for s in table.seats if s.player not in (None, interaction.user.id)}
        await check_still_here(interaction, others)
        await self.wishes.again(interaction, wished(interaction, table.rules.key, REMATCH, {"table": table.id}))

    async def on_menus(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*New game*: shows the menus of games and opponents."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        say = await voice(interaction)
        await answer_with(interaction, content=say("newgame.which"), view=panel(newgame_menus(say)))

    async def on_fresh(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Opens a table in this channel for a game from the menus, or a lesson's game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        against, _, named = rest.partition(":")
        game = next(iter(values), named)
        if game not in games():
            raise Unfit("error.too_old")
        if interaction.guild is None:
            raise Unfit("error.only_in_servers")
        rules = build(game)
        character = against if against in characters_of(rules) else ""
        if not (character or against in (COMPUTER, SEATS)):
            raise Unfit("error.too_old")
        computers = 0 if against == SEATS else min(rules.seats) - 1
        await self.wishes.new(interaction, wished(interaction, game, TABLE, {"computers": computers, CHARACTERS: character}))

    async def on_characters(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Against a character*: shows those of a game, from the menu or a button."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        game = next(iter(values), rest)
        if game not in games():
            raise Unfit("error.too_old")
        say = await voice(interaction, game)
        faces = await drawn(faces_file, game, await theme_of(interaction), say)
        await answer_with(interaction, **characters_message(game, say, [faces]))
