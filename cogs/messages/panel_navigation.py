"""Navigation in private panels: a panel is one layout that is edited in place; look-ups open in it, with a way back.

From a public message, or from a list, they open privately.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import discord

from cogs.messages.buttons import Press
from cogs.messages.panel_layout import laid_out
from cogs.messages.reply import LAID_OUT, voice
from cogs.messages.truncation import cut
from data.language import Texts

log = logging.getLogger("referee.panels")
NO_PICTURES = (403, 413)
"""Statuses with which Discord says that it takes no files here, or none so large."""


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

    Where Discord refuses the edit for its new pictures (discord-api-docs #7529), it stands in a message of its own, to which the panel points; where
    it takes no pictures at all, their words stand in their place.
    """
    told = [file.description or "" for file in message.get("attachments") or ()]
    shown = laid_out(message)
    interaction.extras[LAID_OUT] = True
    try:
        await interaction.edit_original_response(**shown)
    except discord.HTTPException as refused:
        if refused.status not in (400, *NO_PICTURES) or not shown["attachments"]:
            raise
        if refused.status in NO_PICTURES:
            words = cut("\n".join([message.get("content") or "", *told]))
            await interaction.edit_original_response(**laid_out({**message, "content": words, "attachments": []}))
            return
        log.warning("a panel is sent anew, since its pictures were refused: %s", refused)
        for file in shown["attachments"]:
            file.reset()
        await interaction.followup.send(files=shown["attachments"], view=shown["view"], ephemeral=True)
        await interaction.edit_original_response(**laid_out({"content": (await voice(interaction))("panel.below")}))


def way_back(interaction: discord.Interaction[Any], table: int, say: Texts) -> list[Press]:
    """*Back to the game*, in a panel."""
    return [Press("panel", str(table), say("button.to_game"), row=4)] if in_panel(interaction) else []
