"""Wraps every autocompletion: it returns an empty list where the user has made a mistake, such as no table in the channel, instead of raising."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from discord import app_commands

from cogs.messages.reply import known_words
from data.language import texts


def offering_quietly(tree: app_commands.CommandTree[Any]) -> None:
    """Makes every autocompletion of a tree return an empty list on an expected error (the person reads it when they send the command). Unexpected
    errors are still raised."""
    for command in tree.walk_commands():
        for param in getattr(command, "_params", {}).values():
            if callable(param.autocomplete) and not hasattr(param.autocomplete, "quiet"):
                param.autocomplete = _quietly(param.autocomplete)


def _quietly(offers: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(offers)
    async def quiet(*given: Any) -> list[app_commands.Choice[Any]]:
        try:
            found: list[app_commands.Choice[Any]] = await offers(*given)
        except Exception as error:
            if known_words(error, texts("en")) is None:
                raise
            return []
        return found

    quiet.quiet = True  # type: ignore[attr-defined]
    return quiet
