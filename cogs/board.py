"""`/board`: the board of a table, now or at an earlier moment; and *What am I looking at?* (its words: the key `signs` of a game's texts)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import panel
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.drawing import board_file, closer_files, look_of, panel_files, unescaped
from cogs.messages.moves.picker_context import waiting
from cogs.messages.panel_navigation import opened, way_back
from cogs.messages.panel_navigation import show as show_panel
from cogs.messages.reply import answer_with, in_full, theme_of, voice
from cogs.messages.table.earlier_positions import Sought, past_message, sought
from cogs.messages.table.rewind_points import point_choices
from cogs.messages.truncation import cut
from cogs.play.history.rewind_points import points
from cogs.play.unfit import Unfit
from cogs.service.access import table_for
from data.store.changes import BOARD, TABLE, Message, Subject
from render.painter import painter

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class BoardCommands(commands.Cog):
    """Shows the board to anybody who may look at it."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update({"back": self.on_back, "next": self.on_next, "signs": self.on_signs})

    async def on_signs(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*What am I looking at?*: the pictures of the panel, with what is on them."""
        await opened(interaction)
        table = await table_for(interaction, rest)
        say = await voice(interaction, table.rules.key)
        look = unescaped(table, look_of(table, say, await theme_of(interaction, table.row.theme)))
        files = await panel_files(table.view(table.seat_of(interaction.user.id)), look, (), ())
        view = panel(way_back(interaction, table.id, say))
        await show_panel(interaction, {"content": cut(say("signs")), "attachments": files, "view": view})

    @app_commands.command(name=command_text("board"), description=command_text("board.desc"))
    @worded("board", "show", "at")
    @app_commands.choices(show=[app_commands.Choice(name=command_text(f"board.{v}"), value=v) for v in ("picture", "closer", "text", "post")])
    @app_commands.guild_only()
    async def board(
        self,
        interaction: discord.Interaction[Any],
        show: Literal["picture", "closer", "text", "post"] = "picture",
        at: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """The board for the asker, now or at an earlier point, as a picture, part by part close up, or in words; or posted anew with its buttons."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        say = await voice(interaction, table.rules.key)
        look = look_of(table, say, await theme_of(interaction, table.row.theme))
        if at is not None:
            if show == "post":
                raise Unfit("past.not_posted")
            message = await past_message(interaction, table, await sought(table, at, show, say), say)
            await answer_with(interaction, **message)
        elif show == "post":
            table.seat_of(interaction.user.id)
            await self.bot.store.outbox.owe(Subject(TABLE, table.id), Message(BOARD, {"events": [], "by": None}))
            await answer_with(interaction, content=say("board.posted"))
        elif show == "text":
            words = painter(table.rules.key).describe(table.view(None), unescaped(table, look))
            await answer_with(interaction, **in_full(words, "board"))
        elif show == "closer":
            own = next(iter(table.seats_of(interaction.user.id)), None)
            files = await closer_files(table.view(own), unescaped(table, look), table.rules.faces)
            await answer_with(interaction, content=waiting(table, say), attachments=files)
        else:
            await answer_with(interaction, content=waiting(table, say), attachments=[await board_file(table, look)])

    @board.autocomplete("at")
    async def complete_at(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Completes `at`: the points of the game, the latest first."""
        table = await table_for(interaction)
        return point_choices(table, await points(table), current, await voice(interaction, table.rules.key))

    async def on_back(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Back*: shows the position before the one that is shown."""
        await self._beside(interaction, rest, -1)

    async def on_next(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Next*: shows the position after the one that is shown."""
        await self._beside(interaction, rest, 1)

    async def _beside(self, interaction: discord.Interaction[Any], rest: str, step: int) -> None:
        await interaction.response.defer()
        number, action = map(int, rest.split(":"))
        table = await table_for(interaction, number)
        say = await voice(interaction, table.rules.key)
        await answer_with(interaction, **await past_message(interaction, table, Sought(action, step), say))


async def setup(bot: Referee) -> None:
    await bot.add_cog(BoardCommands(bot))
