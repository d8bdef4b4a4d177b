"""Menus that open a new table: against the computer, with a seat for another player, or against a character."""

from __future__ import annotations

import discord

from cogs.messages.buttons import Choose
from cogs.messages.table.characters import characters_menu
from data.content import games
from data.language import Texts, texts

COMPUTER, SEATS = "computer", "seats"
"""Against whom: as few computers as the game allows, or whoever joins."""


def newgame_menus(say: Texts) -> list[Choose]:
    """The menus that open a new table, each with all games; that of characters leads to those of a game."""
    options = [discord.SelectOption(label=texts(say.language, key)("title"), value=key) for key in games()]
    return [*(Choose("fresh", against, options, say(f"newgame.{against}")) for against in (COMPUTER, SEATS)), *characters_menu(say)]
