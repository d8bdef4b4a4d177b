"""Looks from time to time whether tables without a clock have waited for somebody for too long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from cogs.playing.vanished import PERIOD, Vanished
from cogs.running.reach import Reach
from cogs.running.repeating import Repeating

log = logging.getLogger("referee.vanishing")


class Vanishing(Repeating):
    """The same as a task of its own. `doubt` asks Discord whether somebody is there still."""

    def __init__(self, vanished: Vanished, reach: Reach, doubt: Callable[[int], None]) -> None:
        self._vanished = vanished
        self._reach = reach
        self._doubt = doubt

    async def look(self) -> None:
        """Looks once, unless nothing is known of Discord."""
        if self._reach.knows:
            for player in await self._vanished.look(self._reach.why):
                self._doubt(player)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("it is not known for whom tables wait")
            await asyncio.sleep(PERIOD)
