"""Finds a game by the name that a person typed, and reads the options typed with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.messages.interaction_channel import channel_of
from cogs.messages.reply import voice
from cogs.messages.typed_again import Typo, near
from cogs.play.unfit import Unfit
from data.content import games
from data.language import LANGUAGES, Texts, texts
from data.lookup.name_matching import meant, offered
from data.user_text import Typed
from rules.parts.lazy import once

GameName = app_commands.Range[str, 0, 40]
"""An option that names a game."""


@once
def _names(key: str) -> tuple[str, ...]:
    """The names of a game: its key, and its title in every language."""
    return key, *dict.fromkeys(texts(language, key)("title") for language in LANGUAGES)


def titles(keys: Sequence[str], say: Texts) -> str:
    """Titles of games in the reader's language, with commas between."""
    return ", ".join(texts(say.language, key)("title") for key in keys)


def game_named(text: str, able: Sequence[str], say: Texts) -> str:
    """The game of `able` called `text`. Raises Typo, and Unfit, which names the likely ones."""
    named = {key: _names(key) for key in able}
    found = meant(text, named)
    if len(found) == 1:
        return found[0]
    others = meant(text, {key: _names(key) for key in games()})
    if not found and len(others) == 1:
        raise Unfit("game.not_for_this", game=titles(others, say), games=titles(able, say))
    if not found and (wanted := near(text, named)):
        raise Typo(text, titles([wanted], say))
    raise Unfit("game.ambiguous" if found else "game.unknown", name=Typed(text), games=titles(offered(text, named), say))


async def game_meant(interaction: discord.Interaction[Any], game: str, able: Sequence[str]) -> str | None:
    """The game of `able` called `game`, or else that of this channel's newest table if it is in `able`; None if not. Raises Unfit for another
    game."""
    if game:
        return game_named(game, able, await voice(interaction))
    newest = await interaction.client.store.tables.latest_in(channel_of(interaction))
    row = await interaction.client.store.tables.get(newest) if newest else None
    return row.game if row and row.game in able else None


async def game_choices(interaction: discord.Interaction[Any], current: str, able: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Completions of a game's name."""
    say = await voice(interaction)
    found = offered(current, {key: _names(key) for key in able})
    return [app_commands.Choice(name=texts(say.language, key)("title"), value=key) for key in found]
