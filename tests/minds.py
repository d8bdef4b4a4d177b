"""Processes in which computers think, for tests: some that a whole run shares, since each start takes a third of a second."""

from __future__ import annotations

import atexit

from cogs.play.thinking.pool import HERE, Apart
from tests.bids import KEY


class Shared(Apart):
    """Stays when a bot is stopped: the next one goes on with the same processes. Games that tests alone know are thought about here."""

    async def think(self, request, asker):
        return await (HERE.think(request, asker) if request.game == KEY else super().think(request, asker))

    def close(self):
        pass


SHARED = Shared()
atexit.register(Apart.close, SHARED)
