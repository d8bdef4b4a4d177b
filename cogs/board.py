"""Commands that show a table: the board, one's hand, the legal moves, what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.messages.buttons import Press, panel
from cogs.messages.command_declarations import command_text, worded
from cogs.messages.drawing import board_file, closer_files, hand_file, look_of, panel_files, told_by_rule, unescaped
from cogs.messages.moves.picker_context import waiting
from cogs.messages.panel_navigation import in_panel, opened, way_back
from cogs.messages.panel_navigation import show as show_panel
from cogs.messages.reply import answer_with, in_full, theme_of, voice
from cogs.messages.rules.entry import open_menu
from cogs.messages.table.earlier_positions import Sought, past_message, sought
from cogs.messages.table.rewind_points import point_choices
from cogs.messages.truncation import cut
from cogs.play.history.record import events_seen
from cogs.play.history.rewind_points import points
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import turn
from cogs.service.access import table_for
from data.language import Texts
from data.store.changes import BOARD, TABLE, Message, Subject
from render.painter import painter

if TYPE_CHECKING:
    from cogs.service.bot import Referee

LOG_LINES, LOG_LETTERS = 20, 1900
Line = tuple[str, list[str]]
"""A line of the log with the rules that it rests on."""


class BoardCommands(commands.Cog):
    """Shows a table to anybody who may look at it: the board, a hand, the log."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update({"hand": self.on_hand, "log": self.on_log, "logpage": self.on_log_page, "back": self.on_back, "next": self.on_next})
        bot.handlers.update(signs=self.on_signs)

    async def _table(self, interaction: discord.Interaction[Any], rest: str) -> tuple[Table, Texts]:
        await opened(interaction)
        table = await table_for(interaction, rest)
        return table, await voice(interaction, table.rules.key)

    async def on_hand(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Hand*: shows the presser their hand, privately."""
        table, say = await self._table(interaction, rest)
        await self._show_hand(interaction, table, say)

    async def on_signs(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*What am I looking at?*: the pictures of the panel, with what is on them."""
        table, say = await self._table(interaction, rest)
        look = unescaped(table, look_of(table, say, await theme_of(interaction, table.row.theme)))
        files = await panel_files(table.view(table.seat_of(interaction.user.id)), look, (), ())
        view = panel(way_back(interaction, table.id, say))
        await show_panel(interaction, {"content": cut(say("signs")), "attachments": files, "view": view})

    async def on_log(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Log*: shows what has happened, the latest first."""
        table, say = await self._table(interaction, rest)
        await show_log(interaction, table, say)

    async def on_log_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Earlier* and *Later* below a page of the log."""
        await interaction.response.defer()
        number, page = rest.split(":")
        table = await table_for(interaction, number)
        await show_log(interaction, table, await voice(interaction, table.rules.key), int(page))

    async def _show_hand(self, interaction: discord.Interaction[Any], table: Table, say: Texts) -> None:
        seat = table.seat_of(interaction.user.id)
        look = look_of(table, say, await theme_of(interaction, table.row.theme))
        file = await hand_file(table.view(seat), unescaped(table, look))
        words = painter(table.rules.key).describe_hand(table.view(seat), look) if file is not None else say("hand.empty")
        view = panel(way_back(interaction, table.id, say))
        await show_panel(interaction, {"content": cut(words), "attachments": [file] if file is not None else [], "view": view})

    @app_commands.command(name=command_text("hand"), description=command_text("hand.desc"))
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """The asker's hand, for nobody else."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        await self._show_hand(interaction, table, await voice(interaction, table.rules.key))

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


async def show_log(interaction: discord.Interaction[Any], table: Table, say: Texts, page: int = 0) -> None:
    """Shows a page of what has happened, with rule numbers, as far as the asker may see it; the latest first."""
    own = table.seats_of(interaction.user.id)
    async with turn(interaction.user.id):
        events = await events_seen(table, own)
    look = look_of(table, say)
    # Of what may be thousands no more is put into words than it takes.
    told = (said for event in reversed(events) for said in told_by_rule(table, [event], look))
    lines = ((" · ".join([line, ", ".join(rules)]) if rules else line, rules) for line, rules in told)
    pages = list(islice(_pages(lines), page + 2))
    shown = pages[min(page, len(pages) - 1)] if pages else []
    buttons = [
        Press("logpage", f"{table.id}:{at}", say(f"log.{way}")) for way, at in (("earlier", page + 1), ("later", page - 1)) if 0 <= at < len(pages)
    ]
    if own or in_panel(interaction):
        buttons.append(Press("panel", str(table.id), say("button.to_game")))
    menu = open_menu(table.rules.key, [rule for _, rules in shown for rule in rules], say)
    words = "\n".join(line for line, _ in reversed(shown)) or say("log.empty")
    view = panel([*buttons, *([menu] if menu else [])])
    await show_panel(interaction, {"content": cut(words), "view": view})


def _pages(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Splits lines into groups that fit into a message each."""
    page: list[Line] = []
    letters = 0
    for line in lines:
        length = len(line[0]) + 1
        if page and (len(page) == LOG_LINES or letters + length > LOG_LETTERS):
            yield page
            page, letters = [], 0
        page.append(line)
        letters += length
    if page:
        yield page


async def setup(bot: Referee) -> None:
    await bot.add_cog(BoardCommands(bot))
