"""Looks from time to time whether tables without a clock have waited for somebody for too long."""

from __future__ import annotations

import logging
from collections.abc import Callable

from cogs.playing.vanished import PERIOD, Vanished
from cogs.running.reach import Reach
from cogs.running.repeating import Looking

log = logging.getLogger("referee.vanishing")


class Vanishing(Looking):
    """The same as a task of its own. `doubt` asks Discord whether somebody is there still."""

    def __init__(self, vanished: Vanished, reach: Reach, doubt: Callable[[int], None]) -> None:
        super().__init__(PERIOD, log, "it is not known for whom tables wait")
        self._vanished = vanished
        self._reach = reach
        self._doubt = doubt

    async def settle(self) -> None:
        """Looks once, unless nothing is known of Discord."""
        if self._reach.knows:
            for player in await self._vanished.look(self._reach.why):
                self._doubt(player)
