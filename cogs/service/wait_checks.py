"""A periodic check for waits that are over: for a silent player at a table without a clock, and for answers to a motion."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from cogs.play.presence.silent_players import PERIOD, Reached
from cogs.service.background_task import Looking
from cogs.service.reachability import Reach

log = logging.getLogger("referee.vanishing")


class Waiting(Protocol):
    """The interface of what counts such waits."""

    async def look(self, reached: Reached) -> set[int]:
        """Counts the time since the last look, does what follows, and returns players who may be gone."""
        ...


class WaitChecks(Looking):
    """A background task that checks waits periodically. `doubt` asks Discord whether a person is still there."""

    def __init__(self, waiting: Waiting, reach: Reach, doubt: Callable[[int], None]) -> None:
        super().__init__(PERIOD, log, "it is not known what is waited for")
        self._waiting = waiting
        self._reach = reach
        self._doubt = doubt

    async def settle(self) -> None:
        """Looks once, unless no gateway has delivered anything yet."""
        if self._reach.knows:
            for player in await self._waiting.look(self._reach.why):
                self._doubt(player)
