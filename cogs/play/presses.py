"""What is done at a table by one press: boards tell it when it is done, and ask nobody who has been answered for by then."""

from __future__ import annotations

import asyncio
import contextlib


class Presses:
    """The presses that are being carried out at a table; each is entered for as long as it lasts."""

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
        """Waits until none is under way, so many seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._over.wait()
