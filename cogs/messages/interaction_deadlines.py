"""Deadlines of answers: when one is late, the asker is told so, and what was stored until then.

Otherwise they would read "thinking" for a quarter of an hour. How long a panel can be edited: `panel_age`.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import ContextVar
from typing import Any

import discord

from cogs.messages.reply import ask_for_a_moment
from data.store.progress import CommitProgress, follow

log = logging.getLogger("referee")
DEADLINE = 60.0
"""Seconds for which anybody waits for an answer: far more than any takes but those that say so."""
LONG = 600.0
"""Seconds for what takes its time, such as a replay or a copy of the database. Discord takes answers for a quarter of an hour."""
ENDING = 5.0
"""Seconds for what is given up to end."""


class Deadline:
    """The time within which the present task has to answer an interaction. Then the task is cancelled and the asker told."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._interaction, self._task = interaction, task
        self._progress = follow()
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(DEADLINE, self._over)
        self._ending: asyncio.Task[None] | None = None
        task.add_done_callback(lambda _: self._timer.cancel())
        _present.set(self)

    def prolong(self, seconds: float) -> None:
        """Sets the deadline to `seconds` from now."""
        if self._ending is None:
            self._timer.cancel()
            self._timer = self._loop.call_later(seconds, self._over)

    def _over(self) -> None:
        self._ending = self._loop.create_task(self._give_up())

    async def _give_up(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task], timeout=ENDING)
        words = words_of(self._progress)
        log.warning("interaction %s is given up: it takes too long (%s)", self._interaction.id, words)
        await ask_for_a_moment(self._interaction, words)


_present: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def words_of(progress: CommitProgress) -> str:
    """The key of the text that says whether something was stored."""
    if progress.doubtful:
        return "moment.late.unknown"
    return "moment.late.stored" if progress.stored else "moment.late.nothing"


def takes_long() -> None:
    """Gives the present task the long deadline."""
    deadline = _present.get()
    if deadline is not None:
        deadline.prolong(LONG)
