"""Paged lists with a button in each line, as one layout message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.messages.buttons import Press
from cogs.messages.truncation import cut
from data.language import Texts
from data.store.rows import TableRow
from data.user_text import as_shown, escaped

A_PAGE = 10
"""Lines of a page. Discord takes 40 components in a message: three for each line, and some around them."""
MOST_LETTERS = 360
"""Letters of a line, of the 4000 that a message may have."""


class ButtonLine(NamedTuple):
    """A line of a list with the button beside it."""

    words: str
    button: ui.Item[Any]


def listed(lines: Sequence[ButtonLine], page: int, verb: str, say: Texts, none: str) -> dict[str, Any]:
    """The arguments of a message with page `page` of the lines (or the last page), and buttons with `verb` for its neighbours; without lines, one
    that says `none`. It is always a layout, since it may replace one."""
    last = max(len(lines) - 1, 0) // A_PAGE
    page = min(page, last)
    shown: list[ui.Item[Any]] = [ui.Section(cut(line.words, MOST_LETTERS), accessory=line.button) for line in lines[page * A_PAGE :][:A_PAGE]]
    turns = [(page - 1, say("list.before")), (page + 1, say("list.after"))]
    pages: list[ui.Item[Any]] = [Press(verb, str(at), label) for at, label in turns if 0 <= at <= last]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(shown or [ui.TextDisplay(none)]), *([ui.ActionRow(*pages)] if pages else [])))
    return {"view": view}


def together(names: Sequence[str], room: int) -> str:
    """Names with commas between, each cut so far that all together have at most `room` letters; "…" where that is impossible."""
    shown = [*map(as_shown, names)]
    ways = (", ".join(escaped(cut(name, most)) for name in shown) for most in range(max(map(len, shown), default=1), 0, -1))
    return next((way for way in ways if len(way) <= room), "…")


def address(row: TableRow) -> str:
    """The link to a table's message; to its channel before there is a message."""
    return f"https://discord.com/channels/{row.guild or '@me'}/{row.channel}" + (f"/{row.message}" if row.message else "")


def leading(row: TableRow, say: Texts) -> ui.Button[Any]:
    """A link button to a table."""
    return ui.Button(style=discord.ButtonStyle.link, label=say("button.there"), url=address(row))
