"""Corrects one wrong letter in a command's options: asks whether the corrected text is meant, with a button that repeats the command with it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode

import discord
from discord import AppCommandOptionType, app_commands, ui

from cogs.messages.buttons import Press, fits, panel
from cogs.play.unfit import Unfit
from data.language import Texts
from data.lookup.name_matching import plain
from data.lookup.spelling import one_letter_apart
from data.typed_numbers import whole_number
from data.user_text import Typed

K = TypeVar("K", bound=Hashable)
SHORTEST = 4
"""Letters of a name of which one may be wrong: of shorter ones too many are like each other."""
AGAIN = frozenset({
    "card", "cards", "deck build", "deck check", "deck delete", "deck export", "deck list", "deck show", "deck use", "game new", "leaderboard",
    "learn", "profile", "rules", "tournament create", "tournament join",
})  # fmt: skip
"""Commands that take a name, and that a button may give again."""
_WRITTEN = {kind.value for kind in (AppCommandOptionType.string, AppCommandOptionType.integer, AppCommandOptionType.boolean)}
"""What can be written on a button: whom Discord has resolved for a command cannot."""


class Typo(Unfit):
    """A typed text is one letter off the only name that can be meant."""

    def __init__(self, typed: str, meant: str) -> None:
        super().__init__("misread.slip", word=Typed(typed), words=f"**{Typed(meant)}**")
        self.typed, self.meant = typed, meant


class Again(NamedTuple):
    """A command to repeat, with its options as text."""

    command: str
    options: dict[str, str]

    def written(self) -> str:
        """The command as text for a custom id."""
        return f"{self.command}:{urlencode(self.options)}"

    @classmethod
    def read(cls, text: str) -> Again:
        """The command from `written`. Raises Unfit for a command that no button repeats."""
        command, _, options = text.partition(":")
        if command not in AGAIN:
            raise Unfit("error.too_old")
        return cls(command, dict(parse_qsl(options)))

    async def give(self, interaction: discord.Interaction[Any]) -> None:
        """Runs the command for whoever presses the button. Raises Unfit if its options have changed since, and whatever the command raises."""
        found: Any = interaction.client.tree
        for word in self.command.split():
            found = found.get_command(word)
        named = [str(option["name"]) for option in found.to_dict(interaction.client.tree)["options"]]
        known = dict(zip(named, found.parameters, strict=True))
        if not self.options.keys() <= known.keys() or any(known[name].required and name not in self.options for name in known):
            raise Unfit("error.too_old")
        given = {known[name].name: _read(known[name], text) for name, text in self.options.items()}
        await found.callback(found.binding, interaction, **given)


def near(text: str, named: Mapping[K, Iterable[str]]) -> K | None:
    """The one thing, of those `named`, with a name that differs from `text` in one letter; None for none or several."""
    typed = plain(text)
    if len(typed) < SHORTEST:
        return None
    found = [key for key, names in named.items() if any(len(name) >= SHORTEST and one_letter_apart(typed, plain(name)) for name in names)]
    return found[0] if len(found) == 1 else None


def asking_again(interaction: discord.Interaction[Any], error: BaseException, say: Texts) -> ui.View | None:
    """The button *Yes* after a wrong letter: repeats the command with the corrected option. None where it doesn't fit into a custom id."""
    command = interaction.command
    if not isinstance(error, Typo) or not isinstance(command, app_commands.Command) or command.qualified_name not in AGAIN:
        return None
    given = [*_leaves(interaction.data)]
    if any(option["type"] not in _WRITTEN for option in given):
        return None
    options = {option["name"]: _corrected(option["value"], error) for option in given}
    button = Press("retry", Again(command.qualified_name, options).written(), say("slip.yes"), discord.ButtonStyle.primary)
    return panel([button]) if fits(button.custom_id) else None


def _read(parameter: app_commands.Parameter, text: str) -> Any:
    """Parses the text of an option. Raises Unfit for a value that it no longer takes."""
    if parameter.type is AppCommandOptionType.boolean:
        return text == "1"
    if parameter.type is AppCommandOptionType.integer:
        if (number := whole_number(text, 9)) is None:
            raise Unfit("error.too_old")
        return number
    if parameter.choices and text not in {choice.value for choice in parameter.choices}:
        raise Unfit("error.too_old")
    return text


def _corrected(value: Any, error: Typo) -> str:
    """An option as text, with the wrong name corrected where it is (alone, as `game:name`, or one of several)."""
    if isinstance(value, bool):
        return str(int(value))
    text = str(value)
    if error.typed in text.replace(",", " ").split():
        return text.replace(error.typed, error.meant, 1)
    return text.removesuffix(error.typed) + error.meant if text == error.typed or text.endswith(f":{error.typed}") else text


def _leaves(data: Any) -> Iterator[dict[str, Any]]:
    """The innermost options of a command or subcommand."""
    for option in (data or {}).get("options") or ():
        if "options" in option or option["type"] <= AppCommandOptionType.subcommand_group.value:
            yield from _leaves(option)
        else:
            yield option
