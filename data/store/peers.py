"""Several processes on one database: the claims each holds, and the notifications between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from data.store.lease import Lease


class OtherCount(Exception):
    """The exception for another process on this database with another number of shards: both would serve the same servers."""

    def __init__(self, count: int, theirs: int) -> None:
        super().__init__(
            f"another process on this database runs with {theirs} shards in all, this one would with {count}. Stop it first, or set SHARDS to "
            f"some of {theirs}"
        )
        self.theirs = theirs


class Peers(Protocol):
    """The interface between the processes on one database: claims and notifications.

    `heard` is called with each word of another process, and with "" where some may have been missed. `lost` is called when everything that was
    claimed is claimed no longer, because the database cannot be reached; it is to be claimed anew after the next "".
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
        """Whether nobody else can have got yet what was claimed, by the clocks of this machine: it may have stood still without noting it."""
        ...

    async def join(self, count: int) -> None:
        """Begins to run so many shards in all. Raises OtherCount where a running process has another count."""
        ...

    async def claim(self, name: str) -> bool:
        """Whether something is this process's alone from now on, until it is released or lost, or the process ends."""
        ...

    async def release(self, name: str) -> None:
        """Releases a claim, so that others may have it."""
        ...

    def tell(self, *words: str) -> None:
        """Says words to all other processes, soon. One that cannot be reached may miss them."""
        ...

    async def close(self) -> None:
        """Says what is left to be said. Everything is released."""
        ...


def nothing(*words: str) -> None:
    """A listener that does nothing."""


class Alone:
    """The only process on its database: it holds every claim, and notifies nobody."""

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
