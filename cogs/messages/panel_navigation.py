"""Navigation in private panels: a panel is one layout that is edited in place; look-ups open in it, with a way back.

From a public message, or from a list, they open privately.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.messages.buttons import Press
from cogs.messages.panel_layout import laid_out
from cogs.messages.reply import LAID_OUT, voice
from cogs.messages.truncation import cut
from data.language import Texts

log = logging.getLogger("referee.panels")
UNFIT, NO_PICTURES = 400, (403, 413)
"""Statuses with which Discord says that it does not take a message as it is, and that it takes no files here, or none so large."""
LIVES = timedelta(minutes=15)
"""A private panel is edited for so long; whatever the channel has got since then stands below it."""


def in_panel(interaction: discord.Interaction[Any]) -> bool:
    """Whether what was pressed stands in a message that its presser alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def opened(interaction: discord.Interaction[Any]) -> None:
    """Acknowledges a press whose answer takes the place of the panel it stands in, or is a private message of its own."""
    if in_panel(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(interaction: discord.Interaction[Any], message: Mapping[str, Any]) -> None:
    """Puts a message (`content`, `attachments`, `question`, `view`) in the place of the panel, as a layout.

    It stands in a message of its own, to which the panel points, where the panel is `old`, and where Discord refuses the edit for its new pictures
    (discord-api-docs #7529). Where it takes no pictures at all, their words stand in their place.
    """
    interaction.extras[LAID_OUT] = True
    both = _Both.of(message)
    if old(interaction):
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


def old(interaction: discord.Interaction[Any]) -> bool:
    """Whether the panel that was pressed has stood so long that whatever came since stands below it."""
    return in_panel(interaction) and interaction.message is not None and interaction.created_at - interaction.message.created_at > LIVES


class _Both(NamedTuple):
    """A message as a layout with its pictures, and with their words in their place."""

    pictured: dict[str, Any]
    worded: dict[str, Any]

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> _Both:
        """Both, of the arguments of an edit."""
        words = [message.get("content") or "", *(file.description or "" for file in message.get("attachments") or ())]
        return cls(laid_out(message), {**message, "content": cut("\n".join(words)), "attachments": []})

    async def put(self, put: Callable[..., Awaitable[Any]]) -> None:
        """Puts the message somewhere: without its pictures where Discord takes none."""
        try:
            await put(**self.pictured)
        except discord.HTTPException as refused:
            if refused.status not in NO_PICTURES or not self.pictured["attachments"]:
                raise
            await put(**laid_out(self.worded))


async def _below(interaction: discord.Interaction[Any], both: _Both, why: str) -> None:
    """Sends a panel anew; of the one that was pressed nothing stays but where it goes on, and `why`."""

    async def send(*, attachments: list[discord.File], view: ui.LayoutView, content: None) -> None:
        await interaction.followup.send(files=attachments, view=view, ephemeral=True)

    await both.put(send)
    await interaction.edit_original_response(**laid_out({"content": (await voice(interaction))(why)}))


def way_back(interaction: discord.Interaction[Any], table: int, say: Texts) -> list[Press]:
    """*Back to the game*, in a panel."""
    return [Press("panel", str(table), say("button.to_game"), row=4)] if in_panel(interaction) else []
