"""The direct message that it is somebody's turn. To followers of a table: `follows`. It names only people whom the board names, too."""

from __future__ import annotations

from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.play.restore_stamps import numbered
from cogs.play.table import Table
from data.language import Texts
from data.timestamps import distance
from rules.game import Seat


def place_of(table: Table, say: Texts) -> str:
    """The name of a table, with a link to its message."""
    row = table.row
    parts = map(str, (row.guild or "@me", row.channel, *([row.message] if row.message else [])))
    return say("direct.place", title=say("title"), where=f"<#{row.channel}>", link=f"https://discord.com/channels/{'/'.join(parts)}")


def turn_message(table: Table, seat: Seat, say: Texts, since: float | None) -> dict[str, Any]:
    """The message that it is a person's turn."""
    kind = next(kind for asked, kind in table.view(None).asked if asked == seat)
    words = say("direct.turn", what=say(f"asked.{kind}"), ago=distance(since or table.row.created))
    presses = [Press("move", numbered(table.row), say("button.move"), discord.ButtonStyle.primary)]
    return {"content": f"{place_of(table, say)}\n{words}", "view": panel(presses)}
