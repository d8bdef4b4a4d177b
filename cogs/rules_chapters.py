"""Browsing the rulebooks, from `/rules` without a question.

Buttons hold the state: which book is open, at which place, in which language.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from cogs.messages.interaction_deadlines import takes_long
from cogs.messages.reply import answer_with
from cogs.messages.rules.chapters import asked, asked_everywhere, contents, shelf
from cogs.messages.rules.entry import everywhere
from cogs.play.single_flight import Busy, SingleFlight
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from data.content import games
from data.language import LANGUAGES, Texts, texts
from data.rulebook import rulebook

if TYPE_CHECKING:
    from cogs.service.bot import Referee

KEPT = 6
"""So many files are kept in memory, the latest ones."""


class BookCommands(commands.Cog):
    """The buttons for browsing and downloading rulebooks."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        self._kept: SingleFlight[tuple[str, str], bytes] = SingleFlight(KEPT)
        bot.handlers.update(book=self.on_book, asked=self.on_asked, download=self.on_download)

    async def on_book(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Contents*, its translation, or the book chosen from a menu."""
        await interaction.response.defer()
        game, say = _place(rest, values)
        message = contents(game, say) if game else shelf(say)
        await answer_with(interaction, **message, attachments=[])

    async def on_asked(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Most asked*: the common questions of a game, or of all games; with a question chosen from the menu, its answers."""
        await interaction.response.defer()
        game, say = _place(rest, [])
        if values:
            found = [rule for key in games() for rule in rulebook(key, say.language).values() if rule.number.partition("-")[2] == values[0]]
            basics = [rule for rule in found if rule.kind == "basics"]
            if not basics:
                raise Unfit("rules.none")
            message = everywhere(basics, say)
        else:
            message = asked(game, say) if game else asked_everywhere(say)
        await answer_with(interaction, **message, attachments=[])

    async def on_download(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Download*: sends the whole book as one file, beside the message."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        game, say = _place(rest, [])
        assert game
        from cogs.messages.rules.download import booklet  # Few ever want it: what escapes letters is not read when the bot starts.

        try:
            takes_long()
            page = await self._kept.get((game, say.language), interaction.user.id, lambda: apart(booklet, game, say.language))
        except Busy:
            raise Unfit("book.busy") from None
        file = discord.File(io.BytesIO(page), f"{game}.{say.language}.html")
        await answer_with(interaction, content=say("book.file", game=texts(say.language, game)("title")), attachments=[file])


def _place(rest: str, values: list[str]) -> tuple[str | None, Texts]:
    """The game whose book is meant (None: all books), and the language. Raises Unfit for anything unknown."""
    game, _, language = rest.rpartition(":")
    game = values[0] if values else game
    if language not in LANGUAGES or (game and game not in games()):
        raise Unfit("rules.none")
    return game or None, texts(language)


async def setup(bot: Referee) -> None:
    await bot.add_cog(BookCommands(bot))
