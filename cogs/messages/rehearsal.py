"""Sample messages for the live rehearsal of `/referee doctor`, each marked as one."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui
from PIL import Image

from cogs.messages.buttons import Choose, Press
from cogs.messages.mentions import mention_by_id
from data.language import Texts

COLOURS = ((60, 90, 200), (200, 140, 40), (60, 150, 90))
"""Of the pictures, one after the other."""
FORM, FIELD = "rehearsed:", "words"


def board(which: int, moderator: int, say: Texts) -> dict[str, Any]:
    """The sample of a board: a message with one of its pictures."""
    drawn = io.BytesIO()
    Image.new("RGB", (320, 120), COLOURS[which]).save(drawn, "PNG")
    drawn.seek(0)
    file = discord.File(drawn, f"rehearsal{which}.png")
    words = say("rehearsal.mark", moderator=mention_by_id(moderator))
    parts: list[Any] = [
        ui.TextDisplay(words),
        ui.MediaGallery(discord.MediaGalleryItem(file, description=say("rehearsal.alt"))),
        ui.ActionRow(ui.Button(label=say("button.rehearsal"), custom_id=f"b:rehearsed:press:{which}", disabled=True)),
    ]
    return {"file": file, "view": ui.LayoutView(timeout=None).add_item(ui.Container(*parts, accent_colour=discord.Colour.from_rgb(*COLOURS[which])))}


def panel(left: list[str], number: int, say: Texts) -> dict[str, Any]:
    """The sample of a private panel, with the buttons that are `left` to press, in order."""
    view = ui.View(timeout=None)
    view.add_item(Press("rehearsed", f"press:{number}", say("rehearsal.press"), disabled="press" not in left))
    view.add_item(Press("rehearsed", f"form:{number}", say("rehearsal.form"), disabled="form" not in left))
    option = discord.SelectOption(label=say("rehearsal.option"), value="1")
    view.add_item(Choose("rehearsed", f"choose:{number}", [option], say("rehearsal.choose"), row=1))
    named = ", ".join(f"*{say(f'rehearsal.{name}')}*" for name in left)
    return {"content": say("rehearsal.panel", left=named), "view": view}


class Form(ui.Modal):
    """The sample form."""

    def __init__(self, number: int, say: Texts) -> None:
        super().__init__(title=say("rehearsal.form"), custom_id=f"{FORM}{number}", timeout=None)
        self.add_item(ui.TextInput(label=say("rehearsal.field"), custom_id=FIELD, default="1", max_length=20))
