"""The public terms of a table: the level of its computers, and whether there are hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from discord import app_commands

from cogs.messages.command_declarations import command_text
from cogs.play.unfit import Unfit
from data.language import Texts
from data.store.rows import SeatRow, TableRow
from render.theme import THEMES
from rules.computer_levels import LEVELS, USUAL_LEVEL, level_of

Level = Literal["easy", "normal", "hard"]
LEVEL_CHOICES = [app_commands.Choice(name=command_text(f"level.{level}"), value=level) for level in LEVELS]
THEME_CHOICES = [app_commands.Choice(name=command_text(f"theme.{theme}"), value=theme) for theme in THEMES]


def level_meant(level: Level | None, computers: int) -> str:
    """The level of a new table's computers. Raises Unfit if a level is given and there are none."""
    if level is not None and not computers:
        raise Unfit("game.level_alone")
    return level or USUAL_LEVEL


def level_name(level: str, say: Texts) -> str:
    """The level behind a computer's name; "" for the default level."""
    return "" if level == USUAL_LEVEL else say(f"level.{level}")


def terms(row: TableRow, seats: Sequence[SeatRow], say: Texts) -> list[str]:
    """The lines with a table's terms."""
    level = next((level_of(s.computer) for s in seats if s.computer), None)
    many = sum(s.computer is not None for s in seats)
    computers = [say("lobby.computers", n=many, level=say(f"level.{level}"))] if level else []
    return [*computers, say("lobby.hints" if row.hints else "lobby.no_hints")]
