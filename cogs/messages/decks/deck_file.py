"""Importing a deck from a file: the form that takes the file, and reading it."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.messages.truncation import cut
from cogs.play.unfit import Unfit
from data.language import Texts
from data.user_text import Typed

FORM = "f:deckfile:"
"""The beginning of the custom id of the form; the game and the deck's name follow, so that it is understood after a restart."""
FILE = "file"
LARGEST = 16_000
"""Bytes of a file; a list of the most letters that are read is no larger."""


class FileForm(ui.Modal):
    """The form that takes a deck's file. The cog reads what is submitted, so that it also works after a restart."""

    def __init__(self, game: str, name: Typed, say: Texts) -> None:
        super().__init__(title=cut(say("deck.form", name=str(name)), 45), custom_id=f"{FORM}{game}:{name!s}"[:100])
        asked: ui.FileUpload[FileForm] = ui.FileUpload(custom_id=FILE, required=True)
        label: ui.Label[FileForm] = ui.Label(text=say("deck.file"), description=say("deck.file.what"), component=asked)
        self.add_item(label)


async def handed_over(interaction: discord.Interaction[Any]) -> str:
    """The text of the file in a submitted form. Raises Unfit for a form without a file, and for a file that is too large for a deck."""
    form: Any = interaction.data or {}
    fields = (row.get("component") or {} for row in form.get("components") or ())
    chosen = next((number for field in fields if field.get("custom_id") == FILE for number in field.get("values") or ()), None)
    file = ((form.get("resolved") or {}).get("attachments") or {}).get(chosen)
    if file is None:
        raise Unfit("error.too_old")
    if file["size"] > LARGEST:
        raise Unfit("deck.file.too_large")
    content = await interaction.client.http.get_from_cdn(file["url"])
    return content.decode("utf-8-sig", errors="replace")
