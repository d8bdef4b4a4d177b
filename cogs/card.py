"""`/card`: a card, tile, team, monster or place, in the reader's language, and how it stands in this channel's game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.command_declarations import anywhere, command_text, worded
from cogs.messages.decks.card_pool import Browsing
from cogs.messages.drawing import drawn, look_of, to_file, unescaped
from cogs.messages.reply import answer_with, theme_of, voice
from cogs.messages.rules.entry import open_menu
from cogs.messages.rules.find_cards import card_choices, find_offered, listed_choices, rules_of, with_cards
from cogs.messages.truncation import cut
from cogs.messages.typed_game_names import GameName, game_choices, game_meant
from cogs.play.tables import NoTable
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from data.content import build
from data.language import Texts
from data.user_text import Typed
from render.look import Look
from render.painter import painter
from rules.game import Rules

if TYPE_CHECKING:
    from cogs.service.bot import Referee


MOST_RULES = 8
"""How many rules and rulings are named below a card; the menu has them all."""


class CardCommands(commands.Cog):
    """The command `/card`, which looks a card up."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    @app_commands.command(name=command_text("card"), description=command_text("card.desc"))
    @worded("card", "card", "game")
    @anywhere
    async def card(self, interaction: discord.Interaction[Any], card: app_commands.Range[str, 1, 100], game: GameName = "") -> None:
        """A card, tile, team, monster or place as a picture and in words, with its rules, for the asker alone."""
        await interaction.response.defer(ephemeral=True)
        here = await game_meant(interaction, game, with_cards())
        found = find_offered(card, (await voice(interaction)).language, here, [here] if game and here else with_cards())
        if found is None:
            raise Unfit("card.unknown", card=Typed(card))
        rules, word = build(found.game), found.word
        say = await voice(interaction, rules.key)
        paint = painter(rules.key)
        assert paint.cards
        look = Look(await theme_of(interaction), say, ())
        now: list[str] = []
        shown: list[str] = []
        try:
            table = await table_for(interaction)
        except NoTable:
            table = None
        if table is not None and table.rules.key == rules.key:
            own = next(iter(table.seats_of(interaction.user.id)), None)
            now = paint.cards.now(table.view(own).board, word, look_of(table, say))
            shown = paint.cards.now(table.view(own).board, word, unescaped(table, look))
        face = rules.faces[word]
        picture = await drawn(paint.paint_card, face, look, shown)
        words = "\n".join([paint.cards.words(face, look), *now])
        behind = rules_of(rules.key, word, say)
        about = [f"`{rule.number}` {rule.heading}" for rule in behind][:MOST_RULES]
        menu = open_menu(rules.key, [rule.number for rule in behind], say)
        await answer_with(
            interaction,
            content=cut("\n".join([words, say("card.rules"), *about])),
            attachments=[to_file(picture, "\n".join([paint.cards.words(face, look), *shown]).replace("**", ""), "card")],
            view=panel([*([menu] if menu else []), *_into_deck(rules, word, say)]),
        )

    @card.autocomplete("card")
    async def complete_card(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        named = getattr(interaction.namespace, "game", "") or ""
        try:
            here = await game_meant(interaction, named, with_cards())
        except Unfit:
            return []
        say = await voice(interaction, here)
        if here:
            return card_choices(here, say.language, current)
        return listed_choices(say.language, with_cards(), current)

    @card.autocomplete("game")
    async def complete_game(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await game_choices(interaction, current, with_cards())


def _into_deck(rules: Rules[Any], word: str, say: Texts) -> list[Press]:
    """The button *Add to deck*, for a card that may be in a deck; else no button."""
    if rules.decks is None or word not in rules.decks.limits:
        return []
    return [Press("cardlook", f"{rules.decks.numbers[word]}:{Browsing(rules.key).written()}", say("cards.to_deck"))]


async def setup(bot: Referee) -> None:
    await bot.add_cog(CardCommands(bot))
