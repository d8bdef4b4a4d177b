"""Where a person is, according to Discord: in the server, able to see the channel, timed out.

Imports no discord.
"""

from __future__ import annotations

from typing import NamedTuple

from data.store.rows import ABSENT, BLIND, GONE, MUTED

HERE, UNKNOWN = "here", "unknown"
"""What else may be said of somebody besides ABSENT: they can act; nothing is known, since the question was refused or not answered."""


class Whereabouts(NamedTuple):
    """Where a person is according to Discord: HERE, UNKNOWN, or one of ABSENT; with MUTED (timed out) `until` when."""

    what: str
    until: float = 0

    @property
    def absent(self) -> str | None:
        """Why the person can't act; None if they can, or nothing is known."""
        return self.what if self.what in ABSENT else None

    @property
    def known(self) -> bool:
        return self.what != UNKNOWN


__all__ = ["BLIND", "GONE", "HERE", "MUTED", "UNKNOWN", "Whereabouts"]
