"""How slash commands are declared: their names and options in every language, and where they may be used (servers, direct messages, anywhere)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from discord import app_commands

from data.language import language_of, texts

C = TypeVar("C", bound=Callable[..., Any])
K = TypeVar("K", bound=Callable[..., Any] | app_commands.Group)


def command_text(key: str) -> app_commands.locale_str:
    """A command's name or description: English here, the other languages by `translate`."""
    return app_commands.locale_str(texts("en").plainly(f"cmd.{key}"), key=f"cmd.{key}")


def worded(command: str, *options: str) -> Callable[[C], C]:
    """Gives options of a command their names and descriptions: the texts `cmd.<command>.<option>` and the same with `.desc`."""

    def mark(function: C) -> C:
        names = app_commands.rename(**{option: command_text(f"{command}.{option}") for option in options})
        descriptions = app_commands.describe(**{option: command_text(f"{command}.{option}.desc") for option in options})
        return names(descriptions(function))

    return mark


def anywhere(command: K) -> K:
    """Allows a command that needs no table everywhere: in servers, in direct messages and in private channels, also as a user's app."""
    installs = app_commands.allowed_installs(guilds=True, users=True)
    return installs(app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command))


def also_in_private(command: K) -> K:
    """Allows a command about people of a server in direct messages with the bot, too."""
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)


def translate(string: app_commands.locale_str, locale: str) -> str | None:
    """The text of a command in another language; None for a language that the bot doesn't speak."""
    language = language_of(locale)
    key = string.extras.get("key")
    if key is None or locale.split("-")[0] != language or language == "en":
        return None
    say = texts(language)
    return say.plainly(key) if say.find(key) is not None else None
