"""A fair queue: limits how many run at once, and serves servers in turn, and within a server its people in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom something is done: a server and a person in it. A person's direct messages count as a server of their own, with a negative number."""

    server: int
    person: int

    @classmethod
    def at(cls, guild: int | None, person: int) -> Asker:
        """A person in a server, or in direct messages (None)."""
        return cls(-person if guild is None else guild, person)


Line = deque["asyncio.Future[None]"]


class Turns:
    """A fair semaphore: at most `most` run at once; servers get turns one after the other, and so do a server's people.

    If `most` is greater than one, no server has all turns and no person more than half, so that others need not wait for them.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.by_server = max(most - 1, 1)
        self.by_person = max(most // 2, 1)
        self._waiting: dict[int, dict[int, Line]] = {}
        self._servers: Counter[int] = Counter()
        self._people: Counter[int] = Counter()

    @property
    def taken(self) -> int:
        """How many have a turn now."""
        return self._servers.total()

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return sum(len(line) for people in self._waiting.values() for line in people.values())

    def waits(self, asker: Asker) -> bool:
        """Whether something waits for a turn on behalf of `asker`."""
        return asker.person in self._waiting.get(asker.server, {})

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """A context manager that waits for a turn, and holds it within the `async with`."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker.server, {}).setdefault(asker.person, deque()).append(mine)
        self._go_on()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                self._leave(asker, mine)
            else:
                self._done(asker)
            raise
        try:
            yield
        finally:
            self._done(asker)

    def _done(self, asker: Asker) -> None:
        for counter, key in ((self._servers, asker.server), (self._people, asker.person)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        self._go_on()

    def _go_on(self) -> None:
        while self.taken < self.most and (asker := self._next()) is not None:
            self._servers[asker.server] += 1
            self._people[asker.person] += 1
            people = self._waiting[asker.server]
            people[asker.person].popleft().set_result(None)
            people[asker.person] = people.pop(asker.person)  # Others are first now.
            self._waiting[asker.server] = self._waiting.pop(asker.server)
            self._tidy(asker)

    def _next(self) -> Asker | None:
        for server, people in self._waiting.items():
            if self._servers[server] < self.by_server:
                for person, line in people.items():
                    while line and line[0].cancelled():  # It has given up, and leaves in a moment.
                        line.popleft()
                    if line and self._people[person] < self.by_person:
                        return Asker(server, person)
        return None

    def _leave(self, asker: Asker, mine: asyncio.Future[None]) -> None:
        line = self._waiting.get(asker.server, {}).get(asker.person)
        if line is not None:
            with contextlib.suppress(ValueError):
                line.remove(mine)
            self._tidy(asker)

    def _tidy(self, asker: Asker) -> None:
        people = self._waiting[asker.server]
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self._waiting[asker.server]
