"""Counts and limits the interactions under way, runs each to the end of its answer, and takes no new one during shutdown.

The handler of a command or button acknowledges it itself (`defer`, a form or an answer); here is measured how soon.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import discord

from cogs.messages.interaction_deadlines import Deadline
from cogs.messages.reply import ask_for_a_moment
from cogs.play.log_context import about
from data.duration_listeners import took

KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "component",
    discord.InteractionType.autocomplete: "completion",
    discord.InteractionType.modal_submit: "form",
}


BUDGET = 25
"""So many things may be under way for one person: what they ask for beyond that is not done, and they are told."""

SLOWLY = 1.0
"""Seconds after which they are, of the three that Discord waits."""


class Begun(NamedTuple):
    """An interaction under way: its id, whose it is, its kind, when it arrived, and the task that handles it."""

    interaction: int
    person: int
    kind: str
    at: float
    task: asyncio.Task[Any]


class Intake:
    """The interactions under way, and how long people wait: for the first sign that they were heard, and for the end.

    `answers` says whether those of a server, or private ones, are for this process to answer; it may take its time for patient people.
    """

    def __init__(self) -> None:
        self._begun: dict[int, Begun] = {}
        self._silent: set[int] = set()
        self._people: Counter[int] = Counter()
        self.budget = BUDGET
        self._aside: set[int] = set()
        self.answers: Callable[[int | None, bool], Awaitable[bool]] = _always
        self.closed = False
        """Whether the process is stopping."""

    @property
    def under_way(self) -> list[asyncio.Task[Any]]:
        """The tasks of interactions that have not ended."""
        return [begun.task for begun in self._begun.values()]

    def has(self, interaction: int) -> bool:
        """Whether an interaction has been taken up and has not come to its end."""
        return interaction in self._begun

    async def takes(self, interaction: discord.Interaction[Any]) -> bool:
        """Registers an interaction for the current task; returns whether to handle it.

        False where another process answers it, during shutdown, or if the person has too many under way; in the last two cases they have been told to
        wait a moment.
        """
        about(interaction=interaction.id, shard=shard_of(interaction))
        task = asyncio.current_task()
        assert task is not None
        fresh = interaction.id not in self._begun
        if fresh:  # Else it is delivered once more.
            begun = Begun(interaction.id, interaction.user.id, KINDS.get(interaction.type, "other"), time.perf_counter(), task)
            self._begun[interaction.id] = begun
            self._people[begun.person] += 1
            self._silent.add(interaction.id)
            task.add_done_callback(lambda _: self._end(begun))
        patient = interaction.type is not discord.InteractionType.autocomplete  # Whoever types goes on typing.
        ours = await self.answers(interaction.guild_id, patient)
        if self.closed:  # Unless another process has answered meanwhile, this is what they read.
            await ask_for_a_moment(interaction, "moment.restart")
        if not ours:
            self._forget(interaction.id)
        elif self._people[interaction.user.id] > self.budget:
            self._forget(interaction.id)
            await asyncio.sleep(SLOWLY)  # They would only ask again at once.
            await ask_for_a_moment(interaction, "moment.budget")
            return False
        elif fresh and patient:
            Deadline(interaction)
        return ours and not self.closed

    def acknowledged(self, interaction: int) -> None:
        """Measures how long a person waited for the first sign of an answer."""
        if interaction in self._silent:
            self._silent.discard(interaction)
            begun = self._begun[interaction]
            if interaction not in self._aside:
                took("acknowledgement", begun.kind, time.perf_counter() - begun.at)

    def set_aside(self, interaction: int) -> None:
        """Excludes an interaction of a rehearsal from the measurements, as nobody is playing there."""
        if interaction in self._begun:
            self._aside.add(interaction)

    def _end(self, begun: Begun) -> None:
        if begun.interaction in self._begun:  # Else another process has seen to it.
            if begun.interaction not in self._aside:
                took("silence" if begun.interaction in self._silent else "interaction", begun.kind, time.perf_counter() - begun.at)
            self._forget(begun.interaction)

    def _forget(self, interaction: int) -> None:
        if (begun := self._begun.pop(interaction, None)) is not None:
            self._people.subtract([begun.person])
            if not self._people[begun.person]:
                del self._people[begun.person]
        self._silent.discard(interaction)
        self._aside.discard(interaction)

    def close(self) -> None:
        """Lets no further interaction in."""
        self.closed = True


def shard_of(interaction: discord.Interaction[Any]) -> int:
    """The shard that an interaction came through: that of its server, 0 in private."""
    return ((interaction.guild_id or 0) >> 22) % (interaction.client.shard_count or 1)


async def _always(guild: int | None, patient: bool) -> bool:
    """Default of `answers`: this process answers all."""
    return True
