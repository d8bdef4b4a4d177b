"""Navigation in private panels: each is one layout that is edited in place. What is looked up opens in it, with a way back; from a public message or
a list, it opens privately. A panel that is too old (`panel_age`) goes on in a message below it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.messages.buttons import Press
from cogs.messages.panel_age import is_old
from cogs.messages.panel_layout import NO_PICTURES, in_words, laid_out
from cogs.messages.reply import LAID_OUT, voice
from data.language import Texts

log = logging.getLogger("referee.panels")
UNFIT = 400
"""The status with which Discord says that it does not take a message as it is."""


def in_panel(interaction: discord.Interaction[Any]) -> bool:
    """Whether the pressed item is in a message that only its presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def opened(interaction: discord.Interaction[Any]) -> None:
    """Acknowledges a press whose answer replaces the panel, or, pressed elsewhere, is a new private message."""
    if in_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: discord.Interaction[Any], message: Mapping[str, Any]) -> None:
    """Replaces the panel by a message (`content`, `attachments`, `question`, `view`), as a layout.

    Sends it as a new message, and points the panel to it, if the panel is too old, or if Discord refuses the edit for its new pictures
    (discord-api-docs #7529). If Discord takes no pictures at all, their alt texts replace them.
    """
    interaction.extras[LAID_OUT] = True
    both = _Both.of(message)
    if in_panel(interaction) and is_old(interaction):
        return await _below(interaction, both, "panel.old")
    try:
        await both.put(interaction.edit_original_response)
    except discord.HTTPException as refused:
        if refused.status != UNFIT or not both.pictured["attachments"]:
            raise
        log.warning("a panel is sent anew, since its pictures were refused: %s", refused)
        for file in both.pictured["attachments"]:
            file.reset()
        await _below(interaction, both, "panel.below")


class _Both(NamedTuple):
    """A message as layouts: with its pictures, and with alt texts instead."""

    pictured: dict[str, Any]
    worded: dict[str, Any]

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> _Both:
        """Makes both layouts from the arguments of an edit."""
        worded = in_words(message)
        return cls(laid_out(message), worded)

    async def put(self, put: Callable[..., Awaitable[Any]]) -> None:
        """Calls `put` with the pictures, or without them if Discord refuses them."""
        try:
            await put(**self.pictured)
        except discord.HTTPException as refused:
            if refused.status not in NO_PICTURES or not self.pictured["attachments"]:
                raise
            await put(**laid_out(self.worded))


async def _below(interaction: discord.Interaction[Any], both: _Both, why: str) -> None:
    """Sends a panel anew; the old one then only says where the game goes on, and `why`."""

    async def send(*, attachments: list[discord.File], view: ui.LayoutView, content: None) -> None:
        await interaction.followup.send(files=attachments, view=view, ephemeral=True)

    await both.put(send)
    await interaction.edit_original_response(**laid_out({"content": (await voice(interaction))(why)}))


def way_back(interaction: discord.Interaction[Any], table: int, say: Texts) -> list[Press]:
    """The button *Back to the game*, in a panel; elsewhere none."""
    return [Press("panel", str(table), say("button.to_game"), row=4)] if in_panel(interaction) else []
