"""`/card`: a whole card, in the reader's language, and how it stands in this channel's game."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs._cards import card_choices, find_card, game_choices, game_meant
from cogs._draw import painter, to_file
from cogs._reply import command_text, cut, theme_of, voice
from cogs._tables import NoTable, Unfit
from data.content import build
from render.look import Look

if TYPE_CHECKING:
    from cogs._bot import Referee


class Card(commands.Cog):
    """Looking cards up."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @app_commands.command(name=command_text("card"), description=command_text("card.desc"))
    @app_commands.describe(card=command_text("card.card.desc"), game=command_text("card.game.desc"))
    @app_commands.rename(card=command_text("card.card"), game=command_text("card.game"))
    async def card(self, interaction: discord.Interaction[Any], card: str, game: str = "") -> None:
        """A card as a picture and in words, for the asker alone."""
        await interaction.response.defer(ephemeral=True)
        rules = build(await game_meant(interaction, game))
        say = await voice(interaction, rules.key)
        word = find_card(rules, card)
        if word is None:
            raise Unfit("card.unknown", card=card)
        paint = painter(rules.key)
        look = Look(await theme_of(interaction, "light"), say, ())
        now: list[str] = []
        try:
            table = await self.bot.tables.here(interaction.channel_id or 0)
        except NoTable:
            table = None
        if table is not None and table.rules.key == rules.key:
            look = look._replace(names=table.names)
            now = paint.now_lines(table.view(None).board, word, look)
        picture = await asyncio.to_thread(paint.paint_card, rules.faces[word], look, now)
        words = "\n".join([paint.card_text(rules.faces[word], look), *now])
        await interaction.edit_original_response(content=cut(words), attachments=[to_file(picture, words.replace("**", ""), "card")])

    @card.autocomplete("card")
    async def complete_card(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        try:
            game = await game_meant(interaction, getattr(interaction.namespace, "game", "") or "")
        except Unfit:
            return []
        return card_choices(build(game), await voice(interaction, game), current)

    @card.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current)


async def setup(bot: Referee) -> None:
    await bot.add_cog(Card(bot))
