"""Leases with fencing: work of a process is committed only while it still holds the claims that it had when the work began.

A process that was frozen goes on as if it still held its claims. What it has begun is committed only while nobody else has claimed any of that,
which the database checks in the transaction itself; before sending, it is checked by this machine's clock. How long a lease lasts without a word
from its process: `LEASE` in `data/store/postgres/peers.py`.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import NamedTuple


class Lease(NamedTuple):
    """The claims of a session on the server: the lock that shows that the session goes on, and the locks of its claims."""

    session: int
    claimed: frozenset[int] = frozenset()

    def goes_on(self, now: Lease) -> bool:
        """Whether this process still holds all of it, as far as it knows."""
        return self.session == now.session or self.claimed <= now.claimed


_under: ContextVar[Lease | None] = ContextVar("under", default=None)


def undertake(lease: Lease | None) -> None:
    """Puts all that the present task does from now on, and the tasks that it starts, under a lease."""
    _under.set(lease)


def undertaken() -> Lease | None:
    """The lease of the present task; None if it needs none."""
    return _under.get()
