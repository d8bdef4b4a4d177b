"""The registry of tournaments: finds them, and serializes the changes of each."""

from __future__ import annotations

import asyncio
import functools
import weakref
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from data.store import Store
from data.store.changes import Raced
from data.store.rows import Tournament


class NoTournament(Exception):
    """A tournament does not exist, or there is none in this channel."""


class Garbled(NoTournament):
    """Something stored of a tournament can't be read; it has the readable part of its row. The tournament waits."""

    def __init__(self, row: Tournament) -> None:
        super().__init__(f"tournament {row.id}: {sorted(row.unreadable)} cannot be read")
        self.row = row


S = TypeVar("S", bound="Registry")
P = ParamSpec("P")
T = TypeVar("T")


def one_at_a_time(
    act: Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, T]]:
    """A decorator for changes of a tournament: a lock, and optimistic locking (where another commit was quicker, the change is decided anew)."""

    @functools.wraps(act)
    async def run(self: S, tournament: int, *args: P.args, **kwargs: P.kwargs) -> T:
        async with self.lock(tournament):
            while True:
                try:
                    return await act(self, tournament, *args, **kwargs)
                except Raced:
                    continue

    return run


class Registry:
    """All stored tournaments."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def lock(self, tournament: int) -> asyncio.Lock:
        """The lock for changes of a tournament; nothing slow, such as a request to Discord, is awaited while it is held."""
        return self._locks.setdefault(tournament, asyncio.Lock())

    async def here(self, channel: int) -> Tournament:
        """The tournament of a channel. Raises NoTournament, Garbled."""
        return _readable(await self.store.tournaments.latest_in(channel))

    async def get(self, tournament: int) -> Tournament:
        """A tournament. Raises NoTournament, Garbled."""
        return _readable(await self.store.tournaments.get(tournament))


def _readable(found: Tournament | None) -> Tournament:
    if found is None:
        raise NoTournament
    if found.unreadable:
        raise Garbled(found)
    return found
