"""Forms (modals): sent as the first answer to a button or command, and read when they are submitted, also after a restart.

Phones keep what a form of one custom id held when it was first opened (discord-api-docs issue 7554). So each opening has a custom id of its own: a
stamp at its end, which means nothing else.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.messages.buttons import LIMIT
from cogs.messages.reply import PATIENCE, answer_error
from data.store import Unreachable

Reading = Callable[[discord.Interaction[Any], str, Any], Awaitable[None]]
"""Is called with the interaction, what follows the beginning of the form's custom id, and the form."""

A_LINE = 400
"""Letters up to which a field is one line."""
STAMP = 6
"""Letters of a stamp at most; fewer where there is no more room."""
_STAMPED = re.compile(r"~[0-9a-f]{1,6}\Z")


def stamped(custom_id: str) -> str:
    """The custom id of a form for one opening."""
    room = LIMIT - len(custom_id) - 1
    return f"{custom_id}~{secrets.token_hex(STAMP)[: min(STAMP, room)]}" if room > 0 else custom_id


class TextForm(ui.Modal):
    """A form of text fields: for each its name, label, present text and greatest length; one with more than `A_LINE` letters gets several lines."""

    def __init__(self, title: str, custom_id: str, fields: Sequence[tuple[str, str, str, int]]) -> None:
        super().__init__(title=title[:45], custom_id=custom_id)
        for name, label, value, most in fields:
            style = discord.TextStyle.short if most <= A_LINE else discord.TextStyle.long
            line: ui.TextInput[TextForm] = ui.TextInput(
                label=label[:45], style=style, default=value[:most], max_length=most, required=False, custom_id=name
            )
            self.add_item(line)


async def shown_form(interaction: discord.Interaction[Any], made: Awaitable[ui.Modal]) -> None:
    """Opens a form as the first answer, since Discord takes none after another answer. Raises Unreachable if what it begins with takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            form = await made
    except TimeoutError:
        raise Unreachable("what a form begins with has not come in time") from None
    form.custom_id = stamped(form.custom_id)
    await interaction.response.send_modal(form)
    form.stop()  # It is read by its custom id: nothing of it is kept.


async def sent(interaction: discord.Interaction[Any], readings: Mapping[str, Reading]) -> None:
    """Handles a submitted form with the reading whose key begins its custom id. Without a stamp, an earlier version has opened it."""
    data: Any = interaction.data or {}
    about = _STAMPED.sub("", str(data.get("custom_id", "")))
    begins = next((begins for begins in readings if about.startswith(begins)), None)
    if interaction.type is not discord.InteractionType.modal_submit or begins is None:
        return
    if not await interaction.client.intake.takes(interaction):
        return
    try:
        await readings[begins](interaction, about.removeprefix(begins), data)
    except Exception as error:  # Whatever happens, the person gets an answer.
        await answer_error(interaction, error)


async def taken_up(interaction: discord.Interaction[Any]) -> None:
    """Acknowledges a press or a form: the answer replaces the private message that it stands on, and is a new private message below a public one."""
    message = interaction.message
    await interaction.response.defer(ephemeral=True, thinking=message is None or not message.flags.ephemeral)


def field(form: Any, name: str) -> str | None:
    """The text of a field in a submitted form; None where it has no such field."""
    fields = (one for row in form.get("components") or () for one in row.get("components") or ())
    found = next((one.get("value") for one in fields if one.get("custom_id") == name), None)
    return found if isinstance(found, str) else None
