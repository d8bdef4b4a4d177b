"""What people ask for is taken up here, from the first moment to the last word of the answer; once the bot is to stop, nothing new is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.playing.about import about
from cogs.showing.reply import ask_for_a_moment
from data.timing import took

KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "component",
    discord.InteractionType.autocomplete: "completion",
    discord.InteractionType.modal_submit: "form",
}


class Intake:
    """The interactions under way, each by the task that sees to it. `ended` is told the number and the kind of each that has come to its end;
    `answers` says whether those of a server, or private ones, are for this process to answer."""

    def __init__(self) -> None:
        self.under_way: dict[asyncio.Task[Any], int] = {}
        self.ended: Callable[[int, str], None] = lambda interaction, kind: None
        self.answers: Callable[[int | None], Awaitable[bool]] = _always
        self._closed = False

    async def takes(self, interaction: discord.Interaction[Any]) -> bool:
        """Takes an interaction up for the rest of the present task; False for one that another process answers, and once nothing is taken up any
        more, which has been answered then."""
        about(interaction=interaction.id, shard=shard_of(interaction))
        task, kind, began = asyncio.current_task(), KINDS.get(interaction.type, "other"), time.perf_counter()
        assert task is not None

        def end(task: asyncio.Task[Any]) -> None:
            self.under_way.pop(task, None)
            took("interaction", kind, time.perf_counter() - began)
            self.ended(interaction.id, kind)

        if task not in self.under_way:
            self.under_way[task] = interaction.id
            task.add_done_callback(end)
        ours = await self.answers(interaction.guild_id)
        if self._closed:
            await ask_for_a_moment(interaction, "moment.restart")
        return ours and not self._closed

    def close(self) -> None:
        """Takes nothing up any more."""
        self._closed = True


def shard_of(interaction: discord.Interaction[Any]) -> int:
    """The shard that an interaction came by: that of its server, 0 in private."""
    return ((interaction.guild_id or 0) >> 22) % (interaction.client.shard_count or 1)


async def _always(guild: int | None) -> bool:
    """All of them are."""
    return True
