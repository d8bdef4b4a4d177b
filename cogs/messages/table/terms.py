"""The public terms of a table: the level of its computers, its characters, and whether there are hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from discord import app_commands

from cogs.messages.command_declarations import command_text
from cogs.messages.table.characters import characters_told
from cogs.play.unfit import Unfit
from data.content import build
from data.language import Texts
from data.store.rows import SeatRow, TableRow
from render.theme import THEMES
from rules.computer_levels import LEVELS, USUAL_LEVEL, level_of
from rules.computers.characters import character_of

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
    rules = build(row.game)
    nameless = [s.computer for s in seats if s.computer and character_of(rules, s.computer) is None]
    computers = [say("lobby.computers", n=len(nameless), level=say(f"level.{level_of(rules, nameless[0])}"))] if nameless else []
    named = characters_told([s.computer for s in seats], row.game, say)
    return [*computers, *named, say("lobby.hints" if row.hints else "lobby.no_hints")]
