"""Presses at a table in progress: its board is posted after them, so that it doesn't ask players who have just answered."""

from __future__ import annotations

import asyncio
import contextlib


class Presses:
    """Counts the presses in progress at a table; a context manager entered for the length of each."""

    def __init__(self) -> None:
        self._under_way = 0
        self._over = asyncio.Event()
        self._over.set()

    def __enter__(self) -> None:
        self._under_way += 1
        self._over.clear()

    def __exit__(self, *_: object) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._over.set()

    async def over(self, patience: float) -> None:
        """Waits until no press is in progress, for `patience` seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._over.wait()
