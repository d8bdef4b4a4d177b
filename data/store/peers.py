"""Several processes on one database: the claims each holds, and the notifications between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from data.store.lease import Lease


class OtherCount(Exception):
    """Another process on this database has another number of shards: both would serve the same servers."""

    def __init__(self, count: int, theirs: int) -> None:
        super().__init__(
            f"another process on this database runs with {theirs} shards in all, this one would with {count}. Stop it first, or set SHARDS to "
            f"some of {theirs}"
        )
        self.theirs = theirs


class Peers(Protocol):
    """The interface between the processes on one database: claims and notifications.

    `heard` is called with each word of another process, and with "" if some may have been missed. `lost` is called when all claims are lost, since
    the database can't be reached; they have to be claimed again after the next "".
    """

    heard: Callable[[str], None]
    lost: Callable[[], None]
    shared: bool
    """Whether there may be other processes."""
    lease: Lease | None
    """Under which what is begun now is done; None where nobody else can claim anything."""

    @property
    def connected(self) -> bool:
        """Whether anything can be claimed now."""
        ...

    @property
    def valid(self) -> bool:
        """Whether nobody else can have gained our claims yet, by this machine's clocks: it may have stood still unnoticed."""
        ...

    async def join(self, count: int) -> None:
        """Announces the total number of shards. Raises OtherCount if a running process has another."""
        ...

    async def claim(self, name: str) -> bool:
        """Claims a name; returns whether it is this process's alone from now on, until it is released or lost, or the process ends."""
        ...

    async def release(self, name: str) -> None:
        """Releases a claim, so that others may have it."""
        ...

    def tell(self, *words: str) -> None:
        """Sends words to all other processes, soon. One that can't be reached may miss them."""
        ...

    async def close(self) -> None:
        """Sends the remaining words; releases everything."""
        ...


def nothing(*words: str) -> None:
    """A listener that does nothing."""


class Alone:
    """The only process on its database (`only_process`): it holds every claim, and notifies nobody."""

    shared = False
    connected = valid = True
    lease: Lease | None = None

    def __init__(self) -> None:
        self.heard: Callable[[str], None] = nothing
        self.lost: Callable[[], None] = nothing

    async def join(self, count: int) -> None:
        pass

    async def claim(self, name: str) -> bool:
        return True

    async def release(self, name: str) -> None:
        pass

    def tell(self, *words: str) -> None:
        pass

    async def close(self) -> None:
        pass
