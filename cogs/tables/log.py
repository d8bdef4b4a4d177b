"""`/game log` and *Log*: what has happened at a table, with the rules, as far as the asker may see it, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.drawing import look_of, told_by_rule
from cogs.messages.panel_navigation import in_panel, opened
from cogs.messages.panel_navigation import show as show_panel
from cogs.messages.reply import voice
from cogs.messages.rules.entry import open_menu
from cogs.messages.truncation import cut
from cogs.play.history.record import events_seen
from cogs.play.table import Table
from cogs.play.worker_threads import turn
from cogs.service.access import table_for
from data.language import Texts

if TYPE_CHECKING:
    from cogs.service.bot import Referee

LOG_LINES, LOG_LETTERS = 20, 1900
Line = tuple[str, list[str]]
"""A line of the log with the rules that it rests on."""


class TableLog:
    """Handles the command and the buttons."""

    def __init__(self, bot: Referee) -> None:
        bot.handlers.update(log=self.on_log, logpage=self.on_log_page)

    async def log(self, interaction: discord.Interaction[Any]) -> None:
        """Shows the log of the channel's table."""
        await interaction.response.defer(ephemeral=True)
        table = await table_for(interaction)
        await show_log(interaction, table, await voice(interaction, table.rules.key))

    async def on_log(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Log*: shows what has happened, the latest first."""
        await opened(interaction)
        table = await table_for(interaction, rest)
        await show_log(interaction, table, await voice(interaction, table.rules.key))

    async def on_log_page(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """*Earlier* and *Later* below a page of the log."""
        await interaction.response.defer()
        number, page = rest.split(":")
        table = await table_for(interaction, number)
        await show_log(interaction, table, await voice(interaction, table.rules.key), int(page))


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
