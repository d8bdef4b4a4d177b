"""Days at a table that somebody looks at from time to time: in an ordinary run there are fewer looks, each of which may count as much more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from cogs.play import motions
from cogs.play.presence import silent_players
from cogs.play.presence.silent_players import PERIOD, PIECE
from rules.competition.clock import HOUR
from tests.sampled import EVERYWHERE

SELDOM = PERIOD if EVERYWHERE else HOUR
"""Seconds between two looks while nothing is near. A bot looks each period."""
NEAR = 2 * HOUR
"""Seconds before the end in which somebody looks as often as a bot does: what is due there comes when it is due."""


@contextmanager
def seldom() -> Iterator[None]:
    """While it lasts, what lies between two such looks counts as what lies between two periods does."""
    longest = PIECE * SELDOM / PERIOD
    with patch.object(silent_players, "PIECE", longest), patch.object(motions, "PIECE", longest):
        yield


def looks(now: float, end: float) -> Iterator[float]:
    """The moments after now at which somebody looks, the last of them at the end."""
    while now < end:
        now = min(now + (SELDOM if end - now >= NEAR + SELDOM else PERIOD), end)
        yield now
