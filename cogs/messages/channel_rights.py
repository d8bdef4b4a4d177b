"""Which rights (permissions) the bot needs in a channel for a table, and lacks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from cogs.play.unfit import Unfit
from data.language import Texts

NEEDED = ("view_channel", "send_messages", "attach_files", "embed_links")


class LacksRights(Unfit):
    """The bot lacks rights in a channel: `names` are Discord's names of them."""

    def __init__(self, names: list[str]) -> None:
        super().__init__("error.rights")
        self.names = names


def missing_rights(interaction: discord.Interaction[Any], *further: str) -> list[str]:
    """The names of rights that the bot lacks in this channel, of those that a table needs and some further ones."""
    rights = interaction.app_permissions
    needed = [*NEEDED, *further]
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    if isinstance(interaction.channel, discord.VoiceChannel | discord.StageChannel):
        needed.append("connect")  # Without it, its chat is not there.
    return [name for name in needed if not getattr(rights, name)]


def rights_words(names: Iterable[str], say: Texts) -> str:
    """Names of rights as Discord's own interface shows them in the reader's language."""
    return ", ".join(f"**{say(f'right.{name}')}**" for name in names)


def check_rights(interaction: discord.Interaction[Any], *further: str) -> None:
    """Raises LacksRights naming those that the bot lacks in this channel."""
    if missing := missing_rights(interaction, *further):
        raise LacksRights(missing)
